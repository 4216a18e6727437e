"""Which part goes to which pin: the drawings and the page have what the wiring says."""

from __future__ import annotations

from pathlib import Path
from typing import get_args
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from companion.config import Config
from companion.pinout import GROUND, HEADER, POWER, Joint, called, joints, wiring
from companion.wiring import WiringName

DOCS = Path(__file__).parent.parent / "docs"
NAMES = get_args(WiringName)


def wired(name: WiringName) -> tuple[Joint, ...]:
    config = Config()
    return joints(replace(config, wiring=replace(config.wiring, name=name)))


def test_the_header_is_that_of_a_pi() -> None:
    assert sorted(what for what in HEADER if isinstance(what, int)) == list(range(28))
    assert [pin for pin, what in enumerate(HEADER, 1) if what == POWER] == [1, 17]
    assert [pin for pin, what in enumerate(HEADER, 1) if what == GROUND] == [6, 9, 14, 20, 25, 30, 34, 39]


@pytest.mark.parametrize("name", NAMES)
def test_only_sensor_and_display_share_a_pin(name: WiringName) -> None:
    pins = [wire.pin for wire in wired(name)]
    assert sorted(pin for pin in set(pins) if pins.count(pin) > 1) == [3, 5]


@pytest.mark.parametrize("name", NAMES)
def test_each_part_that_is_wired_has_its_ground(name: WiringName) -> None:
    wires = wired(name)
    assert {wire.part for wire in wires} == {wire.part for wire in wires if HEADER[wire.pin - 1] == GROUND}


def test_a_pin_that_was_changed_is_drawn_where_it_is() -> None:
    config = Config()
    changed = replace(config, wiring=replace(config.wiring, button=4, buzzer=False))
    assert Joint("button", "one contact", 7) in joints(changed)
    assert "buzzer" not in {wire.part for wire in joints(changed)}


def test_the_drawings_in_the_docs_are_those_of_today(tmp_path: Path) -> None:
    assert wiring(tmp_path, Config()) == 0
    drawn = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert drawn == {path.name: path.read_text() for path in (DOCS / "pictures" / "wiring").iterdir()}
    for svg in drawn.values():
        ET.fromstring(svg)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names_each_pin(name: WiringName) -> None:
    page = (DOCS / "wiring.md").read_text()
    assert [wire for wire in wired(name) if f"pin {wire.pin} ({called(wire.pin)})" not in page] == []
