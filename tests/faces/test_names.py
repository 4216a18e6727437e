"""Names of any script: they fit, umlauts are right, and what the font lacks is still to be seen."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.faces.oled import glyphs, icons, render, screens
from companion.faces.oled.canvas import Box, Canvas
from companion.faces.words import ENGLISH
from companion.screens import SIZES

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
NAMES = [
    "Zoë",
    unicodedata.normalize("NFD", "Zoë"),
    "Müller",
    "Łukasz",
    "😺",
    FAMILY,
    "春",
    "محمد",
    "שלום",
    "Ελένη",
    "Дмитрий",
    " ",
    "",
    "a\x00b",
    "\u200b",
    "\U0001f1e9\U0001f1ea",
    "W" * 40,
    "Maximilian Alexander von und zu Hohenlohe",
]
names = st.one_of(st.sampled_from(NAMES), st.text(max_size=40))


def ink(text: str, size: int = 20) -> bytes:
    picture = glyphs.line(text, size).ink
    return bytes(str(picture.size), "ascii") + picture.tobytes()


def lit(picture: Image.Image) -> int:
    return picture.convert("L").histogram()[255]


def screens_with(name: str) -> list[screens.Screen]:
    return [
        screens.Ready(name, score=3),
        screens.Playing(name, 20, 45, 12.3),
        screens.Called(name, 0.4),
        screens.Choose("who called?", (name, "Ben"), 0),
        screens.Choose("who called?", ("Ben", name), 0, light=True),
        screens.Number(name, 3, 0, 4),
        screens.Settled(name, -12, name),
        screens.Scores(((name, 12, True), ("Ben", -3, False))),
        screens.Scores(((name, 12, True),) * 7),
        screens.End((name, "Ben"), 9),
        screens.Resume(name),
        screens.Trouble(name, name),
        screens.Players("who plays?", (name,) * 7, 0, 2),
        screens.Note(name, name),
        screens.Turn(name, name, "sad", name),
        screens.Take(name, name, 13, (name, "Fail"), 0, light=True),
        screens.Pots(((13, 14, 15, 16),) * 4, 17, 44),
        _track(name),
        screens.Eating(name, "+8", name, _track(name)),
        screens.Toy(name, name, 3, name, name),
        screens.Tally(name, name, "12", 1),
    ]


def _track(name: str) -> screens.Track:
    cats = tuple(screens.Cat(f"{name}{at or ''}", 12 * at, at, moved=at == 2) for at in range(6))
    return screens.Track(cats, 60, (20, 22, 24), name, name)


@settings(max_examples=40)
@given(names)
def test_any_name_is_drawn_everywhere(name: str) -> None:
    for screen in screens_with(name):
        for size in SIZES:
            frame = render(screen, size)
            assert frame.image.size == size
        texts = render(screen).texts
        assert not name or isinstance(screen, screens.Pots) or name in " ".join(texts)


@given(names, st.sampled_from([Box(20, 20, 90, 60), Box(20, 20, 134, 40), Box(20, 20, 60, 34)]), st.booleans())
def test_large_text_stays_in_its_place(name: str, box: Box, hollow: bool) -> None:
    canvas = Canvas((160, 96), ENGLISH)
    canvas.big(name, box, hollow=hollow)
    lit = canvas.image.getbbox()
    assert lit is not None
    assert lit[0] >= box.left
    assert lit[1] >= box.top
    assert lit[2] <= box.right
    assert lit[3] <= box.bottom


@pytest.mark.parametrize("size", glyphs.SIZES)
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_no_name_is_invisible(name: str, size: int) -> None:
    assert glyphs.line(name, size).ink.getbbox() is not None


def test_composed_and_decomposed_look_alike() -> None:
    assert ink("Zoë") == ink(unicodedata.normalize("NFD", "Zoë")) != ink("Zoe")


def test_a_mark_that_has_no_letter_of_its_own_is_laid_over_it() -> None:
    assert ink("b\u0308") not in (ink("b"), ink("b?"))


def test_names_the_font_lacks_still_differ() -> None:
    assert len({ink(name) for name in ("春", "夏", "秋", "冬", "😺", "🐶", FAMILY)}) == 7


def test_a_joined_family_is_one_letter() -> None:
    assert list(glyphs.clusters(f"a{FAMILY}b")) == ["a", FAMILY, "b"]


def test_a_running_number_stands_still() -> None:
    assert len({glyphs.width(str(number), 32) for number in range(10, 100)}) == 1


def test_a_name_cut_short_is_told_whole() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff"
    frame = render(screens.Ready(name))
    assert name in frame.texts
    assert any(text.endswith(glyphs.ELLIPSIS) for text in frame.texts)


def test_an_inferred_number_is_hollow() -> None:
    said = render(screens.Settled("Ada", 3, "nobody called")).image
    inferred = render(screens.Settled("Ada", 3, "nobody called", inferred=True)).image
    assert lit(said) > lit(inferred)


def test_a_call_is_turned_round_by_the_controller() -> None:
    frame = render(screens.Called("Ben", 0.4))
    assert frame.inverted
    assert "Ben" in frame.texts
    assert "BEN!" in frame.texts
    assert lit(frame.seen()) == 128 * 64 - lit(frame.image)


def test_the_paw_shows_only_what_is_safe() -> None:
    corner = (117, 0, 128, 9)
    pictures = {
        saved: render(screens.Ready("Ada", signs=screens.Signs(saved=saved))).image.crop(corner).tobytes()
        for saved in (True, False, None)
    }
    assert len(set(pictures.values())) == 3
    assert Image.frombytes("1", (11, 9), pictures[None]).getbbox() is None


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("screen", screens_with("Wilhelmina"), ids=lambda screen: type(screen).__name__)
def test_signs_cover_nothing(screen: screens.Screen, size: tuple[int, int]) -> None:
    if isinstance(screen, screens.Asleep | screens.Trouble):
        pytest.skip("shows no signs")
    bare, signed = (replace(screen, signs=signs) for signs in (screens.Signs(), screens.Signs(True, trouble=True)))
    both = sum(row.bit_count() for icon in (icons.PAW, icons.WARNING) for row in icon.bits)
    assert lit(render(signed, size).image) == lit(render(bare, size).image) + both


def test_a_rolling_ball_changes_little() -> None:
    """One step of the animation at 20 frames a second, in bytes of display memory (8 rows by 1 column each)."""
    before = render(screens.Playing("Ada", 10, 40, 3.0)).image
    after = render(screens.Playing("Ada", 12, 44, 3.05)).image
    changed = sum(
        before.crop((x, y, x + 1, y + 8)).tobytes() != after.crop((x, y, x + 1, y + 8)).tobytes()
        for x in range(128)
        for y in range(0, 64, 8)
    )
    assert 0 < changed <= 64
