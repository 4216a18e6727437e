"""Server-sent events: everybody sees what there is now, and nobody holds up anybody."""

from __future__ import annotations

import resource
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.web.house import FEELING, House, Phone
from tests.web.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_a_listener_first_hears_all_that_there_is_the_state_before_the_rest(house: House, phone: Phone) -> None:
    game = phone.begin()
    phone.tell(game, {"do": "lift"})
    with Wire(house.port) as wire:
        wire.listen()
        first = [wire.event() for _ in range(4)]
    assert [event.topic for event in first] == ["state", "health", "screen", "settings"]
    assert first[0].data == phone.get(game).json
    assert isinstance(first[1].data, dict) and "disk" in first[1].data["parts"]
    assert isinstance(first[2].data, dict) and first[2].data["png"].startswith("data:image/png;base64,")


def test_without_a_game_there_is_no_state(house: House) -> None:
    with Wire(house.port) as wire:
        wire.listen()
        assert wire.event() == ("state", None)


def test_what_one_phone_enters_the_others_see_and_also_that_it_is_saved(house: House, phone: Phone) -> None:
    game = phone.begin()
    with Wire(house.port) as wire:
        wire.listen()
        wire.state(0)
        phone.tell(game, {"do": "lift"})
        state = wire.state(1)
        while state["saved"] != 1:
            state = wire.state(1)
    assert state["phase"] == "playing"


def test_another_game_is_seen_and_that_none_is_on(house: House, phone: Phone) -> None:
    game = phone.begin()
    with Wire(house.port) as wire:
        wire.listen()
        phone.post(f"{game}/put-aside")
        while wire.event("state").data is not None:
            pass
        phone.begin("fat-cats")
        assert wire.state(0)["game"] == "fat-cats"


def test_whoever_comes_back_hears_the_whole_state_whatever_was_heard_last(house: House, phone: Phone) -> None:
    game = phone.begin()
    for _ in range(2):
        phone.tell(game, {"do": "rename", "player": "Ada", "name": "Ada"})
        with Wire(house.port) as wire:
            wire.listen(Last_Event_ID="7")
            assert wire.event().data == phone.get(game).json


@pytest.mark.parametrize("entries", [60, pytest.param(1_000, marks=pytest.mark.whole)])
def test_fifty_listen_and_one_of_them_never_reads(house: House, phone: Phone, entries: int) -> None:
    # States of 10 kB: a few fill the kernels' rooms (64 and 8 kB) and what may wait to be sent (32 kB).
    players = [f"{seat}{'😺' * 39}" for seat in range(7)]
    game = phone.begin("katz-fatz", *players)
    # Each with an address of its own: one alone may not ask so often.
    phones = [Phone(house.port, phone.token, f"127.0.0.{2 + seat}") for seat in range(7)]
    with ExitStack() as stack:
        deaf = stack.enter_context(Wire(house.port, room=4096))
        deaf.listen()
        listeners = [stack.enter_context(Wire(house.port)) for _ in range(49)]
        for listener in listeners:
            listener.listen()
        memory = resident()
        for number in range(entries):
            command = {"do": "correct", "set": {f"splats.{players[0]}": number % 7}}
            sender = phones[number % 7]
            told = sender.tell(game, command)
            assert (told.status, told.json.get("revision")) == (200, number + 1)
            # Everybody was told before whoever asks next is answered: nobody has to be waited for.
            sender.get("/api/me")
            for listener in listeners:
                assert listener.has_heard(number + 1), number
            if number < 50:
                memory = resident()
        heard = 1
        # After 20 s in which it takes nothing in it is let go.
        with suppress(ConnectionResetError):
            while deaf.revision() < entries:
                heard += 1
    # What waited for it was the newest state alone.
    assert heard < entries / 2
    # The game itself grows by an entry each, 49 listeners and a deaf one by nothing: of their states 10 MB were told.
    assert resident() < memory + 4_000 + 4 * entries


def resident() -> int:
    """What this process has of the machine's memory, kB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def test_whoever_names_topics_hears_these_alone(house: House, phone: Phone) -> None:
    phone.begin()
    with Wire(house.port) as wire:
        wire.listen(topics="health,box")
        assert [wire.event().topic for _ in range(2)] == ["health", "box"]
    assert phone.get("/api/events?topics=box,noise").code == "bad-command"


def test_the_box_is_told_of_where_the_game_has_one(house: House, phone: Phone) -> None:
    with Wire(house.port) as wire:
        wire.listen(topics="box")
        assert wire.event() == ("box", None)
        game = phone.begin()
        phone.tell(game, {"do": "lift"})
        while not isinstance(told := wire.event("box").data, dict) or not told["call_open"]:
            pass
    # There is no sensor in this house.
    assert (told["felt"], told["before_call"]) == (False, None)


@pytest.fixture
def feeling(tmp_path: Path) -> Iterator[House]:
    """A house with the sensor under the box."""
    with House(tmp_path, FEELING) as house:
        yield house


def test_the_box_is_told_of_only_while_it_moves_and_not_more_than_five_times_a_second(feeling: House) -> None:
    feeling.phone.begin()
    feeling.feel()
    told: list[str] = []
    feeling.daemon.followers.add(told.append)
    with Wire(feeling.port) as wire:
        wire.listen(topics="box")
        assert wire.box()["in_hands"] is False
        # That the game is saved was told after whoever began it was answered.
        told.clear()
        feeling.feel(1.0)
        assert "box" not in told
        feeling.world.lift()
        feeling.world.tilt(30, 0.3, 90)
        while not (box := wire.box())["in_hands"]:
            pass
        began, seen = time.monotonic(), 0
        feeling.world.set_down()
        while box["in_hands"]:
            box, seen = wire.box(), seen + 1
        # One may have been under way, and what is entered is told, too.
        assert seen <= 5 * (time.monotonic() - began) + 2


def test_a_stop_lets_all_listeners_go(house: House) -> None:
    with Wire(house.port) as wire:
        wire.listen()
        wire.event("screen")
        house.stop()
        wire.rest()
