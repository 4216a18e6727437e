"""Several people grab at about the same time: the earliest edge that was a finger's is the call."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.calls import Calls, Grab


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60))
def test_each_finger_is_told_once_no_spike_is_and_all_in_the_order_of_their_edges(
    moves: list[tuple[int, bool]],
) -> None:
    calls, told, wanted = Calls(), list[Grab](), list[Grab]()
    waiting: dict[int, Grab] = {}
    for at, (contact, is_finger) in enumerate(moves):
        if contact not in waiting:
            if contact not in calls:  # a finger that is not told yet is still there
                waiting[contact] = Grab(contact, float(at))
                calls.touch(waiting[contact])
        elif is_finger:
            wanted.append(waiting.pop(contact))
            told += calls.prove(contact)
        else:
            del waiting[contact]
            told += calls.withdraw(contact)
    for contact in list(waiting):
        told += calls.withdraw(contact)
    assert told == sorted(wanted, key=lambda grab: grab.at)
    assert not calls


def test_who_bounces_longer_was_first_all_the_same() -> None:
    calls = Calls()
    calls.touch(Grab(1, 5.000))
    calls.touch(Grab(2, 5.003))
    assert calls.prove(2) == []
    assert calls.prove(1) == [Grab(1, 5.000), Grab(2, 5.003)]
