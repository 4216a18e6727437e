"""`python -m tests.soak`: hours of random play and mishaps in virtual time, as `make soak` does.

What fails is written to a scenario that `companion simulate` plays, whole, and made shorter where that goes quickly.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.soak.shrinking import shrunk
from tests.soak.soak import again, scenario, soak

if TYPE_CHECKING:
    from collections.abc import Sequence


def main() -> int:
    """Play; 1 and what did not hold, if anything."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=24.0, help="of virtual time")
    parser.add_argument("--again", type=Path, help="play the steps of this scenario instead, as watchfully")
    given = parser.parse_args()
    if given.again:
        failure = again(given.again.read_text().splitlines())
        _say(f"{given.again}: {failure.broken if failure else 'all holds'}")
        return int(failure is not None)
    failure = soak(given.seed, given.hours, _say)
    if failure is None:
        _say(f"seed {given.seed}: all holds for {given.hours:g} h")
        return 0
    _say(f"seed {given.seed}: {failure.broken}")
    whole, short = Path(f"soak-{given.seed}.scenario"), Path(f"soak-{given.seed}-short.scenario")
    whole.write_text(scenario(failure))
    _say(f"make soak SEED={given.seed} HOURS={given.hours:g} shows it again, and so does companion simulate {whole}")
    last = failure

    def fails(lines: Sequence[str]) -> bool:
        nonlocal last
        found = again(lines)
        if found is None or found.broken.what != failure.broken.what:
            return False
        last = found
        return True

    shrunk(failure.lines, fails)
    short.write_text(scenario(last))
    _say(f"shorter, {len(last.lines)} lines instead of {len(failure.lines)}: {short}")
    return 1


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
