"""The one fact that matters now is what the display shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.faces.menu import Facts, Offer
from companion.faces.oled import render, screens
from companion.faces.oled.games import lookups
from companion.faces.oled.games.katz_schmaus import verdict
from companion.faces.oled.moment import asked
from companion.faces.oled.view import Felt, View, screen
from companion.faces.one_button import Menu, gesture
from companion.faces.spans import Span
from companion.faces.trouble import Trouble
from companion.faces.words import ENGLISH
from companion.games import Header, Outcome
from companion.senses import Progress
from companion.table.ledger import Ledger

SAVED = screens.Signs(saved=True)


class Evening:
    """A game, and what the display shows of it."""

    def __init__(self, *players: str, game: str = "katz-schmaus", **options: object) -> None:
        self.ledger = Ledger(Header(game, players, options))
        self.menu = Menu()

    def told(self, **command: object) -> None:
        self.ledger.submit(command)

    def outcome(self) -> Outcome | None:
        """How the last turn ended."""
        ledger = self.ledger
        entry = next(entry for entry in reversed(ledger.entries) if entry.command["do"] in ("result", "take"))
        revision = entry.revision
        return ledger.game.outcome(ledger.state_at(revision - 1), entry.command, ledger.state_at(revision))

    @property
    def table(self) -> Facts:
        game, state = self.ledger.game, self.ledger.state
        return Facts(
            prompt=game.prompt(state),
            on=True,
            over=state.over,
            turn=state.turn,
            lookups=lookups(game.name, ENGLISH),
            troubles=1,
        )

    def shows(self, **what: object) -> screens.Screen:
        view = View(table=self.table, menu=self.menu, game=self.ledger.game.name, state=self.ledger.state, saved=True)
        return screen(replace(view, **what))  # type: ignore[arg-type]  # fields of View by name

    def look(self) -> None:
        """Open what can be done at the table, which the last item of a question does."""
        self.press(len(self.menu.listing(self.table).items) - 1)
        self.menu, _ = gesture(self.menu, "ok", self.table)

    def press(self, times: int = 1) -> None:
        for _ in range(times):
            self.menu, _ = gesture(self.menu, "press", self.table)


def test_before_it_has_started() -> None:
    assert screen(View(table=Facts(), started=False)) == screens.Hello()


def test_with_no_game_it_asks_for_one() -> None:
    shown = screen(View(table=Facts(games=(Offer("katz-schmaus", "Katz & Schmaus"),))))
    assert shown == screens.Choose("which game?", ("Katz & Schmaus",))


def test_a_turn_from_the_lift_to_the_next() -> None:
    evening = Evening("Ada", "Ben", "Cem")
    assert evening.shows() == screens.Ready("Ada", score=0, signs=SAVED)
    evening.told(do="lift")
    assert evening.shows(felt=Felt(20, 90, 3.5)) == screens.Playing("Ada", 20, 90, 3.5, SAVED)
    evening.told(do="set_down")
    assert evening.shows(call_open=True) == screens.Ready("Ada", "time to call", signs=SAVED)
    asked = evening.shows()
    assert isinstance(asked, screens.Choose)
    assert asked.options[asked.cursor] == "Ada +3"
    evening.told(do="lift")
    settled = evening.outcome()
    evening.told(do="set_down")
    evening.told(do="void")
    assert evening.shows(settled=settled, inferred=True, since_settled=1.0) == screens.Settled(
        "Ada", 3, "nobody called", True, SAVED
    )
    assert evening.shows(settled=settled, since_settled=9.0) == screens.Ready("Ben", score=0, signs=SAVED)


def test_a_call_shows_who_it_was_with_the_evidence_then_asks() -> None:
    evening = Evening("Ada", "Ben", "Cem")
    evening.told(do="lift")
    evening.told(do="call")
    assert evening.shows(evidence=0.4) == screens.Choose(
        "Who called?", ("Ben", "Cem", "more ..."), 0, light=True, evidence=0.4, signs=SAVED
    )
    evening.told(do="caller", player="Cem")
    assert evening.shows(evidence=0.4, since_call=0.5) == screens.Called("Cem", 0.4, SAVED)
    later = evening.shows(evidence=0.4, since_call=2.0)
    assert isinstance(later, screens.Choose)
    assert later.light
    assert later.options[0] == "Cem +3"


def test_what_the_turn_before_brought_is_seen_while_the_next_one_plays() -> None:
    evening = Evening("Ada", "Ben")
    evening.told(do="result")
    settled = evening.outcome()
    evening.told(do="lift")
    playing = evening.shows(settled=settled, inferred=True, since_settled=1.0)
    assert playing == screens.Playing("Ben", signs=SAVED, last=screens.Settled("Ada", 3, inferred=True))
    assert evening.shows(settled=settled, since_settled=9.0) == screens.Playing("Ben", signs=SAVED)


def test_whoever_holds_the_button_sees_what_for() -> None:
    evening = Evening("Ada", "Ben", game="mad-cat-sad-cat")
    evening.told(do="lock", kind="mad")
    evening.told(do="take", card="five")
    settled = evening.outcome()
    assert isinstance(evening.shows(settled=settled), screens.Settled)
    assert isinstance(evening.shows(settled=settled, held=Progress(0.5, 0.0)), screens.Turn)


def test_how_a_call_ended() -> None:
    evening = Evening("Ada", "Ben")
    evening.told(do="result")
    evening.told(do="call")
    evening.told(do="result", correct=False)
    right = evening.outcome()
    assert right is not None
    assert (right.player, right.amount, verdict(right, ENGLISH)) == ("Ada", 3, "right call")
    evening.told(do="undo")
    evening.told(do="result", correct=True)
    wrong = evening.outcome()
    assert wrong is not None
    assert (wrong.player, wrong.amount, verdict(wrong, ENGLISH)) == ("Ben", 3, "Ada: wrong call −1")


def test_a_box_that_nobody_feels_says_what_a_press_and_a_hold_are() -> None:
    evening = Evening("Ada", "Ben")
    assert evening.shows(felt_at_all=False) == screens.Ready("Ada", "press: call, hold: tell", score=0, signs=SAVED)
    evening.told(do="lift")
    assert evening.shows(felt_at_all=False) == screens.Ready("Ada", "press: call, hold: tell", signs=SAVED)


def test_a_press_shows_the_scores_and_whose_turn_it_is() -> None:
    evening = Evening("Ada", "Ben")
    evening.told(do="result")
    evening.press()
    assert evening.shows() == screens.Scores((("Ada", 3, False), ("Ben", 0, True)), signs=SAVED)


def test_the_menu_closes_when_the_box_is_lifted() -> None:
    evening = Evening("Ada", "Ben")
    evening.press(3)
    evening.told(do="lift")
    assert isinstance(evening.shows(), screens.Playing)


def test_the_end_names_all_who_won() -> None:
    evening = Evening("Ada", "Ben")
    for _ in range(6):
        evening.told(do="result")
    assert evening.shows() == screens.End(("Ada", "Ben"), 9, signs=SAVED)
    evening.press()
    assert isinstance(evening.shows(), screens.Scores)


def test_a_game_without_a_winner_says_so() -> None:
    evening = Evening("Ada", "Ben")
    evening.told(do="abandon")
    assert evening.shows() == screens.End((), None, "abandoned", SAVED)


def test_the_last_round_is_announced() -> None:
    evening = Evening("Ada", "Ben")
    for _ in range(5):
        evening.told(do="result")
    assert evening.shows() == screens.Ready("Ben", score=6, last_round=True, signs=SAVED)


def test_trouble_is_a_small_sign_until_somebody_asks() -> None:
    evening = Evening("Ada", "Ben")
    troubles = (Trouble("sensor", "absent", "motion sensor is silent", "check its wires"),)
    shown = evening.shows(troubles=troubles)
    assert shown == screens.Ready("Ada", score=0, signs=screens.Signs(True, trouble=True))
    evening.press()
    while evening.menu.listing(evening.table).items[evening.menu.position(evening.table)].label != "what is wrong":
        evening.press()
    evening.menu, _ = gesture(evening.menu, "ok", evening.table)
    assert evening.shows(troubles=troubles) == screens.Unwell("motion sensor is silent", "check its wires")


def test_after_the_plug_was_out_it_says_where_the_game_stands() -> None:
    assert Evening("Ada", "Ben").shows(resumed=screens.Resume("Ada +3")) == screens.Resume("Ada +3", SAVED)


def test_asleep_it_shows_nothing_else() -> None:
    assert Evening("Ada", "Ben").shows(asleep=7) == screens.Asleep(7)


def test_mad_cat_shows_whose_turn_it_is_then_the_cards_on_white_or_black() -> None:
    evening = Evening("Ada", "Ben", game="mad-cat-sad-cat")
    assert evening.shows() == screens.Turn("Ada", "mad", "sad", "supply 126", SAVED)
    evening.told(do="lock", kind="mad")
    # First all there is to go for, then each.
    assert evening.shows() == screens.Worth(
        "Sad, catpot: 2 each",
        (screens.Pot("four", 2), screens.Pot("five", 2), screens.Pot("two-pairs", 1), screens.Pot("full-house", 1)),
        "Four +2",
        "Five +2",
        light=True,
        signs=SAVED,
    )
    evening.press(2)
    taken = evening.shows()
    assert isinstance(taken, screens.Take)
    assert (taken.card, taken.vps, taken.light) == ("two pairs", 1, True)
    evening.press(2)
    assert isinstance(evening.shows(), screens.Choose)
    evening.told(do="take", card="five")
    assert evening.shows() == screens.Turn("Ben", "mad", "sad", "supply 108", SAVED)
    settled = evening.outcome()
    assert evening.shows(settled=settled, since_settled=1.0) == screens.Settled("Ada", 2, "five", signs=SAVED)
    evening.told(do="lock", kind="sad")
    worth = evening.shows()
    assert isinstance(worth, screens.Worth)
    assert not worth.light


def test_mad_cat_shows_all_cards_after_the_scores() -> None:
    evening = Evening("Ada", "Ben", game="mad-cat-sad-cat")
    evening.look()
    assert isinstance(evening.shows(), screens.Scores)
    evening.press()
    assert evening.shows() == screens.Pots(
        ((1, 1, 2, 2), (1, 1, 2, 2), (2, 2, 3, 3), (2, 2, 3, 3)), 2, 126, screens.Signs(True)
    )
    evening.press()
    assert isinstance(evening.shows(), screens.Choose)


def test_fat_cats_shows_who_eats_and_then_the_way_with_the_gaps() -> None:
    evening = Evening("Ada", "Ben", "Cem", game="fat-cats")
    assert isinstance(evening.shows(), screens.Choose)
    evening.told(do="eaters", players=["Ada", "Ben", "Cem"])
    eating = evening.shows()
    assert isinstance(eating, screens.Eating)
    assert (eating.name, eating.amount, eating.following) == ("Ada", "+1", "+2")
    evening.press(3)
    eating = evening.shows()
    assert isinstance(eating, screens.Eating)
    assert eating.amount == "+4"
    for name, treats in (("Ada", 4), ("Ben", 2), ("Cem", 5)):
        evening.told(do="eat", player=name, treats=treats)
    track = evening.shows()
    assert isinstance(track, screens.Track)
    # Cem has skipped the cushions on which the others sit.
    assert [(cat.name, cat.cushion, cat.moved) for cat in track.cats] == [
        ("Ben", 2, False),
        ("Ada", 4, False),
        ("Cem", 7, True),
    ]
    assert (track.path, track.answer) == ((1, 3, 5, 6, 7), "Everybody")
    assert {"B", "2", "A", "3", "C"} <= set(render(track).texts)
    evening.told(do="crown", player="Ben")
    assert evening.shows() == screens.End(("Ben",), None, "crowned", SAVED)


def test_katz_fatz_shows_the_toy_with_its_actions_then_name_and_number() -> None:
    evening = Evening("Ada", "Ben", game="katz-fatz")
    assert evening.shows() == screens.Toy("round 1 of 4", "Ada deals", 2, "", "Points of Ada", SAVED, "1/4")
    evening.told(do="toy", toy="ultra-laser")
    assert evening.shows() == screens.Toy("round 1 of 4", "ultra laser", 3, "", "Points of Ada", SAVED, "1/4")
    evening.told(do="toy_to", player="Ben")
    evening.press()
    assert evening.shows() == screens.Count("Ada", "points", "10 ... 19", 0, signs=SAVED)
    evening.told(do="score", player="Ada", points=-17, toys=None, hand_colours=None)
    assert evening.shows() == screens.Count("Ada", "toys", "0", 1, signs=SAVED)
    evening.told(do="score", player="Ada", points=-17, toys=2, hand_colours=None)
    assert evening.shows() == screens.Count("Ada", "hand colours", "0", 2, signs=SAVED)
    evening.told(do="score", player="Ada", points=-17, toys=2, hand_colours=3)
    assert evening.shows() == screens.Count("Ben", "points", "0 ... 9", 0, signs=SAVED)


def test_a_game_that_shows_nothing_of_its_own_is_still_seen() -> None:
    evening = Evening("Ada", "Ben", game="katz-fatz")
    asked = evening.shows(game="")
    assert isinstance(asked, screens.Number)
    assert asked.title == "Points of Ada"
    waiting = Evening("Ada", "Ben")
    assert waiting.shows(game="") == screens.Turn("Ada", following="Ada lifts the box", signs=SAVED)


@pytest.mark.parametrize(("low", "high", "value"), [(0, 160, 5), (-40, 90, 0), (0, 37, 9), (-33, -12, -15)])
def test_the_bar_below_tens_ends_where_the_numbers_end(low: int, high: int, value: int) -> None:
    listing = Span("VPs", low, high, ("set", "vp"), {}).numbers(value, Facts())
    shown = asked(listing, listing.start, ENGLISH, SAVED)
    assert isinstance(shown, screens.Number)
    assert (shown.minimum, shown.maximum) == (low, high)
