"""Whether a sensor that answers still feels anything: chips die without an error."""

from __future__ import annotations

from typing import Final

from hardware.errors import SensorLost

SUPPLY: Final = "check its supply and wires; it is started again by itself"
"""What to do about a sensor that has lost its mind."""

_FROZEN = 2.0
"""s; 400 samples with the same value: with 14 steps of noise that does not happen by itself."""
_RAILS = (-32768, 32767)
_LIGHT = 4096 // 5
"""Steps; 0.2 g."""
_WEIGHTLESS = 0.5
"""s; so long a fall is 1.2 m: from no table."""
_HEAT_JUMP = 340 * 4
"""Steps of temperature (4 K) that no chip makes from one batch to the next."""
_PROBATION = 8
"""Samples in which every axis must have moved by its noise before a chip is believed."""


class Judge:
    """Notices when a chip that answers does not feel anything any more."""

    def __init__(self, began: float = 0.0) -> None:
        self._began = began
        self._believed = False
        self._last = [0, 0, 0]
        self._moved = [began, began, began]
        self._felt_weight = began
        self._heat: int | None = None

    def plausible(self, heat: list[int]) -> bool:
        """Whether the temperature is steady: where frames are shifted or empty, it is not."""
        before = heat[0] if self._heat is None else self._heat
        self._heat = heat[-1]
        low, high = min(heat), max(heat)
        return max(before, high) - min(before, low) < _HEAT_JUMP

    def believes(self, columns: tuple[list[int], ...], now: float) -> bool:
        """Whether every axis shows its noise since the start; until then nothing is told. Raises SensorLost."""
        if not self._believed:
            still = [axis for axis, column in zip("xyz", columns, strict=True) if max(column) == min(column)]
            self._believed = len(columns[0]) >= _PROBATION and not still
            if not self._believed and now - self._began > _FROZEN:
                raise _frozen(still)
        return self._believed

    def weigh(self, columns: tuple[list[int], ...], now: float) -> None:
        """Raise SensorLost when an axis is frozen, or all feel nothing."""
        heavy = False
        for axis, column in enumerate(columns):
            # What the ends tell is asked first: of a chip that lives that is enough, nearly always.
            first, last = column[0], column[-1]
            if first != last or first != self._last[axis] or first in _RAILS or min(column) != max(column):
                self._moved[axis] = now
            self._last[axis] = last
            heavy = heavy or abs(first) > _LIGHT
        heavy = heavy or any(max(column) > _LIGHT or min(column) < -_LIGHT for column in columns)
        if still := [axis for axis, moved in zip("xyz", self._moved, strict=True) if now - moved >= _FROZEN]:
            raise _frozen(still)
        if heavy:
            self._felt_weight = now
        elif now - self._felt_weight >= _WEIGHTLESS:
            raise SensorLost(f"the sensor feels no weight for {_WEIGHTLESS} s", cure=SUPPLY)


def _frozen(axes: list[str]) -> SensorLost:
    return SensorLost(
        f"the sensor is frozen: {', '.join(axes)} read the same for {_FROZEN:g} s",
        cure="take its supply away for a moment; if it comes back, replace it",
    )
