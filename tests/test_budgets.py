"""How long a turn takes by one button, at the whole device: a press takes a person 0.3 s, a hold 0.6 s."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple, get_args

import pytest

import companion.games.fat_cats.state as fat_cats
import companion.games.katz_schmaus.state as katz_schmaus
import companion.games.mad_cat_sad_cat.state as mad_cat
from companion.games.fat_cats.bowls import alone
from companion.games.fat_cats.commands import Letter
from tests.playing import play
from tests.thumb import PRESS_SECONDS, BareMenu, Box, Thumb, Told, WholeBox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.scenario.stage import Stage

CARDS: tuple[Letter, ...] = get_args(Letter)
NAMES = ("Ada", "Ben", "Cem", "Dan", "Eva", "Fay")


def eaters(*players: str) -> Told:
    return {"do": "eaters", "players": list(players)}


def eat(player: str, treats: int, **more: object) -> Told:
    return {"do": "eat", "player": player, "treats": treats, **more}


def lock(kind: str) -> Told:
    return {"do": "lock", "kind": kind}


def take(card: str) -> Told:
    return {"do": "take", "card": card}


def to(player: str, in_box: int) -> Told:
    return {"do": "result", "in_box": in_box, "to": player}


CALLED = 'game katz-schmaus Ada Ben Cem Dan\ncommand {"do": "lift"}\npress'
"""The press is the call, and counted as one."""

MAD_CAT = "game mad-cat-sad-cat Ada Ben Cem Dan"
FAIL: Told = {"do": "fail"}
BEN: Told = {"do": "caller", "player": "Ben"}
DAN: Told = {"do": "caller", "player": "Dan"}


class Turn(NamedTuple):
    """A turn that is told by the button, and what it costs."""

    name: str
    before: str
    told: tuple[Told | int, ...]
    """Answers to what is asked: as commands, or as numbers."""
    presses: int
    holds: int
    within: float
    """s."""


def round_of(players: int) -> str:
    return f"game fat-cats {' '.join(NAMES[:players])}"


TURNS = [
    Turn("called, the likeliest: the next seat, rightly, all three", CALLED, (BEN, to("Ben", 3)), 1, 2, 5),
    Turn("called wrongly by the last seat, all three", CALLED, (DAN, to("Ada", 3)), 4, 2, 5),
    Turn("called, the longest: one treat in the box", CALLED, (DAN, to("Ada", 1)), 8, 2, 5),
    Turn("called, the longest of all: the box is empty", CALLED, (DAN, to("Ada", 0)), 9, 2, 5),
    Turn("mad, then the first card", MAD_CAT, (lock("mad"), take("four")), 0, 2, 4),
    Turn("sad, then the last card", MAD_CAT, (lock("sad"), take("full-house")), 4, 2, 4),
    Turn("sad, then a fail: the longest", MAD_CAT, (lock("sad"), FAIL), 5, 2, 4),
    Turn("nobody of three eats", round_of(3), (eaters(),), 4, 1, 6),
    Turn(
        "all three eat, 1, 2 and 3",
        round_of(3),
        (eaters(*NAMES[:3]), *(eat(NAMES[at], at + 1) for at in range(3))),
        3,
        4,
        6,
    ),
    *(
        Turn(
            f"two of {players} eat, 3 and 2: the {which}",
            round_of(players),
            (eaters(*pair), eat(pair[0], 3), eat(pair[1], 2)),
            presses,
            holds,
            6,
        )
        for players, which, pair, presses, holds in (
            (4, "likeliest", ("Ada", "Ben"), 3, 4),
            (4, "longest", ("Cem", "Dan"), 8, 4),
            (5, "longest", ("Cem", "Eva"), 6, 5),
            (6, "likeliest", ("Ada", "Ben"), 3, 5),
            (6, "longest", ("Dan", "Fay"), 7, 5),
        )
    ),
    Turn("the rulebook's 12 points, 2 toys, 3 colours", "game katz-fatz Ada Ben Cem", (12, 2, 3), 8, 4, 9),
    Turn("a poor one: 4 below, no toys, 5 colours", "game katz-fatz Ada Ben Cem", (-4, 0, 5), 19, 4, 9),
    Turn("a rich one: 28 points, 4 toys, nothing in the hand", "game katz-fatz Ada Ben Cem", (28, 4, 0), 14, 4, 9),
]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
def test_a_turn_is_told_in_time(turn: Turn, stage: Stage) -> None:
    play(stage, turn.before)
    thumb = Thumb(WholeBox(stage))
    thumb.presses = turn.before.count("press")
    for told in turn.told:
        thumb.answer(told)
    assert (thumb.presses, thumb.holds) == (turn.presses, turn.holds)
    assert thumb.seconds < turn.within


def called_turns(box: Box, chance: Random, players: int) -> Iterator[float]:
    """A call is right in six of ten; all three treats have fallen in six of ten, two in three of ten."""
    while not box.ledger.state.over:
        box.tell({"do": "lift"})
        box.tell({"do": "call"})
        thumb = Thumb(box)
        # The call itself was a press.
        thumb.presses = 1
        on_turn = str(box.ledger.state.turn)
        rivals = [name for name in NAMES[:players] if name != on_turn]
        caller = chance.choice(rivals)
        if len(rivals) > 1:
            thumb.answer({"do": "caller", "player": caller})
        state = box.ledger.state
        assert isinstance(state, katz_schmaus.State)
        in_box = min(state.on_board, chance.choices((3, 2, 1), (6, 3, 1))[0])
        thumb.answer(to(caller if chance.random() < 0.6 else on_turn, in_box))
        yield thumb.seconds


def mad_cat_turns(box: Box, chance: Random, players: int) -> Iterator[float]:
    """Every fifth turn fails; of the others three in five take the fattest card, the rest any."""
    del players
    while True:
        thumb = Thumb(box)
        thumb.answer(lock(chance.choice(("mad", "sad"))))
        state = box.ledger.state
        assert isinstance(state, mad_cat.State)
        cards = state.takeable
        if not cards or chance.random() < 0.2:
            thumb.answer(FAIL)
        else:
            fattest = max(cards, key=lambda card: cards[card])
            thumb.answer(take(fattest if chance.random() < 0.6 else chance.choice(list(cards))))
        yield thumb.seconds
        prompt = box.ledger.game.prompt(box.ledger.state)
        if prompt is not None and prompt.choices[0].command["do"] == "pass_dice":
            return


def fat_cats_rounds(box: Box, chance: Random, players: int) -> Iterator[float]:
    """All choose blindly among the cards that their bowls do not stand on; a card has 1 to 6 treats.

    Of the white cards each fifth hides a ghost, and every second of those goes to somebody else on a tray.
    """
    lying = dict[int, Letter]()
    for _ in range(15):
        bowls = {seat: chance.choice([card for card in CARDS if card != lying.get(seat)]) for seat in range(players)}
        lying = {seat: card for seat, card in bowls.items() if seat not in alone(bowls)}
        thumb = Thumb(box)
        thumb.answer(eaters(*(NAMES[seat] for seat in sorted(alone(bowls)))))
        while state := eating(box):
            ghost: Told = {}
            seat = state.eaters[0]
            if not state.blue_left and chance.random() < 0.2:
                ghost = {"ghost": True}
                if state.trays[seat] and chance.random() < 0.5:
                    ghost["tray_to"] = NAMES[chance.choice([other for other in range(players) if other != seat])]
            thumb.answer(eat(NAMES[seat], chance.randint(1, 6), **ghost))
        yield thumb.seconds


def eating(box: Box) -> fat_cats.State | None:
    """The game while somebody still eats in this round."""
    state = box.ledger.state
    assert isinstance(state, fat_cats.State)
    return state if state.eaters else None


def katz_fatz_scores(box: Box, chance: Random, players: int) -> Iterator[float]:
    """Some 15 points, as in the rulebook's example (12, 16, 11, 23), 0 to 4 toys; one in three has an empty hand."""
    del players
    while box.ledger.state.phase == "round":
        thumb = Thumb(box)
        thumb.answer(max(-30, min(69, round(chance.gauss(15.0, 9.0)))))
        thumb.answer(chance.choices(range(5), (3, 4, 4, 2, 1))[0])
        thumb.answer(chance.choices(range(7), (10, 2, 3, 5, 5, 3, 2))[0])
        yield thumb.seconds


class Usual(NamedTuple):
    """What 300 turns of a game take at random tables, from one seed; docs/measured.md has these figures."""

    game: str
    turns: Callable[[Box, Random, int], Iterator[float]]
    players: int
    within: float
    """What a turn may take in the middle, s."""
    mean: float
    longest: float
    """s."""
    later: float = 0.0
    """The share of those that take longer than a turn may in the middle."""


USUAL = [
    Usual("katz-schmaus", called_turns, 2, 5, 1.32, 2.4),
    Usual("katz-schmaus", called_turns, 3, 5, 2.07, 3.3),
    Usual("katz-schmaus", called_turns, 4, 5, 2.21, 3.6),
    Usual("mad-cat-sad-cat", mad_cat_turns, 2, 4, 1.64, 2.7),
    Usual("mad-cat-sad-cat", mad_cat_turns, 5, 4, 1.65, 2.7),
    Usual("fat-cats", fat_cats_rounds, 3, 6, 4.00, 15.6, 0.20),
    Usual("fat-cats", fat_cats_rounds, 4, 6, 4.65, 17.1, 0.32),
    Usual("fat-cats", fat_cats_rounds, 5, 6, 5.01, 14.1, 0.34),
    Usual("fat-cats", fat_cats_rounds, 6, 6, 4.51, 12.9, 0.25),
    Usual("katz-fatz", katz_fatz_scores, 3, 9, 5.35, 9.9, 0.007),
]


def table_of(usual: Usual) -> str:
    return f"{usual.game} {usual.players}"


@pytest.mark.parametrize("usual", USUAL, ids=table_of)
def test_a_turn_takes_little_in_the_middle(usual: Usual) -> None:
    spent = list[float]()
    chance, box = Random(1), BareMenu()
    while len(spent) < 300:
        box.begin(usual.game, *NAMES[: usual.players])
        spent += usual.turns(box, chance, usual.players)
    assert sum(spent) / len(spent) == pytest.approx(usual.mean, abs=0.006)
    assert max(spent) == pytest.approx(usual.longest)
    assert sum(turn >= usual.within for turn in spent) / len(spent) == pytest.approx(usual.later, abs=0.006)
    assert usual.mean < usual.within


@pytest.mark.parametrize("usual", USUAL, ids=table_of)
def test_the_same_turns_take_as_long_at_the_whole_box(usual: Usual, stage: Stage) -> None:
    spent = list[list[float]]()
    for box in (BareMenu(), WholeBox(stage)):
        box.begin(usual.game, *NAMES[: usual.players])
        spent.append(list(islice(usual.turns(box, Random(usual.players), usual.players), 4)))
    assert spent[0] == spent[1]


def test_a_turn_that_nobody_calls_needs_no_button(stage: Stage) -> None:
    turn = "lift\ntilt 20 over 2s\nset-down\nwait 4s\n"
    play(stage, f"game katz-schmaus Ada Ben Cem Dan\n{turn * 9}expect counter presses = 0")
    play(stage, "expect turn Ada\nexpect phase rest\nexpect scores Ada=6 Ben=6 Cem=6 Dan=6")


def test_with_a_button_each_a_round_is_one_tap_a_treat_and_a_moment_of_quiet(stage: Stage) -> None:
    """All tap at once, one each 0.3 s; the one with the most treats is the last."""
    treats = {"Ada": 3, "Ben": 2, "Cem": 5, "Dan": 1}
    play(stage, f"wiring a-button-each\ngame fat-cats {' '.join(treats)}")
    pins, wiring = stage.hardware.pins, stage.config.wiring
    began = stage.clock.monotonic()
    for tap in range(max(treats.values())):
        seats = [pin for pin, count in zip(wiring.players, treats.values(), strict=False) if count > tap]
        for closed in (True, False):
            for seat in seats:
                pins.drive(seat, closed=closed)
            stage.clock.sleep(PRESS_SECONDS / 2)
    tapped = stage.clock.monotonic() - began
    play(stage, "expect revision 0")
    while stage.daemon.session.ledger is not None and not stage.daemon.session.ledger.revision:
        stage.clock.sleep(0.01)
    assert tapped == pytest.approx(1.5)
    assert stage.clock.monotonic() - began == pytest.approx(4 * PRESS_SECONDS + 1.5, abs=0.05)
    play(stage, "expect scores Ada=3 Ben=2 Cem=7 Dan=1")
