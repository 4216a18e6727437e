"""What the page of a simulated box says."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class SimulatorWords(Struct, frozen=True, kw_only=True):
    """What is said of hands, fingers and faults."""

    title: str = "Simulator"
    hint: str = (
        "This box is simulated, the companion in it is the real one. Drag the box: it is lifted, to the side it is "
        "tilted, to and fro it is shaken; let it go and it stands again, over the bowl and it is emptied. Tilted and in "
        "the hands for 2 s it is a turn; after it a press is the call."
    )
    box: str = "The box: drag it, or use the buttons below"
    by_hand: str = "The box"
    by_finger: str = "The button"
    by_finger_hint: str = (
        "A press is next, or the call. A hold is OK, a longer one back: press for as long as you would."
    )
    lift: str = "Lift"
    set_down: str = "Set down"
    tilt_left: str = "Tilt to the left"
    tilt_right: str = "Tilt to the right"
    level: str = "Hold it level"
    shake: str = "Shake"
    tip_out: str = "Tip it out"
    knock: str = "Knock on the table"
    knob: str = "Knob: push"
    turn_left: str = "◂ a click"
    turn_right: str = "a click ▸"
    button: str = "Button"
    hold_ok: str = "Hold: OK"
    hold_back: str = "Hold on: back"
    grab_cat: str = "Grab the cat"
    put_cat_back: str = "Put the cat back"
    buzzer: str = "buzzer"
    light: str = "light"
    breaking: str = "What can break"
    breaking_hint: str = "A tap breaks it, another one mends it. Below stands what the companion says of it."
    all_well: str = "Every part is well."
    faults: Mapping[str, str] = field(
        default_factory=lambda: {
            "fault sensor unplugged": "the sensor's plug is out",
            "fault sensor frozen": "the sensor's values freeze",
            "fault oled unplugged": "the display's plug is out",
            "fault bus locked": "a wire is held down",
            "fault button-thread dies": "the button is not heard",
            "fault disk full": "the card is full",
        }
    )
