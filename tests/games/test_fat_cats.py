"""The rules of Fat Cats, each with where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games import Code, Refusal
from tests.games import telling
from tests.games.telling import Told, correct, of, refusal, seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.table.ledger import Ledger

FINISH: dict[str, object] = {"do": "finish"}


def tell(*commands: Told, players: str = "Ada Ben Cem Dan", cushions: int | None = 30, **options: object) -> Ledger:
    return telling.tell(*commands, game="fat-cats", players=players, cushions=cushions, **options)


def bowls(letters: str, players: str = "Ada Ben Cem Dan") -> dict[str, object]:
    """ABBC: what each has chosen, in the order of the seats."""
    return {"do": "bowls", "bowls": dict(zip(players.split(), letters, strict=False))}


def eaters(*players: str) -> dict[str, object]:
    return {"do": "eaters", "players": list(players)}


def eat(player: str, treats: int = 3, **more: object) -> dict[str, object]:
    return of("eat", player, treats=treats, **more)


def ghost(player: str, treats: int = 3, **more: object) -> dict[str, object]:
    return eat(player, treats, ghost=True, **more)


def whole(**meals: object) -> dict[str, object]:
    """A whole round; a number is a meal of so many treats."""
    return {
        "do": "round",
        "eat": {name: {"treats": meal} if isinstance(meal, int) else meal for name, meal in meals.items()},
    }


def haunted(treats: int, **more: object) -> dict[str, object]:
    return {"treats": treats, "ghost": True, **more}


def put(*positions: int) -> dict[str, object]:
    """The cats stand so."""
    names = ("Ada", "Ben", "Cem", "Dan")
    return {"do": "correct", "set": {f"positions.{name}": at for name, at in zip(names, positions, strict=False)}}


def four(*values: object) -> dict[str, object]:
    return dict(zip(("Ada", "Ben", "Cem", "Dan"), values, strict=True))


# What people tell, what it leads to; four players, the crown on cushion 30.
LEADS_TO: list[tuple[str, Sequence[Told], dict[str, object]]] = [
    ("who stands alone on a card eats (fat-cats:73)", [bowls("ABBC")],
     {"phase": "eating", "eaters": ["Ada", "Dan"], "turn": "Ada", "lying": four(None, "B", "B", None), "round": 1}),
    ("all four alone", [bowls("DCBA")], {"eaters": ["Ada", "Ben", "Cem", "Dan"], "lying": four(*[None] * 4)}),
    ("two and two: nobody eats, the next is served", [bowls("AABB")],
     {"phase": "bowls", "eaters": [], "turn": None, "round": 2, "lying": four("A", "A", "B", "B")}),
    ("old bowls are taken back before the new are turned over (fat-cats:88)", [bowls("AABB"), bowls("BBCC")],
     {"eaters": [], "lying": four("B", "B", "C", "C")}),
    ("a contested card is won alone by a third (FC-A9)", [bowls("AAAB"), eat("Dan"), bowls("BCDA")],
     {"eaters": ["Ada", "Ben", "Cem", "Dan"], "lying": four(*[None] * 4)}),
    ("who ate may choose the same letter again", [bowls("ABBC"), eat("Ada"), eat("Dan"), bowls("AAAA")],
     {"lying": four(*"AAAA"), "round": 3}),
    ("each moves by the own treats, hindmost first (fat-cats:77)", [put(5, 2), eaters("Ada", "Ben"), eat("Ben", 4)],
     {"positions": four(5, 7, 0, 0), "eaters": ["Ada"], "turn": "Ada", "path": [3, 4, 6, 7], "phase": "eating"}),
    ("the serving ends with its last eater", [eaters("Ben"), eat("Ben")],
     {"phase": "bowls", "turn": None, "round": 2, "eaters": [], "scores": four(0, 3, 0, 0)}),
    ("nobody ate", [eaters()], {"phase": "bowls", "round": 2, "path": []}),
    ("told without bowls it is not known where they lie", [bowls("AABB"), eaters("Ada")], {"lying": four(*[None] * 4)}),
    ("and so after a whole round", [bowls("AABB"), whole(Ada=3)], {"lying": four(*[None] * 4), "round": 3}),
    ("a whole round without anybody", [whole()], {"round": 2, "phase": "bowls"}),
    ("a whole round moves in the order of the rules, not of the telling",
     [put(5, 4, 3, 2), whole(Ada=1, Ben=1, Cem=1, Dan=1)], {"positions": four(9, 8, 7, 6), "path": [9]}),
    ("on the carpet clockwise from the first (FC-A3)", [eaters("Dan", "Ada", "Cem")], {"eaters": ["Ada", "Cem", "Dan"]}),
    ("what is too much at the crown is lost (fat-cats:126)", [put(28), whole(Ada=20)],
     {"positions": four(30, 0, 0, 0), "over": True, "ended": "played", "winners": ["Ada"], "path": [29, 30],
      "turn": None, "prompt": None, "eaters": []}),
    ("at the crown it is over at once (FC-A10)", [put(28, 3), eaters("Ada", "Ben"), eat("Ben"), eat("Ada", 2)],
     {"over": True, "round": 1}),
    ("who would move later does not (FC-A10)", [put(28, 29), eaters("Ada", "Ben"), eat("Ada", 1)],
     {"over": True, "winners": ["Ada"], "positions": four(30, 29, 0, 0), "eaters": [], "ranks": four(1, 2, 3, 3)}),
    ("a ghost moves back instead of forward (FC-A1)", [put(9), whole(Ada=haunted(4))], {"positions": four(5, 0, 0, 0)}),
    ("going back skips cats as well (fat-cats:106)", [put(9, 8, 6), whole(Ada=haunted(2))],
     {"positions": four(5, 8, 6, 0), "path": [7, 5]}),
    ("back past the start it is the carpet (FC-A4)", [put(2), whole(Ada=haunted(7))],
     {"positions": four(0, 0, 0, 0), "path": [1, 0]}),
    ("what the cat before has counted is forgotten", [put(0, 9), whole(Ada=3, Ben=haunted(2))], {"path": [8, 7]}),
    ("on the carpet a ghost has no effect", [whole(Ada=haunted(7))], {"positions": four(0, 0, 0, 0), "path": []}),
    ("a ghost on a tray moves the other back (fat-cats:112)", [put(9, 20), whole(Ada=haunted(4, tray_to="Ben"))],
     {"positions": four(9, 16, 0, 0), "trays": four(0, 2, 1, 1), "path": [19, 18, 17, 16]}),
    ("to one on the carpet: no effect, the tray still goes (FC-A5)", [put(9), whole(Ada=haunted(4, tray_to="Dan"))],
     {"positions": four(9, 0, 0, 0), "trays": four(0, 1, 1, 2)}),
    ("a tray that just came is passed on", [put(5, 9), whole(Ada=haunted(1, tray_to="Ben"), Ben=haunted(2, tray_to="Cem"))],
     {"trays": four(0, 1, 2, 1), "positions": four(5, 8, 0, 0)}),
    ("the order is fixed at the start (FC-A3)",
     [put(5, 9, 12), eaters("Ada", "Ben", "Cem"), ghost("Ada", 11, tray_to="Cem")],
     {"positions": four(5, 9, 0, 0), "eaters": ["Ben", "Cem"]}),
    ("the colour as told: white cards are discarded", [eaters("Ada", "Ben", "Cem"), eat("Ada", colour="white"),
     eat("Ben", colour="blue"), eat("Cem")],
     {"cards": {"blue_left": 0, "white_left": 19, "discarded": 1}}),
    ("a ghost is white", [whole(Ada=haunted(1))], {"cards": {"blue_left": 0, "white_left": 21, "discarded": 1}}),
    ("a white ghost", [whole(Ada=haunted(1, colour="white"))], {"cards": {"blue_left": 0, "white_left": 21, "discarded": 1}}),
    ("the stack refills the table after the round, blue first (fat-cats:100)", [eaters("Ada", "Ben"), eat("Ada")],
     {"cards": {"blue_left": 1, "white_left": 21, "discarded": 0}}),
    ("round after round", [whole(Ada=1, Ben=1), whole(Cem=1), whole()],
     {"cards": {"blue_left": 0, "white_left": 19, "discarded": 0}, "round": 4}),
    ("cards stay where nobody ate", [eaters()], {"cards": {"blue_left": 1, "white_left": 21, "discarded": 0}}),
    ("the stack is never below nothing (fat-cats:120)", [correct(cards_white_left=1), whole(Ada=1, Ben=1, Cem=1, Dan=1)],
     {"cards": {"blue_left": 0, "white_left": 0, "discarded": 0}}),
    ("two cats change places", [put(5, 9), put(9, 5)], {"scores": four(9, 5, 0, 0), "ranks": four(1, 2, 3, 3)}),
    ("trays are corrected together", [correct(trays_Ada=0, trays_Ben=2)], {"trays": four(0, 2, 1, 1)}),
    ("all trays with one", [correct(trays_Ada=4, trays_Ben=0, trays_Cem=0, trays_Dan=0)], {"trays": four(4, 0, 0, 0)}),
    ("a bowl corrected", [correct(lying_Ben="C")], {"lying": four(None, "C", None, None)}),
    ("and taken away", [bowls("AABB"), correct(lying_Ben=None)], {"lying": four("A", None, "B", "B")}),
    ("the new stack of white cards (fat-cats:120)", [correct(cards_white_left=17, cards_blue_left=0)],
     {"cards": {"blue_left": 0, "white_left": 17, "discarded": 0}}),
    ("a correction of nothing", [put(0)], {"revision": 1, "phase": "bowls"}),
    ("a cat corrected onto the crown has won", [put(30, 29)], {"over": True, "ended": "played", "winners": ["Ada"]}),
    ("corrected before anybody has moved, the order is another", [eaters("Ada", "Ben"), put(5)],
     {"eaters": ["Ben", "Ada"], "turn": "Ben", "phase": "eating"}),
    ("corrected later, the order stays", [eaters("Ada", "Ben", "Cem"), eat("Ada"), put(3, 9)], {"eaters": ["Ben", "Cem"]}),
    ("corrected after the end, the winners are counted anew", [put(28, 9), whole(Ada=5), put(29, 30)],
     {"over": True, "ended": "played", "winners": ["Ben"]}),
    ("corrected after the end, nothing reopens", [put(28, 9), whole(Ada=5), put(2)],
     {"over": True, "ended": "played", "winners": ["Ben"]}),
    ("corrected onto the crown after the end, it stays closed early", [FINISH, put(30)],
     {"ended": "short", "winners": ["Ada"]}),
    ("who leaves keeps the number, last in rank", [put(9, 4), of("leave", "Ada")],
     {"left": ["Ada"], "scores": four(9, 4, 0, 0), "ranks": four(4, 1, 2, 2)}),
    ("the cat of one who left is off the track", [put(3, 1), of("leave", "Ada"), whole(Ben=2)], {"positions": four(3, 3, 0, 0)}),
    ("who leaves takes the bowl along", [bowls("AABB"), of("leave", "Ben")], {"lying": four("A", None, "B", "B")}),
    ("who leaves before moving moves no more", [eaters("Ada", "Ben"), of("leave", "Ada")], {"eaters": ["Ben"], "turn": "Ben"}),
    ("the last eater leaves", [eaters("Ada"), of("leave", "Ada")], {"phase": "bowls", "round": 2, "turn": None}),
    ("one who does not eat leaves", [eaters("Ada"), of("leave", "Ben")], {"phase": "eating", "turn": "Ada"}),
    ("bowls wait only for those who are in", [of("leave", "Dan"), bowls("ABB", "Ada Ben Cem")], {"eaters": ["Ada"]}),
    ("two play on", [of("leave", "Dan"), of("leave", "Cem"), bowls("AB", "Ada Ben")], {"eaters": ["Ada", "Ben"]}),
    ("who returns is back on the cushion", [put(9), of("leave", "Ada"), of("return", "Ada"), whole(Ben=9)],
     {"positions": four(9, 10, 0, 0), "left": []}),
    ("or where another sits there, on the next free one behind",
     [put(3, 1, 2), of("leave", "Ada"), whole(Ben=1), of("return", "Ada")],
     {"positions": four(1, 3, 2, 0), "path": [3]}),
    ("at last on the carpet", [put(2, 0, 1), of("leave", "Ada"), whole(Ben=1), of("return", "Ada")],
     {"positions": four(0, 2, 1, 0)}),
    ("the number of one who left is corrected onto another's cushion", [put(9, 4), of("leave", "Ada"), put(4)],
     {"scores": four(4, 4, 0, 0)}),
    ("with one left the serving is not asked for", [of("leave", name) for name in ("Ben", "Cem", "Dan")],
     {"phase": "bowls", "left": ["Ben", "Cem", "Dan"]}),
    ("closed early the foremost cat has won", [put(9, 4), FINISH], {"ended": "short", "winners": ["Ada"]}),
    ("closed early on the carpet all share it", [FINISH], {"winners": ["Ada", "Ben", "Cem", "Dan"]}),
    ("closed between two moves, who has not moved stays", [eaters("Ada", "Ben"), eat("Ada"), FINISH],
     {"scores": four(3, 0, 0, 0), "eaters": [], "turn": None, "phase": "over"}),
    ("abandoned without a winner", [put(9), {"do": "abandon"}], {"ended": "abandoned", "winners": []}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "expected"), [case[1:] for case in LEADS_TO], ids=[case[0] for case in LEADS_TO])
def test_leads_to(told: Sequence[Told], expected: dict[str, object]) -> None:
    found = seen(tell(*told))
    assert {name: found[name] for name in expected} == expected


# By house rules and other options.
HOUSE_RULES: list[tuple[str, dict[str, object], Sequence[Told], dict[str, object]]] = [
    ("forward, and then back to where it came from (FC-A1)", {"ghost": "after"}, [put(9), whole(Ada=haunted(2))],
     {"positions": four(9, 0, 0, 0), "path": [10, 11, 10, 9]}),
    ("at the crown the ghost comes too late (FC-A1)", {"ghost": "after"}, [put(29), whole(Ada=haunted(2))],
     {"over": True, "winners": ["Ada"]}),
    ("forward, and the ghost to another (FC-A1)", {"ghost": "after"}, [put(9, 20), whole(Ada=haunted(2, tray_to="Ben"))],
     {"positions": four(11, 18, 0, 0), "trays": four(0, 2, 1, 1), "path": [19, 18]}),
    ("not below cushion 1 (FC-A4)", {"back_floor": 1}, [put(3), whole(Ada=haunted(7))], {"positions": four(1, 0, 0, 0)}),
    ("nor beyond another cat on it (FC-A4)", {"back_floor": 1}, [put(2, 1), whole(Ada=haunted(7))],
     {"positions": four(2, 1, 0, 0), "path": []}),
    ("who sits on the carpet stays there (FC-A4)", {"back_floor": 1}, [whole(Ada=haunted(7))],
     {"positions": four(0, 0, 0, 0)}),
    ("always the hindmost of the rest (FC-A3)", {"order": "dynamic"},
     [put(5, 9, 12), eaters("Ada", "Ben", "Cem"), ghost("Ada", 11, tray_to="Cem")],
     {"eaters": ["Cem", "Ben"], "turn": "Cem"}),
    ("and so in a whole round (FC-A3)", {"order": "dynamic"},
     [put(5, 9, 12), whole(Ada=haunted(11, tray_to="Cem"), Ben=1, Cem=8)],
     {"positions": four(5, 11, 10, 0)}),
    ("where the order is fixed it ends otherwise", {},
     [put(5, 9, 12), whole(Ada=haunted(11, tray_to="Cem"), Ben=1, Cem=8)], {"positions": four(5, 10, 9, 0)}),
    ("corrected among moves, the hindmost is another (FC-A3)", {"order": "dynamic"},
     [eaters("Ada", "Ben", "Cem"), eat("Ada"), put(3, 9)], {"eaters": ["Cem", "Ben"]}),
    ("clockwise from the smallest belly girth (FC-A3)", {"first": "Cem"}, [eaters("Ada", "Ben", "Cem", "Dan")],
     {"eaters": ["Cem", "Dan", "Ada", "Ben"]}),
    ("9 blue cards as the owner has it (FC-A8)", {"blue_cards": 9}, [], {"cards": {"blue_left": 5, "white_left": 21, "discarded": 0}}),
    ("without a crown's number cushions are counted without end", {"cushions": None}, [whole(Ada=20), whole(Ada=20)],
     {"positions": four(40, 0, 0, 0), "over": False}),
    ("there the table says who has the crown (fat-cats:126)", {"cushions": None}, [put(5, 9), of("crown", "Ada")],
     {"over": True, "ended": "played", "winners": ["Ada"], "ranks": four(1, 2, 3, 3), "scores": four(5, 9, 0, 0)}),
    ("in mid-round too (FC-A10)", {"cushions": None}, [eaters("Ada", "Ben"), of("crown", "Ada")],
     {"over": True, "winners": ["Ada"], "eaters": [], "turn": None}),
    ("who has the crown keeps it when numbers are corrected", {"cushions": None}, [of("crown", "Ada"), put(0, 12)],
     {"winners": ["Ada"], "ranks": four(1, 2, 3, 3)}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "told", "expected"), [case[1:] for case in HOUSE_RULES], ids=[case[0] for case in HOUSE_RULES]
)
def test_by_house_rules(options: dict[str, object], told: Sequence[Told], expected: dict[str, object]) -> None:
    found = seen(tell(*told, **options))  # type: ignore[arg-type]  # cushions among the options
    assert {name: found[name] for name in expected} == expected


ALONE = [of("leave", name) for name in ("Ben", "Cem", "Dan")]

# What was told before, what is refused then.
REFUSED: list[tuple[str, str, Sequence[Told], Told]] = [
    ("bad-command", "no treat", [eaters("Ada")], eat("Ada", 0)),
    ("bad-command", "21 treats", [eaters("Ada")], eat("Ada", 21)),
    ("bad-command", "no treats told", [eaters("Ada")], of("eat", "Ada")),
    ("bad-command", "a red card", [eaters("Ada")], eat("Ada", colour="red")),
    ("bad-command", "a ghost that is no yes or no", [eaters("Ada")], eat("Ada", ghost=1)),
    ("bad-command", "a fifth letter", [], bowls("ABCE")),
    ("bad-command", "a small letter", [], bowls("abcd")),
    ("bad-command", "a player's bowls twice", [], {"do": "bowls", "bowls": {"Ada": "A", "Ada ": "B"}}),
    ("bad-command", "an eater twice", [], eaters("Ada", " Ada")),
    ("bad-command", "a meal twice", [], {"do": "round", "eat": {"Ada": {"treats": 1}, "Ada ": {"treats": 1}}}),
    ("bad-command", "eaters as one name", [], {"do": "eaters", "players": "Ada"}),
    ("bad-command", "a meal as a number", [], {"do": "round", "eat": {"Ada": 3}}),
    ("bad-command", "a meal with a field more", [], whole(Ada={"treats": 3, "player": "Ada"})),
    ("bad-command", "a meal of 21 treats", [], whole(Ada=21)),
    ("bad-command", "a position behind the crown", [], put(31)),
    ("bad-command", "a position before the carpet", [], put(-1)),
    ("bad-command", "more trays than there are", [], correct(trays_Ada=5)),
    ("bad-command", "a bowl on no card", [], correct(lying_Ada="E")),
    ("bad-command", "more white cards than there are", [], correct(cards_white_left=22)),
    ("bad-command", "more blue cards than there are", [], correct(cards_blue_left=10)),
    ("bad-command", "discarded cards cannot be set", [], correct(cards_discarded=1)),
    ("bad-command", "eaters cannot be set", [], {"do": "correct", "set": {"eaters": []}}),
    ("bad-command", "a bad number before an unknown player", [], correct(positions_Zoe=31)),
    ("unknown-player", "a stranger eats", [eaters("Ada")], eat("Zoe")),
    ("unknown-player", "a stranger among the eaters", [], eaters("Zoe")),
    ("unknown-player", "a stranger's bowl", [], {"do": "bowls", "bowls": {"Zoe": "A"}}),
    ("unknown-player", "a stranger in a round", [], whole(Zoe=3)),
    ("unknown-player", "a tray to a stranger", [eaters("Ada")], ghost("Ada", tray_to="Zoe")),
    ("unknown-player", "a tray to a stranger in a round", [], whole(Ada=haunted(3, tray_to="Zoe"))),
    ("unknown-player", "a stranger on the crown", [], of("crown", "Zoe")),
    ("unknown-player", "a stranger's position", [], correct(positions_Zoe=3)),
    ("unknown-player", "a stranger after the end", [FINISH], eat("Zoe")),
    ("over", "bowls after the end", [FINISH], bowls("ABCD")),
    ("over", "a crown after the end", [FINISH], of("crown", "Ada")),
    ("over", "eating after the crown", [put(28, 29), eaters("Ada", "Ben"), eat("Ada", 2)], eat("Ben", 1)),
    ("over", "skipping after the end", [FINISH], {"do": "skip", "turns": 1}),
    ("not-now", "eating before it is known who does", [], eat("Ada")),
    ("not-now", "eating twice", [eaters("Ada"), eat("Ada")], eat("Ada")),
    ("not-now", "a blue ghost before it is known who eats", [], ghost("Ada", colour="blue")),
    ("not-now", "bowls while cats move", [eaters("Ada")], bowls("ABCD")),
    ("not-now", "eaters while cats move", [eaters("Ada")], eaters("Ben")),
    ("not-now", "a whole round while cats move", [eaters("Ada")], whole(Ben=3)),
    ("not-now", "one alone", ALONE, eaters("Ada")),
    ("not-now", "one alone on the crown", ALONE, of("crown", "Ada")),
    ("not-now", "one alone, and skipping", ALONE, {"do": "skip", "turns": 1}),
    ("not-your-turn", "further ahead", [put(5, 2), eaters("Ada", "Ben")], eat("Ada")),
    ("not-your-turn", "who does not eat at all", [eaters("Ada")], eat("Ben")),
    ("not-your-turn", "and has left", [of("leave", "Ben"), eaters("Ada")], eat("Ben")),
    ("not-your-turn", "a blue ghost out of turn", [eaters("Ada")], ghost("Ben", colour="blue")),
    ("illegal", "the letter on which the own bowl lies (fat-cats:88)", [bowls("AABB")], bowls("CDBA")),
    ("illegal", "a letter on which the own bowl is corrected to lie", [correct(lying_Dan="A")], bowls("BCDA")),
    ("illegal", "a bowl missing", [], bowls("ABC")),
    ("illegal", "a bowl of one who left", [of("leave", "Dan")], bowls("ABCD")),
    ("illegal", "one who left eats", [of("leave", "Dan")], eaters("Dan")),
    ("illegal", "one who left eats in a round", [of("leave", "Dan")], whole(Dan=3)),
    ("illegal", "a blue ghost (FC-A6)", [eaters("Ada")], ghost("Ada", colour="blue")),
    ("illegal", "a blue ghost in a round (FC-A6)", [], whole(Ada=3, Ben=haunted(3, colour="blue"))),
    ("illegal", "a blue ghost after the crown in a round", [put(28, 29)], whole(Ada=3, Ben=haunted(3, colour="blue"))),
    ("illegal", "a tray without a ghost", [eaters("Ada")], eat("Ada", tray_to="Ben")),
    ("illegal", "a ghost passed to oneself", [eaters("Ada")], ghost("Ada", tray_to="Ada")),
    ("illegal", "a ghost passed to one who left", [of("leave", "Dan"), eaters("Ada")], ghost("Ada", tray_to="Dan")),
    ("illegal", "a ghost passed on without a tray", [correct(trays_Ada=0, trays_Ben=2), eaters("Ada")],
     ghost("Ada", tray_to="Ben")),
    ("illegal", "a tray that is passed on in the same round only later", [put(9, 5), correct(trays_Ben=0, trays_Cem=2)],
     whole(Ada=haunted(1, tray_to="Ben"), Ben=haunted(1, tray_to="Ada"))),
    ("illegal", "the crown where cushions are counted", [], of("crown", "Ada")),
    ("illegal", "two cats on one cushion", [put(5)], correct(positions_Ben=5)),
    ("illegal", "two cats on the crown", [], put(30, 30)),
    ("illegal", "two cats on one cushion after the end", [put(5), FINISH], correct(positions_Ben=5)),
    ("illegal", "five trays", [], correct(trays_Ada=2)),
    ("illegal", "three trays", [], correct(trays_Ada=0)),
    ("illegal", "one who left on the crown", [of("leave", "Dan")], correct(positions_Dan=30)),
    ("illegal", "a bowl of one who left on a card", [of("leave", "Dan")], correct(lying_Dan="A")),
    ("illegal", "no turns to skip", [], {"do": "skip", "turns": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "why", "before", "then"), REFUSED, ids=[f"{case[0]}: {case[1]}" for case in REFUSED])
def test_refused(code: str, why: str, before: Sequence[Told], then: Told) -> None:
    assert refusal(tell(*before), then) == code, why


def test_five_cannot_eat_of_four_cards() -> None:
    ledger = tell(players="A B C D E F")
    assert refusal(ledger, eaters(*"ABCDE")) == Code.BAD_COMMAND
    assert refusal(ledger, whole(A=1, B=1, C=1, D=1, E=1)) == Code.BAD_COMMAND


def test_the_crown_of_one_who_left() -> None:
    assert refusal(tell(of("leave", "Dan"), cushions=None), of("crown", "Dan")) == Code.ILLEGAL


@pytest.mark.parametrize(("players", "blue"), [("A B C", 5), ("A B C D", 5), ("A B C D E", 9), ("A B C D E F", 9)])
def test_the_blue_cards_of_so_many_players(players: str, blue: int) -> None:
    assert seen(tell(players=players))["options"] == {
        "cushions": 30,
        "ghost": "instead",
        "back_floor": 0,
        "order": "fixed",
        "blue_cards": blue,
        "first": "A",
    }
    assert seen(tell(players=players))["cards"] == {"blue_left": blue - 4, "white_left": 21, "discarded": 0}


@pytest.mark.parametrize(
    "options",
    [{"cushions": 0}, {"cushions": 1000}, {"blue_cards": 7}, {"blue_cards": None}, {"back_floor": 2}, {"ghost": True}],
    ids=str,
)
def test_no_such_option(options: dict[str, object]) -> None:
    with pytest.raises(Refusal) as refused:
        tell(**options)  # type: ignore[arg-type]  # cushions among the options
    assert refused.value.code == Code.BAD_COMMAND


@pytest.mark.parametrize("players", ["A B", "A B C D E F G"])
def test_three_to_six_play(players: str) -> None:
    with pytest.raises(Refusal) as refused:
        tell(players=players)
    assert refused.value.code == Code.BAD_COMMAND


def test_eating_one_after_the_other_is_the_same_as_a_whole_round() -> None:
    one_by_one = seen(tell(put(5, 9, 7), eaters("Cem", "Ada"), eat("Ada", 3), ghost("Cem", 2, tray_to="Ben")))
    at_once = seen(tell(put(5, 9, 7), whole(Cem=haunted(2, tray_to="Ben"), Ada=3)))
    assert {**one_by_one, "revision": None} == {**at_once, "revision": None}


QUESTIONS: list[tuple[str, Sequence[Told], dict[str, object], object, str]] = [
    ("forward", [put(4, 6)], {"ask": "move", "player": "Ada", "treats": 3}, 8,
     "Ada's cat counts 5, 7, 8; 6 is occupied and not counted"),
    ("past two cats", [put(4, 5, 6)], {"ask": "move", "player": "Ada", "treats": 1}, 7,
     "Ada's cat counts 7; 5, 6 are occupied and not counted"),
    ("to the crown", [put(29)], {"ask": "move", "player": "Ada", "treats": 3}, 30,
     "Ada's cat counts the crown; there the way ends"),
    ("back", [put(2, 1)], {"ask": "move", "player": "Ada", "treats": 3, "back": True}, 0,
     "Ada's cat counts the carpet; 1 is occupied and not counted; there the way ends"),
    ("back on the carpet", [], {"ask": "move", "player": "Ada", "treats": 3, "back": True}, 0,
     "Ada's cat stays on the carpet: there is no cushion to go to"),
    ("after the end", [FINISH], {"ask": "move", "player": "Ada", "treats": 3}, 3, "Ada's cat counts 1, 2, 3"),
    ("the order", [put(4, 2)], {"ask": "order", "players": ["Ada", "Ben", "Cem"]}, ["Cem", "Ben", "Ada"],
     "the hindmost cat moves first"),
    ("the order on the carpet", [put(4)], {"ask": "order", "players": ["Dan", "Cem", "Ada"]}, ["Cem", "Dan", "Ada"],
     "the hindmost cat moves first, on the carpet clockwise from Ada, the smallest belly girth"),
    ("no order", [], {"ask": "order", "players": []}, [], "the hindmost cat moves first"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "question", "answer", "why"), [case[1:] for case in QUESTIONS], ids=[case[0] for case in QUESTIONS]
)
def test_the_referee(told: Sequence[Told], question: dict[str, object], answer: object, why: str) -> None:
    ledger = tell(*told)
    before = ledger.snapshot()
    assert ledger.game.ask(ledger.state, question) == (answer, why)
    assert ledger.snapshot() == before


NO_ANSWER: list[tuple[str, dict[str, object]]] = [
    ("bad-command", {"ask": "move", "player": "Ada"}),
    ("bad-command", {"ask": "move", "player": "Ada", "treats": 21}),
    ("bad-command", {"ask": "move", "player": "Zoe", "treats": 3.0}),
    ("bad-command", {"ask": "order", "players": ["Ada", "Ada"]}),
    ("bad-command", {"ask": "odds"}),
    ("unknown-player", {"ask": "move", "player": "Zoe", "treats": 3}),
    ("unknown-player", {"ask": "order", "players": ["Zoe"]}),
    ("illegal", {"ask": "move", "player": "Dan", "treats": 3}),
    ("illegal", {"ask": "order", "players": ["Ada", "Dan"]}),
]


@pytest.mark.parametrize(("code", "question"), NO_ANSWER, ids=str)
def test_what_the_referee_does_not_answer(code: str, question: dict[str, object]) -> None:
    ledger = tell(of("leave", "Dan"))
    with pytest.raises(Refusal) as refused:
        ledger.game.ask(ledger.state, question)
    assert refused.value.code == code


LYING = {"lying.Ada", "lying.Ben", "lying.Cem", "lying.Dan"}

WRITES: list[tuple[Told, set[str]]] = [
    (bowls("ABCD"), {"turn", *LYING}),
    (eaters("Ada"), {"turn", *LYING}),
    (whole(Ada=3, Ben=haunted(3)), {"turn", *LYING, "positions.Ada", "positions.Ben"}),
    (whole(Ada=haunted(3, tray_to="Ben")),
     {"turn", *LYING, "positions.Ada", "positions.Ben", "trays.Ada", "trays.Ben"}),
    (eat("Ada"), {"positions.Ada"}),
    (ghost("Ada", tray_to="Ben"), {"positions.Ada", "positions.Ben", "trays.Ada", "trays.Ben"}),
    (of("crown", "Ada"), {"turn"}),
    (correct(positions_Ada=3, cards_blue_left=0), {"positions.Ada", "cards.blue_left"}),
    (of("leave", "Ada"), {"players.Ada", "turn"}),
    (FINISH, {"*"}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "written"), WRITES, ids=[str(told) for told, _ in WRITES])
def test_what_a_command_writes(told: dict[str, object], written: set[str]) -> None:
    ledger = tell(eaters("Ada", "Ben"))
    assert ledger.game.writes(ledger.state, told) == written


def test_what_can_be_corrected() -> None:
    ledger = tell(bowls("ABBC"), eat("Ada"), players="Ada Ben Cem Dan")
    lines = {line.path: line[1:] for line in ledger.game.correctable(ledger.state)}
    assert len(lines) == 4 * 3 + 2
    assert lines["positions.Ada"] == ("Ada: position", 3, 0, 30, ())
    assert lines["trays.Ben"] == ("Ben: trays", 1, 0, 4, ())
    assert lines["lying.Cem"] == ("Cem: bowl lying", "B", None, None, ("A", "B", "C", "D", None))
    assert lines["cards.blue_left"] == ("blue cards", 1, 0, 9, ())
    assert lines["cards.white_left"] == ("white cards", 21, 0, 21, ())


def test_how_far_a_position_is_corrected_where_cushions_are_not_counted() -> None:
    ledger = tell(cushions=None)
    assert ledger.game.correctable(ledger.state)[0].maximum == 999
    assert refusal(ledger, put(1000)) == Code.BAD_COMMAND
    assert refusal(ledger, put(999)) is None
