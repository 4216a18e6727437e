"""Every screen against its picture. ``UPDATE_PICTURES=1`` draws the pictures anew: look at them before they go in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.faces.german import GERMAN
from companion.faces.oled import render
from companion.faces.words import ENGLISH
from companion.screens import EXAMPLES, SIZES, drawn, examples, screens

PICTURES = Path(__file__).parents[1] / "data" / "pictures"
CASES = [(f"{size[0]}x{size[1]}", size, key) for size in SIZES for key in EXAMPLES]
GERMAN_SCREENS = examples(GERMAN)
SPOKEN = [
    key for key, screen in GERMAN_SCREENS.items() if render(screen, words=GERMAN).texts != render(EXAMPLES[key]).texts
]
"""The screens that say something of their own, and not only what people are called."""


@pytest.mark.parametrize(("folder", "size", "key"), CASES, ids=[f"{folder}-{key}" for folder, _, key in CASES])
def test_screen_looks_as_it_did(folder: str, size: tuple[int, int], key: str) -> None:
    compare(drawn({key: EXAMPLES[key]}, size, ENGLISH)[key], folder, key)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("key", SPOKEN)
def test_screen_looks_as_it_did_in_german(key: str, size: tuple[int, int]) -> None:
    compare(drawn({key: GERMAN_SCREENS[key]}, size, GERMAN)[key], f"{size[0]}x{size[1]}-de", key)


def compare(picture: Image.Image, folder: str, key: str) -> None:
    path = PICTURES / folder / f"{key}.png"
    if os.environ.get("UPDATE_PICTURES"):
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, optimize=True)
    with Image.open(path) as golden:
        assert picture.mode == golden.mode == "1"
        assert ImageChops.logical_xor(picture, golden).getbbox() is None, f"{key} differs from {path}"


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in PICTURES.rglob("*.png")} == set(EXAMPLES)
    for width, height in SIZES:
        assert {path.stem for path in PICTURES.glob(f"{width}x{height}-de/*")} == set(SPOKEN)


def test_the_command_writes_each_screen_small_and_large(tmp_path: Path) -> None:
    assert screens(tmp_path) == 0
    with (
        Image.open(tmp_path / "128x64" / "called.png") as small,
        Image.open(tmp_path / "128x64-x4" / "called.png") as big,
    ):
        assert small.size == (128, 64)
        assert big.size == (512, 256)
        assert big.resize(small.size, Image.Resampling.NEAREST).tobytes() == small.tobytes()
    for sheet in ("sheet-128x64.png", "sheet-128x32.png", "sheet-128x64-de.png", "sheet-128x32-de.png"):
        assert (tmp_path / sheet).exists()
