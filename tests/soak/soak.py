"""A long evening of random play and random mishaps, from a seed; or one that is played again, line by line."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.errors import CompanionError
from companion.scenario.steps import Cannot
from hardware import HardwareError
from tests.soak.evening import Broken, Evening
from tests.soak.health import Health
from tests.soak.mishaps import Mishaps
from tests.soak.pages import Pages
from tests.soak.people import People
from tests.soak.pictures import Pictures
from tests.soak.quiet import Quiet
from tests.soak.records import Records
from tests.soak.rules import Rules
from tests.soak.spending import Spending
from tests.soak.troubles import Troubles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

HOUR: Final = 3600.0

MISHAPS: Final = 0.08
"""What part of all that happens is a mishap."""

HOURS: Final = ("broken", "broken", "broken but on", "calm")
"""What hours are like, in turn: in two of four anything may happen, in one nothing is switched off, in one nothing breaks."""


class Failure(NamedTuple):
    """Something that did not hold, and the scenario's lines of all that had been done."""

    broken: Broken
    lines: list[str]


def soak(seed: int, hours: float, tell: Callable[[str], None]) -> Failure | None:
    """Play so many virtual hours; ``tell`` hears how it goes, once in each."""
    chance = Random(seed)

    def lines(evening: Evening) -> Iterator[str]:
        people, mishaps = People(evening.stage, chance), Mishaps(chance)
        while evening.now - evening.began < hours * HOUR:
            hour = HOURS[int((evening.now - evening.began) / HOUR) % len(HOURS)]
            if hour != "calm" and chance.random() < MISHAPS:
                yield from mishaps.anything(off=hour == "broken")
            else:
                yield from people.anything()

    return _play(lines, tell)


def again(lines: Sequence[str]) -> Failure | None:
    """Play the lines of an evening once more, as far as they can be done; what is expected is watched anyway."""
    told = [line for line in lines if line and not line.startswith(("#", "expect"))]
    try:
        return _play(lambda _: iter(told), lambda _: None)
    except (Cannot, HardwareError, CompanionError):
        return None


def scenario(failure: Failure) -> str:
    """As a file that `companion simulate` plays."""
    why = " ".join(str(failure.broken).split())
    return "\n".join([f"# {why:.300}", *failure.lines, failure.broken.expect]).rstrip() + "\n"


def _play(lines: Callable[[Evening], Iterator[str]], tell: Callable[[str], None]) -> Failure | None:
    troubles, spending, records = Troubles(), Spending(tell), Records()
    # Health goes first: it notes what is wrong.
    watchers = (Health(troubles), Rules(), records, Quiet(troubles), Pictures(troubles), Pages(), spending)
    with TemporaryDirectory(prefix="soak-") as folder, _heard(spending.log):
        evening = Evening(Path(folder), watchers)
        try:
            for line in lines(evening):
                evening.do(line)
            records.look_over(evening)
        except Broken as broken:
            return Failure(broken, evening.lines)
        finally:
            evening.close()
    return None


@contextmanager
def _heard(handler: logging.Handler) -> Iterator[None]:
    """Let the handler hear all that the companion logs."""
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.setLevel(level)
        root.removeHandler(handler)
