"""When something was, as people say it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from datetime import date

    from companion.faces.phone.seen import Reader
    from companion.faces.phone.tongues import Tongue

NIGHT: Final = timedelta(hours=5)
"""Until five in the morning it is the evening before."""


def evening_of(when: str | None, reader: Reader) -> date | None:
    """The day on which the evening of a time began; None where the clock was not set."""
    return None if when is None else (datetime.fromisoformat(when).astimezone(reader.zone) - NIGHT).date()


def day(when: date, tongue: Tongue) -> str:
    """A date in words."""
    own = tongue.own
    return own.date.format(day=when.day, month=own.months.split()[when.month - 1], year=when.year)


def day_of(when: str | None, reader: Reader) -> str:
    """The day of that evening in words; empty where the clock was not set."""
    began = evening_of(when, reader)
    return "" if began is None else day(began, reader.tongue)


def hour(when: str | None, reader: Reader) -> str:
    """Hour and minute; empty where the clock was not set."""
    return "" if when is None else f"{datetime.fromisoformat(when).astimezone(reader.zone):%H:%M}"
