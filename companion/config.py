"""The configuration of a box: read from a file, changed, and written with what each setting may be."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from companion.by_name import NAMED_OPTIONS, Board, HouseRules, read_named, value_of, written_named
from companion.errors import CompanionError
from companion.games.katz_fatz.pad import Pad
from companion.reading import read_at_most
from companion.schema import Mqtt, Oled, Sensor, Sound, TableSettings, Web
from companion.sections import WrongSetting, did_you_mean, keys_of, made, read, spelled, toml, written
from companion.wiring import Wiring

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
