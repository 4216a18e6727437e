"""The sections of the configuration: every setting, its default, and what it may be."""

from __future__ import annotations

import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.names import folded, proper
from companion.sections import toml
from companion.wiring import PinOrNone

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
