"""Evenings of Mad Cat Sad Cat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from companion.games.mad_cat_sad_cat.dice import CARDS, FACES
from tests.games.evenings.making import DISPLAY, Evenings, comings_and_goings, history, verb
from tests.games.telling import seen

if TYPE_CHECKING:
    from companion.games import Prompt
    from companion.table.ledger import Ledger

PLAYERS = ("Ada", "Ben", "Cem", "Dan", "Eve")
PATHS = ["vp.Ada", "vp.Ben", "pots.catpot", "pots.mad.four.inner", "pots.sad.two-pairs.outer", "pots.sad.five.inner"]
names = st.sampled_from([*PLAYERS, "Zoe"])
kinds = st.sampled_from(["mad", "sad"])
cards = st.sampled_from(CARDS)
dice = st.one_of(
    st.lists(st.sampled_from(FACES), min_size=1, max_size=5),
    st.lists(st.sampled_from(["M1", "M2", "W"]), min_size=1, max_size=3),
    st.lists(st.sampled_from(["S1", "S2", "W"]), min_size=1, max_size=3),
)
groups = st.lists(names, min_size=1, max_size=3)
mooches = st.lists(st.tuples(cards, groups).map(list), max_size=2)

quick = st.one_of(
    verb("lock", kind=kinds),
    verb("take", card=cards),
    verb("mooch", card=cards, players=groups),
    verb("fail"),
    verb("pass_dice"),
)
checked = st.one_of(verb("roll", dice=dice), verb("set_aside", dice=dice))
whole = st.one_of(
    verb("turn", player=names, kind=kinds, take=cards, mooch=mooches),
    verb("turn", player=names, kind=kinds, fail=st.just(True), mooch=mooches),
)
rare = st.one_of(
    verb("correct", set=st.dictionaries(st.sampled_from(PATHS), st.integers(0, 40), max_size=2)),
    verb("correct", set=st.fixed_dictionaries({"turn": names})),
    verb("skip", turns=st.integers(1, 3)),
    comings_and_goings(names),
)
SEATLESS = ("scores", "ranks", "turn", "round", "phase", "pots", "supply", "lock_ins", "prompt")


def seatless(ledger: Ledger) -> dict[str, object]:
    """Where only one is left, the prompt offers the others in the order of their seats."""
    found = seen(ledger)
    return {part: found[part] for part in SEATLESS if part != "prompt" or not ledger.state.alone}


def legible(prompt: Prompt) -> None:
    """Whoever mooched is listed after the colon, on lines below; more than a dozen answers stand on pages."""
    assert len(prompt.text) <= DISPLAY
    assert len({(*choice.pages, choice.label)[0] for choice in prompt.choices}) <= 12
    for choice in prompt.choices:
        named = choice.command.get("players", [])
        assert isinstance(named, list)
        assert len(choice.label.partition(":")[0] if named else choice.label) <= DISPLAY


MAD_CAT = Evenings(
    game="mad-cat-sad-cat",
    names=PLAYERS,
    counts=(2, 5),
    options=st.fixed_dictionaries(
        {}, optional={"chips": st.booleans(), "stop_on_four_wilds": st.booleans(), "ignore_wild_face": st.booleans()}
    ),
    commands=st.one_of(*[quick] * 3, *[checked] * 2, whole, rare, history(quick | rare)),
    lengths=(12, 50),
    seatless=seatless,
    legible=legible,
)
