"""How often what is no hand is felt as one: ``python -m tests.measuring.mistaken [SEEDS]``, 200 unless told.

No hand is laid on any of these boxes. For each seed a sensor sits in a way of its own, has a zero and a scale of its
own, and the table makes a movement of its own of what a case says.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Final, NamedTuple, get_args

from hardware import GRAVITY
from hardware.simulated.mounting import Axis
from tests.senses.boxes import Box

SEEDS: Final = 200


class Hum(NamedTuple):
    """A motor that runs for 3 to 5 s, or somebody who rocks the table."""

    hz: float
    g: float
    lain: float = 3.5
    """How long the box has lain before, s."""

    def __call__(self, box: Box, random: Random) -> None:
        seconds = random.uniform(3.0, 5.0)
        box.world.hum(self.hz, self.g * GRAVITY, seconds)
        box.let(seconds + 2.0)


class Ring(NamedTuple):
    """A table that rings for 1 to 4 s."""

    hz: float
    g: float
    lain: float = 3.5

    def __call__(self, box: Box, random: Random) -> None:
        seconds = random.uniform(1.0, 4.0)
        box.world.ring(self.hz, self.g * GRAVITY, 0.02 * GRAVITY, seconds)
        box.let(seconds + 1.0)


class Blow(NamedTuple):
    """A blow on the table, beyond the sensor's range."""

    g: float
    seconds: float
    lain: float = 3.5

    def __call__(self, box: Box, _: Random) -> None:
        box.world.knock(self.g * GRAVITY, self.seconds)
        box.let(self.seconds + 1.0)


class Jump(NamedTuple):
    """A zero that jumps on one axis, and back."""

    g: float
    seconds: float
    lain: float = 3.5

    def __call__(self, box: Box, random: Random) -> None:
        box.spike = (random.randrange(3), random.choice((-1, 1)) * self.g * GRAVITY)
        box.let(self.seconds)
        box.spike = (0, 0.0)
        box.let(2.0)


CASES: Final[tuple[Hum | Ring | Blow | Jump, ...]] = (
    *(Ring(hz, g) for hz, g in ((3, 0.2), (3, 0.47), (4, 0.47), (5, 0.47), (5, 0.9), (6, 0.9), (8, 0.9), (10, 0.9))),
    *(Ring(hz, 2.0) for hz in (15, 25)),
    *(Blow(g, seconds) for g, seconds in ((2.5, 1.3), (4.0, 1.0))),
    *(Jump(g, seconds) for g, seconds in ((0.05, 0.5), (0.1, 0.1), (0.1, 0.2), (0.1, 2.0), (0.2, 0.2), (0.2, 2.0))),
    *(Hum(hz, g, lain=0.0) for hz, g in ((2, 0.2), (3, 0.3), (4, 0.3), (5, 0.3), (6, 0.5), (8, 0.5))),
    *(Hum(hz, g) for hz, g in ((1, 0.05), (2, 0.1), (3, 0.2), (3, 0.3), (4, 0.3), (4, 0.5), (5, 0.5), (6, 0.5))),
)


def felt(case: Hum | Ring | Blow | Jump, seed: int, *, hz: float = 200.0) -> list[str]:
    """What one of the boxes feels, sampled so often a second."""
    random = Random(seed)
    box = Box(seed, hz=hz, gain=random.uniform(0.92, 1.08))
    axes = get_args(Axis)
    box.world.mount(axes[seed % len(axes)], random.uniform(0.0, 35.0))
    box.world.bias(*(random.uniform(-0.08, 0.08) * GRAVITY for _ in range(3)))
    if case.lain:
        # Where in a beat it begins may matter.
        box.let(case.lain + random.uniform(0.0, 0.05))
    case(box, random)
    return box.felt


def main(seeds: int) -> None:
    """Print the share of boxes, in percent, that felt a lift, a set-down, a knock."""
    for case in CASES:
        boxes = [felt(case, seed) for seed in range(seeds)]
        shares = (
            f"{kind} {100 * sum(kind in one for one in boxes) / seeds:.1f}" for kind in ("lifted", "set_down", "knock")
        )
        print(case, *shares, sep=", ", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
