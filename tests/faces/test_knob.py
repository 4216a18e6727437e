"""Everything that a game needs can be turned to and pushed, and numbers more quickly than with a button."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from companion.faces.menu import Dismiss, Facts, Submit
from companion.faces.one_button import Menu, at_hand, gesture, look, turn
from companion.faces.pages import AtHand
from companion.faces.words import MINUS
from companion.games import GAMES, Choice, Header, Prompt, Range
from companion.games.katz_fatz.prompts import POINTS
from companion.senses import Click, Spin, Turn
from companion.table.ledger import Ledger
from tests.thumb import BareMenu, Thumb

if TYPE_CHECKING:
    from companion.faces.menu import Action

PUSH = 0.3
"""What a push takes, with the look at the display, s; as a press of the button."""

CLICK = 0.08
"""What a click takes a hand that turns to an answer, s: a twist of a third of a turn has 7 clicks, and takes 0.4 s with
the hand's way back 0.55.
"""

FLICK = 0.03
"""And one that does not look yet, s: the same twist in 0.2 s."""

FAR = 12
"""A hand flicks while it is farther than that from its number, so that it need not come back."""

LEFT, RIGHT = Turn(-1), Turn(1)
ON_LEFT, ON_RIGHT = Turn(-1, fresh=False), Turn(1, fresh=False)


def question(*labels: str, default: int = 0) -> Facts:
    choices = tuple(Choice(label, {"do": "answer", "answer": label}) for label in labels)
    return Facts(on=True, knob=True, prompt=Prompt(kind="choose", text="which?", choices=choices, default=default))


def number(low: int, high: int, default: int = 0) -> Facts:
    asked = Range(low, high, {"do": "answer"}, "number")
    return Facts(on=True, knob=True, prompt=Prompt(kind="number", text="how many?", range=asked, default=default))


def label(menu: Menu, table: Facts) -> str:
    return menu.listing(table).items[menu.position(table)].label


def turned(table: Facts, *turns: Turn, menu: Menu | None = None) -> str:
    """What is shown after some clicks."""
    menu = menu or Menu()
    for each in turns:
        menu = turn(menu, each, table)
    return label(menu, table)


def test_right_is_the_next_answer_left_the_one_before_and_words_go_round() -> None:
    table = question("mad", "sad", "fail")
    assert turned(table, RIGHT) == "sad"
    assert turned(table, RIGHT, LEFT) == "mad"
    assert turned(table, LEFT) == "more ..."
    assert turned(table, LEFT, ON_LEFT) == "fail"
    assert turned(table, RIGHT, *[ON_RIGHT] * 3) == "mad"


def test_it_begins_at_the_likeliest_answer() -> None:
    assert turned(question("mad", "sad", "fail", default=1), RIGHT) == "fail"
    assert turned(number(-50, 99, 12), LEFT) == "11"


def test_all_numbers_are_on_one_page() -> None:
    table = number(-50, 99)
    menu = Menu()
    for _ in range(23):
        menu = turn(menu, ON_RIGHT, table)
    assert gesture(menu, "ok", table)[1] == Submit({"do": "answer", "number": 23})


def test_a_corrected_number_is_turned_to_as_well() -> None:
    ledger = Ledger(Header("katz-schmaus", ("Ada", "Ben"), {}))
    table = Facts(
        on=True, knob=True, prompt=ledger.game.prompt(ledger.state), correctable=ledger.game.correctable(ledger.state)
    )
    menu, action = Menu(), None
    menu = turn(menu, RIGHT, table)
    for wanted in ("correct", "Ben: bowl", "14"):
        for _ in range(40):
            if label(menu, table) != wanted:
                menu = turn(menu, RIGHT, table)
        menu, action = gesture(menu, "ok", table)
    assert isinstance(action, Submit)
    assert action.command["set"] == {"bowls.Ben": 14}


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        ([Turn(1, 40)], "40"),
        ([Turn(1, 80, fresh=False), Turn(1, 80, fresh=False)], "99"),
        ([Turn(1, 200, fresh=False), *[ON_RIGHT] * 9], "99"),
        ([Turn(1, 200, fresh=False), RIGHT], "more ..."),
        ([Turn(1, 200, fresh=False), RIGHT, *[ON_RIGHT] * 9], "more ..."),
        ([Turn(1, 200, fresh=False), RIGHT, RIGHT], "−50"),
        ([Turn(1, 200, fresh=False), RIGHT, LEFT], "99"),
        ([Turn(-1, 200, fresh=False)], "−50"),
        ([Turn(-1, 200, fresh=False), LEFT], "more ..."),
        ([Turn(-1, 200, fresh=False), LEFT, RIGHT], "−50"),
        ([Turn(-1, 200, fresh=False), RIGHT], "−49"),
    ],
)
def test_numbers_end_where_they_end_and_a_new_turn_of_the_hand_goes_beyond(turns: list[Turn], shown: str) -> None:
    assert turned(number(-50, 99), *turns) == shown


def test_where_there_are_few_numbers_the_fastest_click_goes_one() -> None:
    assert turned(number(0, 12), Turn(1, 10)) == "1"
    assert turned(number(0, 13), Turn(1, 10)) == "10"


def test_where_nothing_is_asked_a_click_shows_what_can_be_done() -> None:
    waits = Facts(on=True, knob=True, prompt=Prompt(kind="wait", text="lift the box"))
    for way in (LEFT, RIGHT):
        menu = turn(Menu(), way, waits)
        assert isinstance(menu.page, AtHand)
        assert label(menu, waits) == "scores"
        assert label(turn(menu, RIGHT, waits), waits) == "go on"


def test_looking_at_the_question_changes_no_answer() -> None:
    table = number(-50, 99, 12)
    assert label(look(Menu(), table), table) == "12"
    assert look(Menu(), table).cursor is not None
    assert label(look(turn(Menu(), RIGHT, table), table), table) == "13"
    over = at_hand(Menu(), table)
    assert label(look(over, table), table) == "scores"
    assert gesture(over, "back", table) == (Menu(asked=table.prompt), Dismiss())


@pytest.mark.parametrize(
    ("pauses", "strides"),
    [
        pytest.param([0.08] * 6, [1] * 7, id="turning to an answer"),
        pytest.param([0.06] * 6, [1] * 7, id="as fast as one still can aim"),
        pytest.param([0.04] * 6, [1, 1, 1, 2, 2, 2, 2], id="fast"),
        pytest.param([0.03] * 6, [1, 1, 1, 4, 4, 4, 4], id="a flick"),
        pytest.param([0.02] * 6, [1, 1, 1, 9, 9, 9, 9], id="a faster one"),
        pytest.param([0.005] * 6, [1, 1, 1, 10, 10, 10, 10], id="faster than any hand"),
        pytest.param([0.03] * 4 + [0.08] * 2, [1, 1, 1, 4, 4, 1, 1], id="slower again"),
        pytest.param([0.03] * 4 + [0.3] + [0.03] * 4, [1, 1, 1, 4, 4, 1, 1, 1, 4, 4], id="the hand begins anew"),
        pytest.param([0.0] * 5, [1, 1, 1, 10, 10, 10], id="all told at once by a busy Pi"),
    ],
)
def test_the_faster_it_is_turned_the_farther_a_click_goes(pauses: list[float], strides: list[int]) -> None:
    spin = Spin()
    assert [spin.feed(Click(at, 1)).stride for at in accumulate(pauses, initial=1.0)] == strides


def test_the_other_way_a_turn_begins_anew() -> None:
    spin = Spin()
    told = [spin.feed(Click(1.0 + 0.02 * k, 1 if k < 5 else -1)) for k in range(7)]
    assert [each.fresh for each in told] == [True, False, False, False, False, True, False]
    assert [each.stride for each in told] == [1, 1, 1, 9, 9, 1, 1]


class Hand:
    """Enters numbers as a hand would that knows them, and counts the seconds."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._spin = Spin()

    def enter(self, table: Facts, wanted: int) -> Action | None:
        self.seconds += PUSH
        menu = Menu()
        assert wanted in {item.number for item in menu.listing(table).items}
        while (away := wanted - int(label(menu, table).replace(MINUS, "-"))) != 0:
            self.seconds += FLICK if abs(away) > FAR else CLICK
            menu = turn(menu, self._spin.feed(Click(self.seconds, 1 if away > 0 else -1)), table)
        return gesture(menu, "ok", table)[1]


@pytest.mark.parametrize(("toys", "colours"), [(0, 0), (2, 3), (4, 6), (8, 6)])
def test_whatever_a_player_has_scored_is_entered_within_four_seconds(toys: int, colours: int) -> None:
    """With one button it is nine for nine in ten scores."""
    lowest, highest = POINTS
    for points in range(lowest, highest + 1, 7):
        ledger, hand = Ledger(Header("katz-fatz", ("Ada", "Ben", "Cem"), {})), Hand()
        for wanted in (points, toys, colours):
            prompt = ledger.game.prompt(ledger.state)
            action = hand.enter(Facts(prompt=prompt, on=True, knob=True), wanted)
            assert isinstance(action, Submit)
            ledger.submit(action.command)
        assert ledger.state.scores["Ada"] == points
        assert hand.seconds < 4.0
        usual = -10 <= points <= 40 and toys <= 4
        assert hand.seconds < 3.1 or not usual


def test_the_usual_score_takes_the_knob_less_than_half_of_what_it_takes_the_button() -> None:
    score = (12, 2, 3)
    box = BareMenu()
    box.begin("katz-fatz", "Ada", "Ben", "Cem")
    thumb, hand = Thumb(box), Hand()
    for wanted in score:
        prompt = box.ledger.game.prompt(box.ledger.state)
        hand.enter(Facts(prompt=prompt, on=True, knob=True), wanted)
        thumb.answer(wanted)
    assert hand.seconds < thumb.seconds / 2


def test_every_game_asks_for_nothing_that_cannot_be_turned_to() -> None:
    for game in GAMES.values():
        ledger = Ledger(Header(game.name, tuple(f"Player {seat}" for seat in range(game.seats[0])), {}))
        table = Facts(prompt=game.prompt(ledger.state), on=True, knob=True, players=ledger.state.players)
        menu = turn(Menu(), RIGHT, table)
        items = menu.listing(table).items
        seen = set()
        # Of numbers there is an end on both sides.
        for way in (RIGHT, LEFT):
            for _ in items:
                seen.add(label(menu, table))
                menu = turn(menu, way, table)
        assert seen == {item.label for item in items}
