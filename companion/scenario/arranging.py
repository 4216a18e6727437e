"""How a scenario arranges the device and its world: how it is built, mounted and set, and what its clock says."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from companion.config import changed
from companion.scenario import steps
from companion.scenario.steps import Cannot
from companion.wiring import WiringName

if TYPE_CHECKING:
    from companion.daemon import Daemon
    from companion.scenario.stage import Stage
    from companion.schema import Language
    from hardware import OledChip


def arrange(stage: Stage, step: steps.Step) -> bool:
    """Arrange what the step says; False if it is no step of this kind. Raises Cannot."""
    world = stage.world
    match step:
        case steps.ButtonStuck() | steps.ButtonFree():
            stage.hardware.pins.drive(stage.config.wiring.button, closed=isinstance(step, steps.ButtonStuck))
        case steps.Mount(axis=axis):
            world.mount(axis)
        case steps.MountSkew(angle=angle):
            world.mount(skew=angle)
        case steps.Bias():
            world.bias(step.x, step.y, step.z)
        case steps.Drift():
            world.drift(step.acceleration, step.per)
        case steps.ClockJump(seconds=seconds):
            stage.clock.set_wall(stage.clock.wall() + seconds)
        case steps.ClockSet(wall=wall):
            stage.clock.set_wall(wall)
        case steps.BusSpeed(hz=hertz):
            stage.hardware.bus.hertz = hertz
        case steps.Language(language=language):
            _speak(stage, language)
        case steps.Configure(path=path, value=value):
            stage.config = changed(stage.config, {path: value})
        case steps.Wiring(name=name):
            _wire(stage, name)
        case steps.Oled(chip=chip, size=size):
            _build_in(stage, chip, size)
        case _:
            return False
    return True


def _speak(stage: Stage, language: Language) -> None:
    """Choose a language in the settings; a companion that runs takes it up at once."""
    stage.config = changed(stage.config, {("table", "language"): language})

    async def speak(daemon: Daemon) -> None:
        daemon.settings.change({"language": language})

    if stage.ready:
        stage.ask(speak)


def _wire(stage: Stage, name: str) -> None:
    """Choose a wiring in the settings; a companion that runs takes it up when it starts again."""
    wiring = next((each for each in get_args(WiringName) if each == name), None)
    if wiring is None:
        raise Cannot(f"there is no wiring {name}: there are {', '.join(get_args(WiringName))}")
    stage.wire(wiring)


def _build_in(stage: Stage, chip: OledChip, size: tuple[int, int]) -> None:
    try:
        stage.build_in(chip, size)
    except ValueError as error:
        raise Cannot(f"there is no such display: {error}") from error
