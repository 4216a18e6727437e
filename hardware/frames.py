"""What lies in the sensor's FIFO: frames of an acceleration and a temperature (RM-MPU-6000A, registers 59 to 66)."""

from __future__ import annotations

from functools import cache
from math import inf
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Final

from hardware.ports import GRAVITY

if TYPE_CHECKING:
    from collections.abc import Callable

FRAME: Final = 8
"""Bytes of a frame: 1024 is a multiple of 8, so an overflow never cuts one in two."""

_EMPTY, _ZERO = b"\xff" * FRAME, bytes(FRAME)
"""What an empty FIFO gives, and a chip that has lost its supply."""
_SCALE: Final = GRAVITY / 4096
_OFTEN: Final = 4096 * 5 // 4
_SCALED: Final = [
    *(_SCALE * step for step in range(_OFTEN + 1)),
    *[inf] * (0x10000 - 2 * _OFTEN - 1),
    *(_SCALE * step for step in range(-_OFTEN, 0)),
]
"""What the chip says up to 1.25 g, in m/s², what is negative from the end: looked up, a batch takes two thirds of what
multiplying it does. A shake by hand is multiplied. 0.8 MB; filled up to 8 g it has 2.1."""


def heat_of(frames: bytes) -> bytes:
    """The upper bytes of their temperatures."""
    return frames[6::FRAME]


def holds_none(frames: bytes, heat: bytes) -> bool:
    """Whether one of them is none: looked for only where the temperature might be its."""
    return (b"\xff" in heat and _EMPTY in frames) or (b"\x00" in heat and _ZERO in frames)


def columns(frames: bytes) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Their accelerations, m/s² at a range of ±8 g, axis by axis."""
    steps = _unpacking(len(frames))(frames)
    felt: tuple[float, ...] = itemgetter(*steps)(_SCALED)
    if sum(felt) == inf:
        felt = tuple(_SCALE * step for step in steps)
    return felt[0::3], felt[1::3], felt[2::3]


@cache
def _unpacking(length: int) -> Callable[[bytes], tuple[int, ...]]:
    return Struct(">" + "hhh2x" * (length // FRAME)).unpack
