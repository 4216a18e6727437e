"""What a table of Fat Cats is asked, and how long one button takes to answer."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from companion.faces.menu import Action, Facts, Submit
from companion.faces.one_button import Menu, gesture
from companion.faces.pages import AtTable
from companion.faces.words import ENGLISH
from companion.games import Choice, Prompt
from companion.games.fat_cats.bowls import likeliest, ways
from tests.games import telling
from tests.games.telling import Told, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.table.ledger import Ledger

NAMES = ["Ada", "Ben", "Cem", "Dan", "Eva", "Fay"]

PRESS = 0.3
"""From one press to the next, s: who counts along presses three times a second."""

HOLD = 0.8
"""The 0.6 s of a hold, and letting go, s."""

CARD = range(1, 7)
"""The treats of a card, for the reckoning: each as often as another."""

MANY: Told = {"do": "correct", "set": {"cards.blue_left": 0, "positions.Ada": 12, "positions.Ben": 9}}


def tell(*commands: Told, count: int = 4, cushions: int | None = 30) -> Ledger:
    return telling.tell(*commands, game="fat-cats", players=" ".join(NAMES[:count]), cushions=cushions)


def eaters(*players: str) -> Told:
    return {"do": "eaters", "players": list(players)}


def at_hand(ledger: Ledger) -> Facts:
    """The table as the button sees it."""
    return Facts(prompt=ledger.game.prompt(ledger.state), on=True, players=ledger.state.players)


def asked(ledger: Ledger) -> Prompt:
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert prompt.default == 0
    return prompt


def labels(ledger: Ledger) -> list[str]:
    return [choice.label for choice in asked(ledger).choices]


def test_who_ate_with_four_players() -> None:
    ledger = tell()
    assert (asked(ledger).kind, asked(ledger).text, asked(ledger).player) == ("choose", "Who ate?", None)
    assert labels(ledger) == [
        *("Ada, Ben", "Ada, Cem", "Ada, Dan", "Ben, Cem", "Ben, Dan", "Cem, Dan"),
        "Nobody",
        "Everybody",
        *("Ada", "Ben", "Cem", "Dan"),
    ]
    assert asked(ledger).choices[1] == Choice("Ada, Cem", {"do": "eaters", "players": ["Ada", "Cem"]}, ("Two",))


@pytest.mark.parametrize(("count", "sets", "items"), [(3, 5, 5), (4, 12, 7), (5, 26, 8), (6, 42, 9)])
def test_how_many_answers_there_are(count: int, sets: int, items: int) -> None:
    """All sets of players that can eat; on the display at most nine items, and the menu."""
    ledger = tell(count=count)
    assert len(labels(ledger)) == sets
    assert len(AtTable().list(at_hand(ledger)).items) == items + 1


def test_who_ate_with_six_players() -> None:
    listing = AtTable().list(at_hand(tell(count=6)))
    assert [item.label for item in listing.items] == ["Two", "Nobody", "Three", *NAMES, ENGLISH.more]


def test_three_of_six_are_chosen_by_who_comes_first_among_them() -> None:
    choices = asked(tell(count=6)).choices
    first = {choice.pages[1:] for choice in choices if choice.pages[:1] == ("Three",)}
    assert first == {("Ada ...", f"Ada, {name} ...") for name in ("Ben", "Cem", "Dan")} | {
        ("Ada ...",),
        ("Ben ...",),
        ("Cem ...",),
        (),
    }
    assert [choice.label for choice in choices if choice.pages == ("Three",)] == ["Dan, Eva, Fay"]
    assert [choice.label for choice in choices if choice.pages == ("Three", "Ada ...")] == ["Ada, Eva, Fay"]


def test_how_many_items_there_are_where_ghosts_may_come() -> None:
    listing = AtTable().list(at_hand(tell(MANY, eaters("Ben"), count=6, cushions=None)))
    assert [item.label for item in listing.items[4:]] == [
        *(
            "Ghost",
            "+5",
            "+6",
            "+7",
            "+8",
            "The crown!",
            "Tray to Ada",
            "Tray to Cem",
            "Tray to Dan",
            "Tray to Eva",
            "Tray to Fay",
        ),
        *("+9 to +20", ENGLISH.more),
    ]


def test_who_ate_of_those_who_are_in() -> None:
    assert labels(tell(of("leave", "Ben"))) == ["Everybody", "Ada", "Cem", "Dan", "Nobody"]
    assert labels(tell(of("leave", "Ben"), of("leave", "Ada"))) == ["Everybody", "Nobody"]


def test_long_names_are_told_apart() -> None:
    long = telling.tell(game="fat-cats", players="Großmutter-Annegret Großmutter-Hildegard Urgroßmutter-Annegret Ada")
    assert labels(long)[:3] == [
        "Großmutter-Annegret, Großmutte…Hildegard",
        "Großmutter-Annegret, Urgroßmut…-Annegret",
        "Großmutter-Annegret, Ada",
    ]


def test_how_many_treats_while_only_blue_cards_lie_on_the_table() -> None:
    ledger = tell(eaters("Ben"))
    prompt = asked(ledger)
    assert (prompt.kind, prompt.text, prompt.player) == ("choose", "Ben eats", "Ben")
    assert labels(ledger) == [f"+{treats}" for treats in range(1, 21)]
    assert prompt.choices[2] == Choice("+3", of("eat", "Ben", treats=3))


def test_how_many_treats_once_ghosts_may_come() -> None:
    ledger = tell(MANY, eaters("Ben"))
    found = labels(ledger)
    assert found[:4] == [f"+{treats}" for treats in range(1, 5)]
    assert found[4:12] == [f"Ghost −{treats}" for treats in range(1, 9)]
    assert found[12:16] == [f"+{treats}" for treats in range(5, 9)]
    assert found[16:40] == [f"Tray to {name} −{treats}" for name in ("Ada", "Cem", "Dan") for treats in range(1, 9)]
    assert found[40:] == [f"+{treats}" for treats in range(9, 21)]
    answers = {choice.label: choice.command for choice in asked(ledger).choices}
    assert answers["Ghost −2"] == of("eat", "Ben", treats=2, ghost=True)
    assert answers["Tray to Ada −2"] == of("eat", "Ben", treats=2, ghost=True, tray_to="Ada")


def test_without_a_tray_nobody_is_offered() -> None:
    trays: Told = {"do": "correct", "set": {"trays.Ben": 0, "trays.Ada": 2}}
    found = labels(tell(MANY, trays, eaters("Ben")))
    assert not [label for label in found if label.startswith("Tray")]


def test_the_crown_where_cushions_are_not_counted() -> None:
    ledger = tell(eaters("Ben"), cushions=None)
    assert labels(ledger)[8] == "The crown!"
    ledger.submit(asked(ledger).choices[8].command)
    assert ledger.state.winners == ("Ben",)


def chosen(ledger: Ledger, label: str) -> float:
    """Chooses an answer by the button; how long that takes, s."""
    table, menu, spent = at_hand(ledger), Menu(), 0.0
    action: Action | None = None
    pages = next(choice.pages for choice in asked(ledger).choices if choice.label == label)
    for wanted in (*pages, label):
        while menu.listing(table).items[menu.position(table)].label != wanted:
            menu, _ = gesture(menu, "press", table)
            spent += PRESS
        menu, action = gesture(menu, "ok", table)
        spent += HOLD
    assert isinstance(action, Submit)
    ledger.submit(action.command)
    return spent


def played(ledger: Ledger, who: Sequence[str], treats: Sequence[int]) -> float:
    """A round by the button, until the next question who ate; how long it takes, s."""
    served = ledger.state.round
    spent = chosen(ledger, ", ".join(who))
    for number in treats:
        spent += chosen(ledger, f"+{number}")
    assert ledger.state.round == served + 1
    return spent


@pytest.mark.parametrize("who", list(combinations(NAMES[:4], 2)), ids=" ".join)
def test_a_round_in_which_two_of_four_eat_takes_less_than_six_seconds(who: tuple[str, str]) -> None:
    assert played(tell(), who, [3, 2]) < 6.0


@pytest.mark.parametrize("count", range(3, 7))
def test_a_round_takes_less_than_six_seconds_on_an_average(count: int) -> None:
    """All choose blindly, and a card has 1 to 6 treats."""
    expected = 0.0
    for seats in likeliest(count):
        ledger, names = tell(count=count), [NAMES[seat] for seat in seats]
        label = "Everybody" if len(names) == count else ", ".join(names) or "Nobody"
        spent = chosen(ledger, label)
        for _ in seats:
            spent += sum(chosen(tell(eaters("Ada")), f"+{treats}") for treats in CARD) / len(CARD)
        expected += spent * ways(len(seats), count) / 4**count
    assert expected < 6.0


def test_a_whole_game_by_answers_alone() -> None:
    ledger = tell(count=3)
    rounds = [played(ledger, [name], [treats]) for treats in (3, 4, 3, 4) for name in NAMES[:3]]
    assert max(rounds) < 4.0
    assert list(ledger.state.points) == [20, 21, 22]
    chosen(ledger, "Everybody")
    for label in ("+4", "+6", "+12"):
        chosen(ledger, label)
    assert ledger.state.winners == ("Cem",)
    assert ledger.state.ended == "played"


def test_an_answer_in_the_queue_is_for_the_cat_that_moves_now() -> None:
    ledger = tell(MANY, eaters("Ada", "Ben", "Cem"))
    order = []
    while ledger.state.turn:
        order.append(asked(ledger).player)
        ledger.submit(asked(ledger).choices[0].command)
    assert order == ["Cem", "Ben", "Ada"]
