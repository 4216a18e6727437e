"""`python -m tests.seeding`: faults put into the code one at a time, and whether its tests notice, as `make seeding` does.

Each is put into a copy of the tree, and the tests of its own room are run against it, those with the module's name first.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from tests.seeding.faults import Fault, faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = {
    "companion/senses": "tests/senses",
    "companion/table": "tests/table",
    "companion/games": "tests/games",
    "hardware": "tests/hardware",
}
"""Which tests should notice what breaks where."""
TREES: Final = 2
PATIENCE: Final = 120
"""Seconds of computing after which tests that find no end have noticed; a room takes 40."""
HANGING: Final = 900.0
"""Seconds after which tests that wait for something have noticed, on a machine that others use, too."""
# They take longer than all others of their room.
LONG: Final = "eight_hours or none_is_missed or killed_at_any or while_the_display_moves"


class Seeded(NamedTuple):
    """A fault in its module."""

    module: str
    fault: Fault

    def __str__(self) -> str:
        """What a person reads: the line as it was and as it is."""
        source = (ROOT / self.module).read_text()
        was, now = (text.splitlines()[self.fault.line - 1].strip() for text in (source, self.fault.put_into(source)))
        return f"{self.module}:{self.fault.line}: {was}  ->  {now}"


def main() -> int:
    """Seed, and say what nobody noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.seeding")
    parser.add_argument("module", nargs="*", default=list(ROOMS), help="files or folders")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=120, help="of code for each fault")
    given = parser.parse_args()
    os.nice(15)
    seeded = list(_chosen(given.module, given.lines, Random(given.seed)))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(TREES) as threads:
        free: SimpleQueue[Path] = SimpleQueue()
        for number in range(TREES):
            free.put(_copied(Path(folder, str(number))))
        for number, seen in enumerate(threads.map(lambda one: _noticed(one, free), seeded), 1):
            noticed += seen
            if not seen:
                _say(f"{seeded[number - 1]}  ({noticed} of {number} noticed)")
    _say(f"seed {given.seed}: {noticed} of {len(seeded)} faults were noticed")
    return 0


def _chosen(places: Iterable[str], lines: int, random: Random) -> Iterator[Seeded]:
    """One fault in so many lines, and no two in one line."""
    found = []
    for place in places:
        path = ROOT / place
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            source = module.read_text()
            possible = faults(source)
            by_line = {fault.line: fault for fault in random.sample(possible, len(possible))}
            count = min(len(by_line), -(-source.count("\n") // lines))
            # What is simulated is a test's, too.
            if "simulated" not in module.parts:
                name = str(module.relative_to(ROOT))
                found += [Seeded(name, by_line[line]) for line in random.sample(sorted(by_line), count)]
    yield from random.sample(found, len(found))


def _copied(tree: Path) -> Path:
    for part in ("companion", "hardware", "tests", "docs", "config", "systemd"):
        shutil.copytree(ROOT / part, tree / part, symlinks=True)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy2(file, tree)
    return tree


def _noticed(one: Seeded, free: SimpleQueue[Path]) -> bool:
    tree = free.get()
    module = tree / one.module
    source = module.read_text()
    room = tree / next(tests for place, tests in ROOMS.items() if one.module.startswith(place))
    names = {module.stem, module.parent.name}
    tests = set(room.glob("test_*.py"))
    own = {test for test in tests if any(name in test.stem for name in names)} or tests
    module.write_text(one.fault.put_into(source))
    try:
        return _fails(tree, [module, *own]) or (own < tests and _fails(tree, tests - own))
    finally:
        module.write_text(source)
        free.put(tree)


def _fails(tree: Path, tests: Iterable[Path]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", f"not ({LONG})"]
    command += ["-c", "pyproject.toml", "--hypothesis-profile=seeding", *sorted(map(str, tests))]
    # Python would take what it compiled of another fault of the same second and size for this one's.
    surroundings = os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command, cwd=tree, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    ) as running:
        resource.prlimit(running.pid, resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        try:
            said, _ = running.communicate(timeout=HANGING)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return True
    # 1: one failed; 2: one cannot even be read; below 0: the whole of them ended. All else says nothing of the code.
    if running.returncode in {0, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return False
    if running.returncode > 2:
        raise RuntimeError(said.decode())
    return True


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
