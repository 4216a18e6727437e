"""An evening at the simulated table, played line by line in the scenario language and watched after each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from companion.scenario import parse
from companion.scenario.acts import act
from companion.scenario.stage import Stage, StageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from companion.scenario.steps import Step

MOMENT: Final = "wait 10ms"

OFF_WITHIN: Final = 10.0
"""What somebody switched off at the box is off so soon, s: 2 for what is yet to be saved, 3 for the system."""


class Broken(AssertionError):
    """Something that always holds does not."""

    def __init__(self, what: str, found: str, expect: str = "") -> None:
        """``what`` is broken, in words that are the same whenever it is; ``expect`` is the step that shows it, if any."""
        super().__init__(f"{what}: {found}")
        self.what = what
        self.expect = expect


class Watcher(Protocol):
    """Looks whether something always holds; a daemon runs whenever it is asked."""

    def before(self, evening: Evening, step: Step) -> None:
        """A step is about to be done."""

    def after(self, evening: Evening, step: Step) -> None:
        """It was done. Raises Broken."""


class Evening:
    """A table from its first start on. ``lines`` are a scenario of all that was done."""

    def __init__(self, folder: Path, watchers: Sequence[Watcher]) -> None:
        self.folder = folder
        self.stage = Stage(folder)
        self.lines: list[str] = []
        self.began = self.now
        self.started_at = self.now
        """When the daemon that runs was ready, s, monotonic."""
        self._watchers = watchers

    @property
    def now(self) -> float:
        """s, monotonic."""
        return self.stage.clock.monotonic()

    def close(self) -> None:
        """End it."""
        self.stage.close()

    def do(self, line: str) -> None:
        """Do one step, whether or not it is refused. Raises Broken, and whatever a step raises that cannot be done.

        What was switched off at the box is switched on before.
        """
        if self.stage.hardware.switch.asked:
            if not self.wait_until(lambda: self.stage.is_off, OFF_WITHIN):
                raise Broken("off", "somebody has switched it off, and it is on")
            self._watched("power-cut")
        self._watched(line)

    def _watched(self, line: str) -> None:
        (step,) = parse(line, "soak")
        if not self.stage.starts and not step.set_up:
            self._start()
        if self.stage.starts:
            for watcher in self._watchers:
                watcher.before(self, step)
        self._perform(line, step)
        if self.stage.starts:
            for watcher in self._watchers:
                watcher.after(self, step)

    def wait_until(self, holds: Callable[[], bool], within: float) -> bool:
        """Let so much time pass (s) until something holds, as steps of the scenario; whether it does."""
        (step,) = parse(MOMENT, "soak")
        deadline = self.now + within
        while not holds():
            if self.now >= deadline:
                return False
            self._perform(MOMENT, step)
        return True

    def _start(self) -> None:
        """As a scenario does before its first step that sets nothing up."""
        self.stage.ensure_started()
        self.started_at = self.now

    def _perform(self, line: str, step: Step) -> None:
        stage, starts = self.stage, self.stage.starts
        self.lines.append(line)
        try:
            stage.refusal = act(stage, step)
            stage.check()
        except StageError as error:
            raise Broken("alive", str(error)) from error
        if stage.starts != starts:
            self.started_at = self.now
        if stage.refusal is not None:
            self.lines.append(f"expect refused {stage.refusal.code}")
