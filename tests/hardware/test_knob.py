"""What the contacts of a simulated encoder do as it is turned."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.simulated import Bounces, SimulatedKnob

NONE = Bounces(0, 0.0)


@pytest.mark.parametrize(
    ("clicks", "states", "contacts"),
    [(1, 4, "ABAB"), (-1, 4, "BABA"), (2, 4, "ABABABAB"), (1, 2, "AB"), (-1, 2, "BA"), (-2, 2, "BABA")],
)
def test_to_the_right_a_is_ahead_of_b(clicks: int, states: int, contacts: str) -> None:
    strokes = SimulatedKnob().turn(clicks, 1.0, states, NONE)
    assert "".join("AB"[stroke.contact] for stroke in strokes) == contacts
    assert [stroke.closed for stroke in strokes[:2]] == [True, True]


def test_a_click_of_half_a_round_is_at_rest_where_both_are_closed() -> None:
    knob = SimulatedKnob()
    assert [stroke.closed for stroke in knob.turn(1, 1.0, 2, NONE)] == [True, True]
    assert [stroke.closed for stroke in knob.turn(-1, 1.0, 2, NONE)] == [False, False]


@pytest.mark.parametrize("seed", range(20))
def test_it_bounces_to_the_microsecond_and_ends_as_it_should(seed: int) -> None:
    strokes = SimulatedKnob(seed).turn(10, 2.0)
    assert strokes == sorted(strokes)
    assert strokes == SimulatedKnob(seed).turn(10, 2.0)
    assert len(strokes) > 60
    for contact in (0, 1):
        own = [stroke for stroke in strokes if stroke.contact == contact]
        assert not own[-1].closed
        assert all(before.closed != after.closed for before, after in pairwise(own))
        pauses = [after.after - before.after for before, after in pairwise(own)]
        assert min(pauses) < 0.0005
        # A contact changes twice a click, of 0.2 s here; what is shorter is bounce, and that is over after 2 ms.
        assert all(pause < 0.002 or pause > 0.05 for pause in pauses)


def test_it_goes_as_long_as_it_is_turned() -> None:
    strokes = SimulatedKnob().turn(5, 1.0)
    assert 0.0 < strokes[0].after < 0.1
    assert 0.9 < strokes[-1].after < 1.0
