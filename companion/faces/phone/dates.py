"""When something was, as people say it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from companion.faces.phone.seen import Reader
    from companion.faces.phone.tongues import Tongue


def day(when: date, tongue: Tongue) -> str:
    """A date in words."""
    own = tongue.own
    return own.date.format(day=when.day, month=own.months.split()[when.month - 1], year=when.year)


def day_of(when: str | None, reader: Reader) -> str:
    """The day of a time as it goes out; empty where the clock was not set."""
    return "" if when is None else day(datetime.fromisoformat(when).astimezone(reader.zone), reader.tongue)


def hour(when: str | None, reader: Reader) -> str:
    """Hour and minute; empty where the clock was not set."""
    return "" if when is None else f"{datetime.fromisoformat(when).astimezone(reader.zone):%H:%M}"
