"""Expectations of a scenario: each reads what people at the table, or a phone, would see."""

from __future__ import annotations

import json
import operator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageChops

from companion.scenario import expected

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.scenario.stage import Stage

PICTURE_WITHIN: Final = 1.0
"""How long the bus may take to bring the display up to date, s: a whole frame at 100 kHz takes 0.1."""

OPERATORS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Missed(Exception):
    """What was expected is not so; the text says what is."""


def check(stage: Stage, step: expected.Expect) -> None:
    """Raise Missed unless the expectation holds (or does not, where it is negated)."""
    holds, found = _look(stage, step)
    if holds == step.negated:
        raise Missed(found)


def _look(stage: Stage, step: expected.Expect) -> tuple[bool, str]:
    """Whether it is as expected, and what there is."""
    match step:
        case expected.ExpectOledContains(text=text):
            texts = shown(stage)
            there = f"the display shows {list(texts)}" if texts else "the display shows nothing that was drawn"
            return any(text.casefold() in shown.casefold() for shown in texts), there
        case expected.ExpectOledLike(file=file):
            return _same_picture(stage, Path(file))
        case expected.ExpectHealth(part=part, status=status):
            finding = stage.daemon.health.status(part)
            return finding == status, f"{part} is {finding or 'not known yet'}"
        case expected.ExpectHealthSays(part=part, text=text):
            said = stage.daemon.health.says(part)
            return text.casefold() in said.casefold(), f"the {part} says {said!r}"
        case expected.ExpectEvents(counts=counts):
            felt = {kind: stage.felt[kind] for kind in counts}
            return felt == counts, "there were " + " ".join(f"{kind}={number}" for kind, number in felt.items())
        case expected.ExpectCounter(name=name, operator=sign, number=number):
            count = stage.count(name)
            return OPERATORS[sign](count, number), f"{name} is {count}"
        case expected.ExpectAfterPress(what=what, within=within):
            return _after_press(stage, what, within)
        case expected.ExpectStarts(starts=starts):
            return stage.starts == starts, f"it started {stage.starts} times"
        case expected.ExpectRefused(code=code):
            refused = stage.refusal.code if stage.refusal else None
            return refused == code, f"it was refused as {refused}" if refused else "nothing was refused"
        case _:
            return _look_at_game(stage.snapshot(), step)


def _look_at_game(seen: Mapping[str, object] | None, step: expected.Expect) -> tuple[bool, str]:
    if seen is None:
        return False, "no game is on"
    match step:
        case expected.ExpectPhase(phase=wanted):
            return seen["phase"] == wanted, f"the phase is {seen['phase']}"
        case expected.ExpectTurn(player=wanted):
            return seen["turn"] == wanted, f"the turn is {seen['turn']}'s" if seen["turn"] else "it is nobody's turn"
        case expected.ExpectCaller(player=wanted):
            caller = _at(seen, ("caller",))
            return caller == wanted, f"the caller is {caller}"
        case expected.ExpectScores(scores=wanted):
            scores = seen["scores"]
            assert isinstance(scores, dict)
            shown = " ".join(f"{player}={score}" for player, score in scores.items())
            return all(scores.get(player) == score for player, score in wanted.items()), f"the scores are {shown}"
        case expected.ExpectOver():
            return bool(seen["over"]), "the game is over" if seen["over"] else f"it is still on ({seen['phase']})"
        case expected.ExpectWinners(players=wanted):
            winners = seen["winners"]
            assert isinstance(winners, list)
            return sorted(winners) == sorted(wanted), f"the winners are {winners}"
        case expected.ExpectRevision(revision=wanted):
            return seen["revision"] == wanted, f"the revision is {seen['revision']}"
        case expected.ExpectPrompt(kind=wanted):
            prompt = seen["prompt"]
            kind = prompt["kind"] if isinstance(prompt, dict) else None
            return kind == wanted, f"the prompt is {kind}"
        case expected.ExpectState(path=path, value=wanted):
            found = _at(seen, path)
            # As in JSON: true is no 1.
            same = found == wanted and isinstance(found, bool) == isinstance(wanted, bool)
            return same, f"{'.'.join(path)} is {json.dumps(found)}"
        case _:
            raise TypeError(f"no such expectation: {step.source}")


def _at(seen: Mapping[str, object], path: tuple[str, ...]) -> object:
    """What lies at a path: in the game's own part first, then in the whole. Raises Missed if nothing does."""
    for start in (seen["state"], seen):
        here: object = start
        for name in path:
            if isinstance(here, list) and name.isdecimal() and int(name) < len(here):
                here = here[int(name)]
            elif isinstance(here, dict) and name in here:
                here = here[name]
            else:
                break
        else:
            return here
    raise Missed(f"there is no {'.'.join(path)}")


def shown(stage: Stage) -> tuple[str, ...]:
    """The texts on the display, once it is up to date; none unless the chip's pixels are those of the picture that has them."""
    deadline = stage.clock.monotonic() + PICTURE_WITHIN
    while stage.clock.monotonic() < deadline:
        showing = stage.daemon.front.showing
        frame = showing.frame
        if frame is not None and not showing.stale and _equal(frame.image, stage.hardware.oled.ram_image()):
            return frame.texts
        stage.clock.sleep(0.002)
    return ()


def _same_picture(stage: Stage, file: Path) -> tuple[bool, str]:
    try:
        wanted = Image.open(file).convert("1")
    except OSError as failure:
        raise Missed(f"{file} cannot be read: {failure}") from failure
    shown(stage)
    return _equal(wanted, stage.hardware.oled.picture()), f"the display is not like {file}"


def _equal(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.logical_xor(one, other).getbbox() is None


def _after_press(stage: Stage, what: str, within: float) -> tuple[bool, str]:
    if stage.pressed_at is None:
        return False, "nothing was pressed"
    happened = stage.buzzed_at() if what == "buzzer" else stage.flashed_at()
    if happened is None:
        return False, f"there was no {what}"
    late = happened - stage.pressed_at
    return late <= within, f"the {what} came {late * 1000:.3f} ms after the press"
