"""Instructions that a piece of work takes, counted by valgrind: the same however busy the machine is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).parent.parent.parent
WARM, COUNTED = 40, 40
"""Steps that are taken until all caches have what they will have, and those that are counted then: no round of pictures
is longer, so each is counted once."""

_MARK: Final = "getppid"
"""A function of the C library that nothing else calls."""


def instructions(*preparations: Callable[[], Callable[[], object]]) -> list[float]:
    """How many instructions a step takes, for each of some functions of a module that prepare one.

    They are carried out in a process of its own. Raises FileNotFoundError without valgrind, CalledProcessError.
    """
    names = [f"{preparation.__module__}:{preparation.__qualname__}" for preparation in preparations]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        out = Path(folder, "counts")
        subprocess.run(
            [
                # Importing takes a hundred times as many instructions as what is counted: it is not watched.
                *("valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no"),
                *(f"--callgrind-out-file={out}", f"--dump-before={_MARK}"),
                *(sys.executable, "-m", "tests.measuring.counting", *names),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=ROOT,
            # Without randomness a dictionary is as deep each time.
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        # At each mark a file is written of what came since the one before: every second lies between a pair.
        return [_total(Path(f"{out}.{2 * at + 2}")) / COUNTED for at in range(len(names))]


def _total(file: Path) -> int:
    found = re.search(r"^(?:totals|summary): (\d+)$", file.read_text(), re.MULTILINE)
    assert found is not None, f"{file} has no total"
    return int(found[1])


def main() -> None:
    """Take the steps of each preparation that is named on the command line, the counted ones between two marks."""
    preparations = [*_named(sys.argv[1:])]
    for prepare in preparations:
        step = prepare()
        for _ in range(WARM):
            step()
        if prepare is preparations[0]:
            _watch()
        os.getppid()
        for _ in range(COUNTED):
            step()
        os.getppid()


def _named(names: list[str]) -> Iterator[Callable[[], Callable[[], object]]]:
    for name in names:
        module, _, function = name.partition(":")
        yield getattr(import_module(module), function)


def _watch() -> None:
    """Let valgrind count from now on."""
    switch = subprocess.Popen(
        ["callgrind_control", "--instr=on", str(os.getpid())], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    # It is heard only by a process that runs.
    while switch.poll() is None:
        pass


if __name__ == "__main__":
    main()
