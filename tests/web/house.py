"""A table in a house: the real daemon in real time, without hardware, and phones that reach it over the network."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from companion.config import Config, changed, served_at
from companion.daemon import Daemon
from companion.schema import Oled, Sensor
from companion.wiring import Wiring
from hardware import SystemClock
from hardware.simulated import SimulatedMachine, World

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping
    from pathlib import Path

    from companion.followers import Topic
    from companion.table.ledger import Ledger

T = TypeVar("T")

LONG = 60.0
"""When to give up waiting, s."""

FEELING = Config(oled=Oled(enabled=False), wiring=Wiring(pin_factory="mock"))
"""With the sensor under the box."""

ALONE = Config(sensor=Sensor(enabled=False), oled=Oled(enabled=False), wiring=Wiring(pin_factory="mock"))


class Answer(NamedTuple):
    """What a phone was answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        told: dict[str, object] = json.loads(self.body)
        return told

    @property
    def code(self) -> object:
        """The code of the error; None if it is none."""
        error = self.json.get("error")
        return error["code"] if isinstance(error, dict) else None

    @property
    def message(self) -> str:
        error = self.json["error"]
        assert isinstance(error, dict)
        return str(error["message"])


class Phone:
    """Somebody's phone, or a script; without a token it may only look."""

    def __init__(self, port: int, token: str | None = None, address: str = "127.0.0.1") -> None:
        """``address`` is its own; whoever has the same is one client together."""
        self.port, self.token, self.address = port, token, address

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, told: object = None, **headers: str) -> Answer:
        body = told if isinstance(told, bytes) else None if told is None else json.dumps(told).encode()
        return self.ask("POST", path, body, headers)

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG, source_address=(self.address, 0))
        with closing(line):
            line.request(method, path, body, sent)
            response = line.getresponse()
            return Answer(response.status, dict(response.headers), response.read())

    def begin(self, game: str = "katz-schmaus", *players: str) -> str:
        """Begin a game; returns its path."""
        answer = self.post("/api/games", {"game": game, "players": players or ("Ada", "Ben", "Cem")})
        assert answer.status == 201, answer
        return f"/api/games/{answer.json['id']}"

    def tell(self, game: str, command: object, **more: object) -> Answer:
        return self.post(f"{game}/commands", {"command": command, **more})


class House:
    """One daemon after the other, on the same folder."""

    def __init__(self, folder: Path, config: Config = ALONE) -> None:
        self.folder = folder
        self.config = served_at(config, 0)
        self.daemon: Daemon
        self.world: World
        """Where the box is, if there is a sensor in the settings: in real time."""
        self.identity: str | None = None
        """What tells the machine from others at a broker; None: this one's own."""
        self._thread: threading.Thread | None = None
        self._heard = threading.Condition()

    def name(self, *names: str) -> None:
        """Give it names beside its addresses."""
        self.config = changed(self.config, {("web", "names"): list(names)})

    def serve_at(self, port: int) -> None:
        self.config = served_at(self.config, port)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_failure: object) -> None:
        self.stop()

    def start(self) -> None:
        clock = SystemClock()
        self.world = World(clock)
        simulated = SimulatedMachine(clock, self.world, identity=self.identity)
        self.world.follow(simulated.sensor.disturb)
        daemon = self.daemon = Daemon(simulated.machine, self.config, self.folder)
        daemon.followers.add(self._hear)
        self._thread = threading.Thread(target=self._live, args=(clock.new_event_loop(), daemon))
        self._thread.start()
        self.wait_for(lambda: daemon.health.status("network") is not None)

    def stop(self) -> None:
        if self._thread is not None:
            self.daemon.stop()
            self._thread.join(LONG)
            assert not self._thread.is_alive()
            self._thread = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so; it is looked at whenever something at the table has changed."""
        with self._heard:
            assert self._heard.wait_for(is_so, LONG), "it never was so"

    def feel(self, seconds: float = 0.0) -> None:
        """Wait until the sensor knows how the box lies, and has felt it for so long more."""
        while not (self.daemon.evening.sensor_ok and self.daemon.evening.motion.settled):
            self.do(_come_round)
        end = self.daemon.counters["samples"] + 200 * seconds
        while self.daemon.counters["samples"] < end:
            self.do(_come_round)

    def do(self, work: Callable[[Daemon], Coroutine[object, object, T]]) -> T:
        """Let the daemon's loop do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work(self.daemon), self.daemon.loop).result(LONG)

    @property
    def ledger(self) -> Ledger:
        """The game that is on."""
        assert self.daemon.session.ledger is not None
        return self.daemon.session.ledger

    @property
    def phone(self) -> Phone:
        """A phone that has joined."""
        return Phone(self.port, (self.folder / "token").read_text().strip())

    @property
    def stranger(self) -> Phone:
        """A phone that has not."""
        return Phone(self.port)

    @property
    def port(self) -> int:
        assert self.daemon.network.port is not None
        return self.daemon.network.port

    def _live(self, loop: asyncio.AbstractEventLoop, daemon: Daemon) -> None:
        loop.run_until_complete(daemon.serve())
        loop.close()

    def _hear(self, _topic: Topic) -> None:
        with self._heard:
            self._heard.notify_all()


async def _come_round(_daemon: Daemon) -> None:
    """Let the loop do what else there is."""
    await asyncio.sleep(0.02)
