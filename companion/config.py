"""The configuration: every setting of a box, its default, and what it may be."""

from __future__ import annotations

import os
import re
import tomllib
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from companion.by_name import NAMED_OPTIONS, Board, HouseRules, read_named, value_of, written_named
from companion.errors import CompanionError
from companion.games.katz_fatz.pad import Pad
from companion.games.names import folded, proper
from companion.reading import read_at_most
from companion.sections import WrongSetting, did_you_mean, keys_of, made, read, spelled, toml, written
from companion.wiring import PinOrNone, Wiring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware import BusSettings, Pins

SYSTEM_FILE: Final = Path("/etc/companion/companion.toml")
"""Where an installed box has its settings."""

UNIT: Final = Path("/etc/systemd/system/companion.service")
"""What makes a box an installed one."""

SERVICE_DATA: Final = Path("/var/lib/companion")
"""What the unit's StateDirectory= names: where an installed box keeps its games."""

LONGEST: Final = 1_000_000
"""Bytes of a configuration; the commented default has 5,000."""


class ConfigError(CompanionError, ValueError):
    """The configuration cannot be used: the message names file, key, value, and what is allowed."""


# The description of a key is what errors, `companion config` and the commented default file say of it.
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Language = Annotated[Literal["en", "de"], Meta(description='"en" for English, "de" for German')]
Brightness = Annotated[int, Meta(ge=0, le=255, description="0 to 255")]
Volume = Annotated[int, Meta(ge=0, le=100, description="0 to 100")]
BuzzerKind = Literal["active", "passive"]
Switch = Annotated[bool, Meta(description="true or false")]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The people, and what is kept of them."""

    language: Language = "en"
    data: Annotated[str, Meta(description="a folder; empty for the service's own, or ~/.local/state/companion")] = ""
    players: Annotated[
        tuple[Name, ...], Meta(max_length=12, description="up to 12 names of 1 to 40 characters, in their seats' order")
    ] = ()

    def __post_init__(self) -> None:
        if not self.data.isprintable():
            raise ValueError(f"data = {toml('data', self.data)} has characters in it that no folder's name should have")
        try:
            Path(self.data).expanduser()
        except RuntimeError:
            raise ValueError(f'data = "{self.data}": there is no such user: write the whole path') from None
        seen: dict[str, str] = {}
        for name in self.players:
            other = seen.setdefault(folded(proper(name)), name)
            if other is not name:
                raise ValueError(f"{other!r} and {name!r} are the same name")


class Sensor(Struct, frozen=True, forbid_unknown_fields=True):
    """The MPU6050 under the box."""

    enabled: Switch = True
    bus: Annotated[int, Meta(ge=0, le=99, description="an I2C bus from 0 to 99: 1 is /dev/i2c-1")] = 1
    address: Annotated[Literal[0x68, 0x69], Meta(description="0x68, or 0x69 with AD0 at 3.3 V")] = 0x68
    interrupt: PinOrNone = False

    def __post_init__(self) -> None:
        if self.interrupt is True:
            raise ValueError("interrupt = true: at which GPIO, 4 to 27? Or false where there is none")


class Oled(Struct, frozen=True, forbid_unknown_fields=True):
    """The display, on the sensor's bus."""

    enabled: Switch = True
    chip: Annotated[
        Literal["ssd1306", "sh1106", "ssd1309"],
        Meta(description='"ssd1306" (mostly 0.96 inches), "sh1106" (mostly 1.3), or "ssd1309" (mostly 2.42)'),
    ] = "ssd1306"
    height: Annotated[
        Literal[64, 32], Meta(description="64 rows of pixels, or 32, which is sold with an SSD1306 only")
    ] = 64
    address: Annotated[Literal[0x3C, 0x3D], Meta(description="0x3C or 0x3D")] = 0x3C
    rotate: Annotated[Literal[0, 2], Meta(description="0, or 2 for upside down (quarter turns)")] = 0
    contrast: Brightness = 160

    @property
    def size(self) -> tuple[int, int]:
        """Its pixels, across and down, the right way up."""
        return 128, self.height

    def __post_init__(self) -> None:
        if self.chip != "ssd1306" and self.height != 64:
            raise ValueError(f'height = {self.height} goes with chip = "ssd1306" only, not with "{self.chip}"')


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer."""

    buzzer: Annotated[
        BuzzerKind, Meta(description='"active" (it has one tone, and is on or off), or "passive" (it has all tones)')
    ] = "active"
    volume: Volume = 100
    silent: Switch = False

    def __post_init__(self) -> None:
        if self.buzzer == "active" and self.volume != 100:
            raise ValueError(
                f'volume = {self.volume} goes with buzzer = "passive" only: an active one is as loud as it is; '
                "silent = true keeps it quiet"
            )


class Web(Struct, frozen=True, forbid_unknown_fields=True):
    """The table on the home network."""

    enabled: Switch = True
    port: Annotated[
        int, Meta(ge=0, le=65535, description="0 (any that is free) to 65535; below 1024 only root may")
    ] = 2287
    host: Annotated[str, Meta(description='an address of this Pi; "" for all of them')] = ""
    names: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=253)], ...],
        Meta(max_length=20, description="up to 20 names, as in http://NAME:2287/"),
    ] = ()

    def __post_init__(self) -> None:
        for name in self.names:
            if not re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", name):
                raise ValueError(
                    f'names has "{name}", but holds names alone: "cats.example.org", without http:// and port'
                )
        if self.host:
            try:
                ip_address(self.host)
            except ValueError:
                raise ValueError(f'host = "{self.host}" is no address: write one like 192.168.1.20, or ""') from None


Topic = Annotated[
    str, Meta(min_length=1, max_length=100, description='a topic as in "house/games", without +, # and spaces')
]


class Mqtt(Struct, frozen=True, forbid_unknown_fields=True):
    """The broker where Home Assistant and others hear of the table."""

    host: Annotated[
        str, Meta(max_length=253, description='a name or address on the home network; "" for no broker')
    ] = ""
    port: Annotated[int, Meta(ge=1, le=65535, description="1 to 65535")] = 1883
    user: Annotated[str, Meta(max_length=100, description='up to 100 characters; "" where anybody may connect')] = ""
    password_file: Annotated[str, Meta(description='a file with the password alone in it; "" for none')] = ""
    prefix: Topic = "companion"
    discovery: Topic = "homeassistant"
    table: Annotated[Name, Meta(description="1 to 40 characters")] = "Cat table"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[^\s/]*", self.host):
            raise ValueError(
                f'host = "{self.host}" is no host: write a name or address alone, without mqtt:// and port'
            )
        for key, topic in (("prefix", self.prefix), ("discovery", self.discovery)):
            # What begins with $ is the broker's own (MQTT 5.0, 4.7.2).
            if not re.fullmatch(r"(?!\$)[^+#\s/]+(/[^+#\s/]+)*", topic):
                raise ValueError(
                    f'{key} = "{topic}" is no topic: write words with / between them, without +, # and spaces'
                )
        if self.password_file and not self.user:
            raise ValueError("password_file goes with user: whose password is it?")


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; each has a default that suits a box built as the README shows."""

    table: TableSettings = TableSettings()
    sensor: Sensor = Sensor()
    oled: Oled = Oled()
    wiring: Wiring = Wiring()
    sound: Sound = Sound()
    web: Web = Web()
    mqtt: Mqtt = Mqtt()
    pads: dict[str, Pad] = {}
    boards: dict[str, Board] = {}
    house_rules: dict[str, HouseRules] = {}

    def named_values(self, game: str) -> dict[str, dict[str, object]]:
        """The options of a game whose values have names here: each value as in a header, by its name."""
        return {
            option: {name: value_of(one) for name, one in getattr(self, section).items()}
            for (owner, option), section in NAMED_OPTIONS.items()
            if owner == game
        }

    def __post_init__(self) -> None:
        for name, pin in self.wiring.taken.items():
            if pin == self.sensor.interrupt:
                raise ValueError(
                    f"[sensor] interrupt and [wiring] {name} are both at GPIO {pin}: each needs a pin of its own"
                )

    @property
    def pins(self) -> Pins:
        """What is wired to where, as the panel takes it."""
        from hardware import Pins

        wiring = self.wiring
        return Pins(
            buttons=tuple(contact.pin for contact in wiring.contacts),
            buzzer=wiring.buzzer or None,
            light=wiring.light or None,
            tones=self.sound.buzzer == "passive",
            alert=self.sensor.interrupt or None,
        )

    @property
    def bus(self) -> BusSettings:
        """What hangs on the bus, as the hardware thread wants it."""
        from hardware import BusSettings

        return BusSettings(
            bus=self.sensor.bus,
            sensor=self.sensor.enabled,
            sensor_address=self.sensor.address,
            alert=bool(self.sensor.interrupt),
            oled=self.oled.enabled,
            oled_address=self.oled.address,
            oled_chip=self.oled.chip,
            oled_size=self.oled.size,
            rotate=self.oled.rotate,
            contrast=self.oled.contrast,
        )


def read_config(path: Path | None = None) -> Config:
    """The settings of a file; of ``SYSTEM_FILE`` where none is named, or the defaults where that is missing too.

    Raises ConfigError.
    """
    if path is None:
        if not SYSTEM_FILE.exists():
            return Config()
        path = SYSTEM_FILE
    try:
        # A signature at the start is what editors of another system leave there.
        return decode(read_at_most(path, LONGEST).decode("utf-8-sig"), str(path))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: is no UTF-8: byte {error.start} is 0x{error.object[error.start]:02X}") from error


def decode(text: str, name: str) -> Config:
    r"""The settings that a TOML text makes; ``name`` is what errors call it. Raises ConfigError.

    >>> decode("[oled]\nrotat = 2", "my.toml")
    Traceback (most recent call last):
    companion.config.ConfigError: my.toml: [oled] has no key rotat (did you mean rotate?); it has enabled, ...
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: is no TOML: {error}{_quotes_wanted(text)}") from error
    except RecursionError as error:
        raise ConfigError(f"{name}: is nested deeper than any setting") from error
    try:
        return _config(tree)
    except WrongSetting as error:
        raise ConfigError(f"{name}: {error}") from error


def served_at(config: Config, port: int | None) -> Config:
    """The same settings with the table at another port, 0 for any that is free. Raises ConfigError.

    None: nobody reaches it over the network, and no broker hears of it.
    """
    if port is None:
        return changed(config, {("web", "enabled"): False, ("mqtt", "host"): ""})
    return changed(config, {("web", "enabled"): True, ("web", "port"): port})


def encode(config: Config) -> str:
    """The settings as TOML, with what each may be."""
    lines = []
    for section in config.__struct_fields__:
        settings = getattr(config, section)
        if isinstance(settings, Struct):
            lines += written((section,), msgspec.structs.asdict(settings), keys_of(type(settings)))
        else:
            lines += written_named(section, settings)
    return "\n".join(lines)


def changed(config: Config, values: Mapping[tuple[str, ...], object]) -> Config:
    """The settings with other values, each at a path such as ``("oled", "contrast")``; all of them at once.

    Raises ConfigError.
    """
    tree = tomllib.loads(encode(config))
    for path, value in values.items():
        table = tree
        for word in path[:-1]:
            inner = table.setdefault(word, {})
            if not isinstance(inner, dict):
                raise ConfigError(f"{spelled(path)}: {word} is no section")
            table = inner
        table[path[-1]] = value
    try:
        return _config(tree)
    except WrongSetting as error:
        raise ConfigError(str(error)) from error


def default_file() -> Path:
    """The commented default configuration, in an installation or a checkout."""
    here = Path(__file__).parent
    installed = here / "data" / "config" / "companion.toml"
    return installed if installed.exists() else here.parent / "config" / "companion.toml"


def data_folder(config: Config) -> Path:
    """Where games are kept: as configured, else as the service manager says, else the user's own state.

    Root, on an installed box, looks after the service: its games, not root's.
    """
    if config.table.data:
        return Path(config.table.data).expanduser()
    # Several folders are joined by colons (systemd.exec(5)); the unit names one.
    if state := os.environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    if os.geteuid() == 0 and UNIT.exists():
        return SERVICE_DATA
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "companion"


def _config(tree: Mapping[str, object]) -> Config:
    """The settings that sections make. Raises WrongSetting."""
    sections = dict[str, object]()
    for section, table in tree.items():
        if section not in Config.__struct_fields__:
            known = ", ".join(Config.__struct_fields__)
            hint = did_you_mean(section, Config.__struct_fields__)
            raise WrongSetting(f"there is no section [{spelled([section])}]{hint}; there are {known}")
        usual = getattr(Config(), section)
        if isinstance(usual, Struct):
            kind, place = type(usual), (section,)
            sections[section] = made(place, kind, read(place, table, keys_of(kind)))
        else:
            sections[section] = read_named(section, table)
    try:
        return msgspec.structs.replace(Config(), **sections)
    except ValueError as error:
        raise WrongSetting(str(error)) from None


def _quotes_wanted(text: str) -> str:
    """What to do about a name that TOML does not take as it is; empty if there is none."""
    for section, name in re.findall(r"^\s*\[(\w+)\.([^\]\"'\n]*)\]", text, re.MULTILINE):
        if not re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*", name):
            return f"; a name that is more than a to z, digits, - and _ stands in quotes: [{section}.{toml('', name)}]"
    return ""
