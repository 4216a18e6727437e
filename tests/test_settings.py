"""What people change while the companion runs holds at once and outlives everything."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import Config
from companion.errors import NotSaved, Refusal
from companion.schema import Sound, TableSettings
from companion.settings import Settings
from tests.playing import play

if TYPE_CHECKING:
    from pathlib import Path

    from companion.daemon import Daemon
    from companion.scenario.stage import Stage
    from companion.table.records import Chosen

PASSIVE = Config(sound=Sound(buzzer="passive", volume=80))
LOOP = asyncio.new_event_loop()


class Drawer:
    """Keeps a text."""

    def __init__(self) -> None:
        self.text: str | None = None

    def write(self, change: Chosen) -> asyncio.Future[None]:
        self.text = change.text
        return LOOP.create_future()

    async def wait(self, saved: asyncio.Future[None], but: str, within: float) -> None:
        raise NotImplementedError


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "sound": st.booleans(),
        "volume": st.integers(0, 100),
        "brightness": st.integers(0, 255),
        "language": st.sampled_from(["en", "de"]),
    },
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMED = st.dictionaries(st.sampled_from(["sound", "volume", "brightness", "language", "colour"]), JSON)


@given(st.lists(CHANGES, max_size=6))
def test_what_was_changed_is_the_same_after_a_restart(changes: list[dict[str, object]]) -> None:
    drawer = Drawer()
    settings, wanted = Settings(PASSIVE, drawer), Settings(PASSIVE, drawer).snapshot()
    for change in changes:
        settings.change(change)
        wanted |= change
    assert settings.snapshot() == wanted
    again = Settings(PASSIVE, drawer)
    assert again.take_up(drawer.text) == ""
    assert again.now == settings.now


@given(NAMED | JSON)
def test_what_cannot_be_is_refused_as_a_whole_with_what_can(wanted: object) -> None:
    settings = Settings(PASSIVE, Drawer())
    before = settings.snapshot()
    try:
        settings.change(wanted)
    except Refusal as refusal:
        assert settings.snapshot() == before
        assert refusal.message
    else:
        assert isinstance(wanted, dict)
        assert settings.snapshot() == before | wanted
        for value, kind in ((settings.now.sound, bool), (settings.now.brightness, int), (settings.now.volume, int)):
            assert type(value) is kind


@given(st.text() | NAMED.map(json.dumps) | JSON.map(json.dumps))
def test_of_a_damaged_text_what_can_be_read_counts(text: str) -> None:
    settings, untouched = Settings(PASSIVE, Drawer()), Settings(PASSIVE, Drawer())
    words = settings.take_up(text)
    msgspec.convert(msgspec.to_builtins(settings.now), type(settings.now))
    if settings.now != untouched.now:
        kept = json.loads(text)
        assert {name: value for name, value in settings.snapshot().items() if name in kept and not words} == (
            {} if words else kept
        )


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"sound": 1}, "bad-command: sound = 1: must be true or false"),
        ({"brightness": 256}, "bad-command: brightness = 256: must be 0 to 255"),
        ({"brightness": True}, "bad-command: brightness = true: must be 0 to 255"),
        ({"language": "fr"}, 'bad-command: language = "fr": must be "en" for English, "de" for German'),
        ({"loudness": 3}, "bad-command: there is no setting loudness; there are sound, brightness, language"),
        ({"volume": 50}, "illegal: this box has an active buzzer, which has no volume: switch sound off, or on"),
        ([], "bad-command: the settings to change are an object such as"),
    ],
    ids=str,
)
def test_a_refusal_says_what_can_be(wanted: object, complaint: str) -> None:
    with pytest.raises(Refusal) as caught:
        Settings(Config(), Drawer()).change(wanted)
    assert str(caught.value).startswith(complaint)


def test_what_nobody_has_changed_follows_the_configuration() -> None:
    drawer = Drawer()
    Settings(Config(), drawer).change({"brightness": 20})
    german = Settings(Config(table=TableSettings(language="de"), sound=Sound(silent=True)), drawer)
    german.take_up(drawer.text)
    assert german.snapshot() == {"sound": False, "brightness": 20, "language": "de"}


def test_what_was_changed_before_the_journal_was_open_goes_before_what_it_kept() -> None:
    drawer = Drawer()
    settings = Settings(Config(), drawer)
    settings.change({"sound": False})
    assert settings.take_up('{"sound": true, "language": "de"}') == ""
    assert settings.snapshot() == {"sound": False, "brightness": 160, "language": "de"}
    assert json.loads(drawer.text or "") == {"sound": False, "language": "de"}


def change(stage: Stage, **wanted: object) -> None:
    async def tell(daemon: Daemon) -> None:
        daemon.settings.change(wanted)
        await daemon.settings.saved()

    stage.ask(tell)


def kept(folder: Path) -> object:
    with closing(sqlite3.connect(folder / "journal.db")) as db:
        (text,) = db.execute("SELECT value FROM meta WHERE name = 'settings'").fetchone()
    return json.loads(text)


GAME = "game katz-schmaus Ada Ben Cem"


@pytest.mark.parametrize(("end", "said"), [("restart", "neu gestartet"), ("power-cut", "Strom war weg")])
def test_it_outlives(end: str, said: str, stage: Stage) -> None:
    play(stage, GAME)
    change(stage, sound=False, brightness=30, language="de")
    play(
        stage,
        f'{end}\nwait 3s\nexpect oled contains "{said}"\nlift\ntilt 20 over 2s\npress\nexpect phase called',
    )
    play(stage, "expect not buzzer within 1s of press")
    assert stage.hardware.oled.contrast == 30


def test_the_display_speaks_another_language_and_is_as_bright_as_it_is_set_at_once(stage: Stage) -> None:
    play(stage, f'{GAME}\nexpect oled contains "lift the box"')
    change(stage, language="de", brightness=3)
    play(stage, 'expect oled contains "Box anheben"')
    assert stage.hardware.oled.contrast == 3


def test_a_display_that_sleeps_is_not_brightened_and_wakes_as_it_is_set(stage: Stage) -> None:
    play(stage, f"{GAME}\nwait 11min")
    dim = stage.hardware.oled.contrast
    change(stage, brightness=200)
    play(stage, "wait 1s")
    assert stage.hardware.oled.contrast == dim
    play(stage, "press\nwait 1s")
    assert stage.hardware.oled.contrast == 200


def test_sound_that_is_switched_off_ends_in_the_middle_of_a_tone(stage: Stage) -> None:
    play(stage, f"{GAME}\nlift\ntilt 20 over 2s\npress 20ms\nexpect buzzer within 1ms of press")
    assert stage.hardware.pins.level(stage.config.wiring.buzzer)
    change(stage, sound=False)
    assert not stage.hardware.pins.level(stage.config.wiring.buzzer)


def test_on_a_full_disk_it_holds_and_is_saved_when_there_is_room(stage: Stage, tmp_path: Path) -> None:
    play(stage, f"{GAME}\nfault disk full")
    with pytest.raises(NotSaved, match=r"the settings hold, but are not saved within 5 s\. The disk is full\."):
        change(stage, language="de")
    play(stage, 'expect oled contains "Box anheben"\nheal disk\nwait 5s\nexpect health disk ok')
    assert kept(tmp_path) == {"language": "de"}


def test_a_cut_before_it_is_saved_leaves_it_as_it_was(stage: Stage) -> None:
    play(stage, GAME)
    change(stage, brightness=40)
    play(stage, "fault disk full")
    with pytest.raises(NotSaved):
        change(stage, brightness=90)
    play(stage, "heal disk\npower-cut\nwait 1s")
    assert stage.daemon.settings.now.brightness in (40, 90)


def test_settings_that_a_card_has_spoilt_are_the_configurations_and_people_are_told(
    stage: Stage, tmp_path: Path
) -> None:
    play(stage, GAME)
    change(stage, brightness=40)
    stage.stop()
    with closing(sqlite3.connect(tmp_path / "journal.db")) as db, db:
        db.execute("UPDATE meta SET value = CAST(x'7B22C3' AS TEXT) WHERE name = 'settings'")
    play(stage, 'restart\nexpect oled contains "cannot be read"\npress\npress\nexpect turn Ada')
    assert stage.daemon.settings.snapshot() == {"sound": True, "brightness": 160, "language": "en"}
    change(stage, language="de")
    assert kept(tmp_path) == {"language": "de"}


@pytest.mark.parametrize("spoil", ["journal.db", "journal.db taken away"])
def test_it_comes_back_with_a_journal_that_was_damaged(spoil: str, stage: Stage, tmp_path: Path) -> None:
    play(stage, GAME)
    change(stage, language="de")
    play(stage, "wait 5s")
    stage.stop()
    if spoil == "journal.db":
        (tmp_path / "journal.db").write_bytes(b"\0" * 8192)
    else:
        (tmp_path / "journal.db").unlink()
    stage.start()
    play(stage, "wait 3s\npress\npress")
    assert stage.daemon.settings.now.language == "de"
    assert kept(tmp_path) == {"language": "de"}


def test_it_is_written_anew_where_the_journal_is_taken_away_under_a_running_companion(
    stage: Stage, tmp_path: Path
) -> None:
    play(stage, GAME)
    change(stage, language="de")
    play(stage, "wait 5s")
    for file in tmp_path.glob("journal*"):
        file.unlink()
    play(stage, 'command {"do": "lift"}\nwait 5s\nrestart\nwait 1s')
    assert stage.daemon.settings.now.language == "de"
