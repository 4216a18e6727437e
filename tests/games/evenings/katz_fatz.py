"""Evenings of Katz Fatz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from companion.games.katz_fatz.cards import COLOURS
from tests.games.evenings.making import Evenings, comings_and_goings, history, verb
from tests.games.telling import seen

if TYPE_CHECKING:
    from companion.table.ledger import Ledger

PLAYERS = ("Ada", "Ben", "Cem", "Dan", "Eva")
names = st.sampled_from([*PLAYERS[:3], *PLAYERS[:3], "Dan", "Eva", "Zoe"])
rounds = st.integers(1, 4)
points = st.integers(-40, 60)
toys = st.integers(0, 5)
hand_colours = st.integers(0, 6)
which = st.sampled_from(["toys", "splats"])
shown = st.lists(st.sampled_from(COLOURS), min_size=1, max_size=3, unique=True)
cards = st.fixed_dictionaries(
    {"value": st.sampled_from([-7, -6, -5, -4, -3, 0, 3, 4, 5, 6, 7]), "colours": shown},
    optional={"trick": st.sampled_from(["cuddling", "vigorous-cuddling", "claw"]), "toy": st.booleans()},
)
toy = st.sampled_from(["specialist-toy", "cardboard", "scratching-tree", "ultra-laser"])

scores = st.one_of(
    verb("score", {"toys": toys, "hand_colours": hand_colours}, player=names, points=points),
    verb(
        "score",
        {"toys": st.none() | toys, "hand_colours": st.none() | hand_colours, "round": rounds},
        player=names,
        points=points,
    ),
    verb(
        "score",
        {"toys": toys, "hand_colours": hand_colours, "has_toy": st.booleans()},
        player=names,
        plus=toys,
        minus=toys,
    ),
    verb("score", {"hand": st.lists(shown, max_size=3)}, player=names, pile=st.lists(cards, max_size=6)),
)
moves = st.one_of(
    scores,
    scores,
    scores,
    verb("toy", toy=toy),
    verb("toy_to", player=st.none() | names),
    verb("pad_value", which=which, symbols=st.integers(0, 6), value=points),
    verb("pad", player=names, toys_value=points, splats_value=points),
)
settable = st.one_of(
    st.dictionaries(st.builds("rounds.{}.{}".format, names, rounds), st.none() | points, max_size=4),
    st.dictionaries(names.map("toy_symbols.{}".format), toys, max_size=2),
    st.dictionaries(names.map("splats.{}".format), toys, max_size=2),
    st.dictionaries(st.sampled_from(["dealer", "toy_holder"]), names, max_size=2),
    st.fixed_dictionaries({"toy": st.none() | toy}),
)
rare = st.one_of(verb("correct", set=settable), comings_and_goings(names))
scale = st.none() | st.lists(st.none() | points, max_size=9)
SEATLESS = ("scores", "ranks", "totals", "rounds", "toy_symbols", "dealer", "toy_holder", "phase", "round")


def seatless(ledger: Ledger) -> dict[str, object]:
    found = seen(ledger)
    return {part: found[part] for part in SEATLESS}


KATZ_FATZ = Evenings(
    game="katz-fatz",
    names=PLAYERS,
    counts=(2, 4),
    options=st.fixed_dictionaries(
        {},
        optional={
            "pad": st.fixed_dictionaries({"toys": scale, "splats": scale, "no_splats": st.none() | points}),
            "first": st.sampled_from(PLAYERS[:2]),
            "advanced": st.booleans(),
            "tree_may": st.booleans(),
            "tree_cuddle": st.booleans(),
        },
    ),
    commands=st.one_of(*[moves] * 6, rare, history(st.one_of(moves, rare))),
    lengths=(10, 60),
    seatless=seatless,
)
