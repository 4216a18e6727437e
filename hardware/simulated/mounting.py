"""How the sensor sits under the box: which way its axes point, and by how much its zero is off."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, atan2, cos, degrees, floor, hypot, inf, radians, sin
from typing import Final, Literal

from hardware.ports import GRAVITY

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
Axis = Literal["+x", "-x", "+y", "-y", "+z", "-z"]

# One count of an MPU6050 in its finest range, 16384 to the g: a drift in steps of that much looks like a line to it,
# and between two steps it need not be asked.
_COUNT: Final = GRAVITY / 16384


@dataclass(frozen=True, slots=True)
class Mounting:
    """A sensor fixed to the box, from a moment on."""

    since: float
    """s, monotonic."""
    rotation: Matrix
    """Rows are the chip's axes in the box's (x, y along the table, z up)."""
    bias: Vector = (0.0, 0.0, 0.0)
    """What it shows too much at ``since``, m/s², along its own axes."""
    drift: Vector = (0.0, 0.0, 0.0)
    """How fast the bias grows, m/s² per s."""

    def offset(self, t: float) -> Vector:
        """The bias at a time, m/s²."""
        step = self.step
        if step == inf:
            return self.bias
        gone = self._steps(t) * step
        return (
            self.bias[0] + self.drift[0] * gone,
            self.bias[1] + self.drift[1] * gone,
            self.bias[2] + self.drift[2] * gone,
        )

    @property
    def step(self) -> float:
        """How long the bias stays as it is, s; without a drift for ever."""
        fastest = max(map(abs, self.drift))
        return _COUNT / fastest if fastest else inf

    def next_step(self, t: float) -> float:
        """When the bias changes after a time, s."""
        step = self.step
        return inf if step == inf else self.since + (self._steps(t) + 1) * step

    def _steps(self, t: float) -> int:
        steps = floor((t - self.since) / self.step)
        # At the very moment of a step the division may fall short of it, and time would stand still there.
        return steps + 1 if self.since + (steps + 1) * self.step <= t else steps

    def turned(self, force: Vector) -> Vector:
        """A vector of the box along the chip's axes, without bias."""
        return turned(self.rotation, force)


def turned(rotation: Matrix, vector: Vector) -> Vector:
    """A vector in the turned axes."""
    x, y, z = vector
    (a, b, c), (d, e, f), (g, h, i) = rotation
    return a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z


def mounted(axis: Axis, skew: float, bearing: float) -> Matrix:
    """The rotation from the box to a chip whose ``axis`` points up, askew by so many degrees towards a bearing (deg).

    >>> turned(mounted("-x", 0.0, 0.0), (0.0, 0.0, 1.0))
    (-1.0, 0.0, 0.0)
    """
    s, c = sin(radians(skew)), cos(radians(skew))
    kx, ky = -sin(radians(bearing)), cos(radians(bearing))
    lean: Matrix = (
        (c + kx * kx * (1 - c), kx * ky * (1 - c), -ky * s),
        (kx * ky * (1 - c), c + ky * ky * (1 - c), kx * s),
        (ky * s, -kx * s, c),
    )
    columns = tuple(zip(*lean, strict=True))
    upright = _UPRIGHT[axis]
    first, second, third = (turned(upright, (column[0], column[1], column[2])) for column in columns)
    return (
        (first[0], second[0], third[0]),
        (first[1], second[1], third[1]),
        (first[2], second[2], third[2]),
    )


def aligned(since: float, rest: Vector, otherwise: Mounting) -> Mounting:
    """The mounting of a sensor that shows ``rest`` under a level box, its error of scale taken as a bias."""
    x, y, z = rest
    size = hypot(x, y, z)
    if size > GRAVITY / 2:
        rotation = mounted("+z", degrees(acos(z / size)), degrees(atan2(-y, -x)))
    else:
        rotation = otherwise.rotation
    a, b, c = turned(rotation, (0.0, 0.0, GRAVITY))
    return Mounting(since, rotation, (x - a, y - b, z - c))


# All are turns, none a mirror: a chip can only be turned.
_UPRIGHT: Final[dict[Axis, Matrix]] = {
    "+z": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "-z": ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)),
    "+x": ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0)),
    "-x": ((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)),
    "+y": ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)),
    "-y": ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)),
}
