"""Evenings of Fat Cats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.games.evenings.making import Command, Evenings, comings_and_goings, history, verb
from tests.games.telling import seen

if TYPE_CHECKING:
    from companion.games import Prompt
    from companion.table.ledger import Ledger

PLAYERS = ("Ada", "Ben", "Cem", "Dan", "Eva", "Fay")
names = st.sampled_from([*PLAYERS[:4], "Eva", "Zoe"])
treats = st.integers(1, 8)

meals = st.fixed_dictionaries(
    {"treats": treats},
    optional={"ghost": st.booleans(), "tray_to": names, "colour": st.sampled_from(["white", "white", "blue"])},
)
plain = st.fixed_dictionaries({"treats": treats}, optional={"ghost": st.booleans()})
eating = st.tuples(names, st.one_of(plain, plain, meals)).map(lambda told: {"do": "eat", "player": told[0], **told[1]})
moves = st.one_of(
    eating,
    eating,
    eating,
    verb("eaters", players=st.lists(names, max_size=4)),
    verb("bowls", bowls=st.dictionaries(names, st.sampled_from("ABCD"), min_size=3)),
    verb("round", eat=st.dictionaries(names, st.one_of(plain, meals), max_size=4)),
)
settable = st.one_of(
    st.dictionaries(names.map("positions.{}".format), st.integers(0, 30), max_size=3),
    st.dictionaries(names.map("trays.{}".format), st.integers(0, 3), max_size=3),
    st.dictionaries(names.map("lying.{}".format), st.sampled_from(["A", "B", None]), max_size=2),
    st.dictionaries(st.sampled_from(["cards.blue_left", "cards.white_left"]), st.integers(0, 21), max_size=2),
)
rare = st.one_of(verb("correct", set=settable), comings_and_goings(names), verb("crown", player=names))
SEATLESS = ("positions", "trays", "lying", "eaters", "path", "cards", "round", "over", "scores", "ranks")


def seatless(ledger: Ledger) -> dict[str, object]:
    found = seen(ledger)
    return {part: found[part] for part in SEATLESS}


def legible(prompt: Prompt) -> None:
    labels = [choice.label for choice in prompt.choices]
    assert len(labels) == len(set(labels))
    assert all(len(label) <= 40 for label in labels)


def fitting(ledger: Ledger, command: Command) -> Command:
    """A meal is told for the cat whose move it is, so that games come forward."""
    turn = ledger.state.turn
    return {**command, "player": turn} if command["do"] == "eat" and turn else command


FAT_CATS = Evenings(
    game="fat-cats",
    names=PLAYERS,
    counts=(3, 5),
    options=st.fixed_dictionaries(
        {},
        optional={
            "cushions": st.sampled_from([12, 30, None]),
            "ghost": st.sampled_from(["instead", "after"]),
            "back_floor": st.sampled_from([0, 1]),
            "order": st.sampled_from(["fixed", "dynamic"]),
            "first": st.sampled_from(PLAYERS[:3]),
        },
    ),
    commands=st.one_of(*[moves] * 5, rare, history(st.one_of(moves, rare))),
    lengths=(10, 50),
    seatless=seatless,
    legible=legible,
    fitting=fitting,
)
