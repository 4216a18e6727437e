"""The form of a step: literal words, ``{field:kind}`` slots and ``[optional parts]``, matched against a line's words.

A slot is ``{field:kind}``, ``{field:kind+}`` for one or more, ``{field:kind*}`` for any number, or ``{field:a|b}``
for one of a few words. Optional parts that stand side by side may come in any order.

>>> from companion.scenario.words import split
>>> form = Form("tilt {angle:angle} [towards {towards:bearing}] over {seconds:duration}")
>>> form.usage
'tilt ANGLE [towards BEARING] over DURATION'
>>> form.match(split("tilt 80 over 1.5s"), Misses())
{'angle': 80.0, 'seconds': 1.5}
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.scenario.kinds import KINDS, Kind, choice
from companion.scenario.words import NotReadable, Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Values = dict[str, object]


@dataclass
class Misses:
    """What was wanted at the furthest word that any form got to: that is where the writer went wrong."""

    at: int = 0
    wanted: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    """Of what was wanted, the words that can be named."""
    reasons: list[str] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)

    def note(self, at: int, form: Form, wanted: str, words: Sequence[str] = (), reason: str = "") -> None:
        """Remember what a form wanted at a word (counted from 0)."""
        if at > self.at:
            self.at = at
            for seen in (self.wanted, self.words, self.reasons, self.forms):
                seen.clear()
        if at == self.at:
            self.wanted += [wanted] if wanted not in self.wanted else []
            self.words += words
            self.reasons += [reason] if reason else []
            self.forms += [form] if form not in self.forms else []

    def explain(self, words: Sequence[Word]) -> str:
        """What is wrong, what was read, and what was expected."""
        read = words[self.at].raw if self.at < len(words) else ""
        before = " ".join(word.raw for word in words[: self.at])
        if self.reasons:
            wrong = self.reasons[0]
        elif not read:
            wrong = f"the line ends after {before}"
        elif self.at == 0:
            wrong = f"no step begins with {read}"
        else:
            wrong = f"{read} does not fit after {before}"
        wanted = "a step such as game, press, lift, wait or expect" if self.at == 0 else " or ".join(self.wanted)
        close = difflib.get_close_matches(read, self.words, n=1) if read else []
        hint = f" (did you mean {close[0]}?)" if close else ""
        whole = f"; the whole step is: {self.forms[0].usage}" if len(self.forms) == 1 and self.at else ""
        return f"{wrong}; expected {wanted}{hint}{whole}"


class Form:
    """One way to write a step."""

    def __init__(self, pattern: str) -> None:
        self._parts = _parse(iter(re.findall(r"\{[^}]*\}|[\[\]]|[^\s\[\]{}]+", pattern)))
        self.usage = " ".join(str(part) for part in self._parts)

    def match(self, words: Sequence[Word], misses: Misses) -> Values | None:
        """The values of the slots, or None and what was missed."""
        values: Values = {}
        at = self._run(self._parts, words, 0, values, misses)
        if at is not None and at < len(words):
            misses.note(at, self, "the end of the line")
            return None
        return None if at is None else values

    def _run(
        self, parts: Sequence[_Part], words: Sequence[Word], at: int, values: Values, misses: Misses
    ) -> int | None:
        waiting: list[_Optional] = []
        for part in (*parts, None):
            if isinstance(part, _Optional):
                waiting.append(part)
                continue
            at = self._take_optional(waiting, words, at, values, misses)
            waiting = []
            after = at if part is None else self._take(part, words, at, values, misses)
            if after is None:
                return None
            at = after
        return at

    def _take_optional(
        self, waiting: list[_Optional], words: Sequence[Word], at: int, values: Values, misses: Misses
    ) -> int:
        left = list(waiting)
        while True:
            for part in left:
                inside: Values = {}
                after = self._run(part.parts, words, at, inside, misses)
                if after is not None:
                    values.update(inside)
                    at = after
                    left.remove(part)
                    break
            else:
                return at

    def _take(
        self, part: _Literal | _Slot, words: Sequence[Word], at: int, values: Values, misses: Misses
    ) -> int | None:
        if isinstance(part, _Literal):
            if at < len(words) and words[at].raw == part.word:
                return at + 1
            misses.note(at, self, part.word, (part.word,))
            return None
        found: list[object] = []
        while at < len(words) and (part.many or not found):
            try:
                value = part.kind.read(words[at].raw)
            except NotReadable as error:
                misses.note(at, self, part.kind.such_as, part.kind.words, str(error))
                break
            found.append(value)
            at += 1
        if len(found) < part.least:
            misses.note(at, self, part.kind.such_as, part.kind.words)
            return None
        values[part.field] = self._collect(part, found, at, misses)
        return None if values[part.field] is None and part.kind.pairs else at

    def _collect(self, part: _Slot, found: list[object], at: int, misses: Misses) -> object:
        """The value of a slot: of kinds that give pairs a dict, None where a key came twice."""
        if not part.kind.pairs:
            return tuple(found) if part.many else found[0]
        collected: dict[object, object] = {}
        for pairs in found:
            assert isinstance(pairs, tuple)
            for key, value in pairs:
                if key in collected:
                    misses.note(at, self, "each only once", reason=f"{key} is given twice")
                    return None
                collected[key] = value
        return collected


@dataclass(frozen=True, slots=True)
class _Literal:
    word: str

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class _Slot:
    field: str
    kind: Kind
    least: int
    many: bool

    def __str__(self) -> str:
        text = self.kind.noun + (" ..." if self.many else "")
        return text if self.least else f"[{text}]"


@dataclass(frozen=True, slots=True)
class _Optional:
    parts: tuple[_Part, ...]

    def __str__(self) -> str:
        return f"[{' '.join(str(part) for part in self.parts)}]"


_Part = _Literal | _Slot | _Optional


def _parse(pieces: Iterator[str]) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    for piece in pieces:
        if piece == "]":
            break
        if piece == "[":
            parts.append(_Optional(_parse(pieces)))
        elif piece.startswith("{"):
            parts.append(_slot(piece))
        else:
            parts.append(_Literal(piece))
    return tuple(parts)


def _slot(piece: str) -> _Slot:
    name, _, kind = piece[1:-1].partition(":")
    if "|" in kind:
        return _Slot(name, choice(tuple(kind.split("|"))), 1, many=False)
    many = kind[-1] in "+*"
    return _Slot(name, KINDS[kind.rstrip("+*")], 0 if kind.endswith("*") else 1, many)
