"""``companion wiring DIR``: which part goes to which pin of a Raspberry Pi, a drawing for each wiring."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple, get_args

from msgspec.structs import replace

from companion.wiring import WiringName

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.config import Config
    from companion.wiring import Contact, ContactKind

POWER: Final = "3.3 V"
GROUND: Final = "ground"
HEADER: Final[tuple[int | str, ...]] = (
    *(POWER, "5 V", 2, "5 V", 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, POWER, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""What the 40 pins of every Raspberry Pi since the B+ are, from pin 1 on: a GPIO, or a supply."""

ADDRESSES: Final = {"SDA": 2, "SCL": 3}
"""The GPIOs of I2C bus 1."""


class Joint(NamedTuple):
    """One end of a wire."""

    part: str
    terminal: str
    pin: int
    """Of the header, 1 to 40."""


def pin_of(gpio: int) -> int:
    """Where a GPIO is on the header."""
    return HEADER.index(gpio) + 1


def called(pin: int) -> str:
    """What a pin of the header is.

    >>> called(3), called(25)
    ('GPIO 2', 'ground')
    """
    what = HEADER[pin - 1]
    return what if isinstance(what, str) else f"GPIO {what}"


def joints(config: Config) -> tuple[Joint, ...]:
    """All wires of a box, in the order of its parts; of another bus than 1 without SDA and SCL."""
    return (*_on_the_bus(config), *_on_the_panel(config))


def wiring(folder: Path, config: Config) -> int:
    """Write all drawings into ``folder``; returns the exit code. Raises OSError where it cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in get_args(WiringName):
        drawn = drawing(name, joints(replace(config, wiring=replace(config.wiring, name=name))))
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")
    return 0


def _on_the_bus(config: Config) -> Iterator[Joint]:
    sensor, oled = config.sensor, config.oled
    bus = [(terminal, pin_of(gpio)) for terminal, gpio in ADDRESSES.items()] if sensor.bus == 1 else []
    for part, there, power, ground in (("sensor", sensor.enabled, 1, 6), ("display", oled.enabled, 17, 9)):
        if there:
            for terminal, pin in (("VCC", power), ("GND", ground), *bus):
                yield Joint(part, terminal, pin)
    if sensor.enabled and sensor.interrupt:
        yield Joint("sensor", "INT", pin_of(sensor.interrupt))


def _on_the_panel(config: Config) -> Iterator[Joint]:
    ways = config.wiring
    for contact in ways.contacts:
        yield Joint(_PARTS[contact.kind], _terminal(contact), pin_of(contact.pin))
    for kind in dict.fromkeys(contact.kind for contact in ways.contacts):
        if kind in _GROUNDS:
            yield Joint(_PARTS[kind], *_GROUNDS[kind])
    for part, gpio, ground in (("buzzer", ways.buzzer, 20), ("light", ways.light, 25)):
        if gpio:
            yield Joint(part, "+", pin_of(gpio))
            yield Joint(part, "−", ground)


_PARTS: Final[dict[ContactKind, str]] = {
    "button": "button",
    "cat": "cat's switch",
    "player": "players",
    "dial_a": "knob",
    "dial_b": "knob",
}
_GROUNDS: Final[dict[ContactKind, tuple[str, int]]] = {
    "button": ("the other", 14),
    "cat": ("the other", 34),
    "player": ("the others, joined", 39),
    "dial_a": ("middle", 30),
}


def _terminal(contact: Contact) -> str:
    if contact.turns:
        return "A (CLK)" if contact.kind == "dial_a" else "B (DT)"
    return "one contact" if contact.seat is None else f"button {contact.seat + 1}"


_ROW: Final = 28
_TOP: Final = 104
_LEFT: Final = 330
_RIGHT: Final = 372
_SIZE: Final = (702, _TOP + 20 * _ROW + 34)
_COLOURS: Final = {POWER: "#c0392b", GROUND: "#222222"}
_SIGNAL: Final = "#1d6a8a"
_UNUSED: Final = "#d5d0c8"


def drawing(name: str, wires: tuple[Joint, ...]) -> str:
    """The header as it lies when the card is at the top and the board at its left, with what goes to each pin.

    Colours only repeat what is written: red is supply, black ground, blue a GPIO.
    """
    by_pin = {pin: tuple(found) for pin, found in groupby(sorted(wires, key=lambda wire: wire.pin), lambda w: w.pin)}
    width, height = _SIZE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(name)}: what goes to which pin</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="14" y="28" font-size="19" font-weight="bold">{escape(name)}</text>',
        '<text x="14" y="48" fill="#555555">Seen from above; the board lies at the left of its pins.</text>',
        f'<text x="{(_LEFT + _RIGHT) // 2}" y="{_TOP - 26}" text-anchor="middle" fill="#555555">▲ the end with the card</text>',
        f'<rect x="{_LEFT - 20}" y="{_TOP - 16}" width="{_RIGHT - _LEFT + 40}" height="{20 * _ROW + 4}" rx="8" fill="#2d5d3a"/>',
        f'<text x="{(_LEFT + _RIGHT) // 2}" y="{height - 14}" text-anchor="middle" fill="#555555">▼ the end with the USB sockets</text>',
    ]
    for pin in range(1, 41):
        lines.extend(_drawn(pin, by_pin.get(pin, ())))
    return "\n".join([*lines, "</svg>", ""])


def _drawn(pin: int, wires: tuple[Joint, ...]) -> Iterator[str]:
    left = pin % 2 == 1
    x, y = _LEFT if left else _RIGHT, _TOP + (pin - 1) // 2 * _ROW
    colour = _COLOURS.get(called(pin), _SIGNAL) if wires else _UNUSED
    if wires:
        end, text = (x - 48, x - 54) if left else (x + 48, x + 54)
        says = "; ".join(f"{wire.part}: {wire.terminal}" for wire in wires)
        yield f'<path d="M{x} {y}H{end}" stroke="{colour}" stroke-width="3"/>'
        anchor = ' text-anchor="end"' if left else ""
        yield (
            f'<text x="{text}" y="{y + 4}"{anchor}><tspan font-weight="bold">{escape(says)}</tspan>'
            f'<tspan fill="#555555"> {called(pin)}</tspan></text>'
        )
    shape = (
        f'<rect x="{x - 10}" y="{y - 10}" width="20" height="20"' if pin == 1 else f'<circle cx="{x}" cy="{y}" r="10"'
    )
    yield f'{shape} fill="{colour}" stroke="#ffffff"/>'
    yield (
        f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{"#ffffff" if wires else "#555555"}">{pin}</text>'
    )
