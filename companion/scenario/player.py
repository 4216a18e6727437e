"""The player: reads a scenario from top to bottom and plays it on its stage."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.scenario import breakages, expected, steps
from companion.scenario.acts import act, recorded
from companion.scenario.expectations import Missed, check
from companion.scenario.language import read_scenario
from companion.scenario.stage import Stage
from companion.scenario.steps import Cannot
from hardware import HardwareError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


_MOVES: Final = (
    steps.Replay, steps.Lift, steps.SetDown, steps.Tilt, steps.Shake, steps.Turn, steps.Empty, steps.Knock, steps.Hum,
    steps.Ring, steps.Mount, steps.MountSkew, steps.Bias, steps.Drift,
)  # fmt: skip

_HOUR: Final = 3600.0

_CLEAR: Final = "\x1b[K"
"""Has a terminal forget the rest of a line."""


class ScenarioFailed(CompanionError, AssertionError):
    """Something that the scenario expected is not so, or a step could not be done."""


def play_scenario(path: Path, err: TextIO) -> int:
    """Play a file; 0 if all is as expected, else 1 with one line on ``err``. Raises ScenarioError."""
    scenario = read_scenario(path)
    looked_at = err.isatty()
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        stage = Stage(Path(folder))
        try:
            perform(stage, scenario, str(path), err if looked_at else None)
            failed = None
        except ScenarioFailed as failure:
            failed = failure
        finally:
            stage.close()
            err.write(_CLEAR if looked_at else "")
    if failed is not None:
        print(failed, file=err)
    return int(failed is not None)


def perform(stage: Stage, scenario: list[steps.Step], name: str, terminal: TextIO | None = None) -> None:
    """Play the steps on a stage. Raises ScenarioFailed at the first that is not as expected.

    ``terminal`` is where somebody looks on: how far a long wait has come stands there, an hour of which takes seconds.
    """
    if any(map(_concerns_network, scenario)):
        stage.serve()
    _lie_as_recorded(stage, scenario)
    for step, after in pairwise((*scenario, None)):
        assert step is not None
        try:
            if isinstance(step, expected.Expect):
                stage.ensure_started()
                check(stage, step)
                continue
            if not step.set_up:
                stage.ensure_started()
            for hours, part in enumerate(_hour_by_hour(step)):
                if hours and terminal is not None:
                    terminal.write(f"\r{name}:{step.line}: {step.source}: {hours} h are over{_CLEAR}\r")
                    terminal.flush()
                stage.refusal = act(stage, part)
                stage.check()
            if stage.refusal is not None and not isinstance(after, expected.ExpectRefused):
                raise Cannot(f"it was refused: {stage.refusal}")
        except Missed as missed:
            wanted = step.source.removeprefix("expect ")
            raise ScenarioFailed(f"{name}:{step.line}: expected {wanted} but {missed}") from None
        except (Cannot, HardwareError, CompanionError) as failure:
            raise ScenarioFailed(f"{name}:{step.line}: {step.source}: {failure}") from failure


def _hour_by_hour(step: steps.Step) -> Iterator[steps.Step]:
    """A step; one that waits for long in parts."""
    if not isinstance(step, steps.Wait):
        yield step
        return
    hours, rest = divmod(step.seconds, _HOUR)
    yield from repeat(replace(step, seconds=_HOUR), int(hours))
    if rest or not hours:
        yield replace(step, seconds=rest)


def _lie_as_recorded(stage: Stage, scenario: list[steps.Step]) -> None:
    """Where nothing has moved the box before a recording does, it lies as that begins from the start on."""
    first = next((step for step in scenario if isinstance(step, _MOVES)), None)
    if not stage.starts and isinstance(first, steps.Replay):
        # A file that cannot be read is told at its own step.
        with suppress(HardwareError, Cannot):
            stage.world.lie_as(recorded(first))


def _concerns_network(step: steps.Step) -> bool:
    match step:
        case breakages.NetworkAbsent() | breakages.NetworkAddress():
            return True
        case expected.ExpectHealth(part=part) | expected.ExpectHealthSays(part=part):
            return part == "network"
    return False
