"""``companion calibrate``: lets the box learn what is usual on a table, and keeps it under a name."""

from __future__ import annotations

from math import degrees, hypot
from typing import TYPE_CHECKING, Any, Final, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from companion import tables
from companion.beside import Refused
from companion.errors import Code
from companion.sampling import NotMeasured
from companion.senses import Motion
from companion.senses.lying import LEANS
from companion.senses.space import GRAVITY, MILLI_G
from companion.table.records import is_trusted, rfc3339

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import TextIO

    from companion.beside import Running
    from hardware import Batch, Clock

LASTS: Final = 11.0
"""About so long a box has to lie, s."""

WITHIN: Final = 40.0
"""How long it is waited for somebody to put it down and leave it alone, s."""

ASK_EVERY: Final = 0.5
"""How often a companion that runs is asked whether it knows by now, s."""


class NotStill(NotMeasured, TimeoutError):
    """The box was not left alone for long enough."""

    def __init__(self) -> None:
        super().__init__(
            f"the box did not lie still for {LASTS:g} s within {WITHIN:g} s: put it on the table, leave box and table "
            "alone, and call again; if nobody has touched them, `companion doctor` says how noisy the sensor is"
        )


def from_samples(samples: Iterable[Batch], folder: Path, name: str, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Learn from the sensor itself. Returns the exit code; raises NotStill, SensorSilent, OSError."""
    motion, until = Motion(), clock.monotonic() + WITHIN
    with _Waiting(err) as waiting:
        for batch in samples:
            motion.feed(*batch)
            if (usual := motion.usual) is not None:
                break
            if clock.monotonic() > until:
                raise NotStill
            waiting.show(motion, clock.monotonic())
        else:
            raise NotStill
    now = clock.wall()
    gone = tables.keep(folder, name, usual, rfc3339(now) if is_trusted(now) else None)
    _tell(tables.described(name, usual), gone, out)
    return 0


def from_running(here: Running, name: str, clock: Clock, out: TextIO, err: TextIO) -> int:
    """Let a companion that runs keep what it has learnt. Raises NotStill, NoAnswer."""
    until = clock.monotonic() + WITHIN
    print("the companion that runs measures: leave box and table alone", file=err)
    while True:
        try:
            told = here.post("/api/tables", {"table": name})
        except Refused as refused:
            if refused.code != Code.NOT_NOW:
                raise
            if clock.monotonic() > until:
                raise NotStill from refused
            clock.sleep(ASK_EVERY)
            continue
        assert isinstance(told, dict)
        _tell(told, told["forgotten"], out)
        return 0


def _tell(told: Mapping[str, Any], forgotten: Sequence[str], out: TextIO) -> None:
    x, y, z = (value / MILLI_G for value in told["jitter"])
    weight = hypot(*told["rest"]) / GRAVITY
    lines = [
        f"{told['table']} is known from now on",
        f"  the sensor   {told['up']} up, {told['askew']:.0f}° askew; takes {weight:.2f} g for gravity",
        f"  at rest      trembles by x {x:.1f}, y {y:.1f}, z {z:.1f} mg, {told['rough'] / MILLI_G:.0f} mg from peak to peak",
        f"  a knock      is what reaches {told['knock'] / GRAVITY:.2f} g",
        f"  a lift       is a lean of {degrees(LEANS / GRAVITY):.0f}°, or a shake",
    ]
    if forgotten:
        lines.append(f"  forgotten    {', '.join(forgotten)}: the sensor pointed another way there; measure again")
    print("\n".join(lines), file=out)


class _Waiting:
    """How far it is, for whoever watches; where nobody does, a word when hands are in the way."""

    def __init__(self, err: TextIO) -> None:
        self._console = Console(file=err, highlight=False)
        self._progress = Progress(
            BarColumn(bar_width=24),
            TextColumn("{task.description}"),
            console=self._console,
            auto_refresh=False,
            transient=True,
        )
        self._task = self._progress.add_task("waiting for the sensor ...", total=LASTS)
        self._since: float | None = None
        self._said = ""

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._progress.stop()

    def show(self, motion: Motion, now: float) -> None:
        """How it is by now."""
        lies = motion.settled and not motion.handled
        self._since = (self._since or now) if lies else None
        said = (
            "measuring: leave box and table alone"
            if lies
            else "it moves: put the box on the table and leave it alone"
            if motion.handled
            else "waiting for the sensor ..."
        )
        if self._console.is_terminal:
            completed = now - self._since if self._since else 0.0
            self._progress.update(self._task, completed=completed, description=said, refresh=True)
        elif said != self._said:
            self._said = said
            self._console.print(said, soft_wrap=True)
