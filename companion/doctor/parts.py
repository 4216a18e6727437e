"""Bus, sensor, display and contacts, looked at while nobody else holds them."""

from __future__ import annotations

import dataclasses
from contextlib import contextmanager
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.doctor.finding import Finding
from companion.doctor.hands import contacts
from companion.doctor.picture import picture
from companion.senses import Motion, Usual
from hardware import GRAVITY, SAMPLE_RATE, Batch, Condition, Counters, HardwareThread, probe_bus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.config import Config
    from companion.doctor.hands import Wish
    from hardware import Machine, Mailbox, ThreadEvent

LISTENS: Final = 3.0
"""How long the sensor is listened to, s: 600 samples, of which the last two seconds are judged."""

NOISY: Final = 12.0
"""mg, on an axis; of real chips at rest the worst showed 7."""

SLOWER_BUS: Final = "over half a metre a slower bus (i2c_arm_baudrate=100000 in /boot/firmware/config.txt, then reboot)"
"""What else a bus whose transfers fail may need: the installer sets 400 kHz."""

_JUDGED: Final = 2.0
_WITHIN: Final = 0.1
"""How far a chip's clock may be off; its datasheet allows 5 %."""
_WEIGHT: Final = (0.8, 1.2)
"""What a chip may take for 1 g: real ones show 0.92."""


class Heard(NamedTuple):
    """What came of three seconds."""

    t: list[float]
    axes: tuple[list[float], list[float], list[float]]
    motion: Motion
    counters: Counters
    conditions: dict[str, Condition]


def look(config: Config, machine: Machine, wish: Wish | None) -> Iterator[Finding]:
    """All of them, the quick looks first."""
    wanted = {
        "bus": config.sensor.enabled or config.oled.enabled,
        "sensor": config.sensor.enabled,
        "oled": config.oled.enabled,
    }
    there = set()
    for seen in probe_bus(machine, config.bus):
        if seen.status == "ok" and wanted[seen.part]:
            there.add(seen.part)
        yield Finding.of(seen, needed=wanted[seen.part])
    if "sensor" not in there and "oled" not in there:
        yield from contacts(machine, config, wish)
        return
    told: Mailbox[ThreadEvent] = machine.clock.mailbox()
    settings = dataclasses.replace(config.bus, sensor="sensor" in there, oled="oled" in there, alert=False)
    with _working(HardwareThread(machine, settings, told.put)) as thread:
        thread.show(picture(config.oled.size))
        heard = _listen(machine, told)
        if "sensor" in there:
            yield _samples(heard)
        if "oled" in there:
            yield _shown(heard, config)
        # The picture stays while somebody is at the box.
        yield from contacts(machine, config, wish)


@contextmanager
def _working(thread: HardwareThread) -> Iterator[HardwareThread]:
    thread.start()
    try:
        yield thread
    finally:
        thread.stop()


def _listen(machine: Machine, told: Mailbox[ThreadEvent]) -> Heard:
    heard = Heard([], ([], [], []), Motion(), Counters(), {})
    until = machine.clock.monotonic() + LISTENS
    while (event := told.get(until)) is not None:
        match event:
            case Batch():
                heard.motion.feed(*event)
                heard.t.extend(event.t)
                for axis, more in zip(heard.axes, event[1:], strict=True):
                    axis.extend(more)
            case Condition(part=part):
                heard.conditions[part] = event
            case Counters():
                heard = heard._replace(counters=event)
    return heard


def _samples(heard: Heard) -> Finding:
    """Rate, losses, noise, and how the sensor is fixed."""
    trouble = heard.conditions.get("sensor")
    if trouble is not None and trouble.status != "ok":
        return Finding("samples", trouble.status, trouble.why, trouble.cure)
    if len(heard.t) < 2:
        return Finding("samples", "degraded", f"none came in {LISTENS:g} s", "check the sensor's supply and wires")
    rate = (len(heard.t) - 1) / (heard.t[-1] - heard.t[0])
    first = next(place for place, t in enumerate(heard.t) if t >= heard.t[-1] - _JUDGED)
    axes = [axis[first:] for axis in heard.axes]
    mean, noise = [fmean(axis) for axis in axes], [1000 * pstdev(axis) / GRAVITY for axis in axes]
    usual = Usual((mean[0], mean[1], mean[2]), (0.0, 0.0, 0.0), 0.0)
    found = (
        f"{rate:.0f} a second, {heard.counters.samples_lost or 'none'} lost; "
        f"noise x {noise[0]:.1f}, y {noise[1]:.1f}, z {noise[2]:.1f} mg; "
        f"feels {usual.weight / GRAVITY:.2f} g, {usual.up} up, {usual.askew:.0f}° askew"
    )
    if doubt := _doubt(heard, rate, max(noise), usual.weight / GRAVITY):
        wrong, cure = doubt
        return Finding("samples", "degraded", f"{wrong}: {found}", cure)
    return Finding("samples", "ok", found)


def _doubt(heard: Heard, rate: float, noise: float, weight: float) -> tuple[str, str] | None:
    """What is wrong with the samples, and what to do; ``rate`` is in Hz, ``noise`` in mg, ``weight`` in g."""
    if heard.counters.nak:
        cure = f"press the plugs in; shorter wires; {SLOWER_BUS}; no motor beside them"
        return f"{heard.counters.nak} transfers failed", cure
    if heard.counters.samples_lost:
        return "samples are lost", (
            "end what else uses the bus; dtparam=i2c_arm_baudrate=400000 in /boot/firmware/config.txt makes it quicker"
        )
    if abs(rate / SAMPLE_RATE - 1) > _WITHIN:
        return f"it should take {SAMPLE_RATE:g} a second", "the chip is no good copy: take another"
    if heard.motion.handled:
        return "it moves, or trembles all the time", (
            "leave the box alone on the table and call again; "
            "if it stays so, check the sensor's supply and that it is fixed"
        )
    if noise > NOISY:
        return "that is noisy", "check its supply (3.3 V) and ground; is there a motor at this table?"
    if not _WEIGHT[0] < weight < _WEIGHT[1]:
        return "at rest it should feel 1 g", "the chip is broken, or no good copy: take another"
    return None


def _shown(heard: Heard, config: Config) -> Finding:
    trouble = heard.conditions.get("oled")
    if trouble is not None and trouble.status != "ok":
        return Finding("picture", trouble.status, trouble.why, trouble.cure)
    oled = config.oled
    width, height = oled.size
    other = "ssd1306" if oled.chip == "sh1106" else "sh1106"
    return Finding(
        "picture",
        "ok",
        f"the {oled.chip} of {width} x {height} took one: a frame of one pixel along all four edges, an arrow to the top",
        f'if it looks otherwise: a side cut off, or snow: [oled] chip = "{other}"; every second row only, or stripes: '
        f"height = {96 - height}; upside down: rotate = {2 - oled.rotate}",
    )
