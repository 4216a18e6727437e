"""What can go wrong with hardware: one root, and each also the builtin that a caller would expect."""

from __future__ import annotations


class HardwareError(Exception):
    """Something of the hardware is missing, broken or not what it should be."""

    def __init__(self, why: str, *, cure: str = "") -> None:
        super().__init__(f"{why}: {cure}" if cure else why)
        self.why = why
        """What was found, in one sentence."""
        self.cure = cure
        """What to do about it, empty where there is nothing to do."""


class BusUnavailable(HardwareError, OSError):
    """The I2C bus has no node, or it may not be opened."""


class DriverMissing(HardwareError, ImportError):
    """The sensor's driver, or what it stands on, is not installed."""


class SensorAbsent(HardwareError, LookupError):
    """Nothing answers at the sensor's address."""


class NotThisChip(HardwareError, LookupError):
    """Another chip answers at the sensor's address."""


class SensorLost(HardwareError, OSError):
    """The sensor stopped answering, or has forgotten its settings."""


class StartTimeout(HardwareError, TimeoutError):
    """A chip did not get ready in time."""


class DisplayAbsent(HardwareError, LookupError):
    """Nothing answers at the display's address."""


class PinsUnavailable(HardwareError, RuntimeError):
    """The GPIO pins cannot be used through the configured pin factory."""


class NoSwitch(HardwareError, RuntimeError):
    """Nothing here could switch the machine off."""


class BadRecording(HardwareError, ValueError):
    """A file is no recording of a sensor."""
