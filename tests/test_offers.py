"""What a new game begins with: the rules of last time, the pads and boards of this household, and who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.faces.languages import LANGUAGES
from companion.faces.oled import render
from companion.faces.oled.screens import Choose
from companion.games import GAMES
from companion.games.strict import plain
from companion.screens import SIZES
from tests.playing import play

if TYPE_CHECKING:
    from companion.faces.menu import NewGame, Offer
    from companion.scenario.stage import Stage

HOME = 'config pads.home {"toys": [5, 12, "?"], "no_splats": 10}\n'
GRANDMA = 'config pads."Oma Käthe" {"toys": {"1": 4}}\n'
BOARDS = "config boards.small.cushions 24\nconfig boards.big.cushions 40\n"

END = 'command {"do": "finish"}\n'
KATZ_FATZ = "game katz-fatz Ada Ben Cem\n"
FAT_CATS = "game fat-cats Ada Ben Cem\n"


def offer(stage: Stage, game: str) -> Offer:
    stage.ensure_started()
    return stage.daemon.front.showing.table.offer(game)


def shown(stage: Stage, game: str) -> dict[str, str]:
    """The rules of a game as they stand on the page."""
    return dict(rule.label.split(": ") for rule in offer(stage, game).rules)


def hold(stage: Stage, game: str, name: str) -> str:
    """Give a rule its next value; what that is."""
    at = list(shown(stage, game)).index(name)
    stage.daemon.front.showing.choose(game, offer(stage, game).rules[at].then)
    return shown(stage, game)[name]


def begin(stage: Stage, game: str) -> dict[str, object]:
    """Begin a game as the button does, as it is offered; the options in its state."""
    new = {"game": game, "players": ["Ada", "Ben", "Cem"], "options": offer(stage, game).options}

    async def tell(_: object) -> None:
        await stage.daemon.session.new_game(new, source="button").saved()

    stage.ask(tell)
    seen = stage.snapshot()
    assert seen is not None
    options = plain(seen["options"])
    assert isinstance(options, dict)
    return options


def rematch(stage: Stage) -> NewGame:
    found = stage.daemon.front.showing.table.rematch
    assert found is not None
    return found


def test_without_a_configuration_all_is_as_printed(stage: Stage) -> None:
    assert [offer(stage, game).options for game in GAMES] == [{}] * len(GAMES)
    assert "pad" not in shown(stage, "katz-fatz")
    assert "board" not in shown(stage, "fat-cats")


def test_the_only_pad_and_the_only_board_are_simply_used(stage: Stage) -> None:
    play(stage, HOME + "config boards.ours.cushions 30")
    pad = {"toys": [5, 12, None], "splats": None, "no_toys": 0, "no_splats": 10}
    assert begin(stage, "katz-fatz")["pad"] == pad
    play(stage, END)
    assert begin(stage, "fat-cats")["cushions"] == 30


def test_what_was_learnt_of_a_pad_without_a_name_goes_on_being_known(stage: Stage) -> None:
    play(stage, KATZ_FATZ + 'command {"do": "pad_value", "which": "toys", "symbols": 9, "value": 35}\n' + END)
    assert offer(stage, "katz-fatz").options == {}
    assert begin(stage, "katz-fatz")["pad"] == {"toys": {"9": 35}, "splats": None, "no_toys": 0, "no_splats": None}


def test_a_pad_with_a_name_wins_over_what_was_learnt(stage: Stage) -> None:
    play(stage, HOME + KATZ_FATZ + 'command {"do": "pad_value", "which": "toys", "symbols": 9, "value": 35}\n' + END)
    assert shown(stage, "katz-fatz")["pad"] == "home"
    # The other one is the pad that was learnt.
    assert hold(stage, "katz-fatz", "pad") == "another"
    assert offer(stage, "katz-fatz").options == {}
    assert hold(stage, "katz-fatz", "pad") == "home"
    assert begin(stage, "katz-fatz")["pad"] == offer(stage, "katz-fatz").options["pad"]


def test_a_value_that_a_pad_with_a_name_lacks_is_asked_for_once(stage: Stage) -> None:
    play(stage, HOME)
    begin(stage, "katz-fatz")
    play(stage, 'command {"do": "pad_value", "which": "toys", "symbols": 3, "value": 20}\n' + END)
    full = {"toys": [5, 12, 20], "splats": None, "no_toys": 0, "no_splats": 10}
    assert rematch(stage).options["pad"] == full
    assert shown(stage, "katz-fatz")["pad"] == "home"
    play(stage, "restart")
    assert begin(stage, "katz-fatz")["pad"] == full
    # A friend has brought a pad: nothing is known of that one.
    play(stage, END)
    assert hold(stage, "katz-fatz", "pad") == "another"
    assert begin(stage, "katz-fatz")["pad"] == {"toys": None, "splats": None, "no_toys": 0, "no_splats": None}
    play(stage, END)
    assert begin(stage, "katz-fatz")["pad"] == full


def test_of_several_pads_the_one_that_was_played_with_is_used_again(stage: Stage) -> None:
    play(stage, HOME + GRANDMA)
    assert shown(stage, "katz-fatz")["pad"] == "home"
    assert hold(stage, "katz-fatz", "pad") == "Oma Käthe"
    begin(stage, "katz-fatz")
    play(stage, END + FAT_CATS + END + "restart")
    assert shown(stage, "katz-fatz")["pad"] == "Oma Käthe"


def test_of_several_boards_the_one_that_was_played_on_is_used_again(stage: Stage) -> None:
    play(stage, BOARDS)
    assert shown(stage, "fat-cats")["board"] == "small"
    assert hold(stage, "fat-cats", "board") == "big"
    assert begin(stage, "fat-cats")["cushions"] == 40
    play(stage, END)
    assert shown(stage, "fat-cats")["board"] == "big"
    assert hold(stage, "fat-cats", "board") == "another"
    assert begin(stage, "fat-cats")["cushions"] is None
    # Another one was there for one game; this household has these two.
    play(stage, END)
    assert shown(stage, "fat-cats")["board"] == "small"


def test_a_number_of_cushions_that_somebody_told_is_kept_until_it_is_another_board(stage: Stage) -> None:
    play(stage, FAT_CATS.strip() + " cushions=30\n" + END)
    assert shown(stage, "fat-cats")["board"] == "30"
    assert rematch(stage).options["cushions"] == 30
    assert hold(stage, "fat-cats", "board") == "another"
    assert offer(stage, "fat-cats").options == {}


def test_the_rules_of_last_time_are_those_of_the_next(stage: Stage) -> None:
    assert hold(stage, "mad-cat-sad-cat", "chips") == "no"
    assert hold(stage, "katz-schmaus", "treats") == "4"
    assert hold(stage, "katz-schmaus", "left over to") == "player"
    begin(stage, "katz-schmaus")
    play(stage, END + FAT_CATS + END)
    # What was chosen for a game that nobody has begun yet waits for it; the lights went out, and it is as before.
    assert shown(stage, "mad-cat-sad-cat")["chips"] == "no"
    play(stage, "restart")
    assert shown(stage, "mad-cat-sad-cat")["chips"] == "yes"
    assert offer(stage, "katz-schmaus").options == {"treats": 4, "left_on_board": "player"}
    # Told by hand as it is printed, it is as printed.
    play(stage, "game katz-schmaus Ada Ben treats=3 latch=false\n" + END)
    assert offer(stage, "katz-schmaus").options == {"latch": False}


def test_a_set_of_house_rules_is_chosen_as_a_whole_and_leaves_the_board(stage: Stage) -> None:
    play(stage, BOARDS + 'config house_rules.wild {"game": "fat-cats", "ghost": "after", "order": "fixed"}')
    hold(stage, "fat-cats", "board")
    assert shown(stage, "fat-cats")["rules"] == "as printed"
    assert "rules" not in shown(stage, "mad-cat-sad-cat")
    assert hold(stage, "fat-cats", "rules") == "wild"
    assert offer(stage, "fat-cats").options == {"cushions": 40, "ghost": "after"}
    hold(stage, "fat-cats", "back as far as")
    assert shown(stage, "fat-cats")["rules"] == "mixed"
    assert hold(stage, "fat-cats", "rules") == "as printed"
    assert offer(stage, "fat-cats").options == {"cushions": 40}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_comes_round_and_all_that_is_chosen_can_be_played(game: str, language: str, stage: Stage) -> None:
    words = LANGUAGES[language]
    play(stage, f'{HOME}{GRANDMA}{BOARDS}config house_rules.mine {{"game": "{game}"}}\nlanguage {language}')
    names = list(shown(stage, game))
    assert len(names) == len({*names}) == len(GAMES[game].house_rules) + 1
    for name in names[1:]:
        first, seen = shown(stage, game)[name], list[str]()
        while seen[-1:] != [first]:
            seen.append(hold(stage, game, name))
            label = f"{name}: {seen[-1]}"
            assert not any("…" in text for size in SIZES for text in render(Choose("", (label,)), size, words).texts)
            assert len(seen) < 15
            GAMES[game].start(["Ada", "Ben", "Cem"], offer(stage, game).options)
        assert 2 <= len(seen) == len({*seen})


@pytest.mark.parametrize(
    ("evening", "players", "first"),
    [
        ("game katz-schmaus Ada Ben Cem", ("Ada", "Ben", "Cem"), "Ben"),
        ("game katz-schmaus Ada Ben Cem first=Cem", ("Ada", "Ben", "Cem"), "Ada"),
        ("game katz-fatz Ada Ben first=Ben", ("Ada", "Ben"), "Ada"),
        # The smallest belly is the same all evening (fat-cats:77).
        ("game fat-cats Ada Ben Cem first=Cem", ("Ada", "Ben", "Cem"), "Cem"),
        ('game katz-schmaus Ada Ben Cem\ncommand {"do": "leave", "player": "Ben"}', ("Ada", "Cem"), "Cem"),
        (
            'game fat-cats Ada Ben Cem Dana first=Ben\ncommand {"do": "leave", "player": "Ben"}',
            ("Ada", "Cem", "Dana"),
            "Cem",
        ),
        # Two are too few for this one: perhaps Ben is back.
        ('game fat-cats Ada Ben Cem\ncommand {"do": "leave", "player": "Ben"}', ("Ada", "Ben", "Cem"), "Ada"),
        (
            'game katz-schmaus Ada Ben\ncommand {"do": "rename", "player": "Ben", "name": "Bo"}',
            ("Ada", "Bo"),
            "Bo",
        ),
    ],
)
def test_a_rematch_is_with_those_who_are_there_and_the_next_one_begins(
    evening: str, players: tuple[str, ...], first: str, stage: Stage
) -> None:
    play(stage, f"{evening}\n{END}")
    assert rematch(stage).players == players
    assert rematch(stage).options == {"first": first}


def test_a_rematch_has_the_rules_of_the_game_and_not_what_was_chosen_for_another(stage: Stage) -> None:
    play(stage, "game katz-schmaus Ada Ben treats=4\n" + END)
    hold(stage, "katz-schmaus", "9 once is enough")
    assert rematch(stage).options == {"treats": 4, "first": "Ben"}


def tell_of_people(stage: Stage, **told: str) -> None:
    async def tell(_: object) -> None:
        await stage.daemon.session.regulars.tell(told)

    stage.ask(tell)


def test_people_are_offered_as_they_are_called_now_and_who_is_hidden_is_not(stage: Stage) -> None:
    play(stage, f"game katz-schmaus Ada Ben\n{END}game katz-schmaus adele Cem\n{END}")
    tell_of_people(stage, do="rename", person="adele", name="Ada")
    tell_of_people(stage, do="rename", person="Ben", name="Benjamin")
    offers = stage.daemon.front.showing.offers
    assert list(offers.lineups) == [("Ada", "Cem"), ("Ada", "Benjamin")]
    assert offers.people == ("Ada", "Cem", "Benjamin")
    tell_of_people(stage, do="hide", person="Cem")
    assert list(offers.lineups) == [("Ada", "Benjamin")]
    assert stage.daemon.front.showing.table.known == ("Ada", "Benjamin")


@pytest.mark.parametrize("becomes", ["over", "put aside", "on"])
@pytest.mark.parametrize("then", ["", "restart"])
def test_a_name_that_is_mended_in_a_game_is_not_offered_as_it_was(becomes: str, then: str, stage: Stage) -> None:
    play(stage, 'game katz-schmaus Adda Ben\ncommand {"do": "rename", "player": "Adda", "name": "Ada"}')
    if becomes == "over":
        play(stage, END)
    if becomes == "put aside":
        stage.ask(lambda _: stage.daemon.session.put_aside().saved())
    play(stage, then)
    offers = stage.daemon.front.showing.offers
    assert (list(offers.lineups), offers.people) == ([("Ada", "Ben")], ("Ada", "Ben"))


def test_while_a_game_is_on_there_is_no_rematch(stage: Stage) -> None:
    play(stage, "game katz-schmaus Ada Ben")
    assert stage.daemon.front.showing.table.rematch is None


def test_who_begins_by_lot_is_shown_and_stands_in_the_header(stage: Stage) -> None:
    play(stage, 'config table.players ["Ada", "Ben"]\nexpect oled contains "which game?"')
    drawn = set[str]()
    for _ in range(8):
        play(stage, 'hold 700ms\nhold 700ms\npress\npress\nexpect oled contains "by lot"\nhold 700ms')
        ledger = stage.daemon.session.ledger
        assert ledger is not None
        first = ledger.header.options["first"]
        play(stage, f'expect oled contains "by lot: {first} starts"\nexpect turn {first}\nwait 3s')
        drawn.add(str(first))
        play(stage, END + 'wait 5s\npress\npress\npress\nexpect oled contains "new game"\nhold 700ms')
    assert drawn == {"Ada", "Ben"}
