"""Faults of a scenario: what breaks, and ends by itself after a while, or is healed."""

from __future__ import annotations

import errno
from math import inf
from typing import TYPE_CHECKING

from companion.scenario import breakages, steps
from hardware.simulated import Nak

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.scenario.stage import Stage


def break_part(stage: Stage, step: steps.Step) -> bool:
    """Let something fail as the step says; False if the step is no fault that this stage has."""
    hardware = stage.hardware
    seconds = step.seconds if isinstance(step, breakages.Fault) and step.seconds is not None else inf
    match step:
        case breakages.SensorFault(kind="reset-stuck"):
            hardware.sensor.hold_reset(seconds)
        case breakages.SensorFault():
            hardware.sensor.unplug(seconds)
        case breakages.SensorAddress(address=address):
            hardware.bus.move(hardware.sensor, address, seconds)
        case breakages.SensorIdentity(identity=identity, reads=reads):
            hardware.sensor.identify_as(identity, inf if reads is None else reads, seconds)
        case breakages.SensorBrownOut(registers=names):
            hardware.sensor.brown_out(names or None)
        case breakages.SensorFrozen(axis=axis):
            hardware.sensor.freeze(*((axis,) if axis else ()), seconds=seconds)
        case breakages.SensorSpike(acceleration=acceleration):
            hardware.sensor.spike(acceleration, step.seconds or 0.0)
        case breakages.Nak(part=part):
            address = stage.config.sensor.address if part == "sensor" else stage.config.oled.address
            number = errno.EREMOTEIO if step.errno is None else step.errno
            hardware.bus.naks.append(
                Nak(address, step.every, number, step.direction, stage.clock.monotonic() + seconds)
            )
        case breakages.OledFault():
            hardware.oled.unplug(seconds)
        case breakages.BusFault(kind=kind):
            hardware.bus.trouble(kind, seconds)
        case breakages.GpioFault(kind="unavailable"):
            hardware.pins.fail("unavailable", seconds)
        case breakages.GpioFault():
            hardware.pins.fail("no-edges", seconds)
        case breakages.GpioBusy(times=times):
            hardware.pins.busy = times
        case breakages.ButtonThreadDies():
            hardware.pins.fail("deaf")
        case breakages.DiskFault(kind=fault):
            stage.disk.fail(fault, seconds)
        case breakages.DiskSlow(delay=delay):
            stage.disk.slow(delay, seconds)
        case breakages.Spoil(file=file, harm=harm):
            stage.spoils.append((file, harm))
        case breakages.NetworkAbsent():
            hardware.network.lose(seconds)
        case breakages.NetworkAddress(address=address):
            hardware.network.given = address
        case _:
            return False
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
        "network": hardware.network.heal,
    }
    cures[part]()


def _heal_chip(stage: Stage, part: str) -> None:
    hardware = stage.hardware
    address = stage.config.sensor.address if part == "sensor" else stage.config.oled.address
    hardware.bus.naks = [nak for nak in hardware.bus.naks if nak.address != address]
    if part == "sensor":
        hardware.bus.move(hardware.sensor, address)
        hardware.sensor.heal()
    else:
        hardware.oled.heal()
