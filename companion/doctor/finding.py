"""What is found of a part."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from hardware import Condition, Status


class Finding(NamedTuple):
    """How a part is, as people read it."""

    part: str
    status: Status
    found: str
    cure: str = ""
    needed: bool = True
    """Whether the box cannot be what it is configured to be without it."""

    @classmethod
    def of(cls, condition: Condition, *, needed: bool = True) -> Self:
        """The same as the companion itself tells of it while it runs."""
        return cls(condition.part, condition.status, condition.why, condition.cure, needed)

    @property
    def is_fault(self) -> bool:
        """Whether something has to be done about it."""
        return self.needed and self.status != "ok"
