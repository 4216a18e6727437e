"""The one question that a table has to answer next; every face shows the same one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class Choice(NamedTuple):
    """One answer, and the command that it gives."""

    label: str
    command: dict[str, object]
    pages: tuple[str, ...] = ()
    """Where there are many answers: what a face that shows one at a time may say for all those of a page, and for those
    of a page on it."""


class Range(NamedTuple):
    """A number as the answer: ``command`` with the number under ``field``."""

    min: int
    max: int
    command: dict[str, object]
    field: str


class Answer(NamedTuple):
    """What the referee says to a question, and why."""

    answer: object
    why: str


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """A question; ``default`` is the index of a choice or a number of the range, the likeliest answer."""

    kind: Literal["choose", "number", "confirm", "wait"]
    text: str
    player: str | None = None
    choices: tuple[Choice, ...] = ()
    range: Range | None = None
    default: int | None = None
    optional: bool = False

    def as_dict(self) -> dict[str, object]:
        """The prompt as it stands in a state: its texts are plain, as encoders want them."""
        return {
            "kind": self.kind,
            "player": self.player,
            "text": str(self.text),
            "choices": [{"label": str(choice.label), "command": choice.command} for choice in self.choices],
            "range": self.range._asdict() if self.range else None,
            "default": self.default,
            "optional": self.optional,
        }
