"""What can go wrong at the table: one root, and each also the builtin that a caller would expect."""

from __future__ import annotations

from enum import StrEnum


class CompanionError(Exception):
    """Something at the table is not as it should be."""


class WrongCall(CompanionError, ValueError):
    """A command was given what does not go together: the message says what to leave out, or to write first."""


class Code(StrEnum):
    """Why a command is refused; where several fit, the first in this order is said."""

    BAD_COMMAND = "bad-command"
    """Malformed: an unknown verb or field, a wrong type, a number out of its range."""
    UNKNOWN_PLAYER = "unknown-player"
    OVER = "over"
    NOT_NOW = "not-now"
    """The wrong phase, or too few players."""
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL = "illegal"
    """Against the rules of the game."""
    STALE = "stale"
    """Somebody else wrote the same since the sender looked."""
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"


class Refusal(CompanionError, ValueError):
    """A command or question that is not accepted, and changes nothing."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class NotSaved(CompanionError, OSError):
    """An accepted entry could not be put on disk in time; it stays queued."""
