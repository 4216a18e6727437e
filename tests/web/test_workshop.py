"""What the workshop shows of a running table: its log without secrets, and what the box feels while somebody looks."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from companion.faces.web.motion import MOST, Feelings, Samples
from companion.lately import KEPT, LATELY, LONGEST, Lately
from companion.senses import Felt, Motion
from hardware import Batch
from tests.web.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.daemon import Daemon
    from tests.web.house import House, Phone


@pytest.fixture
def logged() -> Iterator[None]:
    """As the command line has it."""
    logging.getLogger().addHandler(LATELY)
    yield
    logging.getLogger().removeHandler(LATELY)


@pytest.mark.usefixtures("logged")
def test_whatever_is_logged_the_token_is_shown_to_nobody(house: House, phone: Phone) -> None:
    assert phone.token is not None
    for way in ("/J/" + phone.token, "/j/" + phone.token.lower()):
        logging.getLogger("companion.faces.web").warning("GET %s has failed", way)
    for who in (phone, house.stranger):
        page = who.get("/workshop").body.decode()
        assert "GET /J/… has failed" in page and "GET /j/… has failed" in page
        assert phone.token.lower() not in page.lower()


def test_the_log_is_kept_within_bounds_and_a_failure_says_what_it_was() -> None:
    lately = Lately()
    for number in range(KEPT + 5):
        lately.handle(logging.LogRecord("cats", logging.INFO, "", 0, "line %d\n%s", (number, "x" * LONGEST), None))
    assert len(lately.lines) == KEPT
    assert lately.lines[0].text.startswith("cats: line 5 xxx")
    assert {len(line.text) for line in lately.lines} == {LONGEST}
    failure = OSError(28, "no space")
    lately.handle(logging.LogRecord("cats", logging.ERROR, "", 0, "failed", (), (OSError, failure, None)))
    assert lately.lines[-1].text == "cats: failed (OSError: [Errno 28] no space)"


def test_the_code_is_shown_to_those_alone_who_may_write(house: House) -> None:
    house.restart()
    assert "<svg" in house.phone.get("/workshop").body.decode()
    assert "<svg" not in house.stranger.get("/workshop").body.decode()


def test_whoever_asks_hears_what_the_box_feels_and_nobody_else(house: House) -> None:
    with Wire(house.port) as one, Wire(house.port) as other:
        one.listen(topics="settings,motion")
        other.listen()
        for wire in (one, other):
            wire.event("settings")
        feel(house, [0.0, 0.01], [9.8, 9.81])
        news = one.event().data
        assert isinstance(news, dict)
        assert (news["t"], news["z"], news["x"]) == ([0.0, 0.01], [9.8, 9.81], [0.0, 0.0])
        assert (news["felt"], news["handled"], news["near"]) == ([], False, None)
        house.phone.post("/api/settings", {"sound": False})
        # The display may have changed meanwhile.
        assert next(event.topic for event in iter(other.event, None) if event.topic != "screen") == "settings"


class Box:
    """Somebody who feels, and whom he tells."""

    def __init__(self) -> None:
        self.motion = Motion()
        self.told: list[Callable[[Samples, list[Felt]], None]] = []

    def add_listener(self, listener: Callable[[Samples, list[Felt]], None]) -> None:
        self.told.append(listener)

    def remove_listener(self, listener: Callable[[Samples, list[Felt]], None]) -> None:
        self.told.remove(listener)


def test_nothing_is_gathered_for_nobody_and_never_more_than_ten_seconds() -> None:
    box, news = Box(), []
    feelings = Feelings(box, lambda: news.append(1))
    assert box.told == []
    feelings.begin()
    feelings.begin()
    (tell,) = box.told
    for second in range(20):
        column = [float(second)] * 100
        tell(Batch(column, column, column, column), [])
    told = feelings.take()["t"]
    assert isinstance(told, list)
    assert (len(told), told[0], len(news)) == (MOST, 10.0, 20)
    assert feelings.take()["t"] == []
    feelings.end()
    assert box.told
    feelings.end()
    assert box.told == []


def test_only_what_there_is_can_be_listened_to(house: House) -> None:
    answer = house.stranger.get("/api/events?topics=everything")
    assert (answer.status, answer.code) == (400, "bad-command")


def feel(house: House, t: list[float], z: list[float]) -> None:
    """Let the sensor say something."""
    still = [0.0] * len(t)

    async def say(daemon: Daemon) -> None:
        daemon.front.feel(Batch(t, still, still, z))

    house.do(say)
