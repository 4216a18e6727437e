"""The scenario language: one step a line, ``#`` starts a comment.

>>> parse("press  # the call", "night.scn")
[Press(line=1, source='press', seconds=None, bounces=0, bounce_seconds=0.0)]
>>> parse("pres", "night.scn")
Traceback (most recent call last):
companion.scenario.language.ScenarioError: night.scn:1: no step begins with pres; expected a step ...
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from companion.errors import CompanionError
from companion.reading import read_at_most
from companion.scenario import breakages, expected, steps
from companion.scenario.form import Form, Misses, Values
from companion.scenario.words import NotReadable, split

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.scenario.steps import Step


LONGEST: Final = 10_000_000
"""Bytes; an evening that was written down has a tenth of a million."""


class ScenarioError(CompanionError, ValueError):
    """A scenario cannot be read: ``FILE:LINE: what is wrong, what was read, what was expected``."""


def read_scenario(path: Path) -> list[Step]:
    """The steps of a file. Raises ScenarioError, also where the file is missing or no UTF-8."""
    try:
        text = read_at_most(path, LONGEST).decode()
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ScenarioError(f"{path}:{line}: is no UTF-8: byte 0x{error.object[error.start]:02X}") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> list[Step]:
    """The steps of a scenario; ``name`` is what errors call it. Raises ScenarioError at the first bad line."""
    steps_read = []
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), start=1):
        try:
            step = _read(line, number)
        except NotReadable as error:
            raise ScenarioError(f"{name}:{number}: {error}") from error
        if step is not None:
            steps_read.append(step)
    return steps_read


def usage() -> list[str]:
    """All forms of a step, as a reference lists them."""
    return [form.usage for form, _ in FORMS]


def _read(line: str, number: int) -> Step | None:
    words = split(line)
    if not words:
        return None
    source = line[words[0].start : words[-1].end]
    negated = [word.raw for word in words[:2]] == ["expect", "not"]
    if negated:
        del words[1]
    misses = Misses()
    for form, make in FORMS:
        values = form.match(words, misses)
        if values is not None:
            return make(line=number, source=source, **({"negated": True} if negated else {}), **values)
    raise NotReadable(misses.explain(words))


def _oled(*, size: str = "128x64", **values: object) -> Step:
    width, height = (int(number) for number in size.split("x"))
    return _make(steps.Oled, values | {"size": (width, height)})


def _bus(*, speed: str, **values: object) -> Step:
    return _make(steps.BusSpeed, values | {"hz": int(speed.removesuffix("kHz")) * 1000})


def _prompt(*, kind: str, **values: object) -> Step:
    return _make(expected.ExpectPrompt, values | {"kind": None if kind == "null" else kind})


def _make(step: Callable[..., Step], values: Values) -> Step:
    return step(**values)


_FOR: Final = "[for {seconds:duration}]"
_OVER: Final = "over {seconds:duration}"
_EVERY: Final = "[every {every:count}]"

FORMS: Final[tuple[tuple[Form, Callable[..., Step]], ...]] = tuple(
    (Form(pattern), make)
    for pattern, make in (
        ("game {game:game} {players:name+} {options:option*}", steps.Game),
        ("command {command:object}", steps.Command),
        ("undo", steps.Undo),
        ("redo", steps.Redo),
        ("press [{seconds:some-duration}] [bounce {bounces:count} over {bounce_seconds:duration}]", steps.Press),
        ("press player {player:name} [times {times:count} every {every:duration}]", steps.PressPlayer),
        ("hold {seconds:some-duration}", steps.Hold),
        (
            "dial {clicks:clicks} [over {seconds:some-duration}] [bounce {bounces:count} over {bounce_seconds:duration}]",
            steps.Dial,
        ),
        ("spike {seconds:some-duration} [times {times:count} over {spread:duration}]", steps.Spike),
        ("grab", steps.Grab),
        ("put-back", steps.PutBack),
        ("button stuck", steps.ButtonStuck),
        ("button free", steps.ButtonFree),
        ("lift", steps.Lift),
        ("set-down [{manner:softly|hard}]", steps.SetDown),
        ("tilt {angle:angle} [towards {towards:bearing}] over {seconds:duration}", steps.Tilt),
        ("shake {hz:frequency} {acceleration:acceleration} for {seconds:duration}", steps.Shake),
        ("turn {angle:angle} over {seconds:duration}", steps.Turn),
        ("empty", steps.Empty),
        ("knock {acceleration:acceleration} {seconds:duration}", steps.Knock),
        ("hum {hz:frequency} {acceleration:acceleration} for {seconds:duration}", steps.Hum),
        (
            f"ring {{hz:frequency}} {{acceleration:acceleration}} decaying to {{decaying_to:acceleration}} {_OVER}",
            steps.Ring,
        ),
        ("mount {axis:+x|-x|+y|-y|+z|-z}", steps.Mount),
        ("mount skew {angle:angle}", steps.MountSkew),
        ("bias {x:signed-acceleration} {y:signed-acceleration} {z:signed-acceleration}", steps.Bias),
        ("drift {acceleration:signed-acceleration} per {per:some-duration}", steps.Drift),
        ("replay {file:file} [columns {columns:columns+}] [unit {unit:g|ms2}]", steps.Replay),
        ("bus {speed:100kHz|400kHz}", _bus),
        ("oled {chip:ssd1306|sh1106|ssd1309} [{size:128x64|128x32}]", _oled),
        ("wiring {name:word}", steps.Wiring),
        ("language {language:de|en}", steps.Language),
        ("config {path:path} {value:value}", steps.Configure),
        ("wait {seconds:duration}", steps.Wait),
        (f"fault sensor {{kind:absent|unplugged|reset-stuck}} {_FOR}", breakages.SensorFault),
        (f"fault sensor address {{address:address}} {_FOR}", breakages.SensorAddress),
        (f"fault sensor who-am-i {{identity:byte}} [for {{reads:count}} reads] {_FOR}", breakages.SensorIdentity),
        ("fault sensor brown-out [registers {registers:word+}]", breakages.SensorBrownOut),
        (f"fault sensor frozen [axis {{axis:axis}}] {_FOR}", breakages.SensorFrozen),
        (f"fault sensor spike {{acceleration:signed-acceleration}} {_FOR}", breakages.SensorSpike),
        (
            f"fault {{part:sensor|oled}} nak {_EVERY} [errno {{errno:errno}}] [{{direction:commands|data}}] {_FOR}",
            breakages.Nak,
        ),
        (f"fault oled {{kind:absent|unplugged}} {_FOR}", breakages.OledFault),
        (f"fault bus {{kind:locked|missing|denied}} {_FOR}", breakages.BusFault),
        (f"fault gpio {{kind:unavailable|edge-detection}} {_FOR}", breakages.GpioFault),
        ("fault gpio busy {times:count} times", breakages.GpioBusy),
        ("fault button-thread dies", breakages.ButtonThreadDies),
        (f"fault disk {{kind:full|read-only|locked}} {_FOR}", breakages.DiskFault),
        (f"fault disk slow {{delay:duration}} {_FOR}", breakages.DiskSlow),
        ("spoil {file:own-file} {harm:missing|empty|halved|zeroed|a-folder}", breakages.Spoil),
        (f"fault network absent {_FOR}", breakages.NetworkAbsent),
        ("network {address:ipv4}", breakages.NetworkAddress),
        ("heal {what:sensor|oled|bus|gpio|button-thread|disk|network}", breakages.Heal),
        ("clock jump {seconds:jump}", steps.ClockJump),
        ("clock set {wall:instant}", steps.ClockSet),
        ("restart", steps.Restart),
        ("power-cut", steps.PowerCut),
        ("expect phase {phase:phase}", expected.ExpectPhase),
        ("expect turn {player:nobody-or-name}", expected.ExpectTurn),
        ("expect caller {player:nobody-or-name}", expected.ExpectCaller),
        ("expect scores {scores:score+}", expected.ExpectScores),
        ("expect over", expected.ExpectOver),
        ("expect winners {players:name+}", expected.ExpectWinners),
        ("expect revision {revision:whole}", expected.ExpectRevision),
        ("expect prompt {kind:choose|number|confirm|wait|null}", _prompt),
        ("expect refused {code:code}", expected.ExpectRefused),
        ("expect state {path:path} {value:value}", expected.ExpectState),
        ("expect oled contains {text:text}", expected.ExpectOledContains),
        ("expect oled like {file:file}", expected.ExpectOledLike),
        (
            "expect health {part:sensor|oled|button|buzzer|disk|clock|network|mqtt} {status:ok|degraded|absent}",
            expected.ExpectHealth,
        ),
        (
            "expect health {part:sensor|oled|button|buzzer|disk|clock|network|mqtt} says {text:text}",
            expected.ExpectHealthSays,
        ),
        ("expect events {counts:events+}", expected.ExpectEvents),
        ("expect counter {name:counter} {operator:=|<|<=|>|>=} {number:whole}", expected.ExpectCounter),
        ("expect {what:buzzer|flash} within {within:duration} of press", expected.ExpectAfterPress),
        ("expect starts {starts:whole}", expected.ExpectStarts),
        ("oled save {file:picture}", steps.OledSave),
    )
)

__all__ = ["FORMS", "ScenarioError", "parse", "read_scenario", "usage"]
