"""An entry of a game in a few words, as the display and the button's menu show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.words import ENGLISH, Words, signed

if TYPE_CHECKING:
    from collections.abc import Mapping


def brief(
    command: Mapping[str, object],
    before: Mapping[str, int],
    after: Mapping[str, int],
    words: Words = ENGLISH,
) -> str:
    """What an entry changed: the scores ``before`` and ``after`` it if it changed any, otherwise what it said.

    >>> brief({"do": "result"}, {"Ada": 4, "Ben": 1}, {"Ada": 7, "Ben": 0})
    'Ada +3, Ben −1'
    >>> brief({"do": "caller", "player": "Ben"}, {"Ada": 4}, {"Ada": 4})
    'Ben called'
    """
    changed = [(name, after[name] - before[name]) for name in after if name in before and after[name] != before[name]]
    # The one who gained comes first.
    changed.sort(key=lambda change: -change[1])
    if changed:
        return ", ".join(f"{name} {signed(change)}" for name, change in changed)
    template = {
        "lift": words.lifted,
        "set_down": words.set_down,
        "void": words.no_turn,
        "call": words.caller if "player" in command else words.call,
        "caller": words.caller,
        "skip": words.skipped,
        "correct": words.corrected,
        "amend": words.amended,
        "rename": words.renamed,
        "leave": words.has_left,
        "return": words.is_back,
        "finish": words.finished,
        "abandon": words.finished,
    }.get(str(command.get("do")), words.something)
    return template.format(name=command.get("player"), new=command.get("name"))
