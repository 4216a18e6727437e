"""What a scenario does: each step acts on the simulated world, chips, disk and clocks, or as a phone would."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import NotSaved
from companion.games import Refusal
from companion.scenario import breakages, steps
from companion.scenario.arranging import arrange
from companion.scenario.expectations import shown
from companion.scenario.faults import break_part, heal
from companion.scenario.steps import Cannot
from hardware import read_recording
from hardware.simulated import Bounces

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.daemon import Daemon
    from companion.scenario.stage import Stage
    from companion.wiring import ContactKind
    from hardware import Recording

PRESS: Final = 0.12
"""A usual press, s."""

CLICK: Final = 0.08
"""What a click of the knob takes a hand that turns to an answer, s."""

HAND_OFF: Final = 0.3
"""How long a hand is off the knob before it turns it anew, s: two turns of it are not one."""

FINGER_OFF: Final = 0.15
"""How long a finger is away before it can press again, s; the contact is settled by then."""

NOTICED_WITHIN: Final = 1.0
"""How long the senses may take to notice what hands did, s."""


def act(stage: Stage, step: steps.Step) -> Refusal | None:
    """Do one step, and let it take its time; the answer of a command is its refusal, if it was refused.

    Raises Cannot, or what the daemon died of.
    """
    refusal = None
    world = stage.world
    match step:
        case steps.Game():
            refusal = _tell(stage, lambda daemon: _new_game(daemon, step.header))
        case steps.Command(command=command):
            refusal = _tell(stage, lambda daemon: _submit(daemon, command))
        case steps.Undo():
            refusal = _tell(stage, lambda daemon: _submit(daemon, {"do": "undo"}))
        case steps.Redo():
            refusal = _tell(stage, lambda daemon: _submit(daemon, {"do": "redo"}))
        case steps.Press():
            _press(stage, PRESS if step.seconds is None else step.seconds, step.bounces, step.bounce_seconds)
        case steps.Hold(seconds=seconds):
            _press(stage, seconds)
        case steps.Dial():
            _dial(stage, step)
        case steps.PressPlayer():
            _press_player(stage, step)
        case steps.Grab() | steps.PutBack():
            _move_cat(stage, grab=isinstance(step, steps.Grab))
        case steps.Spike():
            _spikes(stage, step)
        case steps.Lift():
            # Who holds it already need not take it up.
            _handle(stage, 0.0 if world.in_hands else world.lift())
        case steps.SetDown(manner=manner):
            _handle(stage, world.set_down(manner) if world.in_hands else 0.0)
        case steps.Tilt():
            stage.clock.sleep(world.tilt(step.angle, step.seconds, step.towards))
        case steps.Shake():
            stage.clock.sleep(world.shake(step.hz, step.acceleration, step.seconds))
        case steps.Turn():
            stage.clock.sleep(world.turn(step.angle, step.seconds))
        case steps.Empty():
            _handle(stage, world.empty())
        case steps.Knock():
            _bump(stage, world.knock(step.acceleration, step.seconds))
        case steps.Ring():
            _bump(stage, world.ring(step.hz, step.acceleration, step.decaying_to, step.seconds))
        case steps.Hum():
            world.hum(step.hz, step.acceleration, step.seconds)
        case steps.Replay():
            stage.clock.sleep(world.replay(recorded(step)))
        case steps.Wait(seconds=seconds):
            stage.clock.sleep(seconds)
        case steps.Restart():
            stage.restart()
        case steps.PowerCut():
            stage.cut_power()
        case steps.OledSave(file=file):
            shown(stage)
            try:
                stage.hardware.oled.picture().save(file)
            except OSError as failure:
                raise Cannot(f"{file} cannot be written: {failure.strerror or failure}") from failure
        case breakages.Heal(what=part):
            heal(stage, part)
        case _:
            if not (arrange(stage, step) or break_part(stage, step)):
                raise Cannot(f"{step.source!r} cannot be done yet")
    stage.clock.settle()
    return refusal


def recorded(step: steps.Replay) -> Recording:
    """What a step replays. Raises BadRecording, and Cannot where there is no such file."""
    try:
        return read_recording(Path(step.file), columns=step.columns, unit=step.unit)
    except OSError as failure:
        raise Cannot(f"{step.file} cannot be read: {failure.strerror}") from failure


async def _new_game(daemon: Daemon, header: Mapping[str, object]) -> None:
    await daemon.session.new_game(header, source="phone").saved()


async def _submit(daemon: Daemon, command: Mapping[str, object]) -> None:
    await daemon.session.submit(command, source="phone").saved()


def _tell(stage: Stage, say: Callable[[Daemon], Awaitable[None]]) -> Refusal | None:
    """Let a phone say something."""
    if stage.is_off:
        raise Cannot("the Pi is off: a power-cut puts its plug in again")
    try:
        stage.ask(say)
    except Refusal as refusal:
        return refusal
    except NotSaved:
        # No refusal: it counts, and is saved as soon as it can be.
        return None
    return None


def _press(stage: Stage, seconds: float, bounces: int = 0, bounce_seconds: float = 0.0) -> None:
    stage.pressed_at = stage.clock.monotonic()
    _swing(stage, bounces, bounce_seconds, closed=True)
    stage.clock.sleep(max(0.0, seconds - bounce_seconds))
    _swing(stage, bounces, bounce_seconds, closed=False)
    stage.clock.sleep(FINGER_OFF)


def _dial(stage: Stage, step: steps.Dial) -> None:
    pins = _pin(stage, "dial_a"), _pin(stage, "dial_b")
    seconds = abs(step.clicks) * CLICK if step.seconds is None else step.seconds
    bounces = Bounces(step.bounces, step.bounce_seconds) if step.bounces else None
    began = stage.clock.monotonic()
    for stroke in stage.hardware.knob.turn(step.clicks, seconds, stage.config.wiring.dial_states, bounces):
        stage.clock.sleep(max(0.0, began + stroke.after - stage.clock.monotonic()))
        stage.hardware.pins.drive(pins[stroke.contact], closed=stroke.closed)
    stage.clock.sleep(max(0.0, began + seconds - stage.clock.monotonic()) + HAND_OFF)


def _press_player(stage: Stage, step: steps.PressPlayer) -> None:
    seen = stage.snapshot()
    players = seen["players"] if seen else []
    assert isinstance(players, list)
    if step.player not in players:
        raise Cannot(f"{step.player} does not play: no game is on" if not players else f"{step.player} does not play")
    pin = _pin(stage, "player", players.index(step.player))
    for _ in range(step.times):
        began = stage.pressed_at = stage.clock.monotonic()
        stage.hardware.pins.drive(pin, closed=True)
        stage.clock.sleep(min(PRESS, step.every / 2) if step.every else PRESS)
        stage.hardware.pins.drive(pin, closed=False)
        stage.clock.sleep(max(0.0, began + step.every - stage.clock.monotonic()))
    stage.clock.sleep(FINGER_OFF)


def _move_cat(stage: Stage, *, grab: bool) -> None:
    pin = _pin(stage, "cat")
    if grab:
        stage.pressed_at = stage.clock.monotonic()
    stage.hardware.pins.drive(pin, closed=not grab)
    stage.clock.sleep(FINGER_OFF)


def _pin(stage: Stage, kind: ContactKind, seat: int | None = None) -> int:
    """At which pin a contact is."""
    wiring = stage.config.wiring
    for contact in wiring.contacts:
        if (contact.kind, contact.seat) == (kind, seat):
            return contact.pin
    there = ", ".join(contact.name for contact in wiring.contacts)
    raise Cannot(f"the wiring {wiring.name} has no contact for it: it has {there}")


def _swing(stage: Stage, bounces: int, seconds: float, *, closed: bool) -> None:
    """Bring a contact to a level, over so many bounces back."""
    drive = stage.hardware.pins.drive
    drive(stage.config.wiring.button, closed=closed)
    for _ in range(bounces):
        for level in (not closed, closed):
            stage.clock.sleep(seconds / (2 * bounces))
            drive(stage.config.wiring.button, closed=level)


def _spikes(stage: Stage, step: steps.Spike) -> None:
    gap = max(0.0, (step.spread - step.times * step.seconds) / max(1, step.times - 1))
    for _ in range(step.times):
        stage.pressed_at = stage.clock.monotonic()
        stage.hardware.pins.drive(stage.config.wiring.button, closed=True)
        stage.clock.sleep(step.seconds)
        stage.hardware.pins.drive(stage.config.wiring.button, closed=False)
        stage.clock.sleep(gap)
    stage.clock.sleep(FINGER_OFF)


def _bump(stage: Stage, seconds: float) -> None:
    """Let the table move, and the senses tell it: a knock is told late, as it may have been a hand that takes hold."""
    before = stage.felt["knock"]
    stage.clock.sleep(seconds)
    deadline = stage.clock.monotonic() + NOTICED_WITHIN
    while stage.felt["knock"] == before and stage.clock.monotonic() < deadline:
        stage.clock.sleep(0.02)


def _handle(stage: Stage, seconds: float) -> None:
    """Let hands do what they planned, and the senses notice it."""
    stage.clock.sleep(seconds)
    deadline = stage.clock.monotonic() + NOTICED_WITHIN
    motion = stage.daemon.evening.motion
    while motion.handled != stage.world.in_hands and stage.clock.monotonic() < deadline:
        stage.clock.sleep(0.02)
