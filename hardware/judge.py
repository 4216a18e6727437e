"""Whether a sensor that answers still feels anything: chips die without an error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.errors import SensorLost
from hardware.ports import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Sequence

SUPPLY: Final = "check its supply and wires; it is started again by itself"
"""What to do about a sensor that has lost its mind."""

_FROZEN: Final = 2.0
"""s; 400 samples with the same value: with 14 steps of noise that does not happen by itself."""
_RAIL: Final = 7.999 * GRAVITY
"""m/s²; a chip that is shaken so hard says the same for a while."""
_LIGHT: Final = 0.2 * GRAVITY
"""m/s²."""
_WEIGHTLESS: Final = 0.5
"""s; so long a fall is 1.2 m: from no table."""
_HEAT_JUMP: Final = 5
"""Steps of temperature (256 / 340 K each, so 4 K) that no chip makes from one batch to the next."""
_NO_HEAT: Final = frozenset((b"", b"\x00", b"\xff"))
"""Not known yet, or as a frame has it that is none."""
_FROM_COLD: Final = bytes(high ^ 0x80 for high in range(256))
"""A temperature's upper byte, counted from the coldest that there is: bytes have no sign."""
_PROBATION: Final = 8
"""Samples in which every axis must have moved by its noise before a chip is believed."""


class Judge:
    """Notices when a chip that answers does not feel anything any more."""

    def __init__(self, began: float = 0.0) -> None:
        self._began = began
        self._believed = False
        self._last = (0.0, 0.0, 0.0)
        self._moved = [began, began, began]
        self._felt_weight = began
        self._heat = b""

    def changes(self, heat: bytes) -> bool:
        """Whether the temperature's upper byte is another than it was, or one that is no chip's."""
        return bool(heat.strip(self._heat)) or self._heat in _NO_HEAT

    def plausible(self, heat: bytes) -> bool:
        """Whether the temperature is steady: where frames are shifted or empty, it is not."""
        before, self._heat = self._heat or heat[:1], heat[-1:]
        coldest, *_, hottest = sorted((before + heat).translate(_FROM_COLD))
        return hottest - coldest <= _HEAT_JUMP

    def believes(self, columns: Sequence[Sequence[float]], now: float) -> bool:
        """Whether every axis shows its noise since the start; until then nothing is told. Raises SensorLost."""
        if not self._believed:
            still = [axis for axis, column in zip("xyz", columns, strict=True) if max(column) == min(column)]
            self._believed = len(columns[0]) >= _PROBATION and not still
            if not self._believed and now - self._began > _FROZEN:
                raise _frozen(still)
        return self._believed

    def weigh(self, x: Sequence[float], y: Sequence[float], z: Sequence[float], now: float) -> None:
        """Raise SensorLost when an axis (m/s²) is frozen, or all feel nothing."""
        first, last = (x[0], y[0], z[0]), (x[-1], y[-1], z[-1])
        a, b, c = first
        heavy = not (-_LIGHT <= a <= _LIGHT and -_LIGHT <= b <= _LIGHT and -_LIGHT <= c <= _LIGHT)
        # Of a chip that lives the ends tell enough, nearly always.
        if heavy and a != last[0] and b != last[1] and c != last[2]:
            self._moved = [now, now, now]
            self._felt_weight = now
        else:
            self._weigh_all((x, y, z), now, heavy=heavy)
        self._last = last

    def _weigh_all(self, columns: Sequence[Sequence[float]], now: float, *, heavy: bool) -> None:
        for axis, column in enumerate(columns):
            first, last = column[0], column[-1]
            if first != last or first != self._last[axis] or abs(first) > _RAIL or min(column) != max(column):
                self._moved[axis] = now
        if now - min(self._moved) >= _FROZEN:
            raise _frozen([axis for axis, moved in zip("xyz", self._moved, strict=True) if now - moved >= _FROZEN])
        if heavy or any(max(column) > _LIGHT or min(column) < -_LIGHT for column in columns):
            self._felt_weight = now
        elif now - self._felt_weight >= _WEIGHTLESS:
            raise SensorLost(f"the sensor feels no weight for {_WEIGHTLESS} s", cure=SUPPLY)


def _frozen(axes: list[str]) -> SensorLost:
    return SensorLost(
        f"the sensor is frozen: {', '.join(axes)} read the same for {_FROZEN:g} s",
        cure="take its supply away for a moment; if it comes back, replace it",
    )
