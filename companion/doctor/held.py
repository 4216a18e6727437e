"""The parts that a companion holds which runs already, as it tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, get_args

from companion.beside import STOP, NoAnswer
from companion.doctor.finding import Finding
from companion.doctor.parts import SLOWER_BUS
from hardware import Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.beside import Running

_ELSEWHERE: Final = ("disk", "clock", "network")
"""Told where the doctor looks itself; the companion's own trouble with them is told besides."""

_FROM_THE_GROUND_UP: Final = f"to have them looked at from the ground up, end it ({STOP}) and call the doctor again"


def ask(here: Running) -> Iterator[Finding]:
    """What it says of its parts, and what it has counted."""
    if here.port is None:
        found = f"{here.who} runs, holds bus and pins, and cannot be asked"
        yield Finding("companion", "degraded", found, _FROM_THE_GROUND_UP, needed=False)
        return
    try:
        kind = ", on simulated hardware," if here.is_simulated() else ""
        health = here.get("/api/health")
    except NoAnswer as failure:
        yield Finding("companion", "degraded", str(failure), "sudo systemctl restart companion")
        return
    assert isinstance(health, dict)
    yield Finding(
        "companion", "ok", f"{here.who} runs{kind} and tells of its parts at port {here.port}", _FROM_THE_GROUND_UP
    )
    for part, how in health["parts"].items():
        status = how.get("status")
        if status not in get_args(Status) or (part in _ELSEWHERE and status == "ok"):
            continue
        found = how.get("why") or "works, says the companion that runs"
        yield Finding(
            part, cast("Status", status), found, how.get("cure", ""), part not in ("clock", "network", "mqtt")
        )
    yield _counted(health["counters"])


def _counted(counters: Mapping[str, int]) -> Finding:
    samples, lost, failed = counters.get("samples", 0), counters.get("samples_lost", 0), counters.get("nak", 0)
    found = f"{samples:,} since its start, {lost:,} lost; {failed:,} transfers failed, the sensor was started anew {counters.get('reinit', 0):,} times"
    if lost > samples / 1000 or failed > samples / 1000:
        return Finding(
            "samples", "degraded", found, f"press the plugs in; shorter wires; {SLOWER_BUS}; a better supply"
        )
    return Finding("samples", "ok", found, needed=False)
