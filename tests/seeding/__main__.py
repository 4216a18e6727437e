"""`python -m tests.seeding`: faults put into the code one at a time, and whether its tests notice, as `make seeding` does.

Each is put into a copy of the tree, and the few tests that should notice are run against it.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

# What is no part of the project is loaded once, for all.
import gpiozero  # noqa: F401
import hypothesis  # noqa: F401
import luma.oled.device  # noqa: F401
import msgspec  # noqa: F401
import pytest

from tests.seeding.faults import Fault, faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).parents[2]
WATCHED: Final = {
    "companion/contact_health": "test_front test_line test_handling",
    "companion/repeats": "test_repeats",
    "companion/schema": "test_config test_settings",
    "companion/senses": "senses/test_motion senses/test_faulty_sensor senses/test_long_rest senses/test_nearness senses/test_usual",
    "companion/senses/dial": "senses/test_dial",
    "companion/senses/gestures": "senses/test_touches",
    "companion/senses/spin": "faces/test_knob",
    "companion/senses/touches": "senses/test_touches",
    "companion/table": "table/test_journal table/test_log_index table/test_opened table/test_rescue table/test_session table/test_storage",
    "companion/table/archive": "table/test_archive",
    "companion/table/backup": "table/test_backup",
    "companion/table/box": "table/test_box test_handling",
    "companion/table/database": "table/test_session table/test_journal table/test_log_index table/test_opened table/test_rescue table/test_results table/test_storage",
    "companion/table/dating": "table/test_dates",
    "companion/table/decisions": "table/test_ledger table/test_session",
    "companion/table/door": "table/test_door table/test_archive table/test_session",
    "companion/table/exchange": "table/test_backup",
    "companion/table/history": "table/test_ledger",
    "companion/table/ledger": "table/test_ledger",
    "companion/table/lessons": "test_offers table/test_session",
    "companion/table/people": "table/test_people",
    "companion/table/receipt": "table/test_door table/test_session",
    "companion/table/records": "table/test_results table/test_archive",
    "companion/table/regulars": "table/test_people",
    "companion/table/results": "table/test_results table/test_people",
    "companion/table/session": "table/test_session table/test_door table/test_dates",
    "companion/table/storage": "table/test_storage table/test_results table/test_session table/test_journal table/test_log_index table/test_opened table/test_rescue",
    "companion/table/tally": "table/test_results",
    "companion/games": "games/test_strictness games/test_asking games/test_header games/test_properties",
    "companion/games/fat_cats": "games/test_fat_cats games/test_fat_cats_prompts games/test_golden",
    "companion/games/katz_fatz": "games/test_katz_fatz games/test_katz_fatz_counting games/test_golden",
    "companion/games/katz_schmaus": "games/test_katz_schmaus games/test_katz_schmaus_evenings games/test_golden",
    "companion/games/outcome": "games/test_katz_schmaus games/test_mad_cat",
    "companion/games/mad_cat_sad_cat": "games/test_mad_cat games/test_mad_cat_dice games/test_golden",
    "hardware": "hardware/test_faults hardware/test_thread hardware/test_panel hardware/test_bus",
    "hardware/address": "hardware/test_address",
    "hardware/alert": "hardware/test_alert hardware/test_interrupt",
    "hardware/bus": "hardware/test_bus hardware/test_faults",
    "hardware/buzzer": "hardware/test_buzzer",
    "hardware/care": "hardware/test_care hardware/test_faults",
    "hardware/display": "hardware/test_display hardware/test_thread",
    "hardware/frames": "hardware/test_frames hardware/test_mpu6050",
    "hardware/identity": "hardware/test_identity",
    "hardware/judge": "hardware/test_sensing hardware/test_mpu6050 hardware/test_faults",
    "hardware/mpu6050": "hardware/test_mpu6050 hardware/test_interrupt",
    "hardware/pacing": "hardware/test_mpu6050",
    "hardware/recording": "hardware/test_recording",
    "hardware/sensing": "hardware/test_sensing hardware/test_alert hardware/test_faults",
    "hardware/sh1106": "hardware/test_sh1106 hardware/test_display",
    "hardware/sparing": "hardware/test_display",
    "hardware/ssd1306": "hardware/test_ssd1306 hardware/test_display",
}
"""What is looked at, and the tests that should notice; the longest name that fits tells."""
TREES: Final = 2
PATIENCE: Final = 60
"""Seconds of computing after which tests that find no end have noticed; they take up to 20."""
HANGING: Final = 600
"""Seconds after which tests that wait for something have noticed, on a machine that others use, too."""
_NOTICED: Final = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR)
# They take longer than all others beside them.
LONG: Final = "eight_hours or take_turns or any_page or put_back or while_the_display_moves"


class Seeded(NamedTuple):
    """A fault in its module."""

    module: str
    source: str
    fault: Fault

    @property
    def faulty(self) -> str:
        """The module's text with the fault."""
        return self.fault.put_into(self.source)

    def __str__(self) -> str:
        """What a person reads: the line as it was and as it is."""
        was, now = (text.splitlines()[self.fault.line - 1].strip() for text in (self.source, self.faulty))
        return f"{self.module}:{self.fault.line}: {was}  ->  {now}"


def main() -> int:
    """Seed, and say what nobody noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.seeding")
    parser.add_argument(
        "place", nargs="*", default=["companion/senses", "companion/table", "companion/games", "hardware"]
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=120, help="of code for each fault")
    given = parser.parse_args()
    os.nice(15)
    seeded = _chosen(given.place, given.lines, Random(given.seed))
    noticed = done = 0
    try:
        for one, told in _watched(seeded):
            done += 1
            noticed += told
            if not told:
                _say(str(one))
    except KeyboardInterrupt:
        _say(f"{len(seeded) - done} were not tried")
    _say(f"seed {given.seed}: {noticed} of {done} faults were noticed")
    return 0


def _watched(seeded: Iterable[Seeded]) -> Iterator[tuple[Seeded, bool]]:
    """Put in one fault after the other, and whether it was noticed."""
    left = list(seeded)
    at_work: dict[int, tuple[Path, Seeded]] = {}
    with tempfile.TemporaryDirectory() as folder:
        trees = [_copied(Path(folder, str(number))) for number in range(TREES)]
        try:
            while left or at_work:
                while left and trees:
                    one, tree = left.pop(), trees.pop()
                    (tree / one.module).write_text(one.faulty)
                    at_work[_tested(tree, one.module)] = tree, one
                child, status = os.wait()
                tree, one = at_work.pop(child)
                told = os.waitstatus_to_exitcode(status)
                # A fault may break even what tests share; what is below 0 ended the whole of them.
                if told not in {*_NOTICED, pytest.ExitCode.OK} and told >= 0:
                    raise RuntimeError((tree / "said").read_text())
                (tree / one.module).write_text(one.source)
                trees.append(tree)
                yield one, told != pytest.ExitCode.OK
        finally:
            for child in at_work:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def _chosen(places: Iterable[str], lines: int, random: Random) -> list[Seeded]:
    """One fault in so many lines, and no two in one line."""
    found = []
    for module in _modules(places):
        source = (ROOT / module).read_text()
        possible = faults(source)
        by_line = {fault.line: fault for fault in random.sample(possible, len(possible))}
        count = min(len(by_line), -(-source.count("\n") // lines))
        found += [Seeded(module, source, by_line[line]) for line in random.sample(sorted(by_line), count)]
    return random.sample(found, len(found))


def _modules(places: Iterable[str]) -> Iterator[str]:
    for path in (ROOT / place for place in places):
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            # What is simulated is a part of the tests.
            if "simulated" not in module.parts:
                yield str(module.relative_to(ROOT))


def _copied(tree: Path) -> Path:
    for part in ("companion", "hardware", "tests", "docs", "config", "systemd"):
        shutil.copytree(ROOT / part, tree / part, symlinks=True)
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy2(file, tree)
    return tree


def _tested(tree: Path, module: str) -> int:
    """Begin to run a tree's tests in a process of their own; it ends with 0 if they notice nothing."""
    if child := os.fork():
        return child
    said = os.open(tree / "said", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    for stream in (1, 2):
        os.dup2(said, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
    signal.alarm(HANGING)
    os.chdir(tree)
    sys.path[:] = [str(tree), *(path for path in sys.path if path and Path(path) != ROOT)]
    os.environ["PYTHONPATH"] = str(tree)
    # Python would take what it compiled of another fault of the same second and size for this one's.
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[name]
    options = ["-x", "-q", "-p", "no:cacheprovider", "-k", f"not ({LONG})", "--hypothesis-profile=seeding"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    told: int = pytest.ExitCode.INTERNAL_ERROR
    try:
        told = pytest.main([*options, *watchers_of(module)])
    finally:
        os._exit(told)


def watchers_of(module: str) -> list[str]:
    """The files with the tests that should notice what breaks in a module."""
    place = max((place for place in WATCHED if module.startswith(place)), key=len)
    return [f"tests/{name}.py" for name in WATCHED[place].split()]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
