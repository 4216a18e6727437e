"""An evening as one picture, to be sent to those who were there: upright, as messengers show it whole."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from companion.faces.oled import glyphs, icons
from companion.faces.phone.tongues import TONGUES
from companion.faces.words import written
from companion.games.said import fill

if TYPE_CHECKING:
    from companion.faces.phone.evenings import Evening, Played
    from companion.faces.phone.tongues import Tongue

SIZE: Final = (1080, 1350)
"""Four by five: the tallest that messengers and their albums do not cut."""

MOST: Final = 8
"""Games that have room, the last ones of the evening."""

_MARGIN: Final = 60
_TOP, _BOTTOM = 280, 40
_PAPER, _CARD, _INK, _SOFT, _LINE, _ACCENT = "#fbf4e8", "#fffdf8", "#2a2018", "#65564a", "#d9c9b2", "#a1421a"


@lru_cache(maxsize=4)
def poster(evening: Evening, language: str) -> bytes:
    """The picture as PNG, 20 kB; in the letters of the display, two or more times as large."""
    tongue = TONGUES[language]
    sheet = _Sheet()
    sheet.icon(icons.CAT_HEAD, _MARGIN, 60, 7, _ACCENT)
    left = _MARGIN + icons.CAT_HEAD.width * 7 + 40
    sheet.line(evening.title, 16, 4, left, 76, _INK, SIZE[0] - _MARGIN - left)
    games = evening.games[::-1]
    told = _summary(games, tongue)
    if told:
        sheet.line(told, 12, 3, left, 164, _ACCENT, SIZE[0] - _MARGIN - left)
    shown = games[-MOST:]
    room = (SIZE[1] - _TOP - _BOTTOM) / len(shown)
    for at, game in enumerate(shown):
        _card(sheet, game, round(_TOP + at * room), round(min(room, 300)) - 20, tongue)
    if len(games) > len(shown):
        more = fill(tongue.own.and_more, {"more": len(games) - len(shown)})
        sheet.line(more, 12, 3, left, 212, _SOFT, SIZE[0] - _MARGIN - left)
    return sheet.png()


def _summary(games: tuple[Played, ...], tongue: Tongue) -> str:
    """Who won most, where several games were played and it was one person."""
    wins = Counter(place.name for game in games for place in game.places if place.won)
    (name, most), *others = wins.most_common(2) or [("", 0)]
    if len(games) < 2 or not name or (others and others[0][1] == most):
        return ""
    return fill(tongue.own.evening_won, {"name": name, "wins": most, "games": len(games)})


def _card(sheet: _Sheet, game: Played, top: int, height: int, tongue: Tongue) -> None:
    """One game: what it was, who won, and how the others came out."""
    sheet.box(_MARGIN, top, SIZE[0] - 2 * _MARGIN, height)
    left, room = _MARGIN + 30, SIZE[0] - 2 * _MARGIN - 60
    title = game.title if not game.how else f"{game.title} ({game.how})"
    winners = [place for place in game.places if place.won]
    others = [place for place in game.places if not place.won]
    names = ", ".join(place.name for place in winners) or tongue.words.nobody
    rest = " · ".join(f"{place.name} {written(place.score)}" for place in others)
    # Title, winners and the others: size of the letters, how many times as large, and how far from the edge.
    large = height > 145
    small, times = (12, 3) if large else (12, 2)
    big, bigger = (24, 3) if height > 200 else (16, 3) if large else (18, 2)
    sheet.line(title, small, times, left, top + (14 if large else 6), _ACCENT, room)
    middle = top + (height - big * bigger) // 2
    if winners:
        score = written(max(place.score for place in winners))
        wide = glyphs.width(score, big) * bigger
        sheet.line(score, big, bigger, left + room - wide, middle, _INK, wide)
        sheet.icon(icons.CROWN, left, middle + (big * bigger - len(icons.CROWN.bits) * bigger) // 2, bigger, _ACCENT)
        beside = icons.CROWN.width * bigger + 24
        sheet.line(names, big, bigger, left + beside, middle, _INK, room - wide - beside - 30)
    else:
        sheet.line(names, big, bigger, left, middle, _SOFT, room)
    sheet.line(rest, small, times, left, top + height - small * times - (14 if large else 6), _SOFT, room)


class _Sheet:
    """A picture that is drawn on."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", SIZE, _PAPER)
        self._image.paste(_ACCENT, (0, 0, SIZE[0], 24))

    def line(self, text: str, size: int, times: int, x: int, y: int, ink: str, room: int) -> None:
        """A line of text from its left, as much of it as has room."""
        shown = glyphs.cut(text, size, room // times)
        if shown:
            self._ink(glyphs.line(shown, size).ink, times, x, y, ink)

    def icon(self, rows: icons.Rows, x: int, y: int, times: int, ink: str) -> None:
        """A small picture, larger."""
        self._ink(glyphs.picture(rows), times, x, y, ink)

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """A card to write on."""
        draw = ImageDraw.Draw(self._image)
        draw.rounded_rectangle((x, y, x + width, y + height), 24, _CARD, _LINE, 4)

    def png(self) -> bytes:
        """As a file: 16 colours are all there are."""
        file = BytesIO()
        self._image.quantize(16).save(file, "PNG", optimize=True)
        return file.getvalue()

    def _ink(self, mask: Image.Image, times: int, x: int, y: int, ink: str) -> None:
        large = mask.resize((mask.width * times, mask.height * times), Image.Resampling.NEAREST)
        self._image.paste(ink, (x, y), large)
