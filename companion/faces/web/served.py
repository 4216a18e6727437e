"""What the HTTP interface needs of the table, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from random import Random

    from companion.faces.oled import Frame
    from companion.faces.phone import LiveBox
    from companion.faces.trouble import Part, Trouble
    from companion.faces.web.motion import Sensing
    from companion.faces.web.simulator import Simulator
    from companion.followers import Followers
    from companion.lately import LogLine
    from companion.offers import Offers
    from companion.settings import Settings
    from companion.table.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """The box itself."""

    frame: Callable[[], Frame | None]
    """The picture that the display was given last; None before the first."""
    feels: Callable[[], LiveBox | None]
    """What the box feels; None where the game has none."""
    sensing: Sensing
    calls_decided: Callable[[], Awaitable[None]]
    """Wait for those who are about to call at the box: they were earlier than a call that comes now."""
    tables: Callable[[], Sequence[Mapping[str, object]]]
    """Those that the box was measured on."""
    measure: Callable[[object], Awaitable[Mapping[str, object]]]
    """Keep what is usual on the one where it lies, under a name; raises Refusal, NotSaved."""
    simulator: Simulator | None
    """Who handles the box for a browser, where it is a simulated one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upkeep:
    """How the companion is."""

    parts: Callable[[], Sequence[Part]]
    """How every part is."""
    troubles: Callable[[], tuple[Trouble, ...]]
    """What is wrong with some of them."""
    counters: Callable[[], Mapping[str, int]]
    """What was counted."""
    log: Callable[[], Sequence[LogLine]]
    """The last lines of the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """How phones come in."""

    address: Callable[[], str | None]
    """What a phone scans to join; None while it could not."""
    renew: Callable[[], Awaitable[None]]
    """Send all phones away; raises NotSaved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One table as it is served; all of it belongs to the loop's thread."""

    session: Session
    followers: Followers
    """Who is told that something has changed."""
    settings: Settings
    offers: Callable[[], Offers]
    """What can be begun."""
    chance: Random
    """Draws who begins."""
    device: Device
    upkeep: Upkeep
    entrance: Entrance
