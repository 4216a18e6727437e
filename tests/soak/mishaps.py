"""What breaks at a table, is mended again, or loses its power."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

DURATIONS: Final = ("300ms", "2s", "7s", "20s", "70s")

FAULTS: Final = (
    "sensor unplugged",
    "sensor absent",
    "sensor reset-stuck",
    "sensor address 0x69",
    "sensor frozen",
    "sensor frozen axis x",
    "sensor frozen axis z",
    "sensor nak every 7",
    "sensor nak every 2",
    "sensor nak",
    "sensor nak errno 110",
    "oled nak",
    "oled nak every 5",
    "oled nak every 3 commands",
    "oled nak every 2 data",
    "oled unplugged",
    "oled absent",
    "bus locked",
    "bus missing",
    "bus denied",
    "gpio unavailable",
    "gpio edge-detection",
    "disk full",
    "disk read-only",
    "disk locked",
    "disk slow 300ms",
    "disk slow 3s",
)
"""Each for a while, or until it is healed."""

AT_ONCE: Final = (
    "fault sensor brown-out",
    "fault sensor brown-out registers ACCEL_CONFIG",
    "fault sensor brown-out registers PWR_MGMT_1",
    "fault sensor brown-out registers FIFO_EN",
    "fault sensor who-am-i 0x70 for 3 reads",
    "fault sensor who-am-i 0x00 for 2 reads",
    "fault sensor spike 0.1g for 5ms",
    "fault sensor spike -0.3g for 9ms",
    "fault gpio busy 2 times",
    "fault button-thread dies",
)
WIRINGS: Final = ("one-button", "cat-stand", "a-button-each", "rotary")
DISPLAYS: Final = ("ssd1306", "ssd1306 128x32", "sh1106", "ssd1309")


class Mishaps:
    """Things that nobody wants, one after another."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def anything(self, *, off: bool) -> Iterator[str]:
        """The next one; ``off`` if the companion may be switched off and on."""
        (what,) = self._chance.choices(
            (
                self._fault,
                self._lasting_fault,
                self._at_once,
                self._stuck,
                self._clock,
                self._off_and_on,
                self._rebuilt,
            ),
            (10, 3, 4, 1, 1, 5 * off, 1 * off),
        )
        yield from what()

    def _fault(self) -> Iterator[str]:
        yield f"fault {self._chance.choice(FAULTS)} for {self._chance.choice(DURATIONS)}"

    def _lasting_fault(self) -> Iterator[str]:
        fault = self._chance.choice(FAULTS)
        yield f"fault {fault}"
        for _ in range(self._chance.randint(0, 2)):
            yield f"wait {self._chance.choice((1, 4, 9))}s"
        yield f"heal {fault.split()[0]}"

    def _at_once(self) -> Iterator[str]:
        fault = self._chance.choice(AT_ONCE)
        yield fault
        if "button-thread" in fault:
            yield f"wait {self._chance.choice((1, 9))}s"
            yield "heal button-thread"

    def _stuck(self) -> Iterator[str]:
        yield "button stuck"
        yield f"wait {self._chance.choice((3, 14, 40))}s"
        yield "button free"

    def _clock(self) -> Iterator[str]:
        if self._chance.random() < 0.5:
            yield f"clock jump {self._chance.choice(('+1h', '-1h', '+30s', '-2min'))}"
            return
        yield "clock set 1970-01-01T00:00:00Z"
        yield f"wait {self._chance.choice((2, 30))}s"
        yield "clock set 2026-11-07T19:00:00Z"

    def _off_and_on(self) -> Iterator[str]:
        fault = self._chance.choice(FAULTS) if self._chance.random() < 0.3 else ""
        if fault:
            yield f"fault {fault}"
        yield self._chance.choice(("power-cut", "power-cut", "restart"))
        if fault:
            yield f"wait {self._chance.choice((1, 9))}s"
            yield f"heal {fault.split()[0]}"

    def _rebuilt(self) -> Iterator[str]:
        """Another box by the time it starts again."""
        yield f"wiring {self._chance.choice(WIRINGS)}"
        yield f"language {self._chance.choice(('de', 'en'))}"
        yield f"bus {self._chance.choice(('100kHz', '400kHz'))}"
        yield f"oled {self._chance.choice(DISPLAYS)}"
        yield "restart"
