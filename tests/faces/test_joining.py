"""The code that lets a phone join: found by the button, and read by a phone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from PIL import Image

from companion.faces.german import GERMAN
from companion.faces.menu import Dismiss, Facts, Offer, Renew
from companion.faces.oled import glyphs, render, screens
from companion.faces.oled.games import lookups
from companion.faces.oled.view import View, screen
from companion.faces.one_button import Menu, gesture
from companion.faces.pages import AtHand
from companion.faces.web.address import joining_address
from companion.faces.words import ENGLISH
from companion.games import GAMES, AnyGame, Header
from companion.settings import Setting
from companion.table.ledger import Ledger
from tests.playing import play

if TYPE_CHECKING:
    from pathlib import Path

    from companion.scenario.stage import Stage

ADDRESSES = {
    "short": joining_address("10.0.0.2", 2287, "A" * 16),
    "port 80": joining_address("192.168.4.1", 80, "IJLT7777OQ2222BD"),
    "usual": joining_address("192.168.178.123", 2287, "CATSHAVEFOURPAWS"),
    "longest": joining_address("192.168.178.123", 65535, "MW4MW4MW4MW4MW4Q"),
}
USUAL = ADDRESSES["usual"]
each_address = pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)


def photographed(picture: Image.Image) -> Image.Image:
    """A display in its dark frame, as a camera sees it."""
    photo = Image.new("L", (picture.width + 40, picture.height + 40), 0)
    photo.paste(picture.convert("L"), (20, 20))
    return photo.resize((photo.width * 5, photo.height * 5), Image.Resampling.BICUBIC).rotate(4)


@each_address
def test_a_phone_reads_the_code_off_the_display(address: str) -> None:
    (found,) = zxingcpp.read_barcodes(photographed(render(screens.Join(address)).seen()))
    assert found.text == address


@each_address
@pytest.mark.parametrize(("size", "typed"), [((128, 64), True), ((128, 32), True), ((128, 32), False)])
def test_where_it_cannot_be_scanned_the_whole_address_can_be_typed(
    address: str, size: tuple[int, int], *, typed: bool
) -> None:
    frame = render(screens.Join(address, typed=typed), size)
    assert "HTTP://" + "".join(frame.texts) == address
    assert glyphs.ELLIPSIS not in "".join(frame.texts)


@pytest.mark.parametrize("on", [False, True])
def test_the_button_finds_it_before_and_in_a_game(*, on: bool) -> None:
    table = Facts(games=(Offer("fat-cats", "Fat Cats"),), on=on, address=USUAL, words=GERMAN)
    menu = Menu()
    if on:
        menu, _ = gesture(menu, "ok", table)
    while menu.listing(table).items[menu.position(table)].label != "Handy":
        menu, _ = gesture(menu, "press", table)
    menu, _ = gesture(menu, "ok", table)
    seen = []
    for _ in range(3):
        seen.append(screen(View(table=table, menu=menu)))
        menu, _ = gesture(menu, "press", table)
    code, typed = screens.Join(USUAL), screens.Join(USUAL, typed=True)
    assert seen == [code, typed, code]
    assert gesture(menu, "ok", table)[1] == Dismiss()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_who_comes_in_mid_game_has_it_after_three_presses_of_the_menu(game: AnyGame) -> None:
    state = Ledger(Header(game.name, ("Ada", "Ben", "Cem"), {})).state
    table = Facts(
        prompt=game.prompt(state),
        on=True,
        turn=state.turn,
        last="Ada +3",
        at_hand=game.at_hand(state),
        lookups=lookups(game.name, ENGLISH),
        address=USUAL,
    )
    assert "phone" in [item.label for item in AtHand().list(table).items][:4]


def chosen(table: Facts, *labels: str) -> tuple[Menu, object]:
    """Where the button is after it chose these items, and what the last one led to."""
    menu, action = Menu(), None
    for label in labels:
        for _ in menu.listing(table).items:
            if menu.listing(table).items[menu.position(table)].label == label:
                break
            menu, _ = gesture(menu, "press", table)
        menu, action = gesture(menu, "ok", table)
    return menu, action


def test_another_code_is_asked_for_twice_before_all_phones_are_sent_away() -> None:
    table = Facts(games=(Offer("fat-cats", "Fat Cats"),), address=USUAL, setting=Setting(True, 100, 160, "en"))
    menu, action = chosen(table, "settings", "new code")
    assert (menu.listing(table).title, action) == ("all scan anew?", None)
    assert gesture(menu, "ok", table)[1] == Dismiss()
    assert chosen(table, "settings", "new code", "new code")[1] == Renew()


def test_without_a_network_there_is_no_other_code() -> None:
    table = Facts(games=(Offer("fat-cats", "Fat Cats"),), setting=Setting(True, 100, 160, "en"))
    menu, _ = chosen(table, "settings")
    assert [item.label for item in menu.listing(table).items] == ["sound", "brightness", "language", "switch off"]


def test_by_the_button_the_code_is_another_one(stage: Stage, tmp_path: Path) -> None:
    stage.port = 0
    play(stage, 'expect oled contains "Katz & Schmaus"\nwait 6s')
    before, address = (tmp_path / "token").read_text(), stage.daemon.network.address
    play(stage, "press\n" * 5 + 'expect oled contains "settings"\nhold 700ms\n' + "press\n" * 3)
    play(stage, 'expect oled contains "new code"\nhold 700ms\nexpect oled contains "all scan anew?"\npress\nhold 700ms')
    play(stage, 'expect oled contains "phones scan it anew"')
    assert (tmp_path / "token").read_text() != before
    assert stage.daemon.network.address != address


def test_without_a_network_it_is_not_offered() -> None:
    table = Facts(games=(Offer("fat-cats", "Fat Cats"),))
    assert [item.label for item in Menu().listing(table).items] == ["Fat Cats"]


def test_another_address_is_another_picture() -> None:
    pictures = [render(screens.Join(address)).image.tobytes() for address in ADDRESSES.values()]
    assert all(one != other for one, other in pairwise(pictures))
