"""One connection to a broker: what others hear when it ends, however it does."""

from __future__ import annotations

import asyncio
import socket
import struct
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


CONNACK = bytes.fromhex("20 03 00 00 00")
"""Taken, without a session or properties (MQTT 5.0, 3.2)."""


def test_what_comes_in_pieces_and_ends_in_a_reset_is_taken_without_openssl(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # As the daemon has it, which leaves OpenSSL out.
    monkeypatch.setattr("paho.mqtt.client.ssl", None)

    async def in_pieces(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        for piece in CONNACK:
            writer.write(bytes([piece]))
            # The line is in the same loop: it reads each piece by itself, and then there is no more.
            for _ in range(5):
                await asyncio.sleep(0)
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.close()

    async def come() -> None:
        async with await asyncio.start_server(in_pieces, "127.0.0.1", 0) as server:
            line = await connected(login(server.sockets[0].getsockname()[1]), lambda _line: None, nobody)
            assert await line.until_ended() == ""

    asyncio.run(come())
    assert [record.message for record in caplog.records if record.name == "companion.line"] == []


def test_a_broker_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.line.ANSWERS_WITHIN", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as mute, pytest.raises(BrokerError, match="does not answer within"):
        asyncio.run(connected(login(mute.getsockname()[1]), lambda _line: None, nobody))
