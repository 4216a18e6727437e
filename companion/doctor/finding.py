"""What is found of a part."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hardware import Status


class Finding(NamedTuple):
    """How a part is, as people read it."""

    part: str
    status: Status
    found: str
    cure: str = ""
    needed: bool = True
    """Whether the box cannot be what it is configured to be without it."""

    @property
    def is_fault(self) -> bool:
        """Whether something has to be done about it."""
        return self.needed and self.status != "ok"
