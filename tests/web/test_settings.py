"""What people can change over the network holds at once, is answered once it is saved, and is seen by all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.config import changed
from tests.web.house import ALONE, House
from tests.web.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.house import Phone

USUAL = {"sound": True, "brightness": 160, "language": "en"}


@pytest.fixture
def piezo(tmp_path: Path) -> Iterator[House]:
    """A house whose buzzer has a volume."""
    with House(tmp_path, changed(ALONE, {("sound", "buzzer"): "passive", ("sound", "volume"): 80})) as house:
        yield house


def test_everybody_sees_how_it_is_set(house: House) -> None:
    assert house.stranger.get("/api/settings").json == USUAL


def test_what_is_named_changes_and_the_rest_stays_also_after_a_restart(house: House) -> None:
    assert house.phone.post("/api/settings", {"brightness": 12}).json == USUAL | {"brightness": 12}
    assert house.phone.post("/api/settings", {"language": "de", "sound": False}).json == {
        "sound": False,
        "brightness": 12,
        "language": "de",
    }
    house.restart()
    assert house.stranger.get("/api/settings").json == {"sound": False, "brightness": 12, "language": "de"}


def test_a_buzzer_with_a_volume_has_it_among_its_settings(piezo: House) -> None:
    assert piezo.phone.post("/api/settings", {"volume": 30}).json == {**USUAL, "volume": 30}


@pytest.mark.parametrize(
    ("wanted", "status", "allowed"),
    [
        ({"brightness": 256}, 400, "0 to 255"),
        ({"brightness": 1.0}, 400, "0 to 255"),
        ({"sound": "off"}, 400, "true or false"),
        ({"language": "fr", "sound": False}, 400, '"en" for English, "de" for German'),
        ({"loudness": 3}, 400, "there are sound, brightness, language"),
        ({"volume": 50}, 422, "switch sound off, or on"),
        ([], 400, "object"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_with_what_can_and_nothing_changes(
    phone: Phone, wanted: object, status: int, allowed: str
) -> None:
    answer = phone.post("/api/settings", wanted)
    assert answer.status == status
    assert allowed in answer.message
    assert phone.get("/api/settings").json == USUAL


def test_whoever_may_only_look_changes_nothing(house: House) -> None:
    assert house.stranger.post("/api/settings", {"sound": False}).code == "no-token"
    assert house.stranger.get("/api/settings").json == USUAL


def test_whoever_listens_hears_that_somebody_has_changed_something(house: House, phone: Phone) -> None:
    with Wire(house.port) as wire:
        wire.listen()
        assert wire.event("settings").data == USUAL
        phone.post("/api/settings", {"sound": False})
        assert wire.event("settings").data == USUAL | {"sound": False}


def test_a_browser_without_a_wish_is_answered_in_the_boxs_language(house: House, phone: Phone) -> None:
    assert '<html lang="en"' in house.stranger.get("/").body.decode()
    phone.post("/api/settings", {"language": "de"})
    assert '<html lang="de"' in house.stranger.get("/").body.decode()
    assert '<html lang="en"' in house.stranger.get("/", Accept_Language="en").body.decode()
