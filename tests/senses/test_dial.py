"""What a rotary encoder tells, whatever its contacts do meanwhile."""

from __future__ import annotations

from itertools import accumulate, combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.senses import Click, Dial
from companion.senses.dial import BOUNCE, RESTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.senses import States

Edge = tuple[float, int, bool]
"""When (s), which contact, and whether it closes."""

OPEN, CLOSED = (False, False), (True, True)


def followed(
    edges: Iterable[Edge], states: States = 4, closed: tuple[bool, bool] = OPEN, until: float = 1e6
) -> list[Click]:
    """What a clock that ticks when it is due reads from edges."""
    dial = Dial(states, closed=closed)
    told: list[Click] = []
    for at, contact, level in edges:
        while dial.due <= at:
            told += dial.tick(dial.due)
        told += dial.feed(at, contact, closed=level)
    while dial.due <= until:
        told += dial.tick(dial.due)
    return told


def ways(told: Iterable[Click]) -> str:
    return "".join("R" if click.way > 0 else "L" for click in told)


def turned(
    clicks: str, states: States = 4, closed: tuple[bool, bool] = OPEN, every: float = 0.02, start: float = 1.0
) -> list[Edge]:
    """The edges of a clean encoder that is turned by clicks to the right and left, ``every`` s one."""
    levels, edges, at = list(closed), [], start
    for click in clicks:
        for _ in range(states):
            # To the right A goes first where both are alike, and B where they differ; to the left the other one.
            contact = int((levels[0] == levels[1]) != (click == "R"))
            levels[contact] = not levels[contact]
            edges.append((at, contact, levels[contact]))
            at += every
    return edges


BOTH = pytest.mark.parametrize("states", [4, 2])
RESTING = pytest.mark.parametrize("closed", [OPEN, CLOSED], ids=["open at rest", "closed at rest"])


@BOTH
@RESTING
@pytest.mark.parametrize("clicks", ["R", "L", "RRRR", "LLLLL", "RL", "LR", "RRLLLRLRRL"])
@pytest.mark.parametrize("every", [0.006, 0.02, 0.3])
def test_clicks_are_told_one_by_one(states: States, closed: tuple[bool, bool], clicks: str, every: float) -> None:
    assert ways(followed(turned(clicks, states, closed, every), states, closed)) == clicks


@BOTH
@pytest.mark.parametrize("way", ["R", "L"])
def test_a_flick_of_ninety_clicks_a_second_is_followed(states: States, way: str) -> None:
    assert ways(followed(turned(way * 10, states, every=1 / 90 / 4), states)) == way * 10


def test_a_click_is_told_before_the_knob_has_come_to_rest() -> None:
    assert followed(turned("R")) == [Click(turned("R")[2][0], 1)]
    assert followed(turned("L")) == [Click(turned("L")[3][0], -1)]


@BOTH
def test_half_a_click_and_back_is_none(states: States) -> None:
    there = turned("R", states)[: states // 2]
    back = [(2.0 + k, contact, not closed) for k, (_, contact, closed) in enumerate(reversed(there))]
    assert followed(there + back, states) == []


NOISE = {
    "back and forth": [1.0 + k * 0.03 for k in range(41)],
    "fast": [1.0 + k * 0.0007 for k in range(300)],
    "spikes": [1.0 + k * 0.05 + up * 1e-5 for k in range(40) for up in (0, 1)],
    "two spikes, and an edge that stays": [1.0, 1.00001, 1.5, 1.50001, 2.0],
}


@BOTH
@pytest.mark.parametrize("contact", [0, 1], ids="AB")
@pytest.mark.parametrize("closed", [(a, b) for a in (False, True) for b in (False, True)], ids=str)
@pytest.mark.parametrize("times", NOISE.values(), ids=NOISE)
def test_a_contact_that_moves_alone_makes_no_click(
    times: list[float], closed: tuple[bool, bool], contact: int, states: States
) -> None:
    """The other one is broken, and stuck in any way."""
    edges = [(at, contact, closed[contact] == bool(number % 2)) for number, at in enumerate(times)]
    assert followed(edges, states, closed) == []


@pytest.mark.parametrize("clicks", ["RRRRR", "LLLLL", "RRRLLL"])
@pytest.mark.parametrize("seed", range(20))
def test_the_knob_may_rest_where_b_is_just_about_to_change(clicks: str, seed: int) -> None:
    """ALPS EC11: in a click A is open, and B is not specified."""
    random, edges, a, b, at = Random(seed), list[Edge](), False, False, 1.0

    def move(contact: int, level: bool) -> None:
        nonlocal at, a, b
        at += 0.02
        edges.append((at, contact, level))
        a, b = (level, b) if contact == 0 else (a, level)

    for click in clicks:
        before = click == "L"
        if b != before:
            move(1, before)
        move(0, True)
        move(1, not before)
        move(0, False)
        if random.random() < 0.5:
            move(1, not b)
    assert ways(followed(edges)) == clicks


def bounced(edges: Sequence[Edge], pauses: Sequence[Sequence[float]]) -> list[Edge]:
    """Each edge with bounces after it: back and forth after those pauses, s."""
    seen: list[Edge] = []
    for (at, contact, level), own in zip(edges, pauses, strict=True):
        times = accumulate(own, initial=at)
        seen += [(moment, contact, level == (number % 2 == 0)) for number, moment in enumerate(times)]
    return sorted(seen)


@st.composite
def bouncing(draw: st.DrawFn) -> tuple[States, str, list[Edge]]:
    """Clicks, and what an encoder tells of them whose contacts bounce for up to 5 ms after each change."""
    states: States = draw(st.sampled_from([4, 2]))
    clicks = draw(st.text("RL", min_size=1, max_size=6))
    # A contact changes again at the earliest after two states, when it bounces no more; the other one meanwhile.
    clean = turned(clicks, states, every=draw(st.floats(0.0026, 0.1)))
    clean = _turned_back_slowly(clean)
    pauses = []
    for _ in clean:
        number = 2 * draw(st.integers(0, 6))
        parts = draw(st.lists(st.floats(1e-6, 1.0), min_size=number, max_size=number))
        seconds = draw(st.floats(1e-5, 0.99 * BOUNCE))
        pauses.append([part * seconds / sum(parts) for part in parts])
    return states, clicks, bounced(clean, pauses)


def _turned_back_slowly(edges: Sequence[Edge]) -> list[Edge]:
    """Where the way is changed the same contact moves twice: no hand does that within its bounce."""
    later, slow = 0.0, list[Edge]()
    for (at, contact, level), before in zip(edges, [-1, *(edge[1] for edge in edges)], strict=False):
        later += 2 * BOUNCE if before == contact else 0.0
        slow.append((at + later, contact, level))
    return slow


@given(bouncing())
def test_however_the_contacts_bounce_the_clicks_are_the_same(told: tuple[States, str, list[Edge]]) -> None:
    states, clicks, edges = told
    assert ways(followed(edges, states)) == clicks


@BOTH
@pytest.mark.parametrize("every", [0.003, 0.02])
@pytest.mark.parametrize("way", ["R", "L"])
def test_edges_that_are_missed_never_turn_it_round(states: States, every: float, way: str) -> None:
    """A Pi under load: whichever edges of three clicks it misses, as long as they are not more than that."""
    edges = turned(way * 3, states, every=every)
    few = {4: 4, 2: 2}[states]
    for number in range(few + 1):
        for missed in combinations(range(len(edges)), number):
            heard = [edge for at, edge in enumerate(edges) if at not in missed]
            assert set(ways(followed(heard, states))) <= {way}


@given(
    states=st.sampled_from([4, 2]),
    way=st.sampled_from("RL"),
    closed=st.sampled_from([OPEN, CLOSED]),
    start=st.integers(0, 40),
    length=st.integers(1, 60),
)
def test_a_pause_of_any_length_never_turns_it_round(
    states: States, way: str, closed: tuple[bool, bool], start: int, length: int
) -> None:
    edges = turned(way * 15, states, closed)
    heard = edges[:start] + edges[start + length :]
    told = ways(followed(heard, states, closed))
    assert set(told) <= {way}
    # At most a click is lost at either end, beside those of which nothing was heard.
    assert len(told) >= len(heard) // states - 2


@BOTH
@given(st.data())
def test_after_whatever_was_missed_the_next_clicks_are_told_again(states: States, data: st.DataObject) -> None:
    edges = turned("RRRR", states)
    heard = [edge for edge in edges if data.draw(st.booleans())]
    dial = Dial(states)
    for at, contact, level in heard:
        dial.feed(at, contact, closed=level)
    # When it has been quiet for a moment the contacts are looked at.
    dial.look(4.0, (edges[-1][2] and edges[-1][1] == 0, False))
    told = []
    for at, contact, level in turned("LLRR", states, start=4.0 + RESTS):
        told += dial.feed(at, contact, closed=level)
    assert ways(told) == "LLRR"


def test_a_last_edge_that_was_missed_is_seen_by_the_level() -> None:
    *heard, last = turned("L")
    dial = Dial()
    assert [click for edge in heard for click in dial.feed(edge[0], edge[1], closed=edge[2])] == []
    assert dial.look(last[0] + 0.03, OPEN) == [Click(last[0] + 0.03, -1)]


def test_two_levels_that_changed_unheard_are_no_click() -> None:
    dial = Dial()
    assert dial.look(1.0, CLOSED) == []
    assert dial.look(1.1, OPEN) == []
    assert (
        ways(click for at, contact, level in turned("RL", start=1.2) for click in dial.feed(at, contact, closed=level))
        == "RL"
    )


def test_where_it_was_found_half_turned_it_is_right_after_the_first_rest() -> None:
    """Somebody held it between two clicks as the companion started."""
    dial = Dial(closed=(True, True))
    out = [(1.0, 0, False), (1.1, 1, False)]
    assert [click for at, contact, level in out for click in dial.feed(at, contact, closed=level)] == []
    edges = turned("RRL", start=1.2 + RESTS)
    told = [click for at, contact, level in edges for click in dial.feed(at, contact, closed=level)]
    assert ways(told) == "RRL"
    assert told[0].at == pytest.approx(edges[2][0])
