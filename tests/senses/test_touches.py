"""What a button's contact and the finger on it mean."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.senses import BUTTON_HOLDS, KNOB_HOLDS, Gesture, Gestures, Holds, Touch, Touches

Edges = list[tuple[float, bool]]


def followed(edges: Edges, until: float) -> list[Touch | Gesture]:
    """What gestures a clock that ticks when it is due reads from edges."""
    gestures = Gestures()
    told: list[Touch | Gesture] = []
    for at, closed in edges:
        told += _ticked(gestures, at)
        told += gestures.feed(at, closed=closed)
    return told + _ticked(gestures, until)


def _ticked(gestures: Gestures, until: float) -> list[Touch | Gesture]:
    told: list[Touch | Gesture] = []
    while (due := gestures.due) <= until:
        told += gestures.tick(due)
    return told


def kinds(told: list[Touch | Gesture]) -> list[str]:
    return [one.kind for one in told]


def bouncing(at: float, closed: bool, seconds: float, times: int) -> Edges:
    """An edge that bounces so often before it stays."""
    step = seconds / (2 * times)
    return [(at + k * step, closed if k % 2 == 0 else not closed) for k in range(2 * times + 1)]


@pytest.mark.parametrize("seconds", [0.01, 0.03, 0.049, 0.051, 0.12])
def test_taps_a_second_apart_are_one_press_and_one_release_each(seconds: float) -> None:
    edges = [edge for k in range(20) for edge in ((1.0 + k, True), (1.0 + k + seconds, False))]
    told = followed(edges, 30.0)
    assert kinds(told) == ["touched", "pressed", "released", "press"] * 20
    releases = [one.at for one in told if one.kind == "released"]
    assert releases == pytest.approx([1.0 + k + seconds for k in range(20)])


@pytest.mark.parametrize("times", [1, 3, 8, 20])
@pytest.mark.parametrize("seconds", [0.08, 0.12, 0.3, 0.55])
def test_a_worn_button_that_bounces_for_50_ms_is_pressed_once(seconds: float, times: int) -> None:
    edges = bouncing(1.0, True, 0.05, times) + bouncing(1.0 + seconds, False, 0.05, times)
    assert kinds(followed(edges, 3.0)) == ["touched", "pressed", "released", "press"]


@pytest.mark.parametrize("times", [1, 5, 8, 20, 60])
@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.003])
def test_a_tap_that_is_over_before_the_contact_has_settled_is_one_press(seconds: float, times: int) -> None:
    edges = bouncing(1.0, True, 0.05, times) + bouncing(1.05 + seconds, False, 0.05, times)
    assert kinds(followed(edges, 3.0)) == ["touched", "pressed", "released", "press"]


@pytest.mark.parametrize(("spike", "every"), [(0.0002, 0.001), (0.001, 0.003), (0.002, 0.005), (0.004, 0.01)])
def test_spikes_that_go_on_and_on_are_nothing(spike: float, every: float) -> None:
    edges = [edge for k in range(200) for edge in ((1.0 + k * every, True), (1.0 + k * every + spike, False))]
    assert set(kinds(followed(edges, 9.0))) == {"touched", "withdrawn"}


@pytest.mark.parametrize("spike", [0.0001, 0.001, 0.003])
def test_a_spike_is_a_touch_that_is_withdrawn(spike: float) -> None:
    told = followed([(1.0, True), (1.0 + spike, False)], 3.0)
    assert kinds(told) == ["touched", "withdrawn"]
    assert told[0].at == 1.0


@pytest.mark.parametrize("within", [0.01, 0.05])
def test_a_burst_of_spikes_is_nothing(within: float) -> None:
    step = within / 20
    edges = [
        edge for k in range(20) for edge in ((1.0 + k * step, True), (1.0 + k * step + min(0.002, step / 2), False))
    ]
    assert kinds(followed(edges, 3.0)) == ["touched", "withdrawn"]


def test_a_spike_while_the_button_is_held_is_no_release() -> None:
    edges = [(1.0, True), (1.4, False), (1.402, True), (1.8, False)]
    assert kinds(followed(edges, 3.0)) == ["touched", "pressed", "released", "ok"]


def test_the_first_edge_is_told_at_once_and_the_finger_5_ms_later() -> None:
    contact = Touches()
    assert contact.feed(1.0, closed=True) == [Touch(1.0, "touched")]
    assert contact.due == pytest.approx(1.005)
    assert contact.tick(1.005) == [Touch(1.0, "pressed")]


def test_a_contact_that_is_closed_at_the_start_is_stuck_and_no_press() -> None:
    gestures = Gestures(closed=True)
    assert (gestures.stuck, gestures.due) == (True, inf)
    assert kinds(gestures.feed(5.0, closed=False) + gestures.tick(6.0)) == ["freed"]
    assert not gestures.stuck
    assert kinds(gestures.feed(7.0, closed=True) + gestures.feed(7.1, closed=False) + gestures.tick(8.0)) == [
        "touched",
        "pressed",
        "released",
        "press",
    ]


def test_a_contact_that_stays_closed_is_stuck() -> None:
    told = followed([(1.0, True), (20.0, False)], 30.0)
    assert [(one.at, one.kind) for one in told] == [
        (1.0, "touched"),
        (1.0, "pressed"),
        (2.5, "back"),
        (6.0, "off"),
        (11.0, "stuck"),
        (20.0, "released"),
        (20.0, "freed"),
    ]


def test_a_missing_edge_does_no_harm() -> None:
    edges = [(1.0, True), (1.3, True), (1.5, False), (1.7, False), (3.0, True), (3.1, False)]
    assert kinds(followed(edges, 5.0)).count("pressed") == 2
    assert kinds(followed(edges, 5.0)).count("released") == 2


@pytest.mark.parametrize(
    ("seconds", "meant"),
    [(0.3, "press"), (0.59, "press"), (0.61, "ok"), (1.49, "ok"), (1.51, "back"), (3.0, "back")],
)
def test_one_gesture_is_one_action(seconds: float, meant: str) -> None:
    told = [one for one in followed([(1.0, True), (1.0 + seconds, False)], 9.0) if isinstance(one, Gesture)]
    assert kinds([*told]) == [meant]
    assert told[0].at == pytest.approx(2.5 if meant == "back" else 1.0 + seconds)


@pytest.mark.parametrize("holds", [BUTTON_HOLDS, KNOB_HOLDS])
@pytest.mark.parametrize(("seconds", "off"), [(4.9, False), (5.1, True), (60.0, True)])
def test_held_for_five_seconds_it_is_about_switching_off(holds: Holds, seconds: float, *, off: bool) -> None:
    gestures = Gestures(holds)
    told = gestures.feed(1.0, closed=True) + gestures.feed(1.0 + seconds, closed=False) + gestures.tick(99.0)
    made = [(one.at, one.kind) for one in told if isinstance(one, Gesture)]
    assert made == [(1.0 + holds.back, "back"), *([(6.0, "off")] if off else [])]


@pytest.mark.parametrize(("but_off", "meant"), [(False, ["released"]), (True, ["off", "released"])])
def test_a_press_that_only_woke_somebody_up_may_still_be_held_for_switching_off(
    meant: list[str], *, but_off: bool
) -> None:
    gestures = Gestures()
    gestures.feed(1.0, closed=True)
    gestures.tick(1.1)
    gestures.swallow(but_off=but_off)
    assert kinds(gestures.feed(7.0, closed=False) + gestures.tick(9.0)) == meant


@pytest.mark.parametrize(("seconds", "meant"), [(0.01, "ok"), (0.3, "ok"), (0.59, "ok"), (0.61, "back"), (3.0, "back")])
def test_a_knob_is_pushed_for_ok_and_held_for_back(seconds: float, meant: str) -> None:
    gestures = Gestures(KNOB_HOLDS)
    told = gestures.feed(1.0, closed=True) + gestures.feed(1.0 + seconds, closed=False) + gestures.tick(9.0)
    (made,) = [one for one in told if isinstance(one, Gesture)]
    assert made.kind == meant
    assert made.at == pytest.approx(1.6 if meant == "back" else 1.0 + seconds)


def test_the_ring_of_a_knob_shows_ok_at_once() -> None:
    gestures = Gestures(KNOB_HOLDS)
    gestures.feed(1.0, closed=True)
    gestures.tick(1.1)
    assert gestures.progress(1.3) == pytest.approx((1.0, 0.5))


def test_the_ring_fills_while_the_button_is_held_and_empties_when_the_call_was_made() -> None:
    gestures = Gestures()
    gestures.feed(1.0, closed=True)
    gestures.tick(1.1)
    assert gestures.progress(1.45) == pytest.approx((0.75, 0.0))
    assert gestures.progress(2.05) == pytest.approx((1.0, 0.5))
    gestures.swallow()
    assert gestures.progress(2.05) is None
    assert kinds(gestures.tick(3.0) + gestures.feed(4.0, closed=False) + gestures.tick(5.0)) == ["released"]
    assert kinds(gestures.feed(6.0, closed=True) + gestures.feed(6.2, closed=False) + gestures.tick(7.0))[-1] == "press"


@given(
    st.lists(st.tuples(st.floats(0.0001, 3.0) | st.sampled_from([0.001, 0.004, 0.006, 0.05, 0.1]), st.booleans())),
    st.booleans(),
    st.integers(0, 1000),
)
def test_whatever_the_contact_does_presses_are_released_and_gestures_mean_one_thing(
    steps: list[tuple[float, bool]],
    closed: bool,
    seed: int,
) -> None:
    random, gestures, now = Random(seed), Gestures(closed=closed), 0.0
    told: list[Touch | Gesture] = []
    for seconds, level in steps:
        # The loop is not always on time.
        if random.random() < 0.7:
            told += _ticked(gestures, now + seconds * random.random())
        now += seconds
        told += gestures.feed(now, closed=level)
    told += gestures.feed(now + 1.0, closed=False) + gestures.tick(now + 5.0)
    touches = [one.kind for one in told if isinstance(one, Touch) and one.kind not in ("stuck", "freed")]
    assert " ".join(touches).replace("touched pressed released", "").replace("touched withdrawn", "").strip() == ""
    actions = "".join(" " if one.kind == "touched" else "!" if _means_something(one) else "" for one in told)
    assert "!!" not in actions
    assert actions.count("!") == touches.count("pressed")
    times = [one.at for one in told]
    assert times == sorted(times)
    assert all(at <= now + 5.0 for at in times)


def _means_something(one: Touch | Gesture) -> bool:
    """Whether it is a gesture: a hold for switching off comes on top of what it meant before."""
    return isinstance(one, Gesture) and one.kind != "off"
