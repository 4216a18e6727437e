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
_PROBATION: Final = 8
"""Samples in which every axis must have moved by its noise before a chip is believed."""


class Judge:
    """Notices when a chip that answers does not feel anything any more."""

    def __init__(self, began: float = 0.0) -> None:
        self._began = began
        self._believed = False
        self._last = [0.0, 0.0, 0.0]
        self._moved = [began, began, began]
        self._felt_weight = began
        self._heat: int | None = None

    def plausible(self, heat: bytes) -> bool:
        """Whether the temperature is steady: where frames are shifted or empty, it is not."""
        before = heat[0] if self._heat is None else self._heat
        # Nearly always they are all the same.
        different: set[int] = {before, heat[0], *heat.replace(heat[:1], b"")}
        self._heat = heat[-1]
        return max(different) - min(different) <= _HEAT_JUMP

    def believes(self, columns: Sequence[Sequence[float]], now: float) -> bool:
        """Whether every axis shows its noise since the start; until then nothing is told. Raises SensorLost."""
        if not self._believed:
            still = [axis for axis, column in zip("xyz", columns, strict=True) if max(column) == min(column)]
            self._believed = len(columns[0]) >= _PROBATION and not still
            if not self._believed and now - self._began > _FROZEN:
                raise _frozen(still)
        return self._believed

    def weigh(self, columns: Sequence[Sequence[float]], now: float) -> None:
        """Raise SensorLost when an axis (m/s²) is frozen, or all feel nothing."""
        # What the ends tell is asked first: of a chip that lives that is enough, nearly always.
        heavy = False
        for axis, column in enumerate(columns):
            first, last = column[0], column[-1]
            if first != last or first != self._last[axis] or abs(first) > _RAIL or min(column) != max(column):
                self._moved[axis] = now
            self._last[axis] = last
            heavy = heavy or abs(first) > _LIGHT
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
