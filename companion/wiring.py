"""Which pin is what: the wirings, their contacts, and who each of them belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, Struct

_Gpio = Annotated[int, Meta(ge=4, le=27)]
Pin = Annotated[_Gpio, Meta(description="a GPIO from 4 to 27, numbered as on the chip (BCM)")]
PinOrNone = Annotated[
    _Gpio | bool, Meta(description="a GPIO from 4 to 27, numbered as on the chip (BCM), or false where there is none")
]
WiringName = Literal["one-button", "cat-stand", "a-button-each", "rotary"]
ContactKind = Literal["button", "cat", "player", "dial_a", "dial_b"]
"""The button, or knob to push, that answers; the cat on its stand; a player's own; those of a knob that is turned."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact between a pin and ground, and what closes it."""

    kind: ContactKind
    pin: int
    """The GPIO."""
    seat: int | None = None
    """Whose it is, counted from 0; None: everybody's."""

    @property
    def name(self) -> str:
        """What it is called.

        >>> Contact("cat", 23).name, Contact("player", 5, seat=0).name
        ('cat', 'player 1')
        """
        return self.kind if self.seat is None else f"{self.kind} {self.seat + 1}"

    @property
    def turns(self) -> bool:
        """Whether it is one of a knob's encoder: it may rest in either way, and belongs to nobody."""
        return self.kind in ("dial_a", "dial_b")

    @property
    def rests_closed(self) -> bool:
        """Whether it is closed while nobody touches it: the cat closes its switch by its weight."""
        return self.kind == "cat"


class Wiring(Struct, frozen=True, forbid_unknown_fields=True):
    """Which pin is what."""

    name: Annotated[
        WiringName,
        Meta(
            description=(
                '"one-button", "cat-stand" (the figure on a switch), "a-button-each" (one for each player too), '
                'or "rotary" (a knob to turn and push)'
            )
        ),
    ] = "one-button"
    pin_factory: Annotated[
        Literal["lgpio", "gpiod", "rpigpio", "mock"],
        Meta(
            description=(
                '"lgpio", "gpiod" (nothing wakes up between presses; not for a passive buzzer), '
                '"rpigpio" (where RPi.GPIO still works: no Pi 5), or "mock" for none'
            )
        ),
    ] = "lgpio"
    button: Pin = 17
    cat: Pin = 23
    players: Annotated[
        tuple[Pin, ...],
        Meta(min_length=1, max_length=7, description="1 to 7 GPIOs from 4 to 27, in the seats' order"),
    ] = (5, 6, 13, 19, 26, 16, 20)
    dial_a: Pin = 5
    dial_b: Pin = 6
    dial_states: Annotated[Literal[4, 2], Meta(description="4, or 2 where a step on the display takes two clicks")] = 4
    buzzer: PinOrNone = 27
    light: PinOrNone = 22

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts that this wiring has, in the panel's order: the button is the first, a knob's are the last."""
        button = Contact("button", self.button)
        match self.name:
            case "cat-stand":
                return button, Contact("cat", self.cat)
            case "a-button-each":
                return button, *(Contact("player", pin, seat) for seat, pin in enumerate(self.players))
            case "rotary":
                return button, Contact("dial_a", self.dial_a), Contact("dial_b", self.dial_b)
        return (button,)

    @property
    def dial(self) -> Literal[4, 2] | None:
        """Through how many states a click of the knob goes; None: there is none."""
        return self.dial_states if self.name == "rotary" else None

    @property
    def taken(self) -> dict[str, int]:
        """The GPIOs that are in use, by what is there."""
        outputs = {"buzzer": self.buzzer, "light": self.light}
        return {contact.name: contact.pin for contact in self.contacts} | {
            key: pin for key, pin in outputs.items() if pin
        }

    def __post_init__(self) -> None:
        for key, pin in (("buzzer", self.buzzer), ("light", self.light)):
            if pin is True:
                raise ValueError(f"{key} = true: at which GPIO, 4 to 27? Or false where there is none")
        names = dict[int, str]()
        for name, pin in self.taken.items():
            if names.setdefault(pin, name) != name:
                raise ValueError(f"{names[pin]} and {name} are both at GPIO {pin}: each needs a pin of its own")
