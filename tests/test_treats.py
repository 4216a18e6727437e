"""Counting taps: each is one treat, and a moment of quiet ends the round."""

from __future__ import annotations

from collections import Counter
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from companion.treats import QUIET, Tally

TAPS = st.lists(st.tuples(st.sampled_from(["Ada", "Ben", "Cem"]), st.floats(0.01, 4.0)), max_size=40)
"""Whose, and how long after the one before, s."""


@given(TAPS)
def test_every_tap_is_one_treat_of_one_round(taps: list[tuple[str, float]]) -> None:
    tally, now, rounds = Tally(), 0.0, list[Tally]()
    wanted: list[Counter[str]] = []
    for name, gap in taps:
        before, now = now, now + gap
        if tally.due <= now:
            rounds.append(tally)
            tally = Tally()
        if not wanted or before + QUIET <= now:
            wanted.append(Counter())
        wanted[-1][name] += 1
        tally = tally.tap(name, now)
        assert tally.due == now + QUIET
    if tally.taps:
        rounds.append(tally)
    assert [Counter(each.taps) for each in rounds] == wanted


@given(TAPS, st.floats(0.0, 100.0))
def test_a_touch_only_lets_it_wait(taps: list[tuple[str, float]], at: float) -> None:
    tally, now = Tally(), 0.0
    for name, gap in taps:
        now += gap
        tally = tally.tap(name, now)
    stirred = tally.stir(at)
    assert stirred.taps == tally.taps
    assert stirred.due == (max(now, at) + QUIET if taps else inf)


def test_the_round_says_who_ate_how_much() -> None:
    tally = Tally().tap("Cem", 1.0).tap("Ada", 1.5).tap("Cem", 1.6)
    assert tally.command == {"do": "round", "eat": {"Cem": {"treats": 2}, "Ada": {"treats": 1}}}
