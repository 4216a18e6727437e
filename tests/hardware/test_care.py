"""A part that fails is looked for again, soon at first; people are told once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.care import Care
from hardware.errors import SensorAbsent, SensorLost

if TYPE_CHECKING:
    from hardware.ports import Condition

ABSENT = SensorAbsent("nobody answers", cure="plug it in")


class Ward:
    """A sensor that is cared for, and a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.told: list[Condition] = []
        self.care = Care("sensor", True, lambda: self.now, self.told.append)

    def waits(self, looks: int) -> list[float]:
        """How long after each of so many failures it is looked for again, s."""
        waits = []
        for _ in range(looks):
            self.care.failed(ABSENT)
            waits.append(self.care.next_look - self.now)
            self.now = self.care.next_look
        return waits

    def works(self, seconds: float) -> None:
        """It works for so long."""
        self.care.ready = True
        self.care.works()
        self.now += seconds
        self.care.works()


def test_a_part_that_stays_away_is_looked_for_at_once_then_later_at_last_every_four_seconds() -> None:
    assert Ward().waits(8) == [0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 4.0, 4.0]


def test_a_part_that_comes_and_goes_is_given_time_and_one_that_was_well_for_long_is_looked_for_at_once() -> None:
    ward = Ward()
    ward.waits(4)
    ward.works(0.9)
    assert ward.waits(1) == [2.0]
    ward.works(1.1)
    assert ward.waits(2) == [0.0, 0.25]


def test_one_that_is_not_wanted_is_never_looked_for() -> None:
    assert Care("oled", False, lambda: 0.0, lambda _: None).next_look == float("inf")


def test_people_are_told_once_of_what_is_wrong_and_once_that_it_is_well() -> None:
    ward = Ward()
    ward.waits(3)
    ward.care.failed(SensorLost("it is frozen", cure="wake it"))
    ward.works(1.0)
    assert [(each.status, each.why) for each in ward.told] == [
        ("absent", "nobody answers"),
        ("degraded", "it is frozen"),
        ("ok", ""),
    ]
