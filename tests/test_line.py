"""One connection to a broker: what others hear when it ends, however it does."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest

from companion.line import BrokerError, Line, Login, connected
from tests.mosquitto import Listener, Mosquitto

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def login(port: int) -> Login:
    return Login("127.0.0.1", port, "", "", "ada", ("ada/status", b"offline"))


def nobody(_topic: str, _payload: bytes) -> None:
    """Hears nothing."""


@pytest.mark.parametrize(
    ("end", "said"), [(Line.drop, b"offline"), (Line.hang_up, b"online")], ids=["without a word", "with goodbye"]
)
def test_the_farewell_is_told_of_who_is_gone_without_a_word(
    tmp_path: Path, end: Callable[[Line], None], said: bytes
) -> None:
    async def come_and_go() -> None:
        line = await connected(login(broker.port), lambda line: line.publish("ada/status", b"online"), nobody)
        end(line)
        assert await line.until_ended() == ""

    with Mosquitto(tmp_path) as broker, Listener(broker.port) as listener:
        asyncio.run(come_and_go())
        if said == b"offline":
            listener.wait_for_kept("ada/status", said)
        # The next one's word comes after whatever the broker had to say of the last.
        with Listener(broker.port, name="ada") as other:
            other.say("done", b"1")
            listener.wait_for_kept("done", b"1")
        assert listener.kept["ada/status"] == said


def test_a_broker_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.line.ANSWERS_WITHIN", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(BrokerError, match="does not answer within"):
        asyncio.run(connected(login(mute.getsockname()[1]), lambda _line: None, nobody))
