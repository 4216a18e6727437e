"""The rules of Mad Cat Sad Cat, each with where it stands."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from companion.games import Code, Refusal
from companion.games.outcome import Outcome
from tests.games import telling
from tests.games.telling import Told, of, refusal, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.table.ledger import Ledger

PASS = "pass_dice"
FIVE_WILDS = ["W"] * 5


def tell(*commands: Told, players: str = "Ada Ben Cem", **options: object) -> Ledger:
    return telling.tell(*commands, game="mad-cat-sad-cat", players=players, **options)


def lock(kind: str) -> dict[str, object]:
    return {"do": "lock", "kind": kind}


def take(card: str) -> dict[str, object]:
    return {"do": "take", "card": card}


def mooch(card: str, *players: str) -> dict[str, object]:
    return {"do": "mooch", "card": card, "players": list(players)}


def roll(dice: str) -> dict[str, object]:
    return {"do": "roll", "dice": dice.split()}


def aside(dice: str) -> dict[str, object]:
    return {"do": "set_aside", "dice": dice.split()}


def turn(player: str, kind: str | None = None, **fields: object) -> dict[str, object]:
    return of("turn", player, **({} if kind is None else {"kind": kind}), **fields)


def correct(settings: dict[str, object]) -> dict[str, object]:
    return {"do": "correct", "set": settings}


def skip(turns: int) -> dict[str, object]:
    return {"do": "skip", "turns": turns}


# Nothing is left in the supply.
EMPTY = correct({"vp.Ada": 40, "vp.Ben": 40, "vp.Cem": 46})
# The player on turn locks in, and the roll after that fails.
LOST: list[Told] = [lock("mad"), "fail"]

# What people tell, what it leads to; three players unless it says otherwise.
LEADS_TO: list[tuple[str, Sequence[Told], dict[str, object]]] = [
    ("the first has the dice (38)", [], {"phase": "rolling", "turn": "Ada", "takeable": {"catpot": 2}, "round": 1}),
    ("a lock-in opens the cards of its kind (97)", [lock("sad")],
     {"locked": "sad", "takeable": {"two-pairs": 2, "full-house": 2, "four": 3, "five": 3}}),
    ("the inner card is the player's (97)", [lock("mad"), take("four")],
     {"phase": "cleanup", "vp": {"Ada": 2, "Ben": 0, "Cem": 0}, "takeable": {}, "turn": "Ada", "supply": 108}),
    ("the outer card is the moochers' (79)", [lock("sad"), mooch("four", "Ben", "Cem")],
     {"phase": "rolling", "vp": {"Ada": 0, "Ben": 1, "Cem": 1}}),
    ("the catpot with five wild cats and nothing told (99)", [take("catpot")],
     {"vp": {"Ada": 2, "Ben": 0, "Cem": 0}, "supply": 126, "lock_ins": 0}),
    ("mooching after the player stopped (75-77)", [lock("sad"), take("five"), mooch("five", "Cem")],
     {"phase": "cleanup", "vp": {"Ada": 3, "Ben": 0, "Cem": 3}}),
    ("the catpot after a fail (87)", [lock("mad"), "fail", mooch("catpot", "Ben")],
     {"phase": "cleanup", "vp": {"Ada": 0, "Ben": 4, "Cem": 0}}),
    ("a moocher keeps what came before the fail (MC-A9)", [lock("mad"), mooch("four", "Ben"), "fail"],
     {"vp": {"Ada": 0, "Ben": 2, "Cem": 0}}),
    ("after a fail a reading that lies there is still a match", [aside("M1 M1 M2 M2"), "fail", mooch("two-pairs", "Ben")],
     {"vp": {"Ada": 0, "Ben": 1, "Cem": 0}, "matches": ["two-pairs"]}),
    ("the dice are passed (109)", [*LOST, PASS], {"phase": "rolling", "turn": "Ben", "locked": None, "revision": 3}),
    ("the next lock-in passes the dice, as one entry", [*LOST, lock("sad")],
     {"phase": "rolling", "turn": "Ben", "locked": "sad", "revision": 3, "lock_ins": 2, "supply": 90}),
    ("the next roll passes the dice", [*LOST, roll("M1 M2 M3 S1 S2")], {"turn": "Ben", "locked": None, "revision": 3}),
    ("the next dice pass the dice", [*LOST, aside("W")], {"turn": "Ben", "set_aside": ["W"], "revision": 3}),
    ("a turn passes the dice", [*LOST, turn("Ben", "mad", fail=True)],
     {"turn": "Ben", "phase": "cleanup", "revision": 3}),
    ("a whole turn at once", [turn("Ada", "mad", mooch=[["four", ["Ben"]]], take="four")],
     {"phase": "cleanup", "turn": "Ada", "vp": {"Ada": 2, "Ben": 2, "Cem": 0}, "revision": 1}),
    ("a whole turn that failed: the catpot comes last", [turn("Ada", "sad", mooch=[["catpot", ["Ben"]], ["four", ["Cem"]]], fail=True)],
     {"vp": {"Ada": 0, "Ben": 4, "Cem": 3}}),
    ("a whole turn with the catpot", [turn("Ada", take="catpot")], {"vp": {"Ada": 2, "Ben": 0, "Cem": 0}}),
    ("the rest of a turn that has begun", [lock("sad"), turn("Ada", take="five")], {"vp": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("a share that nobody gets uses the mooch card up (79)", [lock("mad"), mooch("two-pairs", "Ben", "Cem")],
     {"vp": {"Ada": 0, "Ben": 0, "Cem": 0}}),
    ("a mooch of what is gone (MC-A6)", [lock("mad"), mooch("four", "Ben"), mooch("four", "Cem")],
     {"vp": {"Ada": 0, "Ben": 2, "Cem": 0}}),
    ("the first cat set aside locks in (59)", [aside("W"), aside("S2")],
     {"locked": "sad", "set_aside": ["W", "S2"], "lock_ins": 1, "supply": 108}),
    ("dice are kept in the order in which they were set aside", [aside("M3 M1"), aside("W M2")],
     {"set_aside": ["M3", "M1", "W", "M2"]}),
    ("a lock-in told before its dice", [lock("mad"), aside("M1 M1")], {"lock_ins": 1, "takeable": {}}),
    ("a roll waits for what is set aside of it (45)", [roll("M1 S2 W M3 M3")], {"takeable": {}, "set_aside": []}),
    ("some of a roll are set aside", [roll("M1 S2 W M3 M3"), aside("M3 W M3"), roll("S1 M3"), aside("M3")],
     {"set_aside": ["M3", "W", "M3", "M3"], "takeable": {"four": 2}, "phase": "rolling"}),
    ("a lock-in between a roll and its dice", [roll("M1 S2 W M3 M3"), lock("sad"), aside("S2 W")], {"locked": "sad", "lock_ins": 1}),
    ("a roll of which nothing can be used fails by itself (83)", [aside("M1"), roll("S1 S1 S2 S2")],
     {"phase": "cleanup", "matches": [], "turn": "Ada"}),
    ("with wild cats alone no roll fails (65)", [aside("W"), roll("S1 S1 S2 S2")], {"phase": "rolling"}),
    ("five useless dice fail by themselves (55)", [aside("M1 M1 M1 M2 M3")], {"phase": "cleanup", "takeable": {}}),
    ("five useless dice leave the catpot to moochers (89)", [aside("M1 M1 M1 M2 M3"), mooch("catpot", "Ben", "Cem")],
     {"vp": {"Ada": 0, "Ben": 2, "Cem": 2}}),
    ("five dice that match emptied cards alone fail (MC-A3)", [lock("mad"), take("five"), *LOST, *LOST, aside("M1 M1 M1 M1 M1")],
     {"phase": "cleanup", "matches": ["five"], "turn": "Ada"}),
    ("their outer card is still there for moochers (MC-A9)",
     [lock("sad"), take("five"), "pass_dice", aside("S1 S1 S1 S1 S1"), mooch("five", "Ada")],
     {"vp": {"Ada": 6, "Ben": 0, "Cem": 0}}),
    ("five wild cats while the catpot is empty fail (MC-A3)", [take("catpot"), aside("W W W W W")],
     {"phase": "cleanup", "turn": "Ben", "matches": ["catpot"]}),
    ("five wild cats are the catpot even after a lock-in was told (MC-A10)", [lock("mad"), aside("W W W W W")],
     {"takeable": {"catpot": 4}, "matches": ["catpot"]}),
    ("four wild cats are no stop (MC-A4)", [aside("W W W W")], {"takeable": {}, "matches": ["four"], "locked": None}),
    ("four wild cats and a cat", [aside("W W W W"), aside("S1")], {"takeable": {"five": 3, "four": 3}}),
    ("a two-pair reading can vanish (MC-A6)", [aside("M1 M1 M2 M2"), aside("M1")], {"matches": ["full-house"]}),
    ("seven lock-ins empty the supply (61)", [*LOST * 7], {"supply": 0, "lock_ins": 7, "final_turns": True, "over": False}),
    ("an eighth pays nothing, and mooching goes on (MC-A7)", [*LOST * 7, lock("sad"), mooch("five", "Ada")],
     {"supply": 0, "lock_ins": 7, "locked": "sad", "over": False}),
    ("three players go on until the first would be on turn (127)", [*LOST * 9], {"over": False, "turn": "Cem"}),
    ("and end then", [*LOST * 9, PASS], {"over": True, "ended": "played", "turn": None, "round": 3}),
    ("two of three left: the end comes with the turn (125)", [*LOST * 7, of("leave", "Cem"), PASS], {"over": True}),
    ("who leaves in the last turn ends it", [*LOST * 6, lock("mad"), of("leave", "Ada")], {"over": True}),
    ("of two, whoever leaves in the last turn ends it, the first seat",
     [of("leave", "Cem"), *LOST * 6, lock("mad"), of("leave", "Ada")], {"over": True, "ended": "played", "winners": ["Ben"]}),
    ("or the second", [of("leave", "Cem"), skip(1), *LOST * 6, lock("mad"), of("leave", "Ben")],
     {"over": True, "ended": "played", "winners": ["Ada"]}),
    ("who leaves alone before the supply is empty ends nothing", [of("leave", "Cem"), lock("mad"), of("leave", "Ada"), of("return", "Ada")],
     {"over": False, "turn": "Ben"}),
    ("a supply too short fills two pairs first, inner before outer",
     [correct({"vp.Ada": 60, "vp.Ben": 61}), lock("sad")],
     {"supply": 0, "lock_ins": 1,
      "pots": {"mad": {"two-pairs": {"inner": 3, "outer": 3}, "full-house": {"inner": 2, "outer": 1},
                       "four": {"inner": 2, "outer": 2}, "five": {"inner": 2, "outer": 2}},
               "sad": {"two-pairs": {"inner": 2, "outer": 2}, "full-house": {"inner": 2, "outer": 2},
                       "four": {"inner": 3, "outer": 3}, "five": {"inner": 3, "outer": 3}},
               "catpot": 2}}),
    ("the catpot comes last", [correct({"vp.Ada": 55, "vp.Ben": 54}), lock("mad")], {"supply": 0, "takeable": {"two-pairs": 1, "full-house": 1, "four": 2, "five": 2}}),
    ("skipped turns change nothing", [skip(4)], {"turn": "Ben", "round": 2, "supply": 126, "revision": 1}),
    ("skipped out of a turn, the lock-in stays paid (MC-A2)", [lock("mad"), skip(1)], {"turn": "Ben", "locked": None, "supply": 108}),
    ("a turn that was had is skipped as one", [*LOST, skip(1)], {"turn": "Ben", "phase": "rolling"}),
    ("skipped to the end", [EMPTY, skip(9)], {"over": True, "ended": "played", "winners": ["Cem"], "round": 1}),
    ("the supply is what is left", [correct({"vp.Ada": 10, "pots.catpot": 0, "pots.mad.four.inner": 7})], {"supply": 113}),
    ("a corrected pot can be taken", [lock("mad"), correct({"pots.mad.five.inner": 9}), take("five")], {"vp": {"Ada": 9, "Ben": 0, "Cem": 0}}),
    ("a correction that leaves five dice nothing is a fail (MC-A3)", [aside("S1 S1 S1 S1 S1"), correct({"pots.sad.five.inner": 0})],
     {"phase": "cleanup", "supply": 111}),
    ("a refilled supply is no end", [*LOST * 7, correct({"pots.catpot": 0}), PASS], {"final_turns": False, "over": False, "supply": 16}),
    ("the turn corrected takes the dice along", [lock("mad"), aside("M1"), correct({"turn": "Cem"})],
     {"turn": "Cem", "locked": None, "set_aside": [], "supply": 108, "round": 1}),
    ("the turn corrected to whose it is changes nothing", [lock("mad"), correct({"turn": "Ada"})], {"locked": "mad", "revision": 2}),
    ("who leaves in the own turn ends it uncounted", [lock("mad"), of("leave", "Ada")],
     {"turn": "Ben", "locked": None, "supply": 108, "left": ["Ada"]}),
    ("who leaves otherwise leaves the turn as it is", [lock("mad"), of("leave", "Ben")], {"turn": "Ada", "locked": "mad"}),
    ("who left is passed over", [of("leave", "Ben"), *LOST, PASS], {"turn": "Cem"}),
    ("who returns may mooch", [of("leave", "Ben"), of("return", "Ben"), lock("sad"), mooch("five", "Ben")], {"vp": {"Ada": 0, "Ben": 3, "Cem": 0}}),
    ("who left is ranked last", [lock("sad"), take("five"), of("leave", "Ada"), "finish"],
     {"winners": ["Ben", "Cem"], "ranks": {"Ada": 3, "Ben": 1, "Cem": 1}, "vp": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("closed early, the standing counts", [lock("sad"), take("five"), "finish"],
     {"over": True, "ended": "short", "winners": ["Ada"], "turn": None, "set_aside": [], "locked": None, "prompt": None}),
    ("closed before anybody had a turn all share it", ["finish"], {"winners": ["Ada", "Ben", "Cem"]}),
    ("closed early, of the tied the latest turn wins (129)", [*LOST * 2, PASS, "finish"], {"winners": ["Ben"], "ranks": {"Ada": 2, "Ben": 1, "Cem": 3}}),
    ("closed in mid-turn, that turn was none", [*LOST, lock("mad"), "finish"], {"winners": ["Ada"]}),
    ("abandoned without a winner", [lock("sad"), take("five"), "abandon"], {"ended": "abandoned", "winners": []}),
    ("corrected after the end, the winners are counted anew", ["finish", correct({"vp.Ben": 5})], {"winners": ["Ben"], "over": True}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "expected"), [case[1:] for case in LEADS_TO], ids=[case[0] for case in LEADS_TO])
def test_leads_to(told: Sequence[Told], expected: dict[str, object]) -> None:
    found = seen(tell(*told))
    assert {name: found[name] for name in expected} == expected


# What was told before, what is refused then.
REFUSED: list[tuple[str, str, Sequence[Told], Told]] = [
    ("bad-command", "a kind that is none", [], lock("glad")),
    ("bad-command", "a card that is none", [], take("three")),
    ("bad-command", "a card of two words", [], take("two_pairs")),
    ("bad-command", "a face that is none", [], roll("M1 M2 M3 M4 W")),
    ("bad-command", "no dice", [], aside("")),
    ("bad-command", "six dice", [], roll("M1 M1 M1 M1 M1 M1")),
    ("bad-command", "dice as text", [], {"do": "roll", "dice": "M1"}),
    ("bad-command", "nobody mooches", [lock("mad")], mooch("four")),
    ("bad-command", "a moocher twice", [lock("mad")], mooch("four", "Ben", "Ben ")),
    ("bad-command", "a moocher twice, and a stranger", [], turn("Zoe", "mad", mooch=[["four", ["Ben", "Ben"]]], fail=True)),
    ("bad-command", "a turn without an end", [], turn("Ada", "mad")),
    ("bad-command", "a turn with two ends", [], turn("Ada", "mad", take="four", fail=True)),
    ("bad-command", "a turn that did not fail, and took nothing", [], turn("Ada", "mad", fail=False)),
    ("bad-command", "a mooch without players", [], turn("Ada", "mad", mooch=[["four"]], fail=True)),
    ("bad-command", "more VPs than there are", [], correct({"vp.Ada": 161})),
    ("bad-command", "a pot below nothing", [], correct({"pots.catpot": -1})),
    ("bad-command", "the supply is no number to set", [], correct({"supply": 3})),
    ("bad-command", "a catpot has no sides", [], correct({"pots.catpot.inner": 3})),
    ("bad-command", "a malformed command after the end", ["finish"], lock("glad")),
    ("unknown-player", "a stranger mooches", [], mooch("four", "Zoe")),
    ("unknown-player", "a stranger's turn", [], turn("Zoe", "mad", fail=True)),
    ("unknown-player", "a stranger mooches in a turn", [], turn("Ada", "mad", mooch=[["four", ["Ben", "Zoe"]]], fail=True)),
    ("unknown-player", "a stranger's VPs", ["finish"], correct({"vp.Zoe": 1})),
    ("over", "a lock-in after the end", ["finish"], lock("mad")),
    ("over", "a lock-in where the dice are passed no more", [*LOST * 9], lock("mad")),
    ("over", "a roll where the dice are passed no more", [*LOST * 9], roll("M1")),
    ("over", "dice where they are passed no more", [*LOST * 9], aside("M1 S1")),
    ("over", "a turn where the dice are passed no more", [*LOST * 9], turn("Cem", "mad", fail=True)),
    ("not-now", "taking twice", [lock("mad"), take("four")], take("five")),
    ("not-now", "taking after a fail", LOST, take("five")),
    ("not-now", "failing after taking", [lock("mad"), take("four")], "fail"),
    ("not-now", "failing where five useless dice failed by themselves", [aside("M1 M1 M1 M2 M3")], "fail"),
    ("not-now", "passing the dice before the end of the turn", [lock("mad")], PASS),
    ("not-now", "alone at the table", [of("leave", "Ada"), of("leave", "Ben")], lock("mad")),
    ("not-your-turn", "the turn of another", [], turn("Ben", "mad", fail=True)),
    ("not-your-turn", "the turn of another, with an illegal end", [], turn("Ben", "mad", take="catpot")),
    ("not-your-turn", "the turn of one who had it", LOST, turn("Ada", "mad", fail=True)),
    ("illegal", "locking in twice (59)", [lock("mad")], lock("sad")),
    ("illegal", "locking in with wild cats alone (65)", [aside("W W")], lock("mad")),
    ("illegal", "locking in with four wild cats (MC-A4)", [aside("W W W W")], lock("mad")),
    ("illegal", "locking in on what was not rolled", [roll("M1 M1 M2 W W")], lock("sad")),
    ("illegal", "taking before anything matches (53)", [aside("M1 M1 M1")], take("four")),
    ("illegal", "taking what the dice are not (97)", [aside("M1 M1 M2 M2")], take("four")),
    ("illegal", "taking four as five wild cats (MC-A10)", [lock("mad"), aside("W W W W W")], take("five")),
    ("illegal", "taking a combination before the lock-in (97)", [], take("four")),
    ("illegal", "taking the catpot after the lock-in (99)", [lock("mad")], take("catpot")),
    ("illegal", "taking an emptied card (MC-A3)", [lock("mad"), take("four"), *LOST, *LOST, lock("mad")], take("four")),
    ("illegal", "taking an emptied catpot (MC-A3)", [take("catpot"), PASS], take("catpot")),
    ("illegal", "taking between a roll and its dice (53)", [aside("M1 M1 M2 M2"), roll("M1")], take("two-pairs")),
    ("illegal", "failing before the lock-in (65)", [aside("W W")], "fail"),
    ("illegal", "failing with nothing told", [], "fail"),
    ("illegal", "failing with five dice that can take (53)", [aside("S1 S1 S1 S1 S1")], "fail"),
    ("illegal", "failing with a roll that can be used (83)", [aside("M1"), roll("M1 S1 S1 S1")], "fail"),
    ("illegal", "mooching before the lock-in (69)", [aside("W W W W")], mooch("four", "Ben")),
    ("illegal", "mooching the catpot before a fail (87)", [lock("mad")], mooch("catpot", "Ben")),
    ("illegal", "mooching the catpot after a success", [lock("mad"), take("four")], mooch("catpot", "Ben")),
    ("illegal", "mooching beside the player's five wild cats (MC-A10)", [take("catpot")], mooch("catpot", "Ben")),
    ("illegal", "mooching what the dice are not (73)", [aside("M1 M1 M2 M2")], mooch("four", "Ben")),
    ("illegal", "mooching what only the roll would match (73)", [aside("M1 M1 M2"), roll("M2 S1")], mooch("two-pairs", "Ben")),
    ("illegal", "the player on turn mooches (69)", [lock("mad")], mooch("four", "Ada")),
    ("illegal", "one who left mooches", [of("leave", "Ben"), lock("mad")], mooch("four", "Ben")),
    ("illegal", "a second mooch in a turn (69)", [lock("mad"), mooch("four", "Ben")], mooch("five", "Cem", "Ben")),
    ("illegal", "a second mooch, of the catpot", [*LOST[:1], mooch("four", "Ben"), "fail"], mooch("catpot", "Ben")),
    ("illegal", "a second mooch in a whole turn", [], turn("Ada", "mad", mooch=[["four", ["Ben"]], ["catpot", ["Ben"]]], fail=True)),
    ("illegal", "a whole turn with a catpot that is not there to be mooched", [], turn("Ada", "mad", mooch=[["catpot", ["Ben"]]], take="four")),
    ("illegal", "a whole turn locking in twice", [lock("mad")], turn("Ada", "mad", fail=True)),
    ("illegal", "a whole turn that fails without a lock-in", [], turn("Ada", fail=True)),
    ("illegal", "a roll of too few dice (47)", [aside("M1")], roll("M1 M1 M1")),
    ("illegal", "a roll of too many dice", [aside("M1 M1 M1")], roll("M1 M1 M1")),
    ("illegal", "a roll after five dice", [aside("S1 S1 S1 S1 S1")], roll("S1")),
    ("illegal", "a roll before something of the last is set aside (45)", [roll("M1 M1 M1 M1 M1")], roll("M1 M1 M1 M1 M1")),
    ("illegal", "mad and sad cats set aside (59)", [], aside("M1 S1")),
    ("illegal", "the other kind set aside (59)", [aside("M1")], aside("S1")),
    ("illegal", "dice that were not rolled", [roll("M1 M1 M2 S1 W")], aside("M1 M1 M1")),
    ("illegal", "six dice set aside", [aside("M1 M1 M1")], aside("M1 M1 M1")),
    ("illegal", "161 VPs", [correct({"vp.Ada": 126})], correct({"vp.Ben": 1})),
    ("illegal", "the turn of one who left", [of("leave", "Cem")], correct({"turn": "Cem"})),
    ("illegal", "the turn after the end", ["finish"], correct({"turn": "Ada"})),
]  # fmt: skip


@pytest.mark.parametrize(("code", "why", "before", "then"), REFUSED, ids=[f"{case[0]}: {case[1]}" for case in REFUSED])
def test_refused(code: str, why: str, before: Sequence[Told], then: Told) -> None:
    assert refusal(tell(*before), then) == code, why


@pytest.mark.parametrize("players", ["Ada Ben", "Ada Ben Cem", "Ada Ben Cem Dan", "Ada Ben Cem Dan Eve"])
@pytest.mark.parametrize("first", [0, 1])
def test_the_seventh_lock_in_ends_the_game_when_it_should(players: str, first: int) -> None:
    """2 and 4 players end with that turn, 3 and 5 with the round (mad-cat-sad-cat:125-127, MC-A11)."""
    names = players.split()
    ledger = tell(players=players, first=names[first])
    turns = 0
    while not seen(ledger)["over"]:
        for told in (lock("sad"), "fail", PASS):
            ledger.submit(telling.command(told))
        turns += 1
    assert turns == {2: 7, 3: 9, 4: 7, 5: 10}[len(names)]


@pytest.mark.parametrize("last", range(5))
def test_of_all_tied_whoever_had_the_last_turn_wins(last: int) -> None:
    """MC-A13, with 5 players who end in mid-round by `finish`."""
    names = ["Ada", "Ben", "Cem", "Dan", "Eve"]
    ledger = tell(skip(5 + last + 1), "finish", players=" ".join(names))
    assert seen(ledger)["winners"] == [names[last]]


def test_the_turn_corrected_backwards_takes_turns_back() -> None:
    """Ben and Cem had their latest turn in the first round then, and Ada in the second."""
    ledger = tell(skip(5), *LOST, correct({"turn": "Ben"}), "finish")
    assert seen(ledger)["ranks"] == {"Ada": 1, "Ben": 3, "Cem": 2}


def test_the_turn_corrected_forwards_gives_turns() -> None:
    assert seen(tell(correct({"turn": "Cem"}), "finish"))["ranks"] == {"Ada": 2, "Ben": 1, "Cem": 3}


FOUR_WILDS: list[tuple[str, Sequence[Told], dict[str, object]]] = [
    ("one may name a kind", [aside("W W W W"), lock("sad")], {"locked": "sad", "lock_ins": 1, "takeable": {"four": 3}}),
    ("and stop", [aside("W W W W"), lock("mad"), take("four")], {"vp": {"Ada": 2, "Ben": 0, "Cem": 0}}),
    ("and others mooch then", [aside("W W W W"), lock("sad"), mooch("four", "Ben")], {"vp": {"Ada": 0, "Ben": 3, "Cem": 0}}),
    ("or roll on", [aside("W W W W"), roll("W"), aside("W")], {"takeable": {"catpot": 2}, "locked": None}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "expected"), [case[1:] for case in FOUR_WILDS], ids=[case[0] for case in FOUR_WILDS])
def test_stopping_on_four_wild_cats_by_the_house_rule(told: Sequence[Told], expected: dict[str, object]) -> None:
    found = seen(tell(*told, stop_on_four_wilds=True))
    assert {name: found[name] for name in expected} == expected


def test_stopping_on_four_wild_cats_is_still_bound_to_vps_and_to_four() -> None:
    empty = correct({"pots.mad.four.inner": 0})
    assert refusal(tell(empty, aside("W W W W"), stop_on_four_wilds=True), lock("mad")) == Code.ILLEGAL
    assert refusal(tell(aside("W W W"), stop_on_four_wilds=True), lock("mad")) == Code.ILLEGAL
    assert refusal(tell(aside("W W W W"), stop_on_four_wilds=True), take("four")) == Code.ILLEGAL


def test_ignoring_the_wild_face_by_the_house_rule() -> None:
    dice = aside("S1 S1 S2 S2 W")
    assert seen(tell(dice))["takeable"] == {"full-house": 2}
    assert seen(tell(dice, ignore_wild_face=True))["takeable"] == {"full-house": 2, "two-pairs": 2}


def test_all_options_are_shown() -> None:
    shown = {"chips": True, "stop_on_four_wilds": False, "ignore_wild_face": False, "first": "Ada"}
    assert seen(tell())["options"] == shown


def test_what_can_be_corrected() -> None:
    ledger = tell(players="A.B Ben")
    lines = {line.path: line for line in ledger.game.correctable(ledger.state)}
    assert len(lines) == 2 + 1 + 17
    assert list(lines)[:4] == ['vp."A.B"', "vp.Ben", "turn", "pots.catpot"]
    assert lines["pots.sad.full-house.outer"][1:] == ("Full house, sad, outer", 2, 0, 160, ())
    for line in lines.values():
        ledger.submit(correct({line.path: line.value}))
    assert {**ledger.snapshot(), "revision": 0} == tell(players="A.B Ben").snapshot()


ALL_MOOCH = {"mooch.Ada", "mooch.Ben", "mooch.Cem"}
SAD = {f"pots.sad.{card}.{side}" for card in ("two-pairs", "full-house", "four", "five") for side in ("inner", "outer")}
WRITES: list[tuple[Sequence[Told], Told, set[str]]] = [
    ([], lock("mad"), {"turn", "pots.catpot", *SAD, *ALL_MOOCH}),
    ([], aside("W M1"), {"turn", "pots.catpot", *SAD, *ALL_MOOCH}),
    ([], roll("M1 M1 M1 M1 M1"), {"turn"}),
    ([lock("mad")], take("four"), {"turn", "vp.Ada", "pots.mad.four.inner"}),
    ([lock("mad")], mooch("four", "Ben"), {"vp.Ben", "mooch.Ben", "pots.mad.four.outer"}),
    ([lock("mad")], "fail", {"turn"}),
    ([lock("mad"), take("four")], PASS, {"turn", *ALL_MOOCH}),
    ([], turn("Ada", take="catpot"), {"turn", "vp.Ada", "pots.catpot"}),
    ([], take("four"), {"*"}),
    ([], skip(1), {"turn"}),
]


@pytest.mark.parametrize(("before", "told", "written"), WRITES, ids=[str(told) for _, told, _ in WRITES])
def test_what_a_command_writes(before: Sequence[Told], told: Told, written: set[str]) -> None:
    ledger = tell(*before)
    assert ledger.game.writes(ledger.state, telling.command(told)) == written


def test_moochers_of_different_cards_and_the_player_never_disturb_each_other() -> None:
    ledger = tell(lock("sad"))
    told = [mooch("four", "Ben"), mooch("five", "Cem"), take("two-pairs")]
    written = [ledger.game.writes(ledger.state, one) for one in told]
    assert all(a.isdisjoint(b) for at, a in enumerate(written) for b in written[:at])


OUTCOMES: list[tuple[Sequence[Told], Told, Outcome | None]] = [
    ([lock("sad")], take("five"), Outcome("Ada", 3)),
    ([lock("sad")], "fail", Outcome("Ada", 0)),
    ([aside("M1")], roll("S1 S1 S1 S1"), Outcome("Ada", 0)),
    (LOST, turn("Ben", "mad", take="four"), Outcome("Ben", 2)),
    (LOST, mooch("catpot", "Ben"), None),
    (LOST, PASS, None),
    ([], lock("mad"), None),
]


@pytest.mark.parametrize(("before", "told", "outcome"), OUTCOMES, ids=str)
def test_how_a_turn_ended(before: Sequence[Told], told: Told, outcome: Outcome | None) -> None:
    ledger = tell(*before)
    earlier = ledger.state
    ledger.submit(telling.command(told))
    assert ledger.game.outcome(earlier, telling.command(told), ledger.state) == outcome


PROMPTS: list[tuple[str, Sequence[Told], str, list[str]]] = [
    ("before anything", [], "Ada: mad or sad?", ["Mad", "Sad", "Catpot +2"]),
    ("locked in", [lock("sad")], "Mad, catpot: 2 each",
     ["Four +3", "Five +3", "Two pairs +2", "Full house +2", "Fail",
      "Two pairs mooched", "Full house mooched", "Four mooched", "Five mooched"]),
    ("the player has taken", [lock("mad"), take("four")], "Ben: mad or sad?",
     ["Ben: mad", "Ben: sad", "Four mooched", "Two pairs mooched", "Full house mooched", "Five mooched", "Dice to Ben"]),
    ("the player has failed", LOST, "Ben: mad or sad?",
     ["Ben: mad", "Ben: sad", "Catpot mooched", "Two pairs mooched", "Full house mooched", "Four mooched",
      "Five mooched", "Dice to Ben"]),
    ("somebody has mooched", [*LOST, mooch("catpot", "Ben")], "Ben: mad or sad?",
     ["Ben: mad", "Ben: sad", "Two pairs +1: Cem", "Full house +1: Cem", "Four +2: Cem", "Five +2: Cem", "Dice to Ben"]),
    ("the last turn was had", [*LOST * 9, mooch("catpot", "Ada", "Ben")], "The last turn is over", ["The end"]),
    ("rolled", [roll("M1 M1 W S1 S2")], "Ada sets aside?",
     ["Aside: M1 M1 W", "Aside: M1 M1", "Aside: M1 W", "Aside: S1 W", "Aside: S2 W", "Aside: S1 S2 W", "Aside: M1",
      "Aside: S1", "Aside: S2", "Aside: W", "Aside: S1 S2"]),
    ("rolled, with more than twelve ways", [roll("M1 M2 M3 W W")], "Ada sets aside?",
     ["Aside: M1 W W", "Aside: M2 W W", "Aside: M3 W W", "Aside: M1 M2 W W", "Aside: M1 M3 W W", "Aside: M2 M3 W W",
      "Aside: M1 M2 M3 W W", "Aside: M1 W", "Aside: M1", "Aside: M2", "Aside: M3", "Aside: W"]),
    ("dice known", [aside("M1 M1 M2 M2")], "Sad, catpot: 2 each",
     ["Two pairs +1", "Aside: M1", "Aside: M2", "Aside: M3", "Aside: W", "Fail", "Two pairs mooched"]),
    ("five dice", [aside("S1 S1 S2 W W")], "Mad, catpot: 2 each",
     ["Four +3", "Full house +2", "Full house mooched", "Four mooched"]),
    ("wild cats alone", [aside("W")], "Ada takes?", [f"Aside: {face}" for face in ("M1", "M2", "M3", "S1", "S2", "W")]),
]  # fmt: skip


@pytest.mark.parametrize(("told", "text", "labels"), [case[1:] for case in PROMPTS], ids=[case[0] for case in PROMPTS])
def test_asks(told: Sequence[Told], text: str, labels: list[str]) -> None:
    ledger = tell(*told)
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert (prompt.kind, prompt.text, prompt.default) == ("choose", text, 0)
    assert list(dict.fromkeys((*choice.pages, choice.label)[0] for choice in prompt.choices)) == labels


def test_all_who_can_share_a_card_are_on_its_page() -> None:
    ledger = tell(lock("sad"), players="Ada Ben Cem Dan Eve")
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert [choice.label for choice in prompt.choices if choice.pages == ("Four mooched",)] == [
        *(f"Four +3: {name}" for name in ("Ben", "Cem", "Dan", "Eve")),
        *(f"Four +1: {a}, {b}" for a, b in combinations(("Ben", "Cem", "Dan", "Eve"), 2)),
        *(f"Four +1: {a}, {b}, {c}" for a, b, c in combinations(("Ben", "Cem", "Dan", "Eve"), 3)),
    ]


def test_without_chips_nobody_is_told_to_lay_any_out() -> None:
    assert seen(tell(lock("mad"), chips=False))["prompt"]["text"] == "Ada takes?"  # type: ignore[index]  # an object
    assert seen(tell(lock("mad"), chips=True))["prompt"]["text"] == "Sad, catpot: 2 each"  # type: ignore[index]  # an object
    short = [correct({"vp.Ada": 60, "vp.Ben": 61}), lock("mad")]
    assert seen(tell(*short))["prompt"]["text"] == "Sad, catpot: 5 in all"  # type: ignore[index]  # an object


def test_four_wild_cats_ask_for_the_kind_by_the_house_rule() -> None:
    prompt = seen(tell(aside("W W W W"), stop_on_four_wilds=True))["prompt"]
    assert [choice["label"] for choice in prompt["choices"][:2]] == ["Four mad +2", "Four sad +3"]  # type: ignore[index]  # an object


ANSWERS: list[tuple[dict[str, object], object]] = [
    ({"ask": "matches", "dice": ["M1", "M1", "M2", "W", "W"]}, ["four", "full-house", "two-pairs"]),
    ({"ask": "matches", "dice": []}, []),
    ({"ask": "can-set-aside", "dice": ["W", "S2", "M1", "S2"], "locked": "sad"}, ["W", "S2", "S2"]),
    ({"ask": "can-set-aside", "dice": ["S1", "M1"], "locked": None}, ["S1", "M1"]),
    ({"ask": "can-set-aside", "dice": ["S1", "M1"]}, ["M1"]),
    ({"ask": "share", "vps": 7, "moochers": 3}, [2, 1]),
    ({"ask": "odds", "dice": ["M1", "M1", "M1", "M1"], "target": "four"}, {"p": "1/1", "float": 1.0, "fail_next": "1/3"}),
    ({"ask": "odds", "dice": ["W", "W", "W", "W"], "target": "four"}, {"p": "5/6", "float": 0.833333, "fail_next": "0/1"}),
    ({"ask": "odds", "kind": "sad", "dice": ["W", "W", "W", "W"], "target": "four"}, {"p": "1/1", "float": 1.0, "fail_next": "1/2"}),
    ({"ask": "odds", "dice": ["M1", "M1", "M1", "M2", "M3"]}, {"p": "0/1", "float": 0.0, "fail_next": "0/1"}),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer"), ANSWERS, ids=str)
def test_the_referee_answers(question: dict[str, object], answer: object) -> None:
    ledger = tell(lock("mad"))
    found = ledger.game.ask(ledger.state, question)
    assert found.answer == answer
    assert found.why


@pytest.mark.parametrize(("dice", "few"), [(["M1", "M1", "M2"], True), (["M1", "M1", "M2", "M3"], False)])
def test_who_asks_why_dice_match_no_card_hears_whether_it_is_for_their_number(dice: list[str], *, few: bool) -> None:
    ledger = tell()
    found = ledger.game.ask(ledger.state, {"ask": "matches", "dice": dice})
    assert found.answer == []
    assert ("too few" in found.why) is few


def test_only_who_has_a_choice_of_cards_is_told_to_choose() -> None:
    ledger = tell()
    why = [
        ledger.game.ask(ledger.state, {"ask": "matches", "dice": dice.split()}).why
        for dice in ("M1 M1 M2 M2", "M1 M1 M2 W W")
    ]
    assert ["choose" in one for one in why] == [False, True]


def test_the_referee_knows_the_house_rules() -> None:
    ledger = tell(stop_on_four_wilds=True, ignore_wild_face=True)
    ask = ledger.game.ask
    assert ask(ledger.state, {"ask": "matches", "dice": ["S1", "S1", "S2", "S2", "W"]}).answer == [
        "full-house",
        "two-pairs",
    ]
    odds = ask(ledger.state, {"ask": "odds", "dice": ["W"] * 4, "target": "four"}).answer
    assert odds == {"p": "1/1", "float": 1.0, "fail_next": "0/1"}


UNANSWERED: list[tuple[Code, dict[str, object]]] = [
    (Code.BAD_COMMAND, {"ask": "matches"}),
    (Code.BAD_COMMAND, {"ask": "matches", "dice": ["M1"] * 6}),
    (Code.BAD_COMMAND, {"ask": "share", "vps": 161, "moochers": 1}),
    (Code.BAD_COMMAND, {"ask": "share", "vps": 1, "moochers": 0}),
    (Code.BAD_COMMAND, {"ask": "odds", "target": "three"}),
    (Code.BAD_COMMAND, {"ask": "can-set-aside", "dice": ["M1"], "locked": "glad"}),
    (Code.ILLEGAL, {"ask": "matches", "dice": ["M1", "S1"]}),
    (Code.ILLEGAL, {"ask": "odds", "dice": ["M1", "S1"]}),
    (Code.ILLEGAL, {"ask": "odds", "kind": "sad", "dice": ["M1"]}),
]


@pytest.mark.parametrize(("code", "question"), UNANSWERED, ids=str)
def test_the_referee_refuses(code: Code, question: dict[str, object]) -> None:
    ledger = tell()
    with pytest.raises(Refusal) as refused:
        ledger.game.ask(ledger.state, question)
    assert refused.value.code == code
