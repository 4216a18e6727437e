"""Samples and edges turned into what people do: a box that is lifted, a table that is knocked, a button that is held.

Pure: the time comes with what is fed in.
"""

from companion.senses.contact import Contact, Touch
from companion.senses.gestures import BACK_AFTER, OK_AFTER, Gesture, Gestures
from companion.senses.motion import Felt, Handling, Motion

__all__ = [
    "BACK_AFTER",
    "OK_AFTER",
    "Contact",
    "Felt",
    "Gesture",
    "Gestures",
    "Handling",
    "Motion",
    "Touch",
]
