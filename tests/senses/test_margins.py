"""Eight hundred movements of boxes under which chips sit in every way: all are felt, in time, and nothing else is.

What they leave of each limit is logged (``pytest --log-cli-level=INFO``), and told in docs/measured.md.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from math import floor, inf
from random import Random
from struct import unpack
from typing import TYPE_CHECKING, Literal, get_args

import pytest

from companion.senses import Felt, Motion
from companion.senses.knocks import WEAKEST
from companion.senses.taking import LEANS
from companion.table.box import EMPTIED
from hardware import GRAVITY
from hardware.simulated.mounting import Axis
from hardware.simulated.mpu6050 import REGISTERS, SimulatedMpu6050
from hardware.simulated.time import VirtualClock
from hardware.simulated.world import Manner, World
from tests.senses.boxes import NOISE

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

G = GRAVITY
SEED = 6050
BOXES = 20
MANNERS: tuple[Manner | None, ...] = ("softly", "hard", None)
SETTINGS = {
    "PWR_MGMT_1": 0x01, "SMPLRT_DIV": 4, "CONFIG": 3, "ACCEL_CONFIG": 0x10, "FIFO_EN": 0x08, "USER_CTRL": 0x40,
}  # fmt: skip
"""As on the table: 200 Hz behind the filter of 44 Hz, ±8 g; but the FIFO holds the acceleration alone."""
FRAME = 6
STEP = 8 * G / 32768
"""m/s²."""
FIFO_COUNT, FIFO_R_W = 0x72, 0x74

Kind = Literal["turn", "emptying", "knock"]
OFTEN: dict[Kind, int] = {"turn": 5, "emptying": 5, "knock": 10}
"""What each box goes through; a turn is a lift, two shakes and a set-down."""
EXPECTED: dict[Kind, list[str]] = {
    "turn": ["lifted", "set_down"],
    "emptying": ["lifted", "set_down"],
    "knock": ["knock"],
}


@dataclass
class Margins:
    """What was done, what of it was not felt as it was, and how near the rest came to its limits."""

    done: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    lifted_after: float = 0.0
    """The slowest lift: from the first touch until it was told, s."""
    set_down_after: dict[str, float] = field(default_factory=dict)
    """The slowest set-down by its manner: from when the fingers left the box until it was told, s."""
    knocked_off: float = 0.0
    """How far the time of a knock was off at most, s."""
    weakest_knock: float = inf
    """m/s²."""
    weakest_lift: float = inf
    """m/s²."""
    weakest_shake: float = inf
    """What was felt of the shake that lost most on its way to the sensor, as a part of it."""
    least_tipped: float = inf
    """The emptying that tilted the box least at its steepest, degrees."""
    most_tipped: float = 0.0
    """The turn that seemed to tilt it most, degrees."""

    def count(self, *what: str) -> None:
        for each in what:
            self.done[each] = self.done.get(each, 0) + 1


class ChippedBox:
    """A box on a table, over a simulated chip that sits in some way of its own."""

    def __init__(self, random: Random, axis: Axis) -> None:
        self.random = random
        self.clock = VirtualClock()
        self.world = World(self.clock, random.randrange(1 << 30))
        skew, bias = random.uniform(0.0, 35.0), [random.uniform(-0.08, 0.08) * G for _ in range(3)]
        self.world.mount(axis, skew)
        self.world.bias(*bias)
        self.chip = SimulatedMpu6050(self.clock, self.world, random.randrange(1 << 30))
        self.chip.analog.scale = random.uniform(0.92, 1.08)
        self.chip.clock_error = random.uniform(-0.015, 0.015)
        noisier = random.uniform(0.0, 1.0)
        # A prime number of them: they never come round together with those of the chip.
        self._noise = [[random.gauss(0.0, noisier * sd) for _ in range(4093)] for sd in NOISE]
        self.name = f"{axis}, {skew:.0f} deg askew, {noisier:.2f} times more noise"
        self.motion = Motion()
        self.told: list[tuple[float, Felt]] = []
        self._period = 0.005 / (1.0 + self.chip.clock_error)
        for register, value in SETTINGS.items():
            self.chip.write(bytes((REGISTERS[register], value)))
        self._origin = self.clock.monotonic()
        # Until its samples are valid.
        self.clock.sleep(0.1)
        self._read()
        self.let(4.0)

    def let(self, seconds: float) -> None:
        """Let so much time pass, the FIFO being read every 50 ms."""
        end = self.clock.monotonic() + seconds
        while (now := self.clock.monotonic()) < end:
            self.clock.sleep(min(0.05, end - now))
            t, axes = self._read()
            now = self.clock.monotonic()
            self.told += ((now, felt) for felt in self.motion.feed(t, *axes))

    def _read(self) -> tuple[list[float], list[list[float]]]:
        chip = self.chip
        chip.write(bytes((FIFO_COUNT,)))
        count = int.from_bytes(chip.read(2), "big") // FRAME
        chip.write(bytes((FIFO_R_W,)))
        words = unpack(f">{3 * count}h", chip.read(count * FRAME))
        newest = floor((self.clock.monotonic() - self._origin) / self._period + 1e-9)
        numbers = range(newest - count + 1, newest + 1)
        axes = [
            [value * STEP + more[number % len(more)] for number, value in zip(numbers, words[axis::3], strict=True)]
            for axis, more in enumerate(self._noise)
        ]
        return [self._origin + number * self._period for number in numbers], axes


def turn(box: ChippedBox, margins: Margins) -> tuple[str, float]:
    random, world = box.random, box.world
    box.let(world.lift() + random.uniform(0.0, 0.5))
    strongest = 0.0
    for _ in range(2):
        hz, g = random.uniform(3.0, 6.0), random.uniform(0.3, 3.0)
        strongest = max(strongest, g * G)
        box.let(world.shake(hz, g * G, random.uniform(0.5, 1.5)) + random.uniform(0.0, 0.3))
    manner = MANNERS[margins.done.get("set-down", 0) % len(MANNERS)]
    box.let(world.set_down(manner))
    margins.count("lift", "shake", "shake", "set-down")
    return manner or "as usual", strongest


def emptying(box: ChippedBox, margins: Margins) -> tuple[str, float]:
    box.let(box.world.empty())
    margins.count("lift", "emptying")
    return "emptied", 0.0


def knock(box: ChippedBox, margins: Margins) -> tuple[str, float]:
    g, seconds = box.random.uniform(0.3, 1.0), box.random.uniform(0.05, 0.3)
    box.let(box.world.knock(g * G, seconds))
    margins.count("knock")
    return f"of {g:.2f} g for {seconds * 1000:.0f} ms", 0.0


ACTS: dict[Kind, Callable[[ChippedBox, Margins], tuple[str, float]]] = {
    "turn": turn,
    "emptying": emptying,
    "knock": knock,
}


def watch(box: ChippedBox, kind: Kind, margins: Margins) -> None:
    """Let something be done, and compare what was felt with it."""
    box.told.clear()
    began = box.clock.monotonic()
    how, strength = ACTS[kind](box, margins)
    ended = box.clock.monotonic()
    box.let(box.random.uniform(1.6, 2.2))
    if [felt.kind for _, felt in box.told] != EXPECTED[kind]:
        felt = [f"{felt.kind} {now - began:.2f}" for now, felt in box.told]
        margins.wrong.append(f"{kind} {how} ({box.name}), over after {ended - began:.2f} s: {felt}")
        return
    first_told, first = box.told[0]
    if kind == "knock":
        margins.knocked_off = max(margins.knocked_off, abs(first.at - began))
        margins.weakest_knock = min(margins.weakest_knock, first.peak)
        return
    told, last = box.told[1]
    margins.lifted_after = max(margins.lifted_after, first_told - began)
    margins.weakest_lift = min(margins.weakest_lift, first.peak)
    margins.set_down_after[how] = max(margins.set_down_after.get(how, -inf), told - ended)
    assert last.handling is not None
    if kind == "emptying":
        margins.least_tipped = min(margins.least_tipped, last.handling.steepest)
    else:
        margins.most_tipped = max(margins.most_tipped, last.handling.steepest)
        margins.weakest_shake = min(margins.weakest_shake, last.handling.most_shake / strength)


@pytest.fixture(scope="module")
def margins() -> Margins:
    random, margins = Random(SEED), Margins()
    for number in range(BOXES):
        axes = get_args(Axis)
        box = ChippedBox(random, axes[number % len(axes)])
        assert box.told == [], box.name
        acts = [kind for kind, often in OFTEN.items() for _ in range(often)]
        random.shuffle(acts)
        for act in acts:
            watch(box, act, margins)
    log.info("%s", margins)
    return margins


def test_none_is_missed_and_none_invented(margins: Margins) -> None:
    assert margins.done == {"lift": 200, "shake": 200, "set-down": 100, "emptying": 100, "knock": 200}
    assert margins.wrong == []


def test_all_is_told_in_time(margins: Margins) -> None:
    assert margins.lifted_after <= 0.4
    assert max(margins.set_down_after.values()) <= 0.8
    assert margins.knocked_off <= 0.05


def test_an_emptied_box_was_tipped_over_and_a_shaken_one_was_not(margins: Margins) -> None:
    assert margins.most_tipped < EMPTIED < margins.least_tipped


def test_knocks_and_lifts_stand_well_out(margins: Margins) -> None:
    assert margins.weakest_knock >= 1.5 * WEAKEST
    assert margins.weakest_lift >= 2.0 * LEANS
