"""The configuration: every setting of a box, its default, and what it may be."""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from companion.errors import CompanionError
from companion.games.names import folded, proper

if TYPE_CHECKING:
    from hardware import BusSettings, Pins

SYSTEM_FILE: Final = Path("/etc/companion/companion.toml")
"""Where an installed box has its settings."""

UNIT: Final = Path("/etc/systemd/system/companion.service")
"""What makes a box an installed one."""

SERVICE_DATA: Final = Path("/var/lib/companion")
"""What the unit's StateDirectory= names: where an installed box keeps its games."""


class ConfigError(CompanionError, ValueError):
    """The configuration cannot be used: the message names file, key, value, and what is allowed."""


# The description of a key is what errors, `companion config` and the commented default file say of it.
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Pin = Annotated[int, Meta(ge=4, le=27, description="a GPIO from 4 to 27, numbered as on the chip (BCM)")]
Language = Literal["en", "de"]
WiringName = Literal["one-button", "cat-stand", "a-button-each"]
Switch = Annotated[bool, Meta(description="true or false")]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """The people, and what is kept of them."""

    language: Annotated[Language, Meta(description='"en" for English, "de" for German')] = "en"
    data: Annotated[str, Meta(description="a folder; empty for the service's own, or ~/.local/state/companion")] = ""
    players: Annotated[
        tuple[Name, ...], Meta(max_length=12, description="up to 12 names of 1 to 40 characters, in their seats' order")
    ] = ()

    def __post_init__(self) -> None:
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
    contrast: Annotated[int, Meta(ge=0, le=255, description="0 to 255")] = 160

    @property
    def size(self) -> tuple[int, int]:
        """Its pixels, across and down, the right way up."""
        return 128, self.height

    def __post_init__(self) -> None:
        if self.chip != "ssd1306" and self.height != 64:
            raise ValueError(f'height = {self.height} goes with chip = "ssd1306" only, not with "{self.chip}"')


class Wiring(Struct, frozen=True, forbid_unknown_fields=True):
    """Which pin is what."""

    name: Annotated[
        WiringName,
        Meta(
            description='"one-button", "cat-stand" (the figure on a switch), or "a-button-each" (one for each player too)'
        ),
    ] = "one-button"
    pin_factory: Annotated[
        Literal["lgpio", "rpigpio", "mock"],
        Meta(description='"lgpio", "rpigpio" (where RPi.GPIO still works: no Pi 5), or "mock" for none'),
    ] = "lgpio"
    button: Pin = 17
    cat: Pin = 23
    players: Annotated[
        tuple[Pin, ...],
        Meta(min_length=1, max_length=7, description="1 to 7 GPIOs from 4 to 27, in the seats' order"),
    ] = (5, 6, 13, 19, 26, 16, 20)
    buzzer: Pin = 27
    light: Pin = 22

    @property
    def contacts(self) -> dict[str, int]:
        """The contacts that this wiring has, by what they are, in the panel's order: the button is the first."""
        match self.name:
            case "cat-stand":
                return {"button": self.button, "cat": self.cat}
            case "a-button-each":
                return {"button": self.button} | {f"player {seat}": pin for seat, pin in enumerate(self.players, 1)}
        return {"button": self.button}

    @property
    def pins(self) -> Pins:
        """What is wired to where, as the panel takes it."""
        from hardware import Pins

        return Pins(tuple(self.contacts.values()), self.buzzer, self.light)

    def __post_init__(self) -> None:
        pins = self.contacts | {"buzzer": self.buzzer, "light": self.light}
        for key, pin in pins.items():
            other = next(name for name, number in pins.items() if number == pin)
            if other != key:
                raise ValueError(f"{other} and {key} are both at GPIO {pin}: each needs a pin of its own")


class Sound(Struct, frozen=True, forbid_unknown_fields=True):
    """The buzzer."""

    silent: Switch = False


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """All settings; each has a default that suits a box built as the README shows."""

    table: Table = Table()
    sensor: Sensor = Sensor()
    oled: Oled = Oled()
    wiring: Wiring = Wiring()
    sound: Sound = Sound()

    @property
    def bus(self) -> BusSettings:
        """What hangs on the bus, as the hardware thread wants it."""
        from hardware import BusSettings

        return BusSettings(
            bus=self.sensor.bus,
            sensor=self.sensor.enabled,
            sensor_address=self.sensor.address,
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
        return decode(path.read_bytes().decode("utf-8-sig"), str(path))
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
        raise ConfigError(f"{name}: is no TOML: {error}") from error
    try:
        return msgspec.convert(tree, Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{name}: {_explain(str(error), tree)}") from error


def encode(config: Config) -> str:
    """The settings as TOML, with what each may be."""
    lines = []
    for section in config.__struct_fields__:
        settings: Struct = getattr(config, section)
        lines.append(f"[{section}]")
        for key in settings.__struct_fields__:
            lines.append(f"# {allowed(section, key)}")
            lines.append(f"{key} = {_toml(key, getattr(settings, key))}")
        lines.append("")
    return "\n".join(lines)


def allowed(section: str, key: str) -> str:
    """What a key may be, in words."""
    info = msgspec.inspect.type_info(type(getattr(Config(), section)))
    assert isinstance(info, msgspec.inspect.StructType)
    (kind,) = (field.type for field in info.fields if field.name == key)
    assert isinstance(kind, msgspec.inspect.Metadata)
    return str((kind.extra_json_schema or {})["description"])


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


def _explain(message: str, tree: dict[str, object]) -> str:
    what, _, where = message.partition(" - at `$")
    section, _, key = where.strip("`.").partition(".")
    key = key.partition("[")[0]
    table = tree.get(section)
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
        return _no_such_key(section, unknown[1])
    if not isinstance(table, dict):
        return f"{section} = {table!r}: is a section: write [{section}] on a line of its own"
    if not key:
        return f"[{section}] {what}"
    return f"[{section}] {key} = {_toml(key, table[key])}: must be {allowed(section, key)}"


def _no_such_key(section: str, key: str) -> str:
    known = (getattr(Config(), section) if section else Config()).__struct_fields__
    close = difflib.get_close_matches(key, known, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    if section:
        return f"[{section}] has no key {key}{hint}; it has {', '.join(known)}"
    return f"there is no section [{key}]{hint}; there are {', '.join(known)}"


def _toml(key: str, value: object) -> str:
    if key == "address" and isinstance(value, int):
        return f"0x{value:02X}"
    return json.dumps(value, ensure_ascii=False, default=str)
