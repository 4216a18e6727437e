"""The configuration: its defaults, its commented file, and what is said about a bad one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.by_name import BOARD_KEYS, OF_THE_MENU, PAD_KEYS, Board, HouseRules
from companion.config import (
    Config,
    ConfigError,
    changed,
    data_folder,
    decode,
    default_file,
    encode,
    read_config,
)
from companion.games.katz_fatz.pad import Pad
from companion.games.names import folded, proper
from companion.sections import keys_of
from companion.wiring import WiringName

SECTIONS = {
    **{field.name: keys_of(field.type) for field in msgspec.structs.fields(Config) if isinstance(field.type, type)},
    "pads.home": PAD_KEYS,
    "boards.home": BOARD_KEYS,
}
KEYS = [(section, key) for section, keys in SECTIONS.items() for key in keys]
EXAMPLES = re.sub(r"^# (?=\[|\w+ = )", "", default_file().read_text(), flags=re.MULTILINE)
"""The commented file with the examples in it at work."""


def test_the_commented_file_is_the_default() -> None:
    assert read_config(default_file()) == Config()


@pytest.mark.parametrize(("section", "key"), KEYS, ids=[".".join(pair) for pair in KEYS])
def test_the_commented_file_explains_every_key(section: str, key: str) -> None:
    lines = EXAMPLES.partition(f"[{section}]\n")[2].partition("\n[")[0].splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"{key} = "))
    assert lines[at - 1].startswith("# ")
    assert lines[at - 1].endswith(f": {SECTIONS[section][key].allowed}")


def test_the_examples_of_the_commented_file_can_be_used() -> None:
    config = decode(EXAMPLES, "my.toml")
    assert config.named_values("katz-fatz")["pad"]["home"] == {
        "toys": [5, 12, None, 35],
        "splats": {"9": 20},
        "no_toys": 0,
        "no_splats": None,
    }
    assert config.named_values("fat-cats") == {"cushions": {"home": 30}}
    assert config.house_rules == {"brave": HouseRules("katz-schmaus", {"treats": 4})}
    assert decode(encode(config), "printed") == config


def test_what_is_in_force_can_be_read_back() -> None:
    config = decode(
        '[table]\nplayers = ["Zoë", "A \\"B\\""]\ndata = "/a b"\n[sensor]\naddress = 0x69\n[sound]\nsilent = true\n[wiring]\nbuzzer = false',
        "my.toml",
    )
    assert decode(encode(config), "printed") == config


def is_proper(name: str) -> bool:
    try:
        return proper(name) == name and folded(name) not in OF_THE_MENU
    except ValueError:
        return False


SETS = (
    HouseRules("mad-cat-sad-cat"),
    HouseRules("katz-schmaus", {"treats": 4, "latch": False}),
    HouseRules("fat-cats", {"ghost": "after", "blue_cards": 9}),
    HouseRules("katz-fatz", {"colours": ["a", "b", "c", "d", "e", '"'], "tree_multi": "mono"}),
)
NAMES = st.text(min_size=1, max_size=12).filter(is_proper)
VALUES = st.integers(-200, 200)
SCALES = (
    st.none()
    | st.lists(VALUES | st.none(), max_size=5).map(tuple)
    | st.dictionaries(st.integers(1, 288).map(str), VALUES, max_size=3)
)
PADS = st.builds(Pad, toys=SCALES, splats=SCALES, no_toys=VALUES | st.none(), no_splats=VALUES | st.none())


@given(
    pads=st.dictionaries(NAMES, PADS.filter(lambda pad: pad != Pad()), max_size=3),
    boards=st.dictionaries(NAMES, st.builds(Board, st.integers(1, 999)), max_size=3),
    rules=st.dictionaries(NAMES, st.sampled_from(SETS), max_size=3),
)
def test_whatever_has_a_name_can_be_read_back(
    pads: dict[str, Pad], boards: dict[str, Board], rules: dict[str, HouseRules]
) -> None:
    config = Config(pads=pads, boards=boards, house_rules=rules)
    assume(all(len({*map(folded, names)}) == len(names) for names in (pads, boards, rules)))
    assert decode(encode(config), "printed") == config


@pytest.mark.parametrize("heading", ['"Oma Käthe"', '"A. B."', "'C:\\cats'", "42", '"😺"', "-"])
def test_a_board_may_have_any_name(heading: str) -> None:
    (name,) = tomllib.loads(f"{heading} = 1")
    config = decode(f"[boards.{heading}]\ncushions = 30", "my.toml")
    assert config.named_values("fat-cats") == {"cushions": {name: 30}}
    assert decode(encode(config), "printed") == config


def test_one_setting_is_changed_and_the_others_stay() -> None:
    config = decode("[sound]\nsilent = true", "my.toml")
    more = changed(config, {("boards", "A. B.", "cushions"): 30, ("boards", "big"): {"cushions": 40}})
    assert more.boards == {"A. B.": Board(30), "big": Board(40)}
    assert more.sound.silent
    with pytest.raises(ConfigError, match=r"^\[boards.big\] has no key cushion"):
        changed(config, {("boards", "big", "cushion"): 40})
    with pytest.raises(ConfigError, match=r"^sound.silent.x: silent is no section"):
        changed(config, {("sound", "silent", "x"): 40})


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
        '[wiring]\nname = "joystick"',
        '[wiring] name = "joystick": must be "one-button", "cat-stand" (the figure on a switch)',
    ),
    ('[wiring]\nname = "rotary"\ndial_a = 17', "button and dial_a are both at GPIO 17"),
    ('[wiring]\nname = "rotary"\ndial_b = 5', "dial_a and dial_b are both at GPIO 5"),
    ('[wiring]\nname = "rotary"\nlight = 6', "dial_b and light are both at GPIO 6"),
    ("[wiring]\ndial_states = 3", "[wiring] dial_states = 3: must be 4, or 2 where"),
    ("[wiring]\nbuzzer = true", "[wiring] buzzer = true: at which GPIO, 4 to 27? Or false where there is none"),
    ("[wiring]\nlight = 0", "[wiring] light = 0: must be a GPIO from 4 to 27, numbered as on the chip (BCM), or false"),
    ('[wiring]\nname = "cat-stand"\ncat = 22', "cat and light are both at GPIO 22"),
    ('[wiring]\nname = "a-button-each"\nplayers = [5, 17]', "button and player 2 are both at GPIO 17"),
    ('[wiring]\nname = "a-button-each"\nplayers = [5, 5]', "player 1 and player 2 are both at GPIO 5"),
    ("[wiring]\nplayers = []", "[wiring] players = []: must be 1 to 7 GPIOs from 4 to 27"),
    ("[wiring]\nplayers = [5, 99]", "[wiring] players = [5, 99]: must be 1 to 7 GPIOs from 4 to 27"),
    ("[sensor]\naddress = 0x70", "[sensor] address = 0x70: must be 0x68, or 0x69"),
    ("[sensor]\nbus = 1.0", "[sensor] bus = 1.0: must be an I2C bus"),
    ("[sensor]\nbus = true", "[sensor] bus = true: must be an I2C bus"),
    ("[sound]\nsilent = 1", "[sound] silent = 1: must be true or false"),
    ('[sound]\nbuzzer = "loud"', '[sound] buzzer = "loud": must be "active" (it has one tone, and is on or off)'),
    ("[sound]\nvolume = 101", "[sound] volume = 101: must be 0 to 100"),
    ("[sound]\nvolume = 40", '[sound] volume = 40 goes with buzzer = "passive" only'),
    ("[sensor]\ninterrupt = 28", "[sensor] interrupt = 28: must be a GPIO from 4 to 27"),
    ("[sensor]\ninterrupt = 0", "[sensor] interrupt = 0: must be a GPIO from 4 to 27"),
    ("[sensor]\ninterrupt = true", "[sensor] interrupt = true: at which GPIO, 4 to 27? Or false where there is none"),
    ("[sensor]\ninterrupt = 27", "[sensor] interrupt and [wiring] buzzer are both at GPIO 27"),
    ('[table]\nplayers = [""]', "must be up to 12 names of 1 to 40 characters"),
    ('[table]\nplayers = "Ada"', '[table] players = "Ada": must be up to 12 names'),
    ("pads = 3", "pads = 3: holds a section for each name: write [pads.NAME] on a line of its own"),
    ("[pads]\ntoys = [1]", "[pads] toys = [1]: belongs to a name: write [pads.NAME] above it"),
    (
        "[pads.home]\ntoy = [1]",
        "[pads.home] has no key toy (did you mean toys?); it has toys, splats, no_toys, no_splats",
    ),
    ("[pads.home]\ntoys = [1, 999]", "[pads.home] toys = [1, 999]: must be the value beside each symbol, as in [5, 12"),
    ('[pads.home]\ntoys = ["x"]', '[pads.home] toys = ["x"]: must be the value'),
    ("[pads.home]\ntoys = 3", "[pads.home] toys = 3: must be the value"),
    ("[pads.home]\ntoys = { 0 = 3 }", "[pads.home] toys = { 0 = 3 }: must be the value"),
    ("[pads.home]\nno_toys = 1.5", '[pads.home] no_toys = 1.5: must be from -200 to 200, or "?"'),
    ("[pads.home]", "[pads.home] tells no value: write those that are printed on it"),
    ("[boards.home]", "[boards.home] lacks cushions: the crown's number, from 1 to 999"),
    ("[boards.home]\ncushions = 0", "[boards.home] cushions = 0: must be the crown's number, from 1 to 999"),
    ('[boards.home]\ncushions = "?"', '[boards.home] cushions = "?": must be the crown\'s number'),
    ("[board.home]\ncushions = 30", "there is no section [board] (did you mean boards?)"),
    ("[boards]\nhome = 30", "[boards] home = 30: belongs to a name: write [boards.NAME] above it"),
    ('[boards.""]\ncushions = 30', '[boards.""] cannot be called so: a name has 1 to 40 characters, this one 0'),
    ('[boards."\\n"]\ncushions = 30', "cannot be called so: a name has 1 to 40 characters, this one 0"),
    (
        "[boards.big]\ncushions = 30\n[boards.BIG]\ncushions = 40",
        "[boards.BIG] and [boards.big] are the same name",
    ),
    (
        "[boards.A.B]\ncushions = 30",
        '[boards.A.B] has a dot too many: a name with a dot in it stands in quotes, as in [boards."A.B"]',
    ),
    (
        "[boards.Oma Käthe]\ncushions = 30",
        'a name that is more than a to z, digits, - and _ stands in quotes: [boards."Oma Käthe"]',
    ),
    ("[house_rules.brave]", "[house_rules.brave] lacks game: "),
    (
        '[house_rules.brave]\ngame = "katz-schmauss"',
        '"katz-schmauss": must be "katz-schmaus", "katz-fatz", "mad-cat-sad-cat", "fat-cats" (did you mean katz-schmaus?)',
    ),
    (
        '[house_rules.brave]\ngame = "katz-schmaus"\ntreat = 4',
        "[house_rules.brave] has no key treat (did you mean treats?); it has game, treats, auto_settle, left_on_board",
    ),
    ('[house_rules.brave]\ngame = "katz-schmaus"\ntreats = 5', "[house_rules.brave] treats = 5: must be 3 or 4"),
    (
        '[house_rules.brave]\ngame = "katz-schmaus"\nlatch = "no"',
        '[house_rules.brave] latch = "no": must be true or false',
    ),
    ('[house_rules.brave]\ngame = "katz-schmaus"\nfirst = "Ada"', "[house_rules.brave] has no key first"),
    (
        '[house_rules.big]\ngame = "fat-cats"\ncushions = 30',
        "[house_rules.big] has no key cushions; it has game, ghost",
    ),
    (
        '[house_rules.c]\ngame = "katz-fatz"\ncolours = ["a", "b", "c", "d", "e", "e"]',
        "[house_rules.c] six different colours have six different names",
    ),
    (
        '[table]\ndata = "~nosuchuser/games"',
        '[table] data = "~nosuchuser/games": there is no such user: write the whole',
    ),
    ('[table]\ndata = "/tmp/\\u0000"', '[table] data = "/tmp/\\u0000" has characters in it'),
    ('[table]\ndata = "/tmp/a\\nb"', '[table] data = "/tmp/a\\nb" has characters in it'),
    ("a = " + "[" * 5000, "is nested deeper than any setting"),
    (
        '[web]\nnames = ["http://cats.example.org/"]',
        '[web] names has "http://cats.example.org/", but holds names alone',
    ),
    ('[web]\nnames = ["cats.example.org:2287"]', "but holds names alone"),
    ('[web]\nhost = "cats.local"', '[web] host = "cats.local" is no address: write one like 192.168.1.20, or ""'),
    ('[house_rules."As Printed"]\ngame = "fat-cats"', "cannot be called so: the menu has this name"),
    ('[house_rules.mixed]\ngame = "fat-cats"', "[house_rules.mixed] cannot be called so"),
    ("[boards.andere]\ncushions = 5", "[boards.andere] cannot be called so"),
    ("[table", "is no TOML: Expected ']' at the end of a table declaration"),
    ("[table]\n[table]", "is no TOML: Cannot declare ('table',) twice"),
)


@pytest.mark.parametrize(("text", "complaint"), BAD, ids=[text[:60] for text, _ in BAD])
def test_a_bad_setting_is_named_with_what_it_may_be(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        read_config(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_key_that_a_section_does_not_have_is_refused_with_those_that_it_has(section: str) -> None:
    with pytest.raises(ConfigError) as caught:
        decode(f"[{section}]\nmisprint = 3", "my.toml")
    assert f"my.toml: [{section}] has no key misprint; it has {', '.join(SECTIONS[section])}" in str(caught.value)


def test_only_the_pins_of_the_own_wiring_must_be_free() -> None:
    assert decode("[wiring]\nbutton = 5\nlight = 23", "my.toml").pins.buttons == (5,)
    each = decode('[wiring]\nname = "a-button-each"\nplayers = [5, 6]\nlight = 23', "my.toml")
    assert each.pins.buttons == (17, 5, 6)


@pytest.mark.parametrize("name", get_args(WiringName))
def test_any_wiring_may_be_without_buzzer_and_light(name: str) -> None:
    pins = decode(f'[wiring]\nname = "{name}"\nbuzzer = false\nlight = false', "my.toml").pins
    assert (pins.buzzer, pins.light) == (None, None)
    # Where neither is, their usual pins are free.
    assert decode("[wiring]\nbutton = 27\nbuzzer = false", "my.toml").pins.buttons == (27,)


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
