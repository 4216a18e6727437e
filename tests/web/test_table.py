"""How the table is: its parts, its display, its place on the network."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import TYPE_CHECKING

from PIL import Image

from companion.health import COUNTED

if TYPE_CHECKING:
    from tests.web.house import House, Phone


def test_health_tells_of_every_part_and_counts(phone: Phone) -> None:
    health = phone.get("/api/health").json
    parts, counters = health["parts"], health["counters"]
    assert isinstance(parts, dict) and isinstance(counters, dict)
    assert parts["disk"]["status"] == "ok"
    assert parts["disk"]["since"].endswith("Z") and parts["disk"]["seconds"] >= 0
    assert {"button", "buzzer", "disk", "clock", "network"} <= parts.keys()
    assert list(counters) == list(COUNTED)


def test_the_picture_is_what_the_display_was_given(house: House, phone: Phone) -> None:
    phone.begin()
    answer = phone.get("/api/screen.png")
    assert answer.headers["Content-Type"] == "image/png"
    frame = house.daemon.front.showing.frame
    assert frame is not None
    assert Image.open(io.BytesIO(answer.body)).tobytes() == frame.seen().tobytes()


def test_the_code_holds_where_the_table_is_and_lets_in(house: House) -> None:
    told = house.daemon.network.address
    assert told == f"HTTP://192.168.178.20:{house.port}/J/{house.phone.token}"
    assert house.stranger.get(told.partition(str(house.port))[2]).status == 303


def test_a_scenario_loads_no_server_and_no_broker() -> None:
    program = (
        "import sys, companion.daemon, companion.scenario.stage, companion.command_line\n"
        "print([name for name in sys.modules if name.startswith(('aiohttp', 'paho'))])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
