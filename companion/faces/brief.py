"""An entry of a game in a few words, as the display and the button's menu show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.words import ENGLISH, MINUS, Words, signed
from companion.games.said import fill

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
    template = _templates(command, words).get(str(command["do"]), words.something)
    return fill(template, {**command, **_shown(command, words)})


def _templates(command: Mapping[str, object], words: Words) -> dict[str, str]:
    """What is said of each verb where nobody's score has changed."""
    return {
        "correct": words.corrected,
        "amend": words.amended,
        "skip": words.skipped,
        "rename": words.renamed,
        "leave": words.has_left,
        "return": words.is_back,
        "finish": words.finished,
        "abandon": words.finished,
        "lift": words.lifted,
        "set_down": words.set_down,
        "void": words.no_turn,
        "call": words.caller if "player" in command else words.call,
        "caller": words.caller,
        "result": words.no_treats,
        "lock": words.lock,
        "take": words.take,
        "mooch": words.mooch,
        "fail": words.fail,
        "pass_dice": words.passed,
        "roll": words.roll,
        "set_aside": words.set_aside,
        "turn": words.failed_turn,
        "toy": words.toy,
        "toy_to": words.toy_to,
        "score": _of_a_score(command, words),
        "pad": words.pad,
        "pad_value": words.pad_value,
        "round": words.round_of_meals,
        "bowls": words.bowls,
        "eaters": words.eaters,
        "eat": words.eat,
        "crown": words.crown,
    }


def _of_a_score(command: Mapping[str, object], words: Words) -> str:
    """The button tells a score in three steps, with null for what is still to be counted; the last one is said."""
    told = [name for name in ("points", "toys", "hand_colours") if name in command]
    if len(told) < 3:
        return words.score
    if command["toys"] is None:
        return words.points
    return words.toys if command["hand_colours"] is None else words.colours


def _shown(command: Mapping[str, object], words: Words) -> dict[str, object]:
    """What stands in a command, as people say it."""
    told = {field: words.word(str(command[field])) for field in ("card", "kind", "toy", "which") if field in command}
    players, dice = command.get("players"), command.get("dice")
    return {
        "name": command.get("player") or words.none,
        "new": command.get("name"),
        "names": ", ".join(players) if isinstance(players, list) and players else words.none,
        "dice": " ".join(dice) if isinstance(dice, list) else "",
        **told,
        "points": _number(command.get("points")),
        "value": _number(command.get("value")),
    }


def _number(value: object) -> str:
    return str(value).replace("-", MINUS)
