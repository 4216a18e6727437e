"""Odd addresses: whatever stands behind the path of whatever is served, it is refused as its reader reads best."""

from __future__ import annotations

import http.client
from contextlib import closing
from typing import TYPE_CHECKING, Final

import pytest

from companion.faces.web.events import Events
from companion.faces.web.server import application
from companion.faces.web.tokens import Token
from tests.web.house import House

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.daemon import Daemon

LENIENT: Final = ("/J/", "/j/", "/static/")
"""What a messenger hangs on the code must not keep anybody out."""

UNKNOWN: Final = ("x", "x=1", "=", "=1", "%", "%zz=%", "%FF=%FE", "%00", "x=1&x=2", "topics[]=state", "x=" + "9" * 5000)

ODD: Final = (
    *("", "%", "%zz", "%FF", "%00", "x", "-1", "0", "1e9", "%D9%A3", "NaN", "null", "true"),
    *("[", "[]", "[[]]", "{}", '{"a":1}', "[1]", '["","",""]', "%22%5Cud800%22", "[" * 3000, "9" * 5000),
)
"""Values that no page gives."""

BROWSER: Final = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        house.phone.begin()
        yield house


def served(house: House) -> list[tuple[str, str]]:
    """The method and the address of all that is served."""

    async def routes(daemon: Daemon) -> list[tuple[str, str]]:
        events = Events(daemon.table)
        found = application(daemon.table, Token(""), (), events).router.routes()
        await events.close()
        named = {"game": "1", "entry": "1", "token": house.phone.token, "version": "1", "name": "phone.css"}
        return [
            (route.method, route.resource.canonical.format_map(named))
            for route in found
            if route.resource is not None and route.method != "HEAD"
        ]

    return house.do(routes)


class Asking:
    """Somebody at the other end of one connection, who may write; each has an address, as one alone may not ask so much."""

    def __init__(self, house: House, number: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", house.port, source_address=(f"127.0.1.{number}", 0))
        self._token = house.phone.token

    def ask(self, method: str, address: str, accepts: dict[str, str]) -> tuple[int, str, str]:
        """The status, the kind and the text of what is answered."""
        body = b"{}" if method == "POST" else None
        self._line.request(method, address, body, {"Authorization": f"Bearer {self._token}", **accepts})
        response = self._line.getresponse()
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind == "text/event-stream":
            self.close()
            return response.status, kind, ""
        return response.status, kind, response.read().decode(errors="replace")

    def close(self) -> None:
        self._line.close()


def test_what_means_nothing_behind_a_path_is_refused_in_a_page_or_to_scripts_in_json(house: House) -> None:
    for number, (method, path) in enumerate(served(house)):
        with closing(Asking(house, number)) as asking:
            for query in UNKNOWN:
                for accepts in ({}, BROWSER):
                    status, kind, text = asking.ask(method, f"{path}?{query}", accepts)
                    if path.startswith(LENIENT):
                        assert status < 400, (path, query, text)
                        continue
                    wanted = "text/html" if accepts and not path.startswith("/api/") else "application/json"
                    assert (status, kind) == (400, wanted), (method, path, query, text)
                    assert kind == "text/html" or '"code":"bad-command"' in text


def test_an_odd_value_of_what_is_known_behind_a_path_is_borne_or_refused_so_too(house: House) -> None:
    tried = 0
    for number, (method, path) in enumerate(served(house)):
        if path.startswith(LENIENT):
            continue
        with closing(Asking(house, number)) as asking:
            for name in takes(asking, method, path):
                tried += 1
                twice = asking.ask(method, f"{path}?{name}=1&{name}=1", BROWSER)
                assert twice[0] == 400, (path, name, twice)
                for value in ODD:
                    status, kind, text = asking.ask(method, f"{path}?{name}={value}", BROWSER)
                    assert status < 500, (path, name, value, text)
                    if status >= 400:
                        assert kind == ("application/json" if path.startswith("/api/") else "text/html"), (path, name)
                    assert status < 400 or "Traceback" not in text
    assert tried > 12


def takes(asking: Asking, method: str, path: str) -> list[str]:
    """The names that are known behind a path, as it says itself."""
    _, _, text = asking.ask(method, f"{path}?nonsense=1", {})
    told = text.partition("which takes ")[2].partition('"')[0]
    return [] if told == "nothing" else told.split(", ")
