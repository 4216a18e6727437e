"""Everything that a game needs can be done with one button, and quickly."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from companion.faces.brief import brief
from companion.faces.menu import Action, Choose, Dismiss, Facts, Meaningless, NewGame, Offer, Rule, Submit, Undo, Value
from companion.faces.one_button import Gesture, Menu, gesture
from companion.faces.pages import AtHand
from companion.games import Header, Prompt, Range
from companion.senses import OK_AFTER
from companion.table.decisions import last_decision
from companion.table.ledger import Ledger

PRESS_SECONDS = 0.3
"""What a press takes a person, with the pause after it."""

OFFERS = (
    Offer(
        "katz-schmaus",
        "Katz & Schmaus",
        options={"treats": 4},
        rules=(
            Rule("treats", "4", (Value("3", {}), Value("4", {"treats": 4})), 1),
            Rule(
                "9 once is enough", "yes", (Value("no", {"treats": 4, "latch": False}), Value("yes", {"treats": 4})), 1
            ),
        ),
    ),
    Offer("fat-cats", "Fat Cats", 3, 6),
)


class Box:
    """A table with one button, on which a game is played by the rules."""

    def __init__(self, *players: str, game: str = "katz-schmaus") -> None:
        self.menu = Menu()
        self.ledger = Ledger(Header(game, players, {})) if players else None
        self.actions: list[Action] = []
        self.seconds = 0.0
        self.setting = Facts(games=OFFERS, presets=(("Ada", "Ben", "Cem"), ("Ada", "Zoë")), known=("Ada", "Ben", "Zoë"))

    @property
    def table(self) -> Facts:
        if self.ledger is None:
            return self.setting
        state, decision = self.ledger.state, last_decision(self.ledger)
        last = brief(decision.entry.command, decision.before.scores, decision.after.scores) if decision else None
        return replace(
            self.setting,
            on=True,
            prompt=self.ledger.game.prompt(state),
            over=state.over,
            turn=state.turn,
            last=last,
            correctable=self.ledger.game.correctable(state),
            players=state.players,
            can_skip=True,
        )

    def told(self, **command: object) -> None:
        assert self.ledger is not None
        self.ledger.submit(command)
        self.menu = self.menu.current(self.table)

    def do(self, *gestures: Gesture) -> Action | None:
        action: Action | None = None
        for made in gestures:
            self.seconds += PRESS_SECONDS if made == "press" else OK_AFTER
            self.menu, action = gesture(self.menu, made, self.table)
            if isinstance(action, Submit):
                assert self.ledger is not None
                self.ledger.submit(action.command)
        return action

    def press(self, times: int) -> None:
        for _ in range(times):
            self.do("press")

    def reach(self, label: str) -> Action | None:
        """Press until the label is shown, then hold."""
        for _ in range(100):
            if self.label == label:
                return self.do("ok")
            self.do("press")
        raise AssertionError(f"no press shows {label!r}")

    @property
    def title(self) -> str:
        return self.menu.listing(self.table).title

    @property
    def label(self) -> str:
        items = self.menu.listing(self.table).items
        return items[self.menu.position(self.table)].label if items else ""


@pytest.mark.parametrize("players", [("Ada", "Ben"), ("Ada", "Ben", "Cem"), ("Ada", "Ben", "Cem", "Dana")], ids=len)
def test_every_answer_to_a_call_takes_under_five_seconds(players: tuple[str, ...]) -> None:
    slowest = 0.0
    for presses, more in itertools.product(range(4), range(9)):
        box = Box(*players)
        box.told(do="lift")
        box.told(do="call")
        box.seconds = 0.0
        if box.table.prompt is not None and box.table.prompt.player is None:
            if presses >= len(players) - 1:
                continue
            box.press(presses)
            box.do("ok")
        box.press(more)
        if box.label == box.table.words.more:
            break
        box.do("ok")
        assert box.ledger is not None
        assert box.ledger.state.turn == "Ben"
        slowest = max(slowest, box.seconds)
    assert slowest < 5.0


def test_the_usual_call_is_two_holds() -> None:
    box = Box("Ada", "Ben", "Cem")
    box.told(do="lift")
    box.told(do="call")
    box.do("ok", "ok")
    assert box.ledger is not None
    assert box.ledger.state.scores == {"Ada": 0, "Ben": 3, "Cem": 0}


def test_while_the_box_is_awaited_a_press_shows_the_scores_and_the_next_ones_the_menu() -> None:
    box = Box("Ada", "Ben")
    box.told(do="result")
    seen = []
    for _ in range(10):
        box.do("press")
        seen.append(box.label)
    assert seen == [
        "scores",
        "Lift, 3 treats",
        "Ben +3",
        "Called!",
        "Lift, 4 treats",
        "go on",
        "undo Ada +3",
        "correct",
        "skip Ben",
        "finish",
    ]
    assert box.reach("go on") == Dismiss()
    assert not box.menu.trail


def test_a_wrong_count_is_put_right() -> None:
    box = Box("Ada", "Ben")
    box.do("press")
    box.reach("correct")
    box.reach("Ben: bowl")
    box.reach("10 ... 19")
    assert box.reach("14") == Submit({"do": "correct", "set": {"bowls.Ben": 14}, "why": "counted at the table"})
    assert box.ledger is not None
    assert box.ledger.state.scores == {"Ada": 0, "Ben": 14}


def test_the_turn_is_put_right_by_name() -> None:
    box = Box("Ada", "Ben")
    box.do("press")
    box.reach("correct")
    box.reach("turn")
    assert box.label == "Ada"
    box.reach("Ben")
    assert box.ledger is not None
    assert box.ledger.state.turn == "Ben"


def test_a_long_hold_takes_back_the_last_decision() -> None:
    box = Box("Ada", "Ben")
    assert box.do("back") == Meaningless("nothing to undo")
    box.told(do="result")
    assert box.do("back") == Undo("Ada +3")


def test_back_from_the_first_answers_that_were_only_looked_at_shows_the_table_again() -> None:
    box = Box("Ada", "Ben", game="katz-fatz")
    first = box.label
    box.do("press")
    assert box.label != first
    assert box.do("back") == Dismiss()
    assert box.label == first
    assert box.do("back") == Meaningless("nothing to undo")


def test_a_press_where_there_is_nothing_else_says_so() -> None:
    menu, table = Menu(), Facts(games=OFFERS[:1])
    assert gesture(menu, "press", table) == (Menu(), Meaningless("nothing else: hold for OK"))


def test_a_long_hold_in_a_menu_leads_one_level_up() -> None:
    box = Box("Ada", "Ben")
    box.told(do="result")
    box.do("press")
    box.reach("correct")
    assert box.do("back") is None
    assert isinstance(box.menu.page, AtHand)
    assert box.label == "correct"
    assert box.do("back") == Dismiss()
    assert box.do("back") == Undo("Ada +3")


def test_another_question_puts_the_cursor_back() -> None:
    box = Box("Ada", "Ben", "Cem")
    box.told(do="lift")
    box.told(do="call")
    box.do("press")
    assert box.label == "Cem"
    box.told(do="caller", player="Ben")
    assert box.label == "Ben +3"
    box.told(do="undo")
    assert box.label == "Ben"


def test_a_press_never_answers() -> None:
    box = Box("Ada", "Ben", "Cem")
    box.told(do="lift")
    box.told(do="call")
    assert all(box.do("press") is None for _ in range(30))


def test_a_game_ends_early_only_after_a_second_question() -> None:
    box = Box("Ada", "Ben")
    box.do("press")
    assert box.reach("finish") is None
    assert box.label == "go on"
    box.reach("count it")
    assert box.ledger is not None
    assert box.ledger.state.over
    box.do("press", "press")
    assert box.label == "new game"
    box.do("ok")
    assert box.label == "Katz & Schmaus"


def test_the_round_of_last_time_starts_with_three_holds_by_the_rules_of_last_time() -> None:
    box = Box()
    assert box.do("ok", "ok", "ok") == NewGame("katz-schmaus", ("Ada", "Ben", "Cem"), {"treats": 4, "first": "Ada"})
    assert box.seconds < 2.0


def test_who_begins_can_be_drawn() -> None:
    box = Box()
    box.do("ok", "ok")
    assert box.reach("by lot") == NewGame("katz-schmaus", ("Ada", "Ben", "Cem"), {"treats": 4}, by_lot=True)


def test_a_rule_is_changed_in_its_place_and_then_the_game_begins_as_before() -> None:
    box = Box()
    box.do("ok", "ok")
    box.reach("house rules")
    assert box.label == "treats: 4"
    box.do("press")
    assert box.do("ok") == Choose("katz-schmaus", {"treats": 4, "latch": False})
    # The table has another offer by then; the page is where it was.
    assert box.label == "9 once is enough: yes"
    box.reach("done")
    assert box.title == "who starts?"
    assert box.label == "Ada"
    # One back is not to the rules again, but to who plays.
    box.do("back")
    assert box.title == "who plays?"


def test_a_game_without_rules_to_choose_has_no_page_of_them() -> None:
    box = Box()
    box.reach("Fat Cats")
    box.do("ok")
    assert [item.label for item in box.menu.listing(box.table).items] == ["Ada", "Ben", "Cem", "by lot"]


def test_after_a_game_the_first_thing_at_hand_is_the_same_once_more() -> None:
    box = Box("Ada", "Ben")
    box.setting = replace(box.setting, rematch=NewGame("katz-schmaus", ("Ada", "Ben"), {"first": "Ben"}))
    box.told(do="result")
    box.told(do="finish")
    # One gesture only shows it: whoever holds the button while the winner stands there begins nothing.
    for opening in ("press", "ok"):
        assert box.do(opening) is None
        assert box.label == "again, Ben first"
        box.do("back")
    box.do("press")
    assert box.do("ok") == box.setting.rematch


def test_a_new_round_is_put_together_from_known_names_and_strangers() -> None:
    box = Box()
    box.reach("Fat Cats")
    assert box.label == "Ada, Ben, Cem"
    box.reach("others ...")
    box.reach("3")
    box.reach("Zoë")
    box.reach("Ben")
    box.reach("Player 3")
    box.do("press")
    assert box.label == "Ben"
    assert box.do("ok") == NewGame("fat-cats", ("Zoë", "Ben", "Player 3"), {"first": "Ben"})


@pytest.mark.parametrize("value", [-200, -17, -1, 0, 9, 10, 199, 200])
def test_a_number_of_a_wide_range_is_entered_by_tens_and_ones(value: int) -> None:
    asked = Range(-200, 200, {"do": "score", "player": "Ada"}, "points")
    table = Facts(on=True, prompt=Prompt(kind="number", text="points?", range=asked, default=15))
    menu = Menu()
    action: Action | None = None
    for _ in range(2):
        while True:
            listing = menu.listing(table)
            shown = listing.items[menu.position(table)].number
            if shown is not None and (shown // 10 == value // 10 if listing.step == 10 else shown == value):
                break
            menu, _ignored = gesture(menu, "press", table)
        menu, action = gesture(menu, "ok", table)
    assert action == Submit({"do": "score", "player": "Ada", "points": value})


def test_every_answer_that_is_offered_is_taken() -> None:
    """All that a button can say, from the start to three entries deep, is accepted by the game."""
    tried = 0
    for path in itertools.product(range(3), repeat=3):
        box = Box("Ada", "Ben", "Cem")
        for at in path:
            prompt = box.table.prompt
            assert prompt is not None
            for choice in prompt.choices:
                assert box.ledger is not None
                box.ledger.check(choice.command)
                tried += 1
            box.told(**prompt.choices[at % len(prompt.choices)].command)
    assert tried > 50
