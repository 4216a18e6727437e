"""The workshop's page says how every part is, and shows its code to those alone who may write."""

from __future__ import annotations

from datetime import UTC

import pytest

from companion.faces import phone
from companion.faces.phone import TONGUES, Bench, Logged, Reader
from companion.faces.trouble import Part, Trouble
from companion.settings import Setting
from tests.faces.phone.reading import Reading

UNPLUGGED = Part(
    Trouble("sensor", "absent", "No chip answers at 0x68 on I2C bus 1.", "Check the four wires."),
    "2026-09-21T14:13:20Z",
    95.0,
)
CODE = "HTTP://192.168.178.20:2287/J/CATSHAVEFOURPAWS"


def bench(*parts: Part, address: str | None = None, has_volume: bool = False) -> Bench:
    return Bench(
        parts=parts or [Part(Trouble("oled", "ok", "", ""), None, 3.0)],
        counters={"presses": 12345},
        setting=Setting(sound=True, volume=80, brightness=255, language="en"),
        has_volume=has_volume,
        tables=[("Oma Käthe", "2026-09-21T14:13:20Z"), ("kitchen", None)],
        log=[Logged(None, "INFO", "earlier"), Logged("2026-09-21T14:13:20Z", "WARNING", "<b>later</b>")],
        version="1.2.3",
        address=address,
        texts=("Ada", "lift the box"),
        size=(128, 32),
    )


def read(shown: Bench, reader: Reader | None = None) -> Reading:
    return Reading(phone.workshop(reader or Reader(zone=UTC), None, shown))


def test_a_part_that_is_well_says_no_more_than_that() -> None:
    text = " ".join(read(bench()).text.split())
    assert "✓ display well" in text
    assert "since" not in text.partition("Counted")[0]


def test_what_is_wrong_is_told_with_since_when_and_what_to_do() -> None:
    text = " ".join(read(bench(UNPLUGGED)).text.split())
    assert "✗ motion sensor missing, since 14:13:20 No chip answers at 0x68 on I2C bus 1.Check the four wires." in text


def test_in_german_the_parts_own_words_stand_below() -> None:
    page = read(bench(UNPLUGGED._replace(since=None)), Reader(tongue=TONGUES["de"]))
    assert "Bewegungssensor fehlt, seit 1 Minute" in " ".join(page.text.split())
    assert "No chip answers at 0x68 on I2C bus 1. Check the four wires." in page.text


@pytest.mark.parametrize("touch", [True, False])
def test_the_settings_are_those_of_the_button_and_what_is_set_is_marked(*, touch: bool) -> None:
    page = read(bench(has_volume=True), Reader(touch=touch))
    buttons = [each.attributes for each in page.holding("data-post") if each.attributes["data-post"] == "/api/settings"]
    assert [each["data-body"] for each in buttons if each["aria-pressed"] == "true"] == [
        '{"sound":true,"volume":75}',
        '{"brightness":255}',
        '{"language":"en"}',
    ]
    assert len(buttons) == 5 + 5 + 2
    assert {"disabled" in each for each in buttons} == {not touch}


def test_the_code_is_there_once_and_what_can_be_typed_holds_no_token() -> None:
    page = read(bench(address=CODE))
    assert page.tags.count("svg") == 1
    assert "http://192.168.178.20:2287/" in page.text
    assert "CATSHAVEFOURPAWS" not in page.text.upper()
    assert "svg" not in read(bench()).tags


def test_the_newest_line_of_the_log_stands_first_and_is_text() -> None:
    text = read(bench()).text
    assert text.index("<b>later</b>") < text.index("earlier")


def test_the_displays_words_are_there_for_those_who_hear_the_page() -> None:
    (image,) = (each.attributes for each in read(bench()).elements if each.tag == "img")
    assert (image["alt"], image["class"]) == ("Ada. lift the box", "oled rows32")
