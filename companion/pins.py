"""The panel's pins: opened, and tried again for as long as they cannot be had."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from hardware import Condition, Panel, PinsUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.config import Config
    from hardware import Edge, Machine

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = 5.0
"""How soon pins that could not be had are tried again, s."""


async def opened(
    machine: Machine,
    config: Config,
    take: Callable[[Edge], None],
    moved: Callable[[], None],
    note: Callable[[Condition], None],
) -> Panel:
    """The panel, once it can be had; until then ``note`` hears why not.

    ``take`` is called with each edge, and ``moved`` at each of the sensor's alert, in the pins' own thread.
    """
    while True:
        try:
            return Panel(machine.pin_factory(config.wiring.pin_factory), config.pins, take, moved)
        except PinsUnavailable as failure:
            note(Condition("button", "absent", failure.why, failure.cure))
        except Exception as failure:
            log.exception("the pins met something unforeseen")
            note(Condition("button", "absent", f"The pins have failed ({failure!r}).", "It is tried again."))
        await asyncio.sleep(LOOK_AGAIN)
