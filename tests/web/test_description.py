"""The interface is as it describes itself: each answer of a running server is held against companion/faces/web/openapi.json."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion.faces.web
from companion.faces.web.events import Events
from companion.faces.web.server import application
from companion.faces.web.tokens import Token
from tests.web.house import House

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.daemon import Daemon
    from tests.web.house import Answer, Phone

FILE = Path(companion.faces.web.__file__).with_name("openapi.json")
API: dict[str, Any] = json.loads(FILE.read_text())
OPERATIONS = [(path, method) for path, ways in API["paths"].items() for method in ways if method in ("get", "post")]


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        here: Any = API
        for name in part["$ref"].removeprefix("#/").split("/"):
            here = here[name]
        part = here
    return part


def conforms(path: str, method: str, answer: Answer) -> None:
    """Hold an answer against the description of its operation."""
    responses = API["paths"][path][method]["responses"]
    assert str(answer.status) in responses, f"{method} {path} is not said to answer {answer.status}: {answer.body!r}"
    response = resolved(responses[str(answer.status)])
    kind = answer.headers["Content-Type"].partition(";")[0]
    assert kind in response["content"], f"{method} {path} is not said to answer {kind}"
    for name in response.get("headers", {}):
        assert name in answer.headers
    if kind == "application/json":
        schema = {**response["content"][kind]["schema"], "components": API["components"]}
        jsonschema.validate(json.loads(answer.body), schema, jsonschema.Draft202012Validator)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def phone(house: House) -> Phone:
    """One that has joined by the code that holds now: some that is sent here renews it."""
    return house.phone


def test_the_description_is_served_and_is_one(phone: Phone) -> None:
    assert phone.get("/api/openapi.json").json == API
    jsonschema.Draft202012Validator.check_schema({"$defs": API["components"]["schemas"]})
    text = FILE.read_text()
    for name in re.findall(r'"#/([^"]*)"', text):
        assert resolved({"$ref": f"#/{name}"})


def test_all_that_is_served_is_described(house: House) -> None:
    async def routes(daemon: Daemon) -> set[tuple[str, str]]:
        events = Events(daemon.table)
        served = application(daemon.table, Token(""), (), events).router.routes()
        await events.close()
        return {
            (route.resource.canonical, route.method.lower())
            for route in served
            if route.resource is not None and route.resource.canonical.startswith("/api/") and route.method != "HEAD"
        }

    assert house.do(routes) == set(OPERATIONS)


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{method} {path}" for path, method in OPERATIONS])
def test_what_is_described_is_answered_so(house: House, phone: Phone, path: str, method: str) -> None:
    if path == "/api/events":
        assert phone.ask("HEAD", path, None, {}).headers["Content-Type"] == "text/event-stream"
        return
    operation = API["paths"][path][method]
    game = phone.post("/api/games", {"game": "mad-cat-sad-cat", "players": ["Ada", "Ben"]}).json.get("id", 1)
    for number in (game, 10**6):
        asked = path.replace("{game}", str(number))
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        bodies: tuple[object, ...] = (content.get("example"), {}, {"x": 1}, [], b"x" * 70_000)
        for body in bodies:
            for who in (house.phone, house.stranger):
                sent = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
                conforms(path, method, who.ask(method.upper(), asked, sent if method == "post" else None, {}))
        phone = house.phone
        conforms(path, method, phone.ask(method.upper(), f"{asked}?x=1", b"{}" if method == "post" else None, {}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
NAMES = st.sampled_from(["command", "revision", "key", "who", "do", "ask", "game", "players", "options", "sound"])


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    operation=st.sampled_from([(path, method) for path, method in OPERATIONS if method == "post"]),
    body=st.dictionaries(NAMES, JSON, max_size=5) | JSON,
)
def test_whatever_is_sent_is_answered_as_described(house: House, operation: tuple[str, str], body: object) -> None:
    path, method = operation
    answer = house.phone.ask(method.upper(), path.replace("{game}", "1"), json.dumps(body).encode(), {})
    conforms(path, method, answer)
    assert answer.status < 500


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=200))
def test_whatever_bytes_are_sent_are_refused_as_described(phone: Phone, body: bytes) -> None:
    path = "/api/games/{game}/commands"
    answer = phone.post(path.replace("{game}", "1"), body)
    conforms(path, "post", answer)
    # A quick machine asks more often than one client may.
    assert answer.status in (400, 429)
