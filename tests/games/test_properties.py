"""Whole evenings of every game, made up at random: what always holds, whichever game it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.fat_cats import state as cats
from companion.table.ledger import Ledger
from tests.games.evenings.fat_cats import FAT_CATS
from tests.games.evenings.katz_fatz import KATZ_FATZ
from tests.games.evenings.katz_schmaus import KATZ_SCHMAUS
from tests.games.evenings.mad_cat import MAD_CAT
from tests.games.evenings.making import outcome, without_revision
from tests.games.telling import refusal

if TYPE_CHECKING:
    from companion.games import State
    from tests.games.evenings.making import Evening, Evenings

ALL = (KATZ_SCHMAUS, KATZ_FATZ, MAD_CAT, FAT_CATS)
of_every_game = pytest.mark.parametrize("evenings", ALL, ids=[evenings.game for evenings in ALL])


def under_one_name(evening: Evening) -> Evening:
    """Without what gives a player another name; a replacement may be one, too."""
    kept = [command for command in evening.commands if command["do"] not in ("rename", "amend")]
    return evening._replace(commands=kept)


def test_no_game_on_the_shelf_is_left_out() -> None:
    assert {evenings.game for evenings in ALL} == set(GAMES)


@of_every_game
@given(data=st.data())
def test_every_answer_to_every_prompt_is_accepted_and_can_be_shown(evenings: Evenings, data: st.DataObject) -> None:
    ledger = evenings.told(data.draw(evenings.any))
    prompt = ledger.game.prompt(ledger.state)
    assert (prompt is None) == ledger.state.over
    if prompt is None:
        return
    evenings.legible(prompt)
    for choice in prompt.choices:
        ledger.check(choice.command)
    if prompt.range:
        assert prompt.default is not None
        assert prompt.range.min <= prompt.default <= prompt.range.max
        for value in range(prompt.range.min, prompt.range.max + 1):
            ledger.check({**prompt.range.command, prompt.range.field: value})


@of_every_game
@given(data=st.data())
def test_undo_gives_back_what_was_before_and_redo_what_was_undone(evenings: Evenings, data: st.DataObject) -> None:
    ledger = evenings.told(data.draw(evenings.any))
    command = evenings.fitting(ledger, data.draw(evenings.commands))
    before, revision = without_revision(ledger), ledger.revision
    if command["do"] in ("undo", "redo") or refusal(ledger, command):
        return
    after = without_revision(ledger)
    # Only where a lift can settle the turn before, a command may be two entries.
    entries = ledger.revision - revision
    assert entries == 1 or (entries == 2 and evenings is KATZ_SCHMAUS)
    for _ in range(entries):
        ledger.submit({"do": "undo"})
    assert without_revision(ledger) == before
    for _ in range(entries):
        ledger.submit({"do": "redo"})
    assert without_revision(ledger) == after


@of_every_game
@given(data=st.data())
def test_an_entry_amended_with_itself_changes_nothing(evenings: Evenings, data: st.DataObject) -> None:
    ledger = evenings.told(data.draw(evenings.any))
    before, standing = without_revision(ledger), ledger.standing()
    for entry, command in standing.items():
        ledger.submit({"do": "amend", "entry": entry, "with": command})
        assert without_revision(ledger) == before
    # One that was undone does not count.
    for undone in [entry for entry in ledger.entries if entry.revision not in standing]:
        if undone.command["do"] not in ("undo", "redo", "amend"):
            assert refusal(ledger, {"do": "amend", "entry": undone.revision, "with": undone.command})
            assert without_revision(ledger) == before


@of_every_game
@given(data=st.data())
def test_what_is_kept_plays_again_to_the_same(evenings: Evenings, data: st.DataObject) -> None:
    ledger = evenings.told(data.draw(evenings.any))
    again = Ledger(ledger.header)
    for entry in ledger.entries:
        again.replay(entry)
    assert again.snapshot() == ledger.snapshot()
    assert again.state == ledger.state
    assert again.entries == ledger.entries
    assert [step.before for step in again.undoable()] == [step.before for step in ledger.undoable()]


@of_every_game
@given(data=st.data())
def test_any_state_that_counts_can_be_gone_back_to(evenings: Evenings, data: st.DataObject) -> None:
    ledger = evenings.told(data.draw(evenings.any))
    for step in list(ledger.undoable()):
        ledger.submit({"do": "undo", "to": step.before})
        assert ledger.state == ledger.state_at(step.before)
    assert ledger.state == Ledger(ledger.header).state


@of_every_game
@settings(max_examples=50)
@given(data=st.data())
def test_equal_standings_share_a_place_and_the_next_is_skipped(evenings: Evenings, data: st.DataObject) -> None:
    state = evenings.told(data.draw(evenings.any)).state
    places, scores = state.ranks, state.scores
    assert all(place == 1 + sum(other < place for other in places.values()) for place in places.values())
    present = [state.players[seat] for seat in state.present]
    # Who has a crown that is not counted is first, wherever the cat was told to be.
    crowned = {state.players[state.crowned]} if isinstance(state, cats.State) and state.crowned is not None else set()
    for name in present:
        better = (other for other in present if places[other] < places[name] and other not in crowned)
        assert all(scores[other] >= scores[name] for other in better)
    assert {places[name] for name in state.players if name not in present}.isdisjoint(places[name] for name in present)
    assert set(state.winners) == ({name for name in present if places[name] == 1} if state.winners else set())


@of_every_game
@settings(max_examples=50)
@given(data=st.data())
def test_names_change_no_result(evenings: Evenings, data: st.DataObject) -> None:
    evening = under_one_name(data.draw(evenings.any))
    players = evenings.names[: evening.players]
    others = dict(zip(players, [*players[1:], players[0]], strict=True))

    def renamed(value: object) -> object:
        match value:
            case dict():
                return {renamed(key): renamed(inner) for key, inner in value.items()}
            case list():
                return [renamed(inner) for inner in value]
            case str():
                return ".".join(others.get(part, part) for part in value.split("."))
        return value

    def numbers(state: State) -> tuple[object, ...]:
        return state.points, state.phase, state.seat, state.round, state.left, state.ended, list(state.ranks.values())

    told_otherwise = renamed({"options": evening.options, "commands": evening.commands})
    assert isinstance(told_otherwise, dict)
    expected = evenings.told(evening)
    found = evenings.seated(tuple(others[name] for name in players), told_otherwise["options"])
    for command in told_otherwise["commands"]:
        outcome(found, evenings.fitting(found, command))
    assert numbers(found.state) == numbers(expected.state)


@of_every_game
@settings(max_examples=50)
@given(data=st.data(), shift=st.integers(1, 4))
def test_who_sits_where_changes_no_result(evenings: Evenings, data: st.DataObject, shift: int) -> None:
    """The same players sit further round the table in the same order, and the same one is first."""
    evening = under_one_name(data.draw(evenings.any))
    seated, options = evenings.names[: evening.players], {"first": "Ada", **evening.options}
    shift %= evening.players
    usual, turned = evenings.seated(seated, options), evenings.seated((*seated[shift:], *seated[:shift]), options)
    for command in evening.commands:
        told = evenings.fitting(usual, command)
        assert outcome(usual, told) == outcome(turned, told)
        assert evenings.seatless(usual) == evenings.seatless(turned)
