"""What browsers want done at the simulated table: steps for the thread that is its hands."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.errors import Code, Refusal
from companion.faces.phone import World
from companion.scenario import ScenarioError, breakages, parse, steps

if TYPE_CHECKING:
    from PIL import Image

    from companion.daemon import Daemon
    from companion.terminal.view import InView

WAITING: Final = 8
"""So many steps of all browsers together may wait for hands that are busy."""

LONGEST: Final = 10.0
"""No step may take longer, s: time passes for people, too."""

ALLOWED: Final = (
    steps.Game,
    steps.Press,
    steps.PressPlayer,
    steps.Hold,
    steps.Dial,
    steps.Grab,
    steps.PutBack,
    steps.ButtonStuck,
    steps.ButtonFree,
    steps.Lift,
    steps.SetDown,
    steps.Tilt,
    steps.Shake,
    steps.Turn,
    steps.Empty,
    steps.Knock,
    breakages.Fault,
    breakages.ButtonThreadDies,
    breakages.Heal,
)
"""What has no file in it, no other clock, and leaves the companion running."""


class Order(NamedTuple):
    """A step that somebody waits for."""

    step: steps.Step
    done: asyncio.Future[None]

    def answer(self, refusal: str) -> None:
        """Tell whoever waits that it is done, or why it is not; from any thread."""
        # Who asked may have gone, and the loop with a companion that was restarted.
        with suppress(RuntimeError):
            self.done.get_loop().call_soon_threadsafe(_settle, self.done, refusal)


def _settle(done: asyncio.Future[None], refusal: str) -> None:
    if done.done():
        return
    if refusal:
        done.set_exception(Refusal(Code.ILLEGAL, refusal))
    else:
        done.set_result(None)


class Browsers:
    """Takes steps in the companion's loop, and gives them to the table's own thread."""

    def __init__(self) -> None:
        self._orders: deque[Order] = deque()
        self._seen: InView | None = None
        self._shown: World | None = None
        self._encoded: tuple[Image.Image, bytes] | None = None

    @property
    def world(self) -> World:
        """What there is to see now; it was looked at before the companion starts."""
        assert self._shown is not None
        return self._shown

    async def play(self, step: str) -> None:
        """Have a step done. Raises Refusal."""
        order = Order(read(step), asyncio.get_running_loop().create_future())
        if len(self._orders) >= WAITING:
            raise Refusal(Code.NOT_NOW, "the hands are busy: try it again in a moment")
        self._orders.append(order)
        await order.done

    def next(self) -> Order | None:
        """What is to be done next, if anything."""
        return self._orders.popleft() if self._orders else None

    def see(self, seen: InView, daemon: Daemon | None) -> None:
        """Take in how the table looks; browsers are told where it looks otherwise than before."""
        if seen == self._seen:
            return
        self._seen = seen
        before, self._shown = self._shown, self._world(seen)
        if daemon is not None and self._shown != before:
            with suppress(RuntimeError):
                daemon.loop.call_soon_threadsafe(daemon.followers.tell, "simulator")

    def _world(self, seen: InView) -> World:
        if self._encoded is None or self._encoded[0] is not seen.picture:
            file = BytesIO()
            seen.picture.save(file, "PNG")
            self._encoded = seen.picture, file.getvalue()
        now = seen.situation
        return World(
            picture=self._encoded[1],
            texts=seen.texts,
            size=seen.picture.size,
            in_hands=now.in_hands,
            angle=now.angle,
            bearing=now.bearing,
            wiring=now.wiring,
            closed=now.closed,
            on=frozenset(lamp.name for lamp in seen.outputs if lamp.on),
            broken=tuple(sorted(now.broken)),
        )


def read(line: str) -> steps.Step:
    """The step that a browser wants done. Raises Refusal."""
    try:
        found = parse(line, "step")
    except ScenarioError as error:
        raise Refusal(Code.BAD_COMMAND, str(error)) from None
    if len(found) != 1:
        raise Refusal(Code.BAD_COMMAND, f"one step at a time, not {len(found)}")
    (step,) = found
    if not isinstance(step, ALLOWED):
        raise Refusal(Code.BAD_COMMAND, f"{step.source!r} is nothing for a browser: play a scenario for it")
    if _seconds(step) > LONGEST:
        raise Refusal(Code.BAD_COMMAND, f"{step.source!r} takes longer than {LONGEST:g} s")
    return step


def _seconds(step: steps.Step) -> float:
    """How long a step keeps the hands busy, s; a fault runs beside."""
    match step:
        case steps.PressPlayer(times=times, every=every):
            return times * every
        case breakages.Fault():
            return 0.0
    told = getattr(step, "seconds", None)
    return told if isinstance(told, float | int) else 0.0
