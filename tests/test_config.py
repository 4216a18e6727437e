"""The configuration: its defaults, its commented file, and what is said about a bad one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.config import Config, ConfigError, allowed, data_folder, decode, default_file, encode, read_config

KEYS = [
    (section, key) for section in Config().__struct_fields__ for key in getattr(Config(), section).__struct_fields__
]


def test_the_commented_file_is_the_default() -> None:
    assert read_config(default_file()) == Config()


@pytest.mark.parametrize(("section", "key"), KEYS, ids=[".".join(pair) for pair in KEYS])
def test_the_commented_file_explains_every_key(section: str, key: str) -> None:
    text = default_file().read_text()
    assert key in tomllib.loads(text)[section]
    lines = text.partition(f"[{section}]\n")[2].splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{key} = "))
    assert lines[at - 1].startswith("# ")
    assert lines[at - 1].endswith(f": {allowed(section, key)}")


def test_what_is_in_force_can_be_read_back() -> None:
    config = decode(
        '[table]\nplayers = ["Zoë", "A \\"B\\""]\n[sensor]\naddress = 0x69\n[sound]\nsilent = true', "my.toml"
    )
    assert decode(encode(config), "printed") == config


BAD = (
    ("[oled]\nrotat = 2", "[oled] has no key rotat (did you mean rotate?); it has enabled, chip, height, address"),
    ("[oldd]", "there is no section [oldd] (did you mean oled?); there are table, sensor, oled, wiring, sound"),
    ("silent = true", "there is no section [silent]"),
    ("oled = 3", "oled = 3: is a section: write [oled] on a line of its own"),
    ('[table]\nlanguage = "fr"', '[table] language = "fr": must be "en" for English, "de" for German'),
    ('[oled]\nchip = "ssd1307"', '[oled] chip = "ssd1307": must be "ssd1306" (mostly 0.96 inches), "sh1106"'),
    ("[oled]\nheight = 48", "[oled] height = 48: must be 64 rows of pixels, or 32"),
    (
        '[oled]\nchip = "sh1106"\nheight = 32',
        '[oled] height = 32 goes with chip = "ssd1306" only, not with "sh1106"',
    ),
    ("[oled]\nrotate = 1", "[oled] rotate = 1: must be 0, or 2 for upside down"),
    ("[wiring]\nbutton = 99", "[wiring] button = 99: must be a GPIO from 4 to 27"),
    ("[wiring]\nbutton = 2", "[wiring] button = 2: must be a GPIO from 4 to 27"),
    ("[wiring]\nbutton = 27", "button and buzzer are both at GPIO 27"),
    ('[wiring]\nbutton = "17"', '[wiring] button = "17": must be a GPIO'),
    ('[wiring]\nbutton = "GPIO17"', "must be a GPIO"),
    (
        '[wiring]\nname = "rotary"',
        '[wiring] name = "rotary": must be "one-button", "cat-stand" (the figure on a switch)',
    ),
    ('[wiring]\nname = "cat-stand"\ncat = 22', "cat and light are both at GPIO 22"),
    ('[wiring]\nname = "a-button-each"\nplayers = [5, 17]', "button and player 2 are both at GPIO 17"),
    ('[wiring]\nname = "a-button-each"\nplayers = [5, 5]', "player 1 and player 2 are both at GPIO 5"),
    ("[wiring]\nplayers = []", "[wiring] players = []: must be 1 to 7 GPIOs from 4 to 27"),
    ("[wiring]\nplayers = [5, 99]", "[wiring] players = [5, 99]: must be 1 to 7 GPIOs from 4 to 27"),
    ("[sensor]\naddress = 0x70", "[sensor] address = 0x70: must be 0x68, or 0x69"),
    ("[sensor]\nbus = 1.0", "[sensor] bus = 1.0: must be an I2C bus"),
    ("[sensor]\nbus = true", "[sensor] bus = true: must be an I2C bus"),
    ("[sound]\nsilent = 1", "[sound] silent = 1: must be true or false"),
    ('[table]\nplayers = [""]', "must be up to 12 names of 1 to 40 characters"),
    ('[table]\nplayers = "Ada"', '[table] players = "Ada": must be up to 12 names'),
    ("[table", "is no TOML: Expected ']' at the end of a table declaration"),
    ("[table]\n[table]", "is no TOML: Cannot declare ('table',) twice"),
)


@pytest.mark.parametrize(("text", "complaint"), BAD, ids=[text for text, _ in BAD])
def test_a_bad_setting_is_named_with_what_it_may_be(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_only_the_pins_of_the_own_wiring_must_be_free() -> None:
    assert decode("[wiring]\nbutton = 5\nlight = 23", "my.toml").wiring.pins.buttons == (5,)
    wiring = decode('[wiring]\nname = "a-button-each"\nplayers = [5, 6]\nlight = 23', "my.toml").wiring
    assert wiring.pins.buttons == (17, 5, 6)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"missing\.toml: cannot be read: No such file"):
        read_config(tmp_path / "missing.toml")
    (tmp_path / "latin.toml").write_bytes(b'[table]\nplayers = ["Zo\xeb"]')
    with pytest.raises(ConfigError, match=r"latin\.toml: is no UTF-8: byte 22 is 0xEB"):
        read_config(tmp_path / "latin.toml")


def test_an_editor_may_leave_its_signature(tmp_path: Path) -> None:
    path = tmp_path / "signed.toml"
    path.write_bytes(b"\xef\xbb\xbf[sound]\r\nsilent = true\r\n")
    assert read_config(path).sound.silent


@pytest.mark.parametrize(
    ("configured", "environ", "folder"),
    [
        ("/srv/cats", {"STATE_DIRECTORY": "/var/lib/companion"}, "/srv/cats"),
        ("", {"STATE_DIRECTORY": "/var/lib/companion:/var/lib/other"}, "/var/lib/companion"),
        ("", {"XDG_STATE_HOME": "/home/ada/state"}, "/home/ada/state/companion"),
        ("", {"HOME": "/home/ada"}, "/home/ada/.local/state/companion"),
        ("~/cats", {"HOME": "/home/ada"}, "/home/ada/cats"),
    ],
)
def test_games_are_kept_where_it_was_said(
    configured: str, environ: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE_DIRECTORY", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert data_folder(decode(f'[table]\ndata = "{configured}"', "my.toml")) == Path(folder)
