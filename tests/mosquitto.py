"""A real broker for tests, Debian's mosquitto on this machine alone, and somebody who listens to it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
from typing import TYPE_CHECKING, Literal, Self

import pytest
from paho.mqtt.client import Client, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from paho.mqtt.client import MQTTMessage

LONG = 20.0
"""When to give up waiting, s."""

FOUND = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
        return port


class Mosquitto:
    """A broker that keeps nothing on disk: whoever stops it has wiped all sessions and all that was retained."""

    def __init__(self, folder: Path, *settings: str, entered: Sequence[str] = ()) -> None:
        """``entered``: the command that runs it in another network, where it is heard at ``door`` alone from here."""
        if FOUND is None:
            if os.environ.get("CI"):
                pytest.fail("mosquitto is missing, which .ci/run installs")
            pytest.skip("mosquitto is not here: sudo apt install mosquitto")
        self.port = free_port()
        self.door = folder / "broker"
        """A socket of the disk, which all networks of a machine share."""
        self._entered = entered
        self._file = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            f"listener 0 {self.door}",
            "persistence false",
            "log_dest stderr",
            *(settings or ("allow_anonymous true",)),
        ]
        if os.geteuid() == 0:
            # It would take another user, who may not read a test's folder.
            lines.append("user root")
        self._file.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self.stop()

    def start(self) -> None:
        assert FOUND is not None
        self._process = subprocess.Popen([*self._entered, FOUND, "-c", self._file], stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        assert any(" running" in line for line in self._process.stderr), "mosquitto did not start"
        # A full pipe would stop it.
        self._reader = threading.Thread(target=self._process.stderr.read)
        self._reader.start()

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
            self._process.wait(LONG)
            self._reader.join(LONG)
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def freeze(self) -> None:
        """It takes nothing in any more, and ends no connection."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)


class Listener:
    """Somebody at the broker who hears everything, and remembers what was said last of each topic."""

    def __init__(self, at: int | Path, name: str = "", user: str = "", password: str = "") -> None:
        """``at``: a port of this machine, or a socket of its disk."""
        self.kept: dict[str, bytes] = {}
        """What the broker keeps, as far as it was heard: by topic, without what was cleared."""
        self.heard: list[tuple[str, bytes]] = []
        """Every message in its order."""
        self._news = threading.Condition()
        transport: Literal["tcp", "unix"] = "tcp" if isinstance(at, int) else "unix"
        self._client = Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTv5, transport=transport)
        if user:
            self._client.username_pw_set(user, password)
        self._listens = threading.Event()
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = lambda *_: self._listens.set()
        self._client.on_message = lambda _client, _data, message: self._on_message(message)
        self._client.reconnect_delay_set(1, 1)
        if isinstance(at, int):
            self._client.connect("127.0.0.1", at)
        else:
            self._client.connect(str(at))

    def __enter__(self) -> Self:
        self._client.loop_start()
        # What is said before it listens, and not kept, it would never hear.
        assert self._listens.wait(LONG)
        return self

    def __exit__(self, *_failure: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        # paho closes what wakes its thread only when a client is gone, which this one's callbacks would keep.
        del self._client

    def say(self, topic: str, payload: bytes | str, *, retain: bool = False) -> None:
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(LONG)

    def wait_for(self, is_so: Callable[[], bool], seconds: float = LONG) -> None:
        """Wait until something is so; it is looked at with each message."""
        with self._news:
            assert self._news.wait_for(is_so, seconds), f"it never was so; kept is {self.kept}"

    def wait_for_kept(self, topic: str, payload: bytes) -> None:
        self.wait_for(lambda: self.kept.get(topic) == payload)

    def wait_for_told(self, topic: str, **fields: object) -> None:
        """Wait until the JSON of a topic has these values."""
        self.wait_for(lambda: fields.items() <= self.told(topic).items())

    def told(self, topic: str) -> dict[str, object]:
        told: dict[str, object] = json.loads(self.kept.get(topic, b"{}"))
        return told

    def forget(self) -> None:
        """Begin anew, as if nothing had been heard."""
        with self._news:
            self.kept.clear()
            self.heard.clear()

    def _on_connect(self, client: Client, *_: object) -> None:
        client.subscribe("#")

    def _on_message(self, message: MQTTMessage) -> None:
        payload = bytes(message.payload)
        with self._news:
            self.heard.append((message.topic, payload))
            if payload:
                self.kept[message.topic] = payload
            else:
                self.kept.pop(message.topic, None)
            self._news.notify_all()
