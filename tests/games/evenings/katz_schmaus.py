"""Evenings of Katz & Schmaus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.games.evenings.making import Evenings, comings_and_goings, history, verb
from tests.games.telling import seen

if TYPE_CHECKING:
    from companion.table.ledger import Ledger

PLAYERS = ("Ada", "Ben", "Cem", "Dan")
names = st.sampled_from([*PLAYERS, "Zoe"])
amounts = st.integers(0, 4)

moves = st.one_of(
    verb("lift", {"treats": st.sampled_from([3, 4]), "again": st.booleans()}),
    verb("set_down"),
    verb("void"),
    verb("call", {"player": names}),
    verb("caller", player=names),
    verb("result", {"in_box": amounts, "to": names}),
    verb("result", {"in_box": amounts, "caller": names, "correct": st.booleans()}),
    verb("result"),
)
rare = st.one_of(
    verb("correct", set=st.dictionaries(names.map("bowls.{}".format), st.integers(0, 20))),
    verb("correct", set=st.fixed_dictionaries({"turn": names})),
    verb("skip", turns=st.integers(1, 3)),
    comings_and_goings(names),
)


def seatless(ledger: Ledger) -> dict[str, object]:
    found = seen(ledger)
    return {part: found[part] for part in ("scores", "ranks", "turn", "round", "phase", "supply", "on_board", "over")}


KATZ_SCHMAUS = Evenings(
    game="katz-schmaus",
    names=PLAYERS,
    counts=(2, 4),
    options=st.fixed_dictionaries(
        {},
        optional={
            "treats": st.sampled_from([3, 4]),
            "auto_settle": st.booleans(),
            "left_on_board": st.sampled_from(["supply", "player"]),
            "latch": st.booleans(),
        },
    ),
    commands=st.one_of(moves, moves, moves, rare, history(st.one_of(moves, rare))),
    lengths=(12, 60),
    seatless=seatless,
)
