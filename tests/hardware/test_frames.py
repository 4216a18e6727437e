"""What the sensor's FIFO holds, and what is made of it."""

from __future__ import annotations

from struct import pack

from hypothesis import example, given
from hypothesis import strategies as st

from hardware import GRAVITY
from hardware.frames import columns, heat_of, holds_none

STEP = st.integers(-32768, 32767) | st.integers(-5130, 5130)
FRAMES = st.lists(st.tuples(STEP, STEP, STEP, STEP), min_size=1, max_size=40)


def packed(frames: list[tuple[int, int, int, int]]) -> bytes:
    return b"".join(pack(">4h", *frame) for frame in frames)


@given(FRAMES)
@example([(5120, -5120, 0, 0)])
@example([(5121, 0, 0, 0)])
@example([(0, -5121, 0, 0)])
@example([(0, 0, -32768, 0), (0, 0, 32767, 0)])
def test_each_sample_has_the_strength_that_its_bytes_say(frames: list[tuple[int, int, int, int]]) -> None:
    scale = GRAVITY / 4096
    assert list(zip(*columns(packed(frames)), strict=True)) == [
        (scale * x, scale * y, scale * z) for x, y, z, _ in frames
    ]


@given(FRAMES)
def test_a_frame_of_an_empty_fifo_or_a_dead_chip_is_found(frames: list[tuple[int, int, int, int]]) -> None:
    for none in (-1, -1, -1, -1), (0, 0, 0, 0):
        some = packed([*frames, none])
        assert holds_none(some, heat_of(some))


@given(st.lists(st.tuples(STEP, STEP, STEP, st.integers(-5000, -3000)), min_size=1, max_size=40))
def test_a_warm_chip_has_no_such_frame(frames: list[tuple[int, int, int, int]]) -> None:
    some = packed(frames)
    assert not holds_none(some, heat_of(some))
