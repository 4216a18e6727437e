"""Counting taps: each is one treat, and a moment of quiet ends the round."""

from __future__ import annotations

from collections import Counter
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from companion.treats import QUIET, Taps

TAPS = st.lists(st.tuples(st.sampled_from(["Ada", "Ben", "Cem"]), st.floats(0.01, 4.0)), max_size=40)
"""Whose, and how long after the one before, s."""


@given(TAPS)
def test_every_tap_is_one_treat_of_one_round(taps: list[tuple[str, float]]) -> None:
    counted, now, rounds = Taps(), 0.0, list[Taps]()
    wanted: list[Counter[str]] = []
    for name, gap in taps:
        before, now = now, now + gap
        if counted.due <= now:
            rounds.append(counted)
            counted = Taps()
        if not wanted or before + QUIET <= now:
            wanted.append(Counter())
        wanted[-1][name] += 1
        counted = counted.tap(name, now)
        assert counted.due == now + QUIET
    if counted.by_name:
        rounds.append(counted)
    assert [Counter(each.by_name) for each in rounds] == wanted


@given(TAPS, st.floats(0.0, 100.0))
def test_a_touch_only_lets_it_wait(taps: list[tuple[str, float]], at: float) -> None:
    counted, now = Taps(), 0.0
    for name, gap in taps:
        now += gap
        counted = counted.tap(name, now)
    stirred = counted.stir(at)
    assert stirred.by_name == counted.by_name
    assert stirred.due == (max(now, at) + QUIET if taps else inf)


def test_the_round_says_who_ate_how_much() -> None:
    counted = Taps().tap("Cem", 1.0).tap("Ada", 1.5).tap("Cem", 1.6)
    assert counted.command == {"do": "round", "eat": {"Cem": {"treats": 2}, "Ada": {"treats": 1}}}
