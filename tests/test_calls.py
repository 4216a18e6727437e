"""Several people grab at about the same time: the earliest edge that was a finger's is the call."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.calls import Calls, Grab
from companion.wiring import Contact

CONTACTS = [Contact("button", 17), *(Contact("player", pin, seat) for seat, pin in enumerate((5, 6, 13)))]


@given(st.lists(st.tuples(st.sampled_from(CONTACTS), st.booleans()), max_size=60))
def test_each_finger_is_told_once_no_spike_is_and_all_in_the_order_of_their_edges(
    moves: list[tuple[Contact, bool]],
) -> None:
    calls, told, wanted = Calls(), list[Grab](), list[Grab]()
    waiting: dict[Contact, Grab] = {}
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
    calls, (_, ada, ben, _) = Calls(), CONTACTS
    calls.touch(Grab(ada, 5.000))
    calls.touch(Grab(ben, 5.003))
    assert calls.prove(ben) == []
    assert calls.prove(ada) == [Grab(ada, 5.000), Grab(ben, 5.003)]
