"""When something was, as people say it."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.faces.phone.seen import Reader


def date(when: str | None, reader: Reader) -> str:
    """The day of a time as it goes out; empty where the clock was not set."""
    if when is None:
        return ""
    here = datetime.fromisoformat(when).astimezone(reader.zone)
    own = reader.tongue.own
    return own.date.format(day=here.day, month=own.months.split()[here.month - 1], year=here.year)
