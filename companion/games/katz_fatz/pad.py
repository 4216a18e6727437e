"""The scoring pad: what it prints beside its toy symbols and colour splats (katz-fatz:179-181)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from collections.abc import Iterable

Value = Annotated[int, Meta(ge=-200, le=200)]

Which = Literal["toys", "splats"]

MOST_SYMBOLS: Final = 288
"""A toy symbol on every one of 72 cards, four times."""

Symbols = Annotated[int, Meta(ge=0, le=MOST_SYMBOLS)]

Scale = (
    Annotated[tuple[Value | None, ...], Meta(max_length=MOST_SYMBOLS)]
    | dict[Annotated[str, Meta(pattern="^[1-9][0-9]{0,2}$", title='the number of a symbol, from "1"')], Value]
    | None
)
"""The value next to each symbol: a whole row, null where not yet known; or single ones, without a known end."""


class Pad(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """As much of a pad as is known. ``no_toys`` and ``no_splats`` are for those who crossed off none (KF-A9)."""

    toys: Scale = None
    splats: Scale = None
    no_toys: Value | None = 0
    no_splats: Value | None = None

    def end(self, which: Which) -> int | None:
        """How many symbols there are; None while nobody told.

        >>> Pad(toys=(5, 12)).end("toys"), Pad(toys={"9": 35}).end("toys")
        (2, None)
        """
        scale = self._scale(which)
        return len(scale) if isinstance(scale, tuple) else None

    def crossed_off(self, which: Which, symbols: int) -> int:
        """How many of so many can be crossed off: what is beyond the pad is lost (katz-fatz:179, KF-A8).

        >>> Pad(toys=(5, 12)).crossed_off("toys", 3)
        2
        """
        end = self.end(which)
        return symbols if end is None else min(symbols, end)

    def value(self, which: Which, symbols: int) -> int | None:
        """The value next to the last symbol that was crossed off; None while it is not known.

        >>> pad = Pad(toys=(5, 12), splats={"9": 20})
        >>> pad.value("toys", 3), pad.value("toys", 0), pad.value("splats", 9), pad.value("splats", 8)
        (12, 0, 20, None)
        """
        last = self.crossed_off(which, symbols)
        if not last:
            return self.no_toys if which == "toys" else self.no_splats
        scale = self._scale(which)
        match scale:
            case tuple():
                return scale[last - 1]
            case dict():
                return scale.get(str(last))
        return None

    def learning(self, which: Which, symbols: int, value: int) -> Pad:
        """The pad with one value more; the symbol is one of the pad's.

        >>> Pad().learning("toys", 9, 35).learning("splats", 0, 10)
        Pad(toys={'9': 35}, splats=None, no_toys=0, no_splats=10)
        """
        if not symbols:
            return self._with(f"no_{which}", value)
        scale = self._scale(which)
        if isinstance(scale, tuple):
            return self._with(which, (*scale[: symbols - 1], value, *scale[symbols:]))
        known = {**(scale or {}), str(symbols): value}
        return self._with(which, dict(sorted(known.items(), key=lambda one: int(one[0]))))

    def goes_on_from(self, other: Pad) -> bool:
        """Whether this can be the other one, with more of its values known.

        >>> pad = Pad(toys=(5, None))
        >>> pad.learning("toys", 2, 9).goes_on_from(pad), pad.goes_on_from(pad.learning("toys", 2, 9))
        (True, False)
        """
        return all(
            self.end(which) == other.end(which) and other._known(which).items() <= self._known(which).items()
            for which in get_args(Which)
        )

    def _known(self, which: Which) -> dict[int, int]:
        """The values that are known, by their symbols; 0 is for none crossed off."""
        scale = self._scale(which)
        values: Iterable[tuple[int, int | None]] = ((0, self.value(which, 0)),)
        match scale:
            case tuple():
                values = (*values, *enumerate(scale, 1))
            case dict():
                values = (*values, *((int(symbol), value) for symbol, value in scale.items()))
        return {symbol: value for symbol, value in values if value is not None}

    def _scale(self, which: Which) -> Scale:
        return self.toys if which == "toys" else self.splats

    def _with(self, field: str, value: object) -> Pad:
        changed: Pad = msgspec.structs.replace(self, **{field: value})
        return changed
