"""Faults of a scenario: what breaks, by itself mends after a while, or is healed."""

from __future__ import annotations

import errno
from math import inf
from typing import TYPE_CHECKING

from companion.scenario import steps
from hardware.simulated import Nak

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.scenario.stage import Stage


def break_part(stage: Stage, step: steps.Step) -> bool:
    """Let something fail as the step says; False if the step is no fault that this stage has."""
    hardware = stage.hardware
    match step:
        case steps.SensorFault(kind="reset-stuck"):
            hardware.sensor.reset_stuck = True
        case steps.SensorFault():
            hardware.sensor.unplug()
        case steps.SensorAddress(address=address):
            hardware.bus.move(hardware.sensor, address)
        case steps.SensorIdentity(identity=identity, reads=reads):
            hardware.sensor.identify_as(identity, inf if reads is None else reads)
        case steps.SensorBrownOut(registers=names):
            hardware.sensor.brown_out(names or None)
        case steps.SensorFrozen(axis=axis):
            hardware.sensor.freeze(*((axis,) if axis else ()))
        case steps.SensorSpike(acceleration=acceleration, seconds=seconds):
            hardware.sensor.spike(acceleration, seconds or 0.0)
            return True
        case steps.Nak(part=part):
            address = stage.config.sensor.address if part == "sensor" else stage.config.oled.address
            number = errno.EREMOTEIO if step.errno is None else step.errno
            hardware.bus.naks.append(Nak(address, step.every, number, step.direction))
        case steps.OledFault():
            hardware.oled.unplug()
        case steps.BusFault(kind=kind):
            hardware.bus.trouble(kind)
        case steps.GpioFault(kind="unavailable"):
            hardware.pins.unavailable = True
        case steps.GpioFault():
            hardware.pins.no_edges = True
        case steps.GpioBusy(times=times):
            hardware.pins.busy = times
        case steps.ButtonThreadDies():
            hardware.pins.deaf = True
        case steps.DiskFault(kind=fault):
            stage.disk.fail(fault)
        case steps.DiskSlow(delay=delay):
            stage.disk.slow(delay)
        case _:
            return False
    if isinstance(step, steps.Fault) and step.seconds is not None:
        mend = _mender(stage, step)
        stage.later(step.seconds, mend)
    return True


def heal(stage: Stage, part: str) -> None:
    """Take all faults off a part."""
    hardware = stage.hardware
    cures: dict[str, Callable[[], None]] = {
        "sensor": lambda: _heal_chip(stage, "sensor"),
        "oled": lambda: _heal_chip(stage, "oled"),
        "bus": hardware.bus.heal,
        "gpio": hardware.pins.heal,
        "button-thread": hardware.pins.heal,
        "disk": stage.disk.heal,
    }
    cures[part]()


def _mender(stage: Stage, step: steps.Fault) -> Callable[[], None]:
    """What ends a fault."""
    part = {
        steps.Nak: "bus",
        steps.OledFault: "oled",
        steps.BusFault: "bus",
        steps.GpioFault: "gpio",
        steps.DiskFault: "disk",
        steps.DiskSlow: "disk",
    }.get(type(step), "sensor")
    return lambda: heal(stage, part)


def _heal_chip(stage: Stage, part: str) -> None:
    hardware = stage.hardware
    address = stage.config.sensor.address if part == "sensor" else stage.config.oled.address
    hardware.bus.naks = [nak for nak in hardware.bus.naks if nak.address != address]
    if part == "sensor":
        hardware.bus.move(hardware.sensor, address)
        hardware.sensor.heal()
    else:
        hardware.oled.heal()
