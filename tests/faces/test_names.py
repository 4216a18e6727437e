"""Names of any script: they fit, umlauts are right, and what the font lacks is still to be seen."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from companion.faces.oled import glyphs, icons, render, screens
from companion.faces.oled.canvas import Area, Canvas
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


def pictures(screen: screens.Screen, size: tuple[int, int]) -> list[bytes]:
    """All that is shown of a screen, one after the other."""
    return [render(screen, size, page=page).image.tobytes() for page in range(render(screen, size).pages)]


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
        screens.Unwell(name, name),
        screens.Players("who plays?", (name,) * 7, 0, 2),
        screens.Note(name, name),
        screens.Turn(name, name, "sad", name),
        screens.Take(name, name, 13, (name, "Fail"), 0, light=True),
        screens.Pots(((13, 14, 15, 16),) * 4, 17, 44),
        _track(name),
        screens.Eating(name, "+8", name, _track(name)),
        screens.Eating(name, "+8", name, _track(name), booked=name),
        screens.Moved((screens.Move(name, 3, 19),), name, _track(name)),
        screens.Moved((screens.Move(name, 3, 19), screens.Move("Ben", 30, 41)), "", _track(name)),
        screens.Worth(name, (screens.Pot("full-house", 31), screens.Pot("four", 2)), name, name),
        screens.Waiting(name, 20, 45),
        screens.Playing(name, 20, 45, 12.3, last=screens.Settled(name[:1], 3, inferred=True)),
        screens.Toy(name, name, 3, name, name),
        screens.Count(name, name, "12", 1),
        screens.Count(name, name, "12", 1, booked=name),
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


@given(names, st.sampled_from([Area(20, 20, 90, 60), Area(20, 20, 134, 40), Area(20, 20, 60, 34)]), st.booleans())
def test_large_text_stays_in_its_place(name: str, area: Area, hollow: bool) -> None:
    canvas = Canvas((160, 96), ENGLISH)
    canvas.big(name, area, hollow=hollow)
    lit = canvas.image.getbbox()
    assert lit is not None
    assert lit[0] >= area.left
    assert lit[1] >= area.top
    assert lit[2] <= area.right
    assert lit[3] <= area.bottom


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


def test_a_long_name_goes_on_in_the_next_line() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff"
    assert not any(glyphs.ELLIPSIS in text for text in render(screens.Ready(name)).texts)
    # In 32 rows its middle is left out where two lines are too short, and it is told whole all the same.
    low = render(screens.Ready("W" * 18 + "o" * 22), (128, 32)).texts
    assert any("W" in text and text.endswith("o") and glyphs.ELLIPSIS in text for text in low)
    assert "W" * 18 + "o" * 22 in low


TWINS = [
    ("Maximilian A", "Maximilian B"),
    ("Maximilian Anton von Hohenlohe", "Maximilian Bruno von Hohenlohe"),
    ("Anna-Lena Müller-Lüdenscheidt 1", "Anna-Lena Müller-Lüdenscheidt 2"),
    ("x" * 39 + "a", "x" * 39 + "b"),
    ("春夏秋冬春夏秋冬春夏秋冬一", "春夏秋冬春夏秋冬春夏秋冬二"),
    ("שלום שלום שלום שלום א", "שלום שלום שלום שלום ב"),
]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("twins", TWINS, ids=ascii)
def test_names_that_begin_alike_are_told_apart_where_all_stand(twins: tuple[str, str], size: tuple[int, int]) -> None:
    others = ("Ben", "Cem", "Dana", "Emil", "Gül")
    for count in (0, 2, 5):
        names = (*twins, *others[:count])
        for shown in (
            lambda order: screens.Scores(tuple((name, 7, False) for name in order)),
            lambda order: screens.Players("who plays?", order),
        ):
            # With the two swapped it is another picture: so each can be seen for what it is.
            swapped = (*twins[::-1], *names[2:])
            assert pictures(shown(names), size) != pictures(shown(swapped), size)


@pytest.mark.parametrize("name", ["שלום", "محمد"])
def test_what_is_read_from_the_right_stands_so_within_a_sentence_too(name: str) -> None:
    alone = glyphs.line(name, 12).ink
    within = glyphs.line(f"A {name} 3", 12).ink
    left = glyphs.width("A ", 12) + 1
    assert within.crop((left, 0, left + alone.width, 12)).tobytes() == alone.tobytes()
    first = glyphs.line(name[0], 12).ink
    assert alone.crop((alone.width - first.width, 0, alone.width, 12)).tobytes() == first.tobytes()


def test_what_is_cut_of_a_word_read_from_the_right_is_its_end() -> None:
    shorter = glyphs.cut("שלום", 12, 22)
    assert shorter.startswith("ש")
    assert glyphs.line(shorter, 12).ink.tobytes() != glyphs.line(shorter[::-1], 12).ink.tobytes()


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
    if isinstance(screen, screens.Asleep | screens.Unwell):
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
