"""What the table's entities are called in Home Assistant."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class EntityNames(NamedTuple):
    """The names of all entities in one language."""

    game: str
    phase: str
    turn: str
    leader: str
    call: str
    trouble: str


ENTITY_NAMES: Final[Mapping[str, EntityNames]] = MappingProxyType(
    {
        "en": EntityNames("Game", "Phase", "Turn", "Leader", "Last call", "Trouble"),
        "de": EntityNames("Spiel", "Phase", "Am Zug", "Vorn", "Letzter Ruf", "Störung"),
    }
)
"""By the language's name in the settings."""
