"""A simulated table is handled from a browser by the steps that a scenario has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.simulated import SimulatedHouse, running
from tests.web.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.house import Answer, House


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedHouse]:
    with running(SimulatedHouse(tmp_path_factory.mktemp("simulated"))) as house:
        yield house


def play(house: SimulatedHouse, step: str) -> Answer:
    return house.phone.post("/api/simulator/steps", {"step": step})


def test_a_box_that_is_lifted_and_set_down_is_a_turn_and_is_seen_in_hands(simulated: SimulatedHouse) -> None:
    with Wire(simulated.port) as wire:
        wire.listen(topics="state,simulator")
        first = wire.event("simulator").data
        assert isinstance(first, dict) and not first["in_hands"]
        answer = play(simulated, "lift")
        assert (answer.status, answer.json) == (200, {"done": "lift"})
        while not first["in_hands"]:
            first = wire.event("simulator").data
            assert isinstance(first, dict)
        assert wire.state(1)["phase"] == "playing"
        assert play(simulated, "tilt 30 over 2s").status == 200
        assert play(simulated, "set-down").status == 200
        assert wire.state(2)["phase"] == "rest"


def test_what_cannot_be_done_is_refused_with_why(simulated: SimulatedHouse) -> None:
    answer = play(simulated, "grab")
    assert (answer.status, answer.code) == (422, "illegal")
    assert "the wiring one-button has no contact for it" in answer.message
    answer = play(simulated, "oled save x.png")
    assert (answer.status, answer.code) == (400, "bad-command")
    assert simulated.phone.post("/api/simulator/steps", {"stp": "lift"}).status == 400


def test_whoever_may_only_look_handles_nothing(simulated: SimulatedHouse) -> None:
    assert simulated.stranger.post("/api/simulator/steps", {"step": "lift"}).status == 401
    assert simulated.stranger.get("/simulator").status == 200


def test_a_real_table_has_no_such_room(house: House) -> None:
    assert house.phone.post("/api/simulator/steps", {"step": "lift"}).status == 404
    assert house.phone.get("/simulator").status == 404
    assert b"/simulator" not in house.phone.get("/").body
