"""What the display shows only for a while, or until somebody presses."""

from __future__ import annotations

from companion.faces.oled import screens
from companion.faces.oled.view import BOOKED_SHOWN, SETTLED_SHOWN, LastEntry
from companion.games import GAMES
from companion.passing import NOTE_SHOWN, Passing

WORD, WRONG = screens.Note("done", "Ada +3"), screens.Note("", "the journal was damaged")
STOOD = screens.Resume("Ada +3")
STATE = GAMES["katz-schmaus"].start(("Ada", "Ben"), {})


def test_a_word_covers_what_people_should_know_only_for_a_while() -> None:
    passing = Passing(notice=WRONG)
    passing.say(WORD, 10.0)
    assert passing.note(10.0 + NOTE_SHOWN - 0.01) == WORD
    assert passing.note(10.0 + NOTE_SHOWN) == WRONG


def test_a_word_of_several_pictures_stays_longer_and_one_that_is_gone_does_not_come_back() -> None:
    passing = Passing()
    passing.say(WORD, 10.0)
    passing.keep_note_until(17.5, now=11.0)
    assert passing.note(17.4) == WORD
    passing.keep_note_until(30.0, now=17.5)
    assert passing.note(17.5) is None


def test_each_press_reads_one_page_what_is_wrong_before_what_was_on() -> None:
    passing = Passing(notice=WRONG, resumed=STOOD)
    passing.dismiss()
    assert (passing.notice, passing.resumed) == (None, STOOD)
    assert passing.wants_a_press
    passing.dismiss()
    assert not passing.wants_a_press


def test_what_was_entered_is_shown_only_where_the_game_has_not_gone_on() -> None:
    passing, booked = Passing(), LastEntry({"do": "lift"}, STATE, STATE)
    passing.book(booked, 10.0)
    assert passing.booked(11.0, STATE) == booked
    assert passing.booked(11.0, GAMES["katz-schmaus"].start(("Ada", "Ben"), {})) is None
    assert passing.booked(11.0, None) is None
    assert passing.booked(10.0 + BOOKED_SHOWN, STATE) is None


def test_whoever_looks_at_something_else_sees_no_word_and_no_end_of_a_turn() -> None:
    passing = Passing()
    outcome = GAMES["katz-schmaus"].outcome(
        STATE, {"do": "result"}, GAMES["katz-schmaus"].apply(STATE, {"do": "result"})
    )
    assert outcome is not None
    passing.settle(outcome, 10.0, inferred=True)
    passing.say(WORD, 10.0)
    assert 10.0 + SETTLED_SHOWN in passing.ends
    passing.make_way()
    assert passing.settled is None
    assert passing.note(10.0) is None
