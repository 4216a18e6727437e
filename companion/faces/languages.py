"""The languages that the companion speaks, by the names that the settings give them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.faces.german import GERMAN
from companion.faces.words import ENGLISH, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES: Final[Mapping[str, Words]] = MappingProxyType({"en": ENGLISH, "de": GERMAN})
