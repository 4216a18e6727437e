"""Whole games by the box alone, in both languages, on every display, and with the plug pulled after every step."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import pytest

from companion.faces.languages import LANGUAGES
from companion.scenario import expected, parse, steps
from companion.scenario.expectations import shown
from companion.scenario.player import perform
from tests.playing import PASSING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.scenario.stage import Stage
    from hardware import OledChip

FOLDER: Final = Path(__file__).parent / "scenarios"

SCENARIOS: Final = (
    "evening",
    "a-button-each",
    "cat-stand",
    "new-game-by-button",
    "katz-fatz-by-button",
    "mad-cat-by-button",
    "fat-cats-by-button",
)
DISPLAYS: Final[tuple[tuple[OledChip, tuple[int, int]], ...]] = (
    ("ssd1306", (128, 64)),
    ("ssd1306", (128, 32)),
    ("sh1106", (128, 64)),
    ("ssd1309", (128, 64)),
)
TURNED: Final[tuple[Literal[0, 2], ...]] = (0, 2)
BUSES: Final = ("100kHz", "400kHz")
CUTS: Final = (False, True)


class Case(NamedTuple):
    """A whole game, and how the box is built in which it is played."""

    scenario: str
    display: tuple[OledChip, tuple[int, int]]
    turned: Literal[0, 2]
    language: str
    bus: str
    cut: bool

    def __str__(self) -> str:
        chip, (_, height) = self.display
        turned = " turned" if self.turned else ""
        return f"{self.scenario}, {chip} {height}{turned}, {self.language}, {self.bus}{', cut' if self.cut else ''}"


FACTORS: Final[tuple[tuple[object, ...], ...]] = (SCENARIOS, DISPLAYS, TURNED, tuple(LANGUAGES), BUSES, CUTS)
EVERY: Final = [Case(*values) for values in product(SCENARIOS, DISPLAYS, TURNED, tuple(LANGUAGES), BUSES, CUTS)]


def covering(cases: Sequence[Case], seed: int) -> list[Case]:
    """So many of the cases that every two values of theirs that can go together do."""
    chance = Random(seed)
    missing = {pair for case in cases for pair in _pairs(case)}
    chosen = list[Case]()
    while missing:
        best = max(chance.sample(cases, 60), key=lambda case: len(missing & _pairs(case)))
        if missing & _pairs(best):
            chosen.append(best)
            missing -= _pairs(best)
    return chosen


def _pairs(case: Case) -> set[tuple[tuple[int, object], tuple[int, object]]]:
    return set(combinations(enumerate(case), 2))


GESTURES: Final = (steps.Press, steps.Hold, steps.PressPlayer)


class Player:
    """Plays a scenario step by step; after each the chip's memory is what was drawn."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.stage = stage
        self.name = name
        self.cuts = 0
        self._made = list[steps.Step]()
        """What thumbs did since something was entered last: forgotten in a cut, and done again."""

    def play(self, scenario: Sequence[steps.Step], *, cut: bool) -> None:
        for step in scenario:
            if isinstance(step, PASSING):
                continue
            self._perform(step)
            if not isinstance(step, expected.Expect) and not step.set_up:
                self._look(step)
                if cut and not isinstance(step, steps.PowerCut | steps.Restart):
                    self._cut(step)

    def _perform(self, step: steps.Step) -> None:
        before, only_wakes = self._entered(), self._waits_to_go_on()
        perform(self.stage, [step], self.name)
        if self._entered() != before:
            self._made.clear()
        elif isinstance(step, GESTURES) and not only_wakes:
            self._made.append(step)

    def _look(self, step: steps.Step) -> None:
        assert shown(self.stage), f"{self.name}:{step.line}: after {step.source!r} the display shows something else"

    def _cut(self, step: steps.Step) -> None:
        evening = self.stage.daemon.evening
        if evening.phase == "rest" and evening.call_is_open(self.stage.clock.monotonic()):
            # A start takes longer than a call is open.
            return
        if isinstance(step, steps.Empty) and self.stage.world.in_hands:
            # That it was emptied, not played with, nobody can know who was not there.
            return
        before = self.stage.snapshot()
        self.stage.cut_power()
        self.cuts += 1
        assert self.stage.snapshot() == before, f"{self.name}:{step.line}: the power cut after {step.source!r}"
        self._look(step)
        if self._waits_to_go_on():
            perform(self.stage, parse("press", "wake"), "wake")
        for made in self._made:
            perform(self.stage, [made], self.name)
            self._look(step)

    def _entered(self) -> tuple[int | None, int | None]:
        session = self.stage.daemon.session if self.stage.starts else None
        ledger = session.ledger if session else None
        return session.game_id if session else None, ledger.revision if ledger else None

    def _waits_to_go_on(self) -> bool:
        """Whether the display tells what was entered last before the plug was out: the next press only takes that away."""
        if not self.stage.starts or self.stage.daemon.evening.phase == "playing":
            return False
        return self.stage.daemon.front.showing.words.plug in shown(self.stage)


def play_case(case: Case, stage: Stage) -> Player:
    chip, size = case.display
    stage.build_in(chip, size, case.turned)
    text = (FOLDER / f"{case.scenario}.scenario").read_text()
    # Who has no name yet is called by the seat, in the table's language.
    text = re.sub(r"Player (\d)", lambda seat: LANGUAGES[case.language].nameless.format(seat=seat[1]), text)
    player = Player(stage, str(case))
    player.play(parse(f"language {case.language}\nbus {case.bus}", "built"), cut=False)
    player.play(parse(text, str(case)), cut=case.cut)
    return player


@pytest.mark.parametrize("case", covering(EVERY, seed=1), ids=str)
def test_a_whole_game_is_the_same_on_every_box_and_with_the_plug_pulled_at_every_step(case: Case, stage: Stage) -> None:
    """Every two of game, display, way up, language, bus and cut come together at least once."""
    player = play_case(case, stage)
    assert (player.cuts > 20) is case.cut


@pytest.mark.whole
@pytest.mark.parametrize("case", EVERY, ids=str)
def test_a_whole_game_is_the_same_on_any_box(case: Case, stage: Stage) -> None:
    play_case(case, stage)
