"""The pins of a Pi's header as the kernel has them: its own simulation, or a stand-in that keeps to what that does."""

from __future__ import annotations

import os
import time
from collections import deque
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Protocol, Self

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from hardware import gpiod as factory

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

LABEL: Final = "pinctrl-bcm2711"
_GPIO_SIM: Final = Path("/sys/kernel/config/gpio-sim")
_LINES: Final = 54
_RISING, _FALLING = (each.value for each in gpiod.EdgeEvent.Type)


class Header(Protocol):
    """Contacts to ground, and outputs."""

    def drive(self, pin: int, *, closed: bool) -> None:
        """Close or open the contact at a pin."""

    def level(self, pin: int) -> bool:
        """Whether an output is high."""

    def now(self) -> float:
        """The clock that stamps edges, s, monotonic."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class KernelHeader:
    """The kernel's module gpio-sim: real lines, whose other end is a file (Documentation/admin-guide/gpio/gpio-sim.rst)."""

    @staticmethod
    def is_here() -> bool:
        """Whether this kernel has it, and we may use it."""
        return os.access(_GPIO_SIM, os.W_OK)

    def __enter__(self) -> Self:
        self._device = _GPIO_SIM / "header"
        bank = self._device / "bank"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(_LINES))
        (bank / "label").write_text(LABEL)
        (self._device / "live").write_text("1")
        name, chip = (self._device / "dev_name").read_text().strip(), (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / name / chip
        return self

    def __exit__(self, *_: object) -> None:
        (self._device / "live").write_text("0")
        (self._device / "bank").rmdir()
        self._device.rmdir()

    def drive(self, pin: int, *, closed: bool) -> None:
        (self._lines / f"sim_gpio{pin}/pull").write_text("pull-down" if closed else "pull-up")

    def level(self, pin: int) -> bool:
        return (self._lines / f"sim_gpio{pin}/value").read_text().strip() == "1"

    def now(self) -> float:
        return time.monotonic()


class StandInHeader:
    """The same for a kernel that has none: gpiod's chips and requests, as far as a pin factory asks them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, label: str | None = LABEL) -> None:
        self._monkeypatch = monkeypatch
        self._label = label
        self._closed: set[int] = set()
        self._high: set[int] = set()
        self._requests: dict[int, _Request] = {}

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory()
        nodes = Path(self._folder.name)
        if self._label is not None:
            (nodes / "gpiochip0").touch()
        self._monkeypatch.setattr(factory, "_NODES", nodes)
        self._monkeypatch.setattr(gpiod, "Chip", lambda _path: _Chip(self))
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    @property
    def label(self) -> str:
        return self._label or ""

    def drive(self, pin: int, *, closed: bool) -> None:
        before = pin in self._closed
        (self._closed.add if closed else self._closed.discard)(pin)
        if pin in self._requests and before != closed:
            self._requests[pin].change(rising=not closed, at=self.now())

    def level(self, pin: int) -> bool:
        return pin in self._high

    def now(self) -> float:
        return time.monotonic()

    def request(self, pin: int, settings: gpiod.LineSettings) -> _Request:
        """A line, for one at a time: the kernel says EBUSY to others."""
        if pin in self._requests:
            raise OSError(16, "Device or resource busy")
        if settings.direction is Direction.OUTPUT:
            # Everywhere else the kernel refuses it (EINVAL).
            assert settings.edge_detection is Edge.NONE
            assert settings.bias is Bias.AS_IS
        self._requests[pin] = request = _Request(self, pin, settings)
        return request

    def release(self, pin: int) -> None:
        del self._requests[pin]
        self._high.discard(pin)

    def value(self, pin: int) -> Value:
        settings = self._requests[pin].settings
        up = pin in self._high if settings.direction is Direction.OUTPUT else pin not in self._closed
        return Value.ACTIVE if up else Value.INACTIVE

    def put(self, pin: int, value: Value) -> None:
        (self._high.add if value is Value.ACTIVE else self._high.discard)(pin)


class _Chip:
    def __init__(self, header: StandInHeader) -> None:
        self.label = header.label
        self._header = header

    def get_info(self) -> Self:
        return self

    def request_lines(self, config: Mapping[int, gpiod.LineSettings], _consumer: str, _buffer: int) -> _Request:
        ((pin, settings),) = config.items()
        return self._header.request(pin, settings)

    def close(self) -> None:
        """Requests outlive it."""


class _Request:
    """One line; its descriptor can be read while an edge waits, and reading one that has none would wait for it."""

    def __init__(self, header: StandInHeader, pin: int, settings: gpiod.LineSettings) -> None:
        self.settings = settings
        self.fd = os.eventfd(0, os.EFD_SEMAPHORE)
        self._header, self._pin = header, pin
        self._events: deque[gpiod.EdgeEvent] = deque()

    def change(self, *, rising: bool, at: float) -> None:
        if self.settings.edge_detection in (Edge.BOTH, Edge.RISING if rising else Edge.FALLING):
            kind = _RISING if rising else _FALLING
            self._events.append(gpiod.EdgeEvent(kind, int(at * 1e9), self._pin, 0, 0))
            os.eventfd_write(self.fd, 1)

    def wait_edge_events(self, timeout: float) -> bool:
        assert timeout == 0
        return bool(self._events)

    def read_edge_events(self) -> list[gpiod.EdgeEvent]:
        os.eventfd_read(self.fd)
        return [self._events.popleft()]

    def get_value(self, pin: int) -> Value:
        return self._header.value(pin)

    def set_value(self, pin: int, value: Value) -> None:
        self._header.put(pin, value)

    def release(self) -> None:
        os.close(self.fd)
        self._header.release(self._pin)
