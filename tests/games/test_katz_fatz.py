"""The rules of Katz Fatz, each with where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games import Refusal
from tests.games import telling
from tests.games.telling import Told, of, refusal, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.table.ledger import Ledger

PLAYERS = ("Ada", "Ben", "Cem")
WHOLE_PAD = {"toys": [5, 10, 20, 35], "splats": [-5, -10, -15], "no_splats": 10}


def tell(*commands: Told, players: str = "Ada Ben Cem", **options: object) -> Ledger:
    return telling.tell(*commands, game="katz-fatz", players=players, **options)


def score(player: str, points: int | None = None, **fields: object) -> dict[str, object]:
    return of("score", player, **({} if points is None else {"points": points}), **fields)


def a_round(*points: int, **fields: object) -> list[dict[str, object]]:
    return [score(player, value, **fields) for player, value in zip(PLAYERS, points, strict=True)]


def correct(path: str, value: object) -> dict[str, object]:
    return {"do": "correct", "set": {path: value}}


def card(value: int, *colours: str, **fields: object) -> dict[str, object]:
    return {"value": value, **({"colours": list(colours)} if colours else {}), **fields}


def pad_value(which: str, symbols: int, value: int) -> dict[str, object]:
    return {"do": "pad_value", "which": which, "symbols": symbols, "value": value}


def toy(name: str, holder: str | None = "Ada") -> list[Told]:
    return [{"do": "toy", "toy": name}, {"do": "toy_to", "player": holder}]


ROUND = a_round(1, 2, 3)
FOUR = ROUND * 4
GAME = [*a_round(1, 2, 3, toys=1, hand_colours=1), *ROUND * 3]
NO_SPLATS = pad_value("splats", 0, 10)

LEADS_TO: list[tuple[str, Sequence[Told], dict[str, object]]] = [
    ("nobody is on turn", [], {"turn": None, "phase": "round", "round": 1, "dealer": "Ada", "toy": None}),
    ("as on the pad (katz-fatz:163-167)", [score("Ben", 12, toys=2, hand_colours=3)],
     {"rounds": {"Ada": [None] * 4, "Ben": [12, None, None, None], "Cem": [None] * 4}, "round": 1,
      "toy_symbols": {"Ada": 0, "Ben": 2, "Cem": 0}, "splats": {"Ada": 0, "Ben": 3, "Cem": 0}}),
    ("plus and minus (katz-fatz:171)", [score("Ada", plus=26, minus=14, toys=2, hand_colours=3)],
     {"scores": {"Ada": 12, "Ben": 0, "Cem": 0}, "last_count": None}),
    ("plus and minus, and the toy's own points (katz-fatz:125)",
     [*toy("specialist-toy"), score("Ada", plus=26, minus=14)], {"scores": {"Ada": 7, "Ben": 0, "Cem": 0}}),
    ("the toy of another is not counted", [*toy("specialist-toy", "Ben"), score("Ada", plus=3, minus=0)],
     {"scores": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("a toy in the middle affects nobody (KF-A13)", [*toy("specialist-toy", None), *a_round(1, 1, 1)],
     {"scores": dict.fromkeys(PLAYERS, 1)}),
    ("final points have the toy's own in them", [*toy("specialist-toy"), score("Ada", 3)],
     {"scores": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("who has the toy, told with the score", [*toy("cardboard", "Ben"), score("Ada", plus=3, minus=0, has_toy=True)],
     {"scores": {"Ada": 11, "Ben": 0, "Cem": 0}, "toy_holder": "Ben"}),
    ("who does not have the toy", [*toy("cardboard"), score("Ada", plus=3, minus=0, has_toy=False)],
     {"scores": {"Ada": 3, "Ben": 0, "Cem": 0}, "toy_holder": "Ada"}),
    ("the Cardboard counts for an empty hand only (katz-fatz:133)",
     [*toy("cardboard"), score("Ada", plus=3, minus=0, hand_colours=1)], {"scores": {"Ada": 3, "Ben": 0, "Cem": 0}}),
    ("a pile without colours",
     [score("Ada", pile=[card(5, toy=True), card(-3), card(0, trick="cuddling")], hand=[["red"], ["red", "blue"]])],
     {"scores": {"Ada": 8, "Ben": 0, "Cem": 0}, "toy_symbols": {"Ada": 1, "Ben": 0, "Cem": 0},
      "splats": {"Ada": 2, "Ben": 0, "Cem": 0},
      "last_count": {"plus": 8, "minus": 0, "toy_points": 0, "total": 8, "toy_symbols": 1, "hand_colours": 2,
                     "conversions": [1], "dropped": None}}),
    ("a pile by the toy that its owner holds", [*toy("scratching-tree"), score("Ada", pile=[card(-5, "red")])],
     {"scores": {"Ada": 0, "Ben": 0, "Cem": 0}}),
    ("a pile, and the colours in hand as a number", [*toy("cardboard"), score("Ada", pile=[card(3)], hand_colours=2)],
     {"scores": {"Ada": 3, "Ben": 0, "Cem": 0}, "splats": {"Ada": 2, "Ben": 0, "Cem": 0}}),
    ("the last count stays when others tell their points", [score("Ada", pile=[]), *a_round(1, 2, 3)],
     {"last_count": {**dict.fromkeys(("plus", "minus", "toy_points", "total", "toy_symbols", "hand_colours"), 0),
                     "conversions": [], "dropped": None}}),
    ("scored again it replaces", [score("Ada", 12, toys=5, hand_colours=5), score("Ada", 14)],
     {"scores": {"Ada": 14, "Ben": 0, "Cem": 0}, "toy_symbols": dict.fromkeys(PLAYERS, 0),
      "splats": dict.fromkeys(PLAYERS, 0)}),
    ("in any order to the next round (katz-fatz:175)", [score("Cem", 1), score("Ada", 2), score("Ben", 3)],
     {"round": 2, "dealer": "Ben", "phase": "round"}),
    ("an earlier round scored again", [*ROUND, score("Ada", 9, round=1)],
     {"round": 2, "rounds": {"Ada": [9, None, None, None], "Ben": [2, None, None, None], "Cem": [3, None, None, None]}}),
    ("an earlier round by the toy of then", [*toy("specialist-toy"), *ROUND, score("Ada", plus=9, minus=0, round=1)],
     {"scores": {"Ada": 4, "Ben": 2, "Cem": 3}, "toy": None, "toy_holder": None}),
    ("the toy goes with its round (katz-fatz:169)", [*toy("wool"), *ROUND], {"toy": None, "toy_holder": None}),
    ("a toy mended", [*toy("wool"), {"do": "toy", "toy": "armchair"}],
     {"toy": "armchair", "toy_holder": "Ada"}),
    ("Toy Emergency hands it on (katz-fatz:111)", [*toy("wool"), {"do": "toy_to", "player": "Cem"}],
     {"toy_holder": "Cem"}),
    ("back in the middle (katz-fatz:149)", [*toy("wool"), {"do": "toy_to", "player": None}], {"toy_holder": None}),
    ("toys and hand colours still to be counted hold the round",
     [score("Ada", 1), score("Ben", 2), score("Cem", 3, toys=None, hand_colours=None)],
     {"round": 1, "scores": {"Ada": 1, "Ben": 2, "Cem": 3}, "toy_symbols": dict.fromkeys(PLAYERS, 0)}),
    ("until they are told", [*ROUND[:2], score("Cem", 3, toys=None), score("Cem", 3, toys=4)],
     {"round": 2, "toy_symbols": {"Ada": 0, "Ben": 0, "Cem": 4}}),
    ("or corrected", [*ROUND[:2], score("Cem", 3, toys=None), correct("toy_symbols.Cem", 4)],
     {"round": 2, "toy_symbols": {"Ada": 0, "Ben": 0, "Cem": 4}}),
    ("after round 4 the pad is asked for (katz-fatz:177)", FOUR,
     {"phase": "pad", "round": 4, "totals": dict.fromkeys(PLAYERS), "scores": {"Ada": 4, "Ben": 8, "Cem": 12}}),
    ("a value for everyone ends it", [*FOUR, NO_SPLATS],
     {"phase": "over", "ended": "played", "totals": {"Ada": 14, "Ben": 18, "Cem": 22}, "winners": ["Cem"],
      "scores": {"Ada": 14, "Ben": 18, "Cem": 22}, "prompt": None}),
    ("values learnt before", [NO_SPLATS, pad_value("toys", 1, 35), pad_value("splats", 1, 20), *GAME],
     {"over": True, "totals": {"Ada": 59, "Ben": 63, "Cem": 67}}),
    ("a value learnt anew", [NO_SPLATS, pad_value("splats", 0, 0), *FOUR], {"totals": {"Ada": 4, "Ben": 8, "Cem": 12}}),
    ("read off for one", [*FOUR, of("pad", "Ada", toys_value=35, splats_value=20)],
     {"phase": "pad", "totals": {"Ada": 59, "Ben": None, "Cem": None}}),
    ("read off for one, in two steps, against the pad",
     [*FOUR, of("pad", "Ada", toys_value=35), of("pad", "Ada", splats_value=20), NO_SPLATS],
     {"over": True, "totals": {"Ada": 59, "Ben": 18, "Cem": 22}, "winners": ["Ada"]}),
    ("scored again in phase pad", [*FOUR, score("Ada", 50), score("Ada", 20, round=2), NO_SPLATS],
     {"rounds": {"Ada": [1, 20, 1, 50], "Ben": [2] * 4, "Cem": [3] * 4}, "winners": ["Ada"]}),
    ("still to be counted in phase pad", [*FOUR, score("Ada", 50, toys=None), NO_SPLATS], {"phase": "pad"}),
    ("more toys win a tie (katz-fatz:185)",
     [score("Ada", 9, toys=1), score("Ben", 9), *a_round(0, 0, 0)[2:], *a_round(0, 0, 0) * 3, NO_SPLATS,
      pad_value("toys", 1, 0)], {"winners": ["Ada"], "ranks": {"Ada": 1, "Ben": 2, "Cem": 3}}),
    ("toys decide while it goes on nothing", [score("Ada", 9, toys=1), score("Ben", 9)],
     {"ranks": {"Ada": 1, "Ben": 1, "Cem": 3}}),
    ("closed early, the rounds count and no pad", [*a_round(1, 5, 3), score("Ada", 9), "finish"],
     {"over": True, "ended": "short", "winners": ["Ada"], "scores": {"Ada": 10, "Ben": 5, "Cem": 3},
      "totals": dict.fromkeys(PLAYERS)}),
    ("closed early in phase pad", [*FOUR, "finish"], {"winners": ["Cem"], "scores": {"Ada": 4, "Ben": 8, "Cem": 12}}),
    ("abandoned", [*ROUND, "abandon"], {"ended": "abandoned", "winners": []}),
    ("a corrected round", [*ROUND, correct("rounds.Ada.1", -7)], {"scores": {"Ada": -7, "Ben": 2, "Cem": 3}}),
    ("a round taken off the pad is awaited again", [score("Ada", 3), correct("rounds.Ada.1", None), *ROUND[1:]],
     {"round": 1, "rounds": {"Ada": [None] * 4, "Ben": [2, None, None, None], "Cem": [3, None, None, None]}}),
    ("an evening caught up with in one step",
     [{"do": "correct", "set": {f"rounds.{name}.{n}": n for name in PLAYERS for n in (1, 2, 3)}}],
     {"round": 4, "dealer": "Ada", "scores": dict.fromkeys(PLAYERS, 6)}),
    ("corrected symbols stay corrected", [*a_round(1, 2, 3, toys=2), correct("toy_symbols.Ada", 5), score("Ada", 1, toys=1)],
     {"toy_symbols": {"Ada": 6, "Ben": 2, "Cem": 2}}),
    ("corrected splats", [correct("splats.Ben", 4)], {"splats": {"Ada": 0, "Ben": 4, "Cem": 0}}),
    ("symbols never fall below none",
     [score("Ada", 1, toys=3), correct("toy_symbols.Ada", 1), score("Ada", 1)], {"toy_symbols": dict.fromkeys(PLAYERS, 0)}),
    ("another dealer", [correct("dealer", "Cem"), *ROUND], {"dealer": "Ada"}),
    ("another toy, and whose it is", [{"do": "correct", "set": {"toy": "wool", "toy_holder": "Cem"}}],
     {"toy": "wool", "toy_holder": "Cem"}),
    ("no toy at all", [*toy("wool"), {"do": "correct", "set": {"toy": None, "toy_holder": None}}],
     {"toy": None, "toy_holder": None}),
    ("corrected after the end, the winners are counted anew", [*FOUR, NO_SPLATS, correct("rounds.Ada.1", 50)],
     {"over": True, "winners": ["Ada"], "totals": {"Ada": 63, "Ben": 18, "Cem": 22}}),
    ("corrected after an early end, the totals stay unknown", [*ROUND, "finish", correct("rounds.Ada.1", 50)],
     {"winners": ["Ada"], "totals": dict.fromkeys(PLAYERS)}),
    ("the round does not wait for who has left", [*ROUND[1:], of("leave", "Ada")],
     {"round": 2, "dealer": "Ben", "left": ["Ada"]}),
    ("the dealer who leaves passes on", [of("leave", "Ada")], {"dealer": "Ben", "round": 1}),
    ("the role passes over who has left", [of("leave", "Ben"), ROUND[0], ROUND[2]], {"round": 2, "dealer": "Cem"}),
    ("who leaves puts the toy back", [*toy("wool"), of("leave", "Ada")], {"toy": "wool", "toy_holder": None}),
    ("who left keeps the score, last in rank", [*a_round(9, 2, 3), of("leave", "Ada")],
     {"scores": {"Ada": 9, "Ben": 2, "Cem": 3}, "ranks": {"Ada": 3, "Ben": 2, "Cem": 1}}),
    ("the pad is not asked for who has left", [*GAME, of("leave", "Ada"), of("leave", "Ben"), of("return", "Ben"),
                                               pad_value("toys", 1, 0), pad_value("splats", 1, 0)],
     {"over": True, "winners": ["Cem"]}),
    ("a number still to be counted leaves with its player",
     [*ROUND[:2], score("Cem", 3, toys=None), of("leave", "Cem")], {"round": 2}),
    ("who returns is awaited again", [of("leave", "Cem"), ROUND[0], of("return", "Cem"), ROUND[1]],
     {"round": 1, "left": []}),
    ("who returns may tell the rounds that were missed",
     [of("leave", "Cem"), *ROUND[:2], of("return", "Cem"), score("Cem", 7, round=1)],
     {"round": 2, "scores": {"Ada": 1, "Ben": 2, "Cem": 7}}),
    ("a past round taken off the pad holds up the end, not the rounds",
     [*ROUND * 2, correct("rounds.Ben.1", None), *ROUND * 2, NO_SPLATS],
     {"phase": "pad", "over": False, "round": 4, "totals": {"Ada": 14, "Ben": None, "Cem": 22}}),
    ("scored again, it does not",
     [*ROUND * 2, correct("rounds.Ben.1", None), *ROUND * 2, NO_SPLATS, score("Ben", 9, round=1)],
     {"over": True, "ended": "played", "winners": ["Ben"], "totals": {"Ada": 14, "Ben": 25, "Cem": 22}}),
    ("a round taken off the pad in phase pad, too", [*FOUR, correct("rounds.Ben.1", None), NO_SPLATS], {"phase": "pad"}),
    ("who left is not waited for", [*FOUR, correct("rounds.Ben.1", None), NO_SPLATS, of("leave", "Ben")],
     {"ended": "played", "scores": {"Ada": 14, "Ben": 16, "Cem": 22}}),
    ("a round missed while away counts 0",
     [of("leave", "Cem"), *ROUND[:2], of("return", "Cem"), *ROUND * 3, NO_SPLATS], {"over": True, "totals": {"Ada": 14, "Ben": 18, "Cem": 19}}),
    ("round 4 missed while away counts 0, back in phase pad",
     [*ROUND * 3, of("leave", "Cem"), *ROUND[:2], of("return", "Cem"), NO_SPLATS], {"over": True, "winners": ["Cem"]}),
    ("a missed round that is told and taken off again is awaited",
     [of("leave", "Cem"), *ROUND[:2], of("return", "Cem"), score("Cem", 7, round=1), correct("rounds.Cem.1", None),
      *ROUND * 3, NO_SPLATS], {"phase": "pad"}),
    ("alone nothing goes on", [ROUND[0], of("leave", "Ben"), of("leave", "Cem")], {"round": 1}),
    ("and then it does", [ROUND[0], of("leave", "Ben"), of("leave", "Cem"), correct("rounds.Cem.1", 3), of("return", "Cem")],
     {"round": 2}),
    ("a new name stands everywhere", [*toy("wool"), of("rename", "Ada", name="Zoe")],
     {"dealer": "Zoe", "toy_holder": "Zoe", "scores": {"Zoe": 0, "Ben": 0, "Cem": 0}}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "expected"), [case[1:] for case in LEADS_TO], ids=[case[0] for case in LEADS_TO])
def test_leads_to(told: Sequence[Told], expected: dict[str, object]) -> None:
    found = seen(tell(*told))
    assert {name: found[name] for name in expected} == expected


def test_values_of_the_pad_that_are_told_in_any_order_stand_in_the_pads_order() -> None:
    ledger = tell(*[pad_value("toys", symbols, value) for symbols, value in ((9, 35), (2, 40), (11, 30))])
    assert list(seen(ledger)["pad"]["toys"].items()) == [("2", 40), ("9", 35), ("11", 30)]  # type: ignore[index]  # an object


REFUSED: list[tuple[str, str, Sequence[Told], Told]] = [
    ("bad-command", "a score of nothing", [], score("Ada")),
    ("bad-command", "toys alone", [], score("Ada", toys=2)),
    ("bad-command", "plus alone", [], score("Ada", plus=2)),
    ("bad-command", "points and plus", [], score("Ada", 1, plus=2, minus=1)),
    ("bad-command", "points and a pile", [], score("Ada", 1, pile=[])),
    ("bad-command", "toys beside a pile, in which they are counted", [], score("Ada", pile=[], toys=1)),
    ("bad-command", "hand and hand colours", [], score("Ada", pile=[], hand=[], hand_colours=0)),
    ("bad-command", "a hand without a pile", [], score("Ada", 1, hand=[["red"]])),
    ("bad-command", "final points and the toy", [], score("Ada", 1, has_toy=True)),
    ("bad-command", "still to be counted, beside a pile", [], score("Ada", pile=[], hand_colours=None)),
    ("bad-command", "still to be counted, beside plus and minus", [], score("Ada", plus=1, minus=0, toys=None)),
    ("bad-command", "points still to be counted", [], of("score", "Ada", points=None)),
    ("bad-command", "201 points", [], score("Ada", 201)),
    ("bad-command", "a float", [], of("score", "Ada", points=1.0)),
    ("bad-command", "a negative minus", [], score("Ada", plus=26, minus=-14)),
    ("bad-command", "73 toys", [], score("Ada", 1, toys=73)),
    ("bad-command", "seven colours (katz-fatz:167)", [], score("Ada", 1, hand_colours=7)),
    ("bad-command", "round 5 (katz-fatz:29)", [], score("Ada", 1, round=5)),
    ("bad-command", "round 0", [], score("Ada", 1, round=0)),
    ("bad-command", "a card of 2 (katz-fatz:73)", [], score("Ada", pile=[card(2)])),
    ("bad-command", "a card of 8", [], score("Ada", pile=[card(8)])),
    ("bad-command", "a card with four colours (katz-fatz:73)", [],
     score("Ada", pile=[card(3, "red", "orange", "green", "blue")])),
    ("bad-command", "a card with no colour", [], score("Ada", pile=[{"value": 3, "colours": []}])),
    ("bad-command", "a card twice red", [], score("Ada", pile=[card(3, "red", "red")])),
    ("bad-command", "a card in hand twice red", [], score("Ada", pile=[], hand=[["red", "red"]])),
    ("bad-command", "a colour that is none", [], score("Ada", pile=[card(3, "pink")])),
    ("bad-command", "a colour in hand that is none", [], score("Ada", pile=[], hand=[["pink"]])),
    ("bad-command", "a colour that is none, of a stranger, after the end", ["finish"],
     score("Zoe", pile=[card(3, "pink")])),
    ("bad-command", "an unknown trick", [], score("Ada", pile=[card(3, trick="purring")])),
    ("bad-command", "an unknown field of a card", [], score("Ada", pile=[card(3, name="Mia")])),
    ("bad-command", "73 cards", [], score("Ada", pile=[card(0)] * 73)),
    ("bad-command", "an unknown toy", [], {"do": "toy", "toy": "drone"}),
    ("bad-command", "no toy", [], {"do": "toy", "toy": None}),
    ("bad-command", "the toy to whom?", [], {"do": "toy_to"}),
    ("bad-command", "read off nothing", FOUR, of("pad", "Ada")),
    ("bad-command", "a value beyond reason", [], pad_value("toys", 1, 201)),
    ("bad-command", "a value of points", [], pad_value("points", 1, 1)),
    ("bad-command", "a symbol below none", [], pad_value("toys", -1, 1)),
    ("bad-command", "a fifth round corrected", [], correct("rounds.Ada.5", 1)),
    ("bad-command", "25 splats corrected", [], correct("splats.Ada", 25)),
    ("bad-command", "an unknown toy corrected", [], correct("toy", "drone")),
    ("unknown-player", "a stranger", [], score("Zoe", 1)),
    ("unknown-player", "the toy to a stranger", [], {"do": "toy_to", "player": "Zoe"}),
    ("unknown-player", "a stranger's round corrected", [], correct("rounds.Zoe.1", 1)),
    ("over", "a score after the end", ["finish"], score("Ada", 1)),
    ("over", "the pad after the end", ["finish"], NO_SPLATS),
    ("not-now", "a round that has not begun", [], score("Ada", 1, round=2)),
    ("not-now", "a round that has not begun, of one who left", [of("leave", "Cem")], score("Cem", 1, round=2)),
    ("not-now", "the pad before the last round is over", [], of("pad", "Ada", toys_value=1)),
    ("not-now", "a toy after the rounds", FOUR, {"do": "toy", "toy": "wool"}),
    ("not-now", "a toy handed on after the rounds", FOUR, {"do": "toy_to", "player": "Ada"}),
    ("not-now", "alone", [of("leave", "Ben"), of("leave", "Cem")], score("Ada", 1)),
    ("illegal", "a score of one who left", [of("leave", "Cem")], score("Cem", 1)),
    ("illegal", "the toy to one who left", [of("leave", "Cem")], {"do": "toy_to", "player": "Cem"}),
    ("illegal", "the pad of one who left", [*FOUR, of("leave", "Cem")], of("pad", "Cem", toys_value=1)),
    ("illegal", "one who left as the dealer", [of("leave", "Cem")], correct("dealer", "Cem")),
    ("illegal", "one who left as the holder", [of("leave", "Cem")], correct("toy_holder", "Cem")),
    ("illegal", "more points than a round has", [], score("Ada", plus=300, minus=50)),
    ("illegal", "more points than a round has, by the toy's", toy("cardboard"), score("Ada", plus=195, minus=0)),
    ("illegal", "more points than a round has, in cards", [], score("Ada", pile=[card(7)] * 29)),
    ("illegal", "more cards in pile and hand than there are", [], score("Ada", pile=[card(0)] * 70, hand=[["red"]] * 3)),
    ("illegal", "the tree without colours", toy("scratching-tree"), score("Ada", pile=[card(3, "red"), card(-3)])),
    ("illegal", "a toy of which nobody told which it is", [], score("Ada", plus=3, minus=0, has_toy=True)),
    ("illegal", "a pile beside a toy of which nobody told which it is", [{"do": "toy_to", "player": "Ada"}],
     score("Ada", pile=[])),
    ("illegal", "no turns to skip", [], {"do": "skip", "turns": 1}),
    ("illegal", "after the end, toys beside which the pad is not known", [*FOUR, NO_SPLATS], correct("toy_symbols.Ada", 2)),
]  # fmt: skip


@pytest.mark.parametrize(("code", "why", "before", "then"), REFUSED, ids=[f"{case[0]}: {case[1]}" for case in REFUSED])
def test_refused(code: str, why: str, before: Sequence[Told], then: Told) -> None:
    assert refusal(tell(*before), then) == code, why


def test_a_whole_pad_ends_the_game_with_the_last_score() -> None:
    ledger = tell(*a_round(1, 2, 3, toys=2, hand_colours=1), *ROUND * 3, pad=WHOLE_PAD)
    assert seen(ledger)["totals"] == {"Ada": 4 + 10 - 5, "Ben": 8 + 10 - 5, "Cem": 12 + 10 - 5}
    assert seen(ledger)["over"] is True


def test_symbols_beyond_the_pad() -> None:
    ledger = tell(*a_round(1, 2, 3, toys=9, hand_colours=6), *ROUND * 3, pad=WHOLE_PAD)
    assert seen(ledger)["totals"] == {"Ada": 24, "Ben": 28, "Cem": 32}
    assert seen(ledger)["toy_symbols"] == dict.fromkeys(PLAYERS, 9)
    assert refusal(tell(pad=WHOLE_PAD), pad_value("toys", 5, 40)) == "illegal"
    assert refusal(tell(pad=WHOLE_PAD), pad_value("toys", 4, 40)) is None


def test_only_what_the_pad_does_not_say_is_asked_for() -> None:
    pad = {"toys": [5, None, 20], "splats": [1], "no_splats": 0}
    ledger = tell(score("Ada", 1, toys=2), score("Ben", 1, toys=7), score("Cem", 1), *ROUND * 3, pad=pad)
    prompt = seen(ledger)["prompt"]
    assert isinstance(prompt, dict)
    assert (prompt["player"], prompt["range"]["command"]) == (
        "Ada",
        {"do": "pad_value", "which": "toys", "symbols": 2},
    )
    ledger.submit(pad_value("toys", 2, 12))
    assert seen(ledger)["over"] is True
    assert seen(ledger)["pad"] == {"toys": (5, 12, 20), "splats": (1,), "no_toys": 0, "no_splats": 0}


def test_what_one_evening_learnt_the_next_one_knows() -> None:
    learnt = seen(tell(NO_SPLATS, pad_value("toys", 12, 50), pad_value("toys", 9, 35)))["pad"]
    assert learnt == {"toys": {"9": 35, "12": 50}, "splats": None, "no_toys": 0, "no_splats": 10}
    assert seen(tell(*FOUR, pad=learnt))["totals"] == {"Ada": 14, "Ben": 18, "Cem": 22}


@pytest.mark.parametrize("pad", [None, {}, {"toys": None, "no_toys": 0}])
def test_nothing_is_known_of_the_pad(pad: object) -> None:
    assert seen(tell(pad=pad))["options"]["pad"] == {  # type: ignore[index]  # an object
        "toys": None,
        "splats": None,
        "no_toys": 0,
        "no_splats": None,
    }


def test_the_sign_of_a_pad_value_is_never_assumed() -> None:
    ledger = tell(*FOUR)
    prompt: Any = seen(ledger)["prompt"]
    assert prompt["range"]["min"] < 0 < prompt["range"]["max"]
    ledger.submit(pad_value("splats", 0, -30))
    assert seen(ledger)["totals"] == {"Ada": -26, "Ben": -22, "Cem": -18}


BAD_OPTIONS: list[dict[str, object]] = [
    {"tree_multi": "all"},
    {"tree_may": 1},
    {"colours": ["red"] * 6},
    {"colours": ["red", "blue"]},
    {"colours": ["red", "orange", "yellow", "green", "blue", " "]},
    {"pad": {"toys": [201]}},
    {"pad": {"toys": {"0": 1}}},
    {"pad": {"toys": {"9": None}}},
    {"pad": {"rows": []}},
    {"pad": []},
]


@pytest.mark.parametrize("options", BAD_OPTIONS, ids=str)
def test_options_that_cannot_be(options: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        tell(**options)  # type: ignore[arg-type]  # none of them is called players
    assert refused.value.code == "bad-command"


def test_all_options_are_shown() -> None:
    assert seen(tell(first="Cem", advanced=True))["options"] == {
        "pad": {"toys": None, "splats": None, "no_toys": 0, "no_splats": None},
        "advanced": True,
        "colours": ("red", "orange", "yellow", "green", "blue", "purple"),
        "cuddle_self": True,
        "tree_multi": "any",
        "tree_may": False,
        "tree_toys": True,
        "tree_cuddle": True,
        "first": "Cem",
    }


def test_two_to_seven_play() -> None:
    for names, fits in (("A", False), ("A B", True), ("A B C D E F G", True), ("A B C D E F G H", False)):
        try:
            tell(players=names)
        except Refusal:
            assert not fits
        else:
            assert fits


def test_the_colours_have_the_names_of_the_table() -> None:
    colours = ["rot", "gelb", "grün", "blau", "lila", "grau"]
    ledger = tell(*toy("scratching-tree"), colours=colours)
    assert refusal(ledger, score("Ada", pile=[card(3, "red")])) == "bad-command"
    assert refusal(ledger, score("Ada", pile=[card(3, "grün")])) is None
    assert seen(ledger)["last_count"]["dropped"] == "grün"  # type: ignore[index]  # an object


def test_the_advanced_variant_is_called_to_mind_while_start_cards_are_chosen() -> None:
    assert seen(tell())["reminder"] is None
    assert "Begging" in str(seen(tell(advanced=True))["reminder"])
    assert seen(tell(ROUND[0], advanced=True))["reminder"] is None
    assert "Begging" in str(seen(tell(*ROUND, advanced=True))["reminder"])
    ledger = tell(advanced=True)
    assert "at once" in ledger.game.ask(ledger.state, {"ask": "choice-order"}).why


ASKED: list[tuple[str, Sequence[Told], dict[str, object], object]] = [
    ("cards for three", [], {"ask": "setup"}, {"dealt": 24, "laid_out": 4, "stack": 44}),
    ("cards for those who are in", [of("leave", "Cem")], {"ask": "setup"}, {"dealt": 16, "laid_out": 3, "stack": 53}),
    ("who picks first in round 2", ROUND, {"ask": "choice-order"}, ["Ben", "Ada", "Cem"]),
    ("who plays first in round 2", ROUND, {"ask": "turn-order"}, ["Cem", "Ada", "Ben"]),
    ("who picks of those who are in", [of("leave", "Cem")], {"ask": "choice-order"}, ["Ada", "Ben"]),
    ("who plays of those who are in", [of("leave", "Ben")], {"ask": "turn-order"}, ["Cem", "Ada"]),
    ("who picks of one", [of("leave", "Ada"), of("leave", "Ben")], {"ask": "choice-order"}, ["Cem"]),
    ("who plays of one", [of("leave", "Ada"), of("leave", "Ben")], {"ask": "turn-order"}, ["Cem"]),
    ("two actions", toy("ultra-laser", None), {"ask": "actions", "player": "Ada"}, 2),
    ("three actions", toy("ultra-laser"), {"ask": "actions", "player": "Ada"}, 3),
    ("one action", toy("armchair"), {"ask": "actions", "player": "Ada"}, 1),
    ("another's toy", toy("armchair", "Ben"), {"ask": "actions", "player": "Ada"}, 2),
    ("the number alone tells", [], {"ask": "can-play", "player": "Ada", "card": card(-5), "top": card(5)}, True),
    ("a mouse in time", toy("fabric-mouse"),
     {"ask": "can-play", "player": "Ada", "card": card(3), "top": card(5), "mouse": True}, True),
    ("a mouse kept", toy("fabric-mouse"),
     {"ask": "can-play", "player": "Ada", "card": card(3, "red"), "top": card(5, "blue"), "mouse": False}, False),
    ("the string of another", toy("magic-string", "Ben"),
     {"ask": "can-play", "player": "Ada", "card": card(3, "red"), "top": card(4, "blue")}, False),
    ("the string, signs aside (KF-A12)", toy("magic-string"),
     {"ask": "can-play", "player": "Ada", "card": card(3, "red"), "top": card(-4, "blue")}, True),
    ("some hands alone", [], {"ask": "round-over", "hands": {"Ben": 0}, "stack": 1}, True),
    ("a count by the game's own house rules", [],
     {"ask": "count", "pile": [card(-4, trick="cuddling")], "options": {}},
     {"plus": 4, "minus": 0, "toy_points": 0, "total": 4, "toy_symbols": 0, "hand_colours": 0, "conversions": [0],
      "dropped": None}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "question", "answer"), [case[1:] for case in ASKED], ids=[case[0] for case in ASKED])
def test_the_referee(told: Sequence[Told], question: dict[str, object], answer: object) -> None:
    ledger = tell(*told)
    before = ledger.snapshot()
    found = ledger.game.ask(ledger.state, question)
    assert found.answer == answer
    assert " " in found.why
    assert ledger.snapshot() == before


NOT_ANSWERED: list[tuple[str, str, dict[str, object]]] = [
    ("bad-command", "an unknown question", {"ask": "odds"}),
    ("bad-command", "a colour that is none", {"ask": "count", "pile": [card(3, "pink")]}),
    ("bad-command", "the colour of a top card that is none",
     {"ask": "can-play", "player": "Zoe", "card": card(3), "top": card(3, "pink")}),
    ("bad-command", "an option that is no house rule", {"ask": "count", "pile": [], "options": {"advanced": True}}),
    ("bad-command", "a player twice", {"ask": "round-over", "hands": {"Ada": 1, "Ada ": 2}, "stack": 1}),
    ("unknown-player", "a stranger", {"ask": "actions", "player": "Zoe"}),
    ("unknown-player", "a stranger's hand", {"ask": "round-over", "hands": {"Zoe": 1}, "stack": 1}),
    ("illegal", "one who left", {"ask": "actions", "player": "Cem"}),
    ("illegal", "a mouse that another has",
     {"ask": "can-play", "player": "Ada", "card": card(3), "top": None, "mouse": True}),
    ("illegal", "no colours where they matter", {"ask": "can-play", "player": "Ada", "card": card(3), "top": card(5)}),
    ("illegal", "the tree without colours", {"ask": "count", "pile": [card(3)], "toy": "scratching-tree"}),
    ("illegal", "more cards than there are", {"ask": "round-over", "hands": {"Ada": 40}, "stack": 40}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "why", "question"), NOT_ANSWERED, ids=[f"{case[0]}: {case[1]}" for case in NOT_ANSWERED]
)
def test_not_answered(code: str, why: str, question: dict[str, object]) -> None:
    ledger = tell(of("leave", "Cem"))
    with pytest.raises(Refusal) as refused:
        ledger.game.ask(ledger.state, question)
    assert refused.value.code == code, why


def test_a_count_by_other_house_rules_than_the_game() -> None:
    ledger = tell(cuddle_self=False)
    pile = [card(-4, trick="cuddling")]
    for options, total in (({}, -4), ({"cuddle_self": True}, 4)):
        answer: Any = ledger.game.ask(ledger.state, {"ask": "count", "pile": pile, "options": options}).answer
        assert answer["total"] == total
    ledger.submit(score("Ada", pile=pile))
    assert seen(ledger)["scores"] == {"Ada": -4, "Ben": 0, "Cem": 0}


def test_the_working_of_the_last_count_card_by_card() -> None:
    state = tell(score("Ada", pile=[card(-5, toy=True), card(0, trick="cuddling")])).state
    assert state.last_count.lines == (  # type: ignore[attr-defined]  # a state of Katz Fatz
        (0, -5, 5, True, False, True),
        (1, 0, 0, False, False, False),
    )


def test_what_can_be_corrected() -> None:
    ledger = tell(score("Ada", 9, toys=2), *toy("wool", "Ben"), players="Ada Ben A.C")
    lines = {line.path: line for line in ledger.game.correctable(ledger.state)}
    assert len(lines) == 3 * (1 + 2) + 3
    assert lines["rounds.Ada.1"][1:] == ("Ada: round 1", 9, -200, 200, (None,))
    assert lines["toy_symbols.Ada"][1:] == ("Ada: toys", 2, 0, 288, ())
    assert lines['splats."A.C"'][1:] == ("A.C: splats", 0, 0, 24, ())
    assert lines["dealer"].value == "Ada"
    assert lines["toy"].value == "wool"
    assert (lines["toy_holder"].value, lines["toy_holder"].choices[-1]) == ("Ben", None)


WRITES: list[tuple[dict[str, object], set[str]]] = [
    (score("Ada", 1), {"rounds.Ada.2", "toy_symbols.Ada", "splats.Ada"}),
    (score("Ben", 1, round=1), {"rounds.Ben.1", "toy_symbols.Ben", "splats.Ben"}),
    ({"do": "toy", "toy": "wool"}, {"toy"}),
    ({"do": "toy_to", "player": "Ada"}, {"toy_holder"}),
    (of("pad", "Ada", toys_value=3), {"pad.Ada"}),
    (pad_value("toys", 9, 35), {"pad.toys.9"}),
    (correct("rounds.Ada.2", 3), {"rounds.Ada.2"}),
    (of("leave", "Ada"), {"players.Ada"}),
]


@pytest.mark.parametrize(("told", "written"), WRITES, ids=[str(told) for told, _ in WRITES])
def test_what_a_command_writes(told: dict[str, object], written: set[str]) -> None:
    ledger = tell(*ROUND)
    assert ledger.game.writes(ledger.state, told) == written


def test_seven_who_score_at_once_do_not_disturb_each_other() -> None:
    names = "A B C D E F G"
    ledger = tell(players=names)
    written = [ledger.game.writes(ledger.state, score(name, 1)) for name in names.split()]
    assert sum(map(len, written)) == len(frozenset().union(*written))


# What was told, who is asked, by which words, and what the command has already.
PROMPTS: list[tuple[str, Sequence[Told], str, str, dict[str, object]]] = [
    ("the first score", [], "Ada", "Points of Ada", score("Ada", round=1, toys=None, hand_colours=None)),
    ("others first", [score("Ada", 30)], "Ben", "Points of Ben", score("Ben", round=1, toys=None, hand_colours=None)),
    ("the toys", [score("Ben", 9, toys=None, hand_colours=None)], "Ben", "Toys of Ben",
     score("Ben", 9, round=1, hand_colours=None)),
    ("the hand colours", [score("Ben", 9, toys=4, hand_colours=None)], "Ben", "Colours of Ben",
     score("Ben", 9, round=1, toys=4)),
    ("the hand colours of an earlier round", [*ROUND, score("Ben", 9, round=1, hand_colours=None)],
     "Ben", "Colours of Ben", score("Ben", 9, round=1, toys=0)),
    ("the oldest round taken off the pad", [*ROUND * 2, correct("rounds.Cem.2", None), correct("rounds.Ben.1", None)],
     "Ben", "Points of Ben", score("Ben", round=1, toys=None, hand_colours=None)),
    ("a round taken off the pad in phase pad", [*FOUR, correct("rounds.Ben.2", None)],
     "Ben", "Points of Ben", score("Ben", round=2, toys=None, hand_colours=None)),
    ("a value of the pad", [*a_round(1, 2, 3, toys=1), *ROUND * 3], "Ada", "Value at toy 1",
     {"do": "pad_value", "which": "toys", "symbols": 1}),
    ("a value of no symbol", FOUR, "Ada", "Value of no splat", {"do": "pad_value", "which": "splats", "symbols": 0}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "player", "text", "command"), [case[1:] for case in PROMPTS], ids=[case[0] for case in PROMPTS]
)
def test_asks(told: Sequence[Told], player: str, text: str, command: dict[str, object]) -> None:
    ledger = tell(*told)
    prompt = ledger.game.prompt(ledger.state)
    assert prompt is not None
    assert prompt.range is not None
    assert (prompt.kind, prompt.player, prompt.text, prompt.default) == ("number", player, text, 0)
    assert prompt.range.command == command


def test_nobody_has_to_answer_while_the_round_is_played() -> None:
    assert seen(tell())["prompt"]["optional"] is True  # type: ignore[index]  # an object
    assert seen(tell(ROUND[0]))["prompt"]["optional"] is False  # type: ignore[index]  # an object
    taken_off = [correct(f"rounds.{name}.1", None) for name in PLAYERS]
    assert seen(tell(*ROUND, *taken_off))["prompt"]["optional"] is False  # type: ignore[index]  # an object
