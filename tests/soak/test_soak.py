"""A short soak in CI; `make soak` plays a long one."""

from __future__ import annotations

from tests.soak.soak import scenario, soak


def test_whatever_people_do_and_whatever_breaks_everything_is_as_it_should_be() -> None:
    """24 virtual minutes: 1,000 steps, 4 power cuts and 8 faults among them."""
    failure = soak(seed=1, hours=0.15, tell=lambda _: None)
    assert failure is None, scenario(failure)
