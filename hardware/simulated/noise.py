"""The noise of a real chip, made once: so an idle night costs no more than cutting slices."""

from __future__ import annotations

import sys
from array import array
from functools import lru_cache
from random import Random
from typing import Final

TABLE: Final = 4096
"""Samples after which the noise comes round again: 20 s at 200 Hz."""
_NOISE_G: Final = (0.0035, 0.0031, 0.0055)
"""Standard deviation by axis, as in recordings of real chips at rest."""
Raw = tuple[int, int, int, int, int, int, int]
"""x, y, z, temperature, and the three rates of turn."""


@lru_cache(maxsize=4)
def noise(one_g: int) -> tuple[array[int], ...]:
    """The noise of the three axes, in steps, for a range where 1 g is so many."""
    random = Random(6050)
    return tuple(
        array("h", (round(random.gauss(0.0, deviation * one_g)) for _ in range(TABLE))) for deviation in _NOISE_G
    )


@lru_cache(maxsize=16)
def still_frames(level: Raw, one_g: int, columns: tuple[int, ...]) -> bytes:
    """A whole table of frames at rest: an idle night is cut from it in slices."""
    words = array("h", bytes(2 * len(columns) * TABLE))
    noises = noise(one_g)
    for place, column in enumerate(columns):
        here = level[column]
        if column < len(noises):
            words[place :: len(columns)] = array("h", [saturated(here + value) for value in noises[column]])
        else:
            words[place :: len(columns)] = array("h", [here]) * TABLE
    if sys.byteorder == "little":
        words.byteswap()
    return words.tobytes()


def saturated(value: int) -> int:
    """What fits into a register."""
    return value if -32768 <= value <= 32767 else max(-32768, min(32767, value))
