"""One connection to a broker: what others hear when it ends, however it does."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import struct
import subprocess
from typing import TYPE_CHECKING

import pytest

from companion.line import GONE_AFTER, BrokerError, BrokerLine, Login, connected
from tests.mosquitto import Listener, Mosquitto

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


def login(port: int) -> Login:
    return Login("127.0.0.1", port, "", "", "ada", ("ada/status", b"offline"))


def nobody(_topic: str, _payload: bytes) -> None:
    """Hears nothing."""


@pytest.mark.parametrize(
    ("end", "said"),
    [(BrokerLine.drop, b"offline"), (BrokerLine.hang_up, b"online")],
    ids=["without a word", "with goodbye"],
)
def test_the_farewell_is_told_of_who_is_gone_without_a_word(
    tmp_path: Path, end: Callable[[BrokerLine], None], said: bytes
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


def test_what_a_slow_broker_takes_late_is_whole_and_in_order() -> None:
    told = [bytes([number]) * 60_000 for number in range(250)]
    enough, all_taken = asyncio.Event(), asyncio.Event()

    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        writer.write(CONNACK)
        await enough.wait()
        while data := await reader.read(1_000_000):
            taken.extend(data)
        writer.close()
        all_taken.set()

    async def is_stuck(line: BrokerLine) -> bool:
        # What is read and written in this loop has its turn; the kernel hands it over at once.
        for _ in range(100):
            if not line.is_full:
                return False
            await asyncio.sleep(0)
        return True

    async def tell() -> int:
        async with await asyncio.start_server(slow, "127.0.0.1", 0) as server:
            line = await connected(login(server.sockets[0].getsockname()[1]), lambda _line: None, nobody)
            sent = 0
            while not await is_stuck(line):
                line.publish("ada/state", told[sent])
                sent += 1
            drained = asyncio.Event()
            line.drained = drained.set
            enough.set()
            await drained.wait()
            assert not line.is_full
            line.hang_up()
            await all_taken.wait()
            return sent

    taken = bytearray()
    sent = asyncio.run(asyncio.wait_for(tell(), 20))
    places = [taken.find(payload) for payload in told[:sent]]
    assert sent > 1
    assert -1 not in places and places == sorted(places)


@pytest.fixture
def far_off(tmp_path: Path) -> Iterator[Callable[[str], None]]:
    """A broker at 10.231.9.2:1883, and a way to run a command on its machine."""

    def run(command: str) -> None:
        subprocess.run(command.split(), check=True)

    def there(command: str) -> None:
        run(f"ip netns exec broker {command}")

    run("ip netns add broker")
    run("ip link add to-broker type veth peer name eth0 netns broker")
    try:
        run("ip addr add 10.231.9.1/24 dev to-broker")
        run("ip link set to-broker up")
        there("ip addr add 10.231.9.2/24 dev eth0")
        there("ip link set eth0 up")
        conf = tmp_path / "mosquitto.conf"
        conf.write_text("listener 1883 10.231.9.2\nallow_anonymous true\nuser root\nlog_dest stderr\n")
        command = ["ip", "netns", "exec", "broker", "/usr/sbin/mosquitto", "-c", str(conf)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            assert any(" running" in line for line in process.stderr)
            yield there
            process.terminate()
    finally:
        run("ip link del to-broker")
        run("ip netns del broker")


@pytest.mark.appliance
@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("ip") is None, reason="only root makes a network, with iproute2")
@pytest.mark.parametrize("tells", [False, True], ids=["in silence", "while it is told"])
def test_a_broker_whose_plug_is_pulled_is_missed(far_off: Callable[[str], None], *, tells: bool) -> None:
    async def miss() -> float:
        loop = asyncio.get_running_loop()
        line = await connected(login(1883)._replace(host="10.231.9.2"), lambda _line: None, nobody)
        far_off("ip link set eth0 down")
        began = loop.time()
        if tells:
            line.publish("ada/state", b"somebody has lifted")
        await line.until_ended()
        return loop.time() - began

    # Its ping would tell after 80 s and more.
    assert asyncio.run(asyncio.wait_for(miss(), 60)) < 2 * GONE_AFTER
