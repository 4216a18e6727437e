"""Samples and edges turned into what people do: a box that is lifted, a table that is knocked, a button that is held,
a knob that is turned.

Pure: the time comes with what is fed in.
"""

from companion.senses.dial import Click, Dial, States
from companion.senses.gestures import (
    BACK_AFTER,
    BUTTON_HOLDS,
    KNOB_HOLDS,
    OFF_AFTER,
    OK_AFTER,
    Gesture,
    Gestures,
    Holds,
    Progress,
)
from companion.senses.lying import Nearness
from companion.senses.motion import Felt, Handling, Motion
from companion.senses.spin import Spin, Turn
from companion.senses.touches import Touch, Touches
from companion.senses.usual import Usual

__all__ = [
    "BACK_AFTER",
    "BUTTON_HOLDS",
    "KNOB_HOLDS",
    "OFF_AFTER",
    "OK_AFTER",
    "Click",
    "Dial",
    "Felt",
    "Gesture",
    "Gestures",
    "Handling",
    "Holds",
    "Motion",
    "Nearness",
    "Progress",
    "Spin",
    "States",
    "Touch",
    "Touches",
    "Turn",
    "Usual",
]
