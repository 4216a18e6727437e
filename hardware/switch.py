"""Switching the machine off, which a service without any rights can only ask for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.errors import NoSwitch

if TYPE_CHECKING:
    from collections.abc import Mapping

ASKED: Final = "off"
"""The file in the service's own folder in /run that systemd waits for (systemd/companion-off.path)."""


class ServiceSwitch:
    """Has the service manager switch off, where it is set up to."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        # Several folders are joined by colons (systemd.exec(5)); the unit names one.
        self._folder = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]

    def off(self) -> None:
        if not self._folder:
            raise NoSwitch("this companion was not started by the system", cure="switch off with: sudo poweroff")
        (Path(self._folder) / ASKED).touch()

    def stay_on(self) -> None:
        if self._folder:
            (Path(self._folder) / ASKED).unlink(missing_ok=True)
