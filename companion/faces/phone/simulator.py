"""The page that is a simulated box: to be grabbed, tilted, pressed and broken."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from math import cos, radians
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.phone.pages import page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.words import SimulatorWords
    from companion.faces.phone.workshop import Bench
    from companion.wiring import ContactKind, WiringName

FAULTS: Final = (
    "fault sensor unplugged",
    "fault sensor frozen",
    "fault oled unplugged",
    "fault bus locked",
    "fault button-thread dies",
    "fault disk full",
)
"""What is switched on and off; the words say how it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What there is to see of a simulated table."""

    picture: bytes
    """The pixels in the display's chip, as a PNG."""
    texts: tuple[str, ...]
    """What they say."""
    size: tuple[int, int]
    in_hands: bool
    angle: float
    """How far the box is tilted, degrees."""
    bearing: float
    wiring: WiringName
    closed: frozenset[ContactKind]
    """The contacts that are closed, by what they are."""
    on: frozenset[str]
    """Which of buzzer and light are on."""
    broken: tuple[str, ...]
    """The faults that are switched on, as their steps name them."""

    def as_dict(self) -> dict[str, object]:
        """All that changes, as an event brings it; the lean is how far it is tilted to the right, degrees."""
        return {
            "png": drawn(self.picture),
            "texts": list(self.texts),
            "in_hands": self.in_hands,
            "angle": round(self.angle),
            "lean": round(self.angle * cos(radians(self.bearing))),
            "closed": sorted(self.closed),
            "on": sorted(self.on),
            "broken": list(self.broken),
        }


class Control(NamedTuple):
    """A button on the page, and the step that it stands for."""

    label: str
    step: str
    held: bool = False
    """Whether a finger on it is a finger on the box's button, for as long."""


def simulator(reader: Reader, seen: Seen | None, world: World, bench: Bench) -> str:
    """The simulated box; of the bench what is wrong is shown."""
    words = reader.tongue.own.simulator
    names = () if seen is None else seen.state.players
    return page(
        "simulator.html",
        reader,
        seen,
        tab="simulator",
        topics="motion,simulator",
        world=world,
        picture=drawn(world.picture),
        hands=_hands(words),
        contacts=list(_contacts(world, names, words)),
        faults=[(words.faults[step], step, f"heal {step.split()[1]}", step in world.broken) for step in FAULTS],
        parts=bench.shown(reader),
    )


def drawn(picture: bytes) -> str:
    """A picture that needs no file."""
    return "data:image/png;base64," + b64encode(picture).decode()


def _hands(words: SimulatorWords) -> Sequence[Control]:
    """What hands do with the box, for those who cannot drag it."""
    return (
        Control(words.lift, "lift"),
        Control(words.set_down, "set-down"),
        Control(words.tilt_left, "tilt 30 towards 180 over 400ms"),
        Control(words.tilt_right, "tilt 30 towards 0 over 400ms"),
        Control(words.level, "tilt 0 over 400ms"),
        Control(words.shake, "shake 4 6 for 500ms"),
        Control(words.tip_out, "empty"),
        Control(words.knock, "knock 4 100ms"),
    )


def _contacts(world: World, names: Sequence[str], words: SimulatorWords) -> Iterator[Control]:
    """What fingers do, by the wiring that is chosen."""
    if world.wiring == "rotary":
        yield Control(words.knob, "press", held=True)
        yield Control(words.turn_left, "dial -1")
        yield Control(words.turn_right, "dial 1")
        yield Control(words.hold_back, "hold 800ms")
        return
    yield Control(words.button, "press", held=True)
    yield Control(words.hold_ok, "hold 800ms")
    yield Control(words.hold_back, "hold 1.7s")
    if world.wiring == "cat-stand":
        yield Control(words.put_cat_back, "put-back") if "cat" not in world.closed else Control(words.grab_cat, "grab")
    if world.wiring == "a-button-each":
        for name in names:
            quoted = name.replace("\\", "\\\\").replace('"', '\\"')
            yield Control(name, f'press player "{quoted}"')
