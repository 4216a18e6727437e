"""Three turns that nobody told are caught up by the button alone, in less than 20 s of a thumb's time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.playing import play
from tests.thumb import Thumb, WholeBox

if TYPE_CHECKING:
    from companion.scenario.stage import Stage

WITHIN = 20.0
"""s."""


def test_three_turns_of_katz_and_schmaus_are_told_one_by_one(stage: Stage) -> None:
    """Nobody called Ada; Cem called Ben rightly, with two treats in the box; Dan called Cem wrongly."""
    play(stage, "game katz-schmaus Ada Ben Cem Dan")
    thumb = Thumb(WholeBox(stage))
    thumb.open()
    thumb.choose("Ada +3")
    for caller, verdict in (("Cem", "Cem +2"), ("Dan", "Cem +3")):
        thumb.open()
        thumb.choose("Called!", caller, verdict)
    play(stage, "expect scores Ada=3 Ben=0 Cem=5 Dan=0\nexpect turn Dan\nexpect phase ready")
    assert thumb.seconds < WITHIN


def test_three_turns_of_katz_and_schmaus_are_skipped_and_the_bowls_counted(stage: Stage) -> None:
    play(stage, "game katz-schmaus Ada Ben Cem Dan")
    thumb = Thumb(WholeBox(stage))
    thumb.open()
    thumb.choose("skip Ada")
    thumb.count(3)
    thumb.correct("Ada: bowl", 3)
    thumb.correct("Cem: bowl", 5)
    play(stage, "expect scores Ada=3 Ben=0 Cem=5 Dan=0\nexpect turn Dan\nexpect phase ready")
    assert thumb.seconds < WITHIN


def test_three_turns_of_mad_cat_sad_cat(stage: Stage) -> None:
    play(stage, "game mad-cat-sad-cat Ada Ben Cem Dan")
    thumb = Thumb(WholeBox(stage))
    for kind, end in (
        ("sad", {"do": "take", "card": "five"}),
        ("mad", {"do": "fail"}),
        ("mad", {"do": "take", "card": "full-house"}),
    ):
        thumb.answer({"do": "lock", "kind": kind})
        thumb.answer(end)
    assert thumb.seconds < WITHIN
    play(stage, "expect phase cleanup\nexpect scores Ada=3 Cem=3")


def test_three_turns_of_mad_cat_sad_cat_are_skipped_and_the_vps_counted(stage: Stage) -> None:
    play(stage, "game mad-cat-sad-cat Ada Ben Cem Dan")
    thumb = Thumb(WholeBox(stage))
    thumb.open()
    thumb.choose("skip Ada")
    thumb.count(3)
    thumb.correct("Ada: VPs", 7)
    assert thumb.seconds < WITHIN
    play(stage, "expect turn Dan\nexpect scores Ada=7")


def test_three_rounds_of_fat_cats(stage: Stage) -> None:
    play(stage, "game fat-cats Ada Ben Cem Dan")
    thumb = Thumb(WholeBox(stage))
    for eaten in ({"Ada": 3, "Cem": 2}, {"Ben": 1, "Dan": 4}, {"Dan": 2}):
        thumb.answer({"do": "eaters", "players": list(eaten)})
        while (name := thumb.turn) is not None and name in eaten and thumb.phase == "eating":
            thumb.answer({"do": "eat", "player": name, "treats": eaten[name]})
    assert thumb.seconds < WITHIN
    play(stage, "expect state round 4")


def test_three_scores_of_katz_fatz(stage: Stage) -> None:
    play(stage, "game katz-fatz Ada Ben Cem")
    thumb = Thumb(WholeBox(stage))
    for numbers in ((12, 2, 3), (23, 0, 4), (-4, 3, 0)):
        for number in numbers:
            thumb.answer(number)
    assert thumb.seconds < WITHIN
    play(stage, "expect state round 2\nexpect scores Ada=12 Ben=23 Cem=-4")
