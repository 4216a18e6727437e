"""A row of the table: what is measured, how the stock way does it, and what is meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

Unit = Literal["instructions", "bytes", "%", "s", "MB", "a second", "times"]


class Figures(NamedTuple):
    """What was measured, in the row's unit."""

    ours: float
    stock: float | None = None
    """The same by the stock way, in the same run; None where there is none."""


class Goal(Protocol):
    """What is meant."""

    def reached(self, figures: Figures) -> bool:
        """Whether it is."""

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Fewer:
    """So many times less than the stock way."""

    times: float

    def reached(self, figures: Figures) -> bool:
        assert figures.stock is not None
        return figures.ours * self.times <= figures.stock

    def __str__(self) -> str:
        return f"{self.times:g} times fewer"


@dataclass(frozen=True, slots=True)
class AtMost:
    """No more than so many times the stock way."""

    times: float

    def reached(self, figures: Figures) -> bool:
        assert figures.stock is not None
        return figures.ours <= self.times * figures.stock

    def __str__(self) -> str:
        return f"at most {self.times:g} times that"


@dataclass(frozen=True, slots=True)
class Under:
    """Less than that, whatever the stock way takes."""

    limit: float
    unit: Unit

    def reached(self, figures: Figures) -> bool:
        return figures.ours < self.limit

    def __str__(self) -> str:
        return f"under {spelled(self.limit, self.unit)}"


@dataclass(frozen=True, slots=True)
class Nothing:
    """None at all, whatever the stock way takes."""

    unit: Unit

    def reached(self, figures: Figures) -> bool:
        return figures.ours == 0.0

    def __str__(self) -> str:
        return spelled(0.0, self.unit)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is measured."""

    name: str
    """By which it can be measured alone."""
    what: str
    stock: str
    """What the stock way is; empty where there is none."""
    unit: Unit
    goal: Goal | None
    """None: as little as can be."""
    measure: Callable[[], Figures]


def spelled(value: float, unit: Unit) -> str:
    """A value as people read it.

    >>> [spelled(value, "s") for value in (0.00001234, 0.0233, 1.5, 0.0)]
    ['12.3 µs', '23.3 ms', '1.5 s', '0 s']
    >>> spelled(283_000, "instructions"), spelled(3120.4, "instructions"), spelled(15.0, "bytes"), spelled(64.6, "%")
    ('0.283 M', '3,120', '15', '64.6 %')
    >>> spelled(1_234_500_000, "instructions")
    '1,234 M'
    """
    match unit:
        case "s":
            for scale, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
                if value >= scale:
                    return f"{value / scale:.3g} {name}"
            return f"{value / 1e-6:.2g} µs" if value else "0 s"
        case "instructions":
            if value >= 1e9:
                return f"{value / 1e6:,.0f} M"
            return f"{value / 1e6:.3g} M" if value >= 100_000 else f"{value:,.0f}"
        case "bytes":
            return f"{value:,.0f}"
        case "a second":
            return f"{value:,.3g} a second" if value < 1000 else f"{value:,.0f} a second"
        case "times":
            return f"{value:.2f} times"
        case _:
            return f"{value:.3g} {unit}"
