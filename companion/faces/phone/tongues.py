"""The languages of the phone page, and which of them a browser is answered in."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.faces.languages import LANGUAGES
from companion.faces.phone.german import PHONE_GERMAN
from companion.faces.phone.words import PHONE_ENGLISH, PhoneWords

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.faces.words import Words


class Tongue(NamedTuple):
    """A language: what all faces say, and what the phone page says beside that."""

    code: str
    title: str
    words: Words
    own: PhoneWords


TONGUES: Final[Mapping[str, Tongue]] = MappingProxyType(
    {
        "en": Tongue("en", "English", LANGUAGES["en"], PHONE_ENGLISH),
        "de": Tongue("de", "Deutsch", LANGUAGES["de"], PHONE_GERMAN),
    }
)


def tongue_for(chosen: str | None, accepted: str, otherwise: str = "en") -> Tongue:
    """The language that somebody chose, else the first that a browser accepts, else that of the box.

    >>> tongue_for(None, "fr;q=0.9, de-AT;q=0.8, en;q=0.1").code
    'de'
    >>> tongue_for("en", "de").code, tongue_for("xx", "").code
    ('en', 'en')
    """
    for code in (chosen or "", *_by_preference(accepted)):
        if code in TONGUES:
            return TONGUES[code]
    return TONGUES[otherwise]


def _by_preference(accepted: str) -> list[str]:
    """The languages of an Accept-Language header, the dearest first (RFC 9110, 12.5.4)."""
    ranked = list[tuple[float, str]]()
    for item in accepted.split(","):
        tag, _, parameter = item.strip().partition(";")
        try:
            weight = float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if weight > 0:
            ranked.append((-weight, tag.partition("-")[0].strip().lower()))
    return [code for _, code in sorted(ranked, key=lambda pair: pair[0])]
