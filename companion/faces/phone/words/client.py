"""What the script in the browser says."""

from __future__ import annotations

from msgspec import Struct, field


class ClientWords(Struct, frozen=True, kw_only=True):
    """What the script in the browser says, as templates with ``{name}``."""

    saving: str = "saving …"
    saved: str = "saved"
    refused: str = "refused: {why}"
    stale: str = "somebody was quicker; look again"
    other_game: str = "that game is not on the table any more"
    called_before: str = "too late: it is called already"
    too_late: str = "too late: the box has not heard the call in time"
    unsent: str = "not sent yet; it will be as soon as the box answers"
    not_safe: str = "counted, but not saved yet"
    look_only: str = "This phone may only look on: scan the code on the box's display."
    behind: str = "Not up to date since {seconds} s – connecting …"
    no_number: str = "A whole number, please, from {low} to {high}."
    no_text: str = "{low} to {high} characters, please."
    close: str = "Close"
    yes: str = "yes"
    no: str = "no"
    plus: str = "plus"
    minus: str = "minus"
    toy_points: str = "for the toy"
    total: str = "total"
    toy_symbols: str = "toys"
    hand_colours: str = "hand colours"
    without: str = "without {colour}"
    converted: str = "counts {value}"
    no_answer: str = "the box has not answered; try again"
    tilt: str = "tilt"
    no_samples: str = "The sensor says nothing."
    in_hands: str = "in the hands, tilted by {tilt}°"
    at_rest: str = "on the table"
    felt: dict[str, str] = field(default_factory=lambda: {"lifted": "lifted", "set_down": "set down", "knock": "knock"})
