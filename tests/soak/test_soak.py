"""A short soak in CI; `make soak` plays a long one."""

from __future__ import annotations

from tests.soak.soak import scenario, soak


def test_an_hour_of_whatever_people_do_and_whatever_breaks_leaves_everything_as_it_should_be() -> None:
    failure = soak(seed=1, hours=0.75, tell=lambda _: None)
    assert failure is None, scenario(failure)
