"""A fault that lasts, in the log."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from companion.repeats import AGAIN, KEPT, Repeats

if TYPE_CHECKING:
    from collections.abc import Iterator


log = logging.getLogger("tests.repeats")


class Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def heard(now: list[float]) -> Iterator[Heard]:
    handler = Heard()
    handler.addFilter(Repeats(lambda: now[0]))
    log.addHandler(handler)
    yield handler
    log.removeHandler(handler)


def fail(why: str) -> None:
    try:
        raise ValueError(why)
    except ValueError:
        log.exception("it has failed: %s", why)


def test_a_fault_that_lasts_is_told_once_a_minute(heard: Heard, now: list[float]) -> None:
    for _ in range(20 * 150):
        fail("no paint")
        now[0] += 0.05
    assert len(heard.lines) == 3


def test_another_fault_is_told_at_once(heard: Heard) -> None:
    fail("no paint")
    fail("no ink")
    fail("no paint")
    assert heard.lines == ["it has failed: no paint", "it has failed: no ink"]


def test_what_is_no_fault_of_ours_is_never_kept_back(heard: Heard) -> None:
    for _ in range(3):
        log.warning("the sensor is lost")
    assert len(heard.lines) == 3


def test_no_more_is_remembered_than_so_many_faults(heard: Heard, now: list[float]) -> None:
    fail("the first")
    for number in range(KEPT):
        fail(str(number))
    now[0] += AGAIN / 2
    fail("the first")
    assert heard.lines.count("it has failed: the first") == 2
