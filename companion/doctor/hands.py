"""Somebody at the box, who presses what is to be pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion import sounds
from companion.doctor.finding import Finding
from companion.pinout import pin_of
from hardware import Edge, Panel, PinsUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config import Config
    from companion.wiring import Contact, ContactKind
    from hardware import Machine, Mailbox

PRESSED_WITHIN: Final = 15.0
"""How long a contact is waited for, s."""

Wish = Callable[[str], None]
"""Tells somebody at the box what to do."""


def contacts(machine: Machine, config: Config, wish: Wish | None) -> Iterator[Finding]:
    """Whether each contact is open at rest; with somebody there, whether each is heard, with light and buzzer on."""
    edges: Mailbox[Edge] = machine.clock.mailbox()
    try:
        factory = machine.pin_factory(config.wiring.pin_factory)
        panel = Panel(factory, config.pins, edges.put)
    except PinsUnavailable as failure:
        yield Finding("button", "absent", failure.why, failure.cure)
        return
    try:
        wired = config.wiring.contacts
        stuck = [
            contact
            for place, contact in enumerate(wired)
            if not contact.turns and not contact.rests_closed and panel.pressed(place)
        ]
        for contact in stuck:
            found = f"{_what(contact)} at {_where(contact.pin)} is closed though nobody presses it"
            cure = "let go of it, or look for a short: of the four legs of a button take two that lie across"
            yield Finding("button", "degraded", found, cure)
        if not stuck and wish is None:
            yield Finding("button", "ok", f"{_listed(wired)} by {config.wiring.pin_factory}, open while nobody presses")
        for condition in panel.conditions:
            if condition.part == "buzzer" and condition.status != "ok":
                yield Finding.of(condition)
        if wish is not None:
            panel.light(True)
            for place, contact in enumerate(wired):
                if contact not in stuck:
                    yield _heard(machine, config, panel, edges, wish, place)
    finally:
        panel.close()


def _heard(machine: Machine, config: Config, panel: Panel, edges: Mailbox[Edge], wish: Wish, place: int) -> Finding:
    contact = config.wiring.contacts[place]
    # The first press ends the look at the display's picture.
    before = "" if place or not config.oled.enabled else "look at the display, then "
    wish(f"{before}{_asked(contact)} ({PRESSED_WITHIN:g} s)")
    until = machine.clock.monotonic() + PRESSED_WITHIN
    while (edge := edges.get(until)) is not None:
        if edge.button == place:
            for tone in sounds.CALL:
                panel.sound(tone.hertz)
                machine.clock.sleep(tone.seconds)
            panel.sound(None)
            found = f"{_what(contact)} at {_where(contact.pin)} is heard; light and buzzer were on"
            return Finding("button", "ok", found)
    cure = (
        f"join its two contacts with {_where(contact.pin)} and ground, and see that the wires are in; or set [wiring]"
    )
    return Finding("button", "degraded", f"nothing was heard of {_what(contact)} at {_where(contact.pin)}", cure)


_WORDS: Final[dict[ContactKind, tuple[str, str]]] = {
    "button": ("the button", "press the button"),
    "cat": ("the cat's switch", "take the cat figure off its stand"),
    "player": ("the button of {name}", "press the button of {name}"),
    "dial_a": ("the knob's contact A", "turn the knob"),
    "dial_b": ("the knob's contact B", "turn the knob on"),
}
"""What a contact is, and how it is asked for."""


def _what(contact: Contact) -> str:
    return _WORDS[contact.kind][0].format(name=contact.name)


def _asked(contact: Contact) -> str:
    return _WORDS[contact.kind][1].format(name=contact.name)


def _where(gpio: int) -> str:
    return f"GPIO {gpio} (pin {pin_of(gpio)})"


def _listed(wired: tuple[Contact, ...]) -> str:
    return ", ".join(f"{contact.name} at {_where(contact.pin)}" for contact in wired)
