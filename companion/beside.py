"""The companion that runs on this machine already, asked by whoever else wants to know of its parts."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.web import tokens
from companion.sampling import NotMeasured, SensorSilent
from companion.table.hold import FolderTaken, refuse_taken
from hardware import Batch

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

    from companion.config import Config

STOP: Final = "sudo systemctl stop companion"
"""How the service is ended."""

ANSWERS_WITHIN: Final = 5.0
"""s; a companion on a Pi Zero that draws a page meanwhile answers within 1."""


class NoAnswer(NotMeasured, OSError):
    """The companion that runs cannot be asked, or does not do what it is asked."""


class Declined(NoAnswer):
    """It was asked, and says no."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Running(NamedTuple):
    """A companion that runs here, and holds bus and pins."""

    who: str
    """For people: "the companion (pid 812)"."""
    host: str
    port: int | None
    """Where it can be asked; None where it serves no network."""
    token: str | None
    """With which it may be told something; None where that cannot be read."""

    def is_simulated(self) -> bool:
        """Ask whether its parts are simulated ones. Raises NoAnswer."""
        return self._ask("GET", "/simulator")[0] == 200

    def get(self, path: str) -> object:
        """What it answers, as JSON has it. Raises Declined, NoAnswer."""
        return self._answer("GET", path, None)

    def post(self, path: str, told: Mapping[str, object]) -> object:
        """Tell it something; what it answers. Raises Declined, NoAnswer."""
        return self._answer("POST", path, json.dumps(told))

    def samples(self) -> Generator[Batch]:
        """What its sensor feels from now on; to a millisecond and 0.01 m/s². Raises SensorSilent, NoAnswer."""
        with closing(self._line()) as line:
            try:
                line.request("GET", "/api/events?topics=motion")
                response = line.getresponse()
                while told := response.readline():
                    if told.startswith(b"data: {"):
                        piece = json.loads(told[len(b"data: ") :])
                        yield Batch(piece["t"], piece["x"], piece["y"], piece["z"])
            except TimeoutError:
                raise SensorSilent(f"{self.who} feels nothing", "companion doctor says what is wrong") from None
            except (OSError, http.client.HTTPException) as error:
                raise NoAnswer(f"{self.who} does not answer any more ({str(error) or type(error).__name__})") from error
        raise NoAnswer(f"{self.who} has ended")

    def _line(self) -> http.client.HTTPConnection:
        if self.port is None:
            raise NoAnswer(
                f"{self.who} holds the parts, and cannot be asked: end it first (if it is the service: {STOP})"
            )
        return http.client.HTTPConnection(self.host, self.port, timeout=ANSWERS_WITHIN)

    def _answer(self, method: str, path: str, body: str | None) -> object:
        status, found = self._ask(method, path, body)
        try:
            told = json.loads(found)
        except ValueError:
            told = None
        if status < 300 and told is not None:
            return told
        if isinstance(told, dict) and isinstance(error := told.get("error"), dict) and "message" in error:
            if error.get("code") == tokens.NO_TOKEN:
                raise NoAnswer(
                    f"{self.who} takes this only from who can read its folder: call it with sudo, or with the --data "
                    "that it was started with"
                )
            raise Declined(str(error.get("code")), str(error["message"]))
        raise NoAnswer(f"{self.who} answers {status} to {method} {path}")

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json"} if body else {}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        with closing(self._line()) as line:
            try:
                line.request(method, path, body, headers)
                response = line.getresponse()
                return response.status, response.read()
            except (OSError, http.client.HTTPException) as error:
                raise NoAnswer(f"{self.who} does not answer ({str(error) or type(error).__name__})") from error


def running(config: Config, folder: Path) -> Running | None:
    """The companion that serves the configured port here, or keeps the games in the folder; None if there is none."""
    who = _keeper(folder)
    if config.web.enabled and config.web.port:
        asked = Running(who or "the companion", config.web.host or "127.0.0.1", config.web.port, tokens.read(folder))
        try:
            health = asked.get("/api/health")
        except NoAnswer:
            health = None
        if isinstance(health, dict) and {"parts", "counters"} <= health.keys():
            return asked
    return Running(who, "", None, None) if who else None


def _keeper(folder: Path) -> str:
    try:
        refuse_taken(folder)
    except FolderTaken as taken:
        return f"the companion{taken.keeper}"
    return ""
