"""Pictures of the pages for the docs: `python -m tests.phone.pictures DIR`, as `make pictures` does."""

from __future__ import annotations

import os
import shutil
import sys
import time
from dataclasses import replace
from datetime import UTC
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from companion.faces import phone
from companion.faces.menu import NewGame, Offer, Rule, Value
from companion.faces.phone import TONGUES, Household, Reader, Wanted
from companion.faces.phone.evenings import evenings
from companion.games import GAMES, Header
from companion.games.state import Ended
from companion.table.ledger import Ledger
from companion.table.people import Book
from tests.faces.phone.past import past, tally
from tests.faces.phone.seeing import NOON, REST, seen
from tests.phone.live import played

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from playwright.sync_api import Browser, Route

    from companion.table.results import Past

PLAYERS: Final = ("Ada", "Ben", "Cem", "Dora")
SILENT: Final[list[dict[str, object]]] = [{"do": "lift"}, {"do": "set_down"}, {"do": "result"}]
LIFTED: Final[list[dict[str, object]]] = [*SILENT, {"do": "lift"}]
MOVING: Final = REST._replace(in_hands=True, tilt=18.0, bearing=40.0, seconds=7.0, call_open=True)
PILE: Final[dict[str, object]] = {
    "do": "score",
    "player": "Ben",
    "pile": [
        {"value": -5, "colours": ["red"]},
        {"value": 4, "colours": ["green"], "trick": "cuddling", "toy": True},
        {"value": -3, "colours": ["blue"]},
    ],
    "hand": [["red"], ["blue", "purple"]],
}
CALLED: Final[list[dict[str, object]]] = [*SILENT, {"do": "lift"}, {"do": "call", "player": "Cem"}]
GAP: Final = 12


class Device(NamedTuple):
    """What the page is looked at with."""

    name: str
    width: int
    height: int
    """A page that is longer is seen whole, as on a longer phone; where it lies on its side, as much as fits."""
    scheme: Literal["light", "dark"]
    columns: int
    language: str = "en"
    alone: str | None = None
    """In which folder some pages are alone, for what tells of them."""


DEVICES: Final = (
    Device("phone", 360, 720, "light", 6, alone=""),
    Device("phone-dark-de", 360, 720, "dark", 6, "de"),
    Device("small-phone", 320, 720, "light", 6, "de", alone="de"),
    Device("phone-on-its-side", 640, 360, "light", 3),
    Device("tablet", 768, 1024, "light", 4),
    Device("tablet-on-its-side", 1024, 768, "light", 3),
)
ALONE: Final = ("katz-schmaus-playing", "katz-schmaus-called", "katz-fatz", "mad-cat", "fat-cats", "new-game")
PARTS: Final = {"simulator": "pixels", "workshop": "display"}
"""What is alone, too, but too long for it: the id of what a part of it begins with."""
PART: Final = 1040
"""How high that is, px: from the workshop's display to its meters."""
ASIDE: Final = {"workshop": "plot"}
"""What is seen at the top where a page lies on its side, if it is not the page's own."""


def pages(reader: Reader, live: Mapping[str, Page]) -> Iterator[tuple[str, str | Page]]:
    """The pages to be seen, by name; of what is live the page that is open."""
    called = seen(_told("katz-schmaus", CALLED))
    settled = seen(_told("katz-schmaus", [*CALLED, {"do": "result", "in_box": 2, "to": "Cem"}]))
    scored: dict[str, object] = {"do": "score", "player": "Ada", "points": -12, "toys": 2, "hand_colours": 3}
    yield "katz-schmaus", phone.table(reader, settled)
    yield "katz-schmaus-called", phone.table(reader, called)
    yield "katz-fatz", phone.table(reader, seen(_told("katz-fatz", [{"do": "toy", "toy": "wool"}, scored])))
    yield from _mad_cat(reader)
    fat = _told("fat-cats", [{"do": "eaters", "players": ["Ada"]}, {"do": "eat", "player": "Ada", "treats": 3}])
    yield "fat-cats", phone.table(reader, seen(fat))
    ghosts: dict[str, object] = {
        "do": "correct",
        "set": {"cards.blue_left": 0, "positions.Cem": 12, "positions.Ben": 14},
    }
    tired = seen(_told("fat-cats", [ghosts, {"do": "round", "eat": {"Cem": {"treats": 3}}}]))
    yield "fat-cats-ghost", phone.table(reader, tired).replace('<details id="more1">', '<details id="more1" open>')
    ended = seen(_told("katz-schmaus", [*SILENT, {"do": "finish"}]))
    again = NewGame("katz-schmaus", PLAYERS, {"first": "Ben"})
    yield "over", phone.table(reader, ended, Household((), rematch=again))
    home = Household(tuple(_offers()), (PLAYERS,), (*PLAYERS, "Emil", "Frieda"))
    yield "games", phone.new(reader, ended, home, None, None)
    yield "new-game", phone.new(reader, ended, home, Wanted(game="fat-cats"), home.offers[-1])
    yield "evenings", phone.past_games(reader, ended, _games(), Book())
    yield "evening", phone.past_game(reader, ended, seen(_to_its_end()), fits=True)
    yield "people", phone.people(reader, ended, tally(*PLAYERS), ("Emil", "Frieda"))
    yield "history", phone.history(reader, settled)
    yield "amend", phone.amending(reader, settled, 6)
    yield "counted", phone.counted(reader, seen(fat), None)
    yield "one-number", phone.counted(reader, seen(fat), "positions.Ada")
    yield "more", phone.more(reader, seen(fat))
    yield "katz-schmaus-playing", phone.table(reader, replace(seen(_told("katz-schmaus", LIFTED)), box=MOVING))
    cards = seen(_told("katz-fatz", [{"do": "toy", "toy": "scratching-tree"}, {"do": "toy_to", "player": "Ben"}, PILE]))
    yield "katz-fatz-cards", phone.table(reader, cards)
    rounds = [{**scored, "player": name, "points": 12 - 3 * number} for number in range(4) for name in PLAYERS]
    yield "katz-fatz-pad", phone.table(reader, seen(_told("katz-fatz", rounds)))
    yield from _of_six(reader)
    yield "tabletop-playing", phone.tabletop(reader, replace(seen(_told("katz-schmaus", LIFTED)), box=MOVING))
    yield "tabletop-of-seven", phone.tabletop(reader, seen(_told("katz-fatz", [], (*PLAYERS, "Emil", "Fee", "Gül"))))
    yield "tabletop", phone.tabletop(reader, settled)
    yield from live.items()
    yield "old-code", phone.astray(reader.tongue, 401)


def _offers() -> Iterator[Offer]:
    for game in GAMES.values():
        ghost = Rule("ghost", "instead", (Value("instead", {}),), 0)
        rules = (ghost,) if game.name == "fat-cats" else ()
        yield Offer(game.name, game.title, game.seats[0], game.seats[-1], {}, rules)


def _of_six(reader: Reader) -> Iterator[tuple[str, str]]:
    """As many as most games are for."""
    for game in ("katz-schmaus", "katz-fatz", "mad-cat-sad-cat", "fat-cats"):
        six = (*PLAYERS, "Emil", "Frieda")[: max(GAMES[game].seats)]
        yield f"{game}-of-six", phone.table(reader, seen(_told(game, [], six)))


def _mad_cat(reader: Reader) -> Iterator[tuple[str, str]]:
    lock: dict[str, object] = {"do": "lock", "kind": "mad"}
    failed = seen(_told("mad-cat-sad-cat", [lock, {"do": "fail"}]))
    with_dice = replace(reader, wishes=frozenset({"dice", "odds"}))
    aside = seen(_told("mad-cat-sad-cat", [{"do": "set_aside", "dice": ["M1", "M1", "W"]}]))
    yield "mad-cat", phone.table(reader, seen(_told("mad-cat-sad-cat", [lock])))
    yield "mad-cat-next", phone.table(reader, failed)
    yield "mad-cat-mooch", phone.mooching(reader, failed, "catpot")
    yield "mad-cat-dice", phone.table(with_dice, aside)


def draw(folder: Path) -> None:
    """Every page on every device, a sheet each; and some alone."""
    (folder / "de").mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with played(browser, TONGUES) as live:
            for device in DEVICES:
                _draw_on(device, browser, live[device.language], folder)
        browser.close()
    (evening,) = evenings(_games(), Book(), Reader(zone=UTC))
    (folder / "evening-to-send.png").write_bytes(phone.poster(evening, "en"))


def _draw_on(device: Device, browser: Browser, live: Mapping[str, Page], folder: Path) -> None:
    taken = list(_shots(browser, device, live))
    shots = dict(taken)
    assert len(shots) == len(taken), "two pages are called alike"
    _save(_sheet(list(shots.values()), device), folder / f"{device.name}.png")
    if device.alone is None:
        return
    for name in ALONE:
        _save(shots[name], folder / device.alone / f"{name}.png")
    for name, top in PARTS.items():
        page = live[name]
        page.set_viewport_size({"width": device.width, "height": PART})
        _scroll_to(page, top)
        _save(_seen(page), folder / device.alone / f"{name}.png")


def _games() -> list[Past]:
    return [
        past(9, dict(zip(PLAYERS, (9, 12, 7, 7), strict=True))),
        past(8, dict(zip(PLAYERS, (24, 31, 30, 19), strict=True)), "fat-cats"),
        past(7, {"Ada": -4, "Cem": 38, "Ben": 17}, "katz-fatz", Ended.SHORT),
        past(6, dict(zip(PLAYERS, (8, 11, 9, 7), strict=True))),
    ]


def _told(game: str, commands: list[dict[str, object]], players: tuple[str, ...] = PLAYERS) -> Ledger:
    ledger = Ledger(Header(game, players, {"cushions": 30} if game == "fat-cats" else {}))
    for number, command in enumerate(commands):
        ledger.submit(command, source="button" if number % 2 else "phone", at=number, wall=NOON + 20 * number)
    return ledger


def _to_its_end() -> Ledger:
    """A game of Katz Fatz to its end."""
    points = ((12, 31, -4, 20), (25, -8, 17, 9), (-11, 14, 40, 22), (33, 19, 6, 28))
    told: list[dict[str, object]] = [
        {"do": "score", "player": name, "points": each}
        for row in points
        for name, each in zip(PLAYERS, row, strict=True)
    ]
    return _told("katz-fatz", [*told, {"do": "finish"}])


def _shots(browser: Browser, device: Device, live: Mapping[str, Page]) -> Iterator[tuple[str, Image.Image]]:
    # Without its script a page waits for nobody.
    context = browser.new_context(
        viewport={"width": device.width, "height": device.height},
        color_scheme=device.scheme,
        java_script_enabled=False,
    )
    page = context.new_page()
    shown = ""

    def serve(route: Route) -> None:
        file = phone.STATIC / route.request.url.rpartition("/")[2]
        if "/static/" in route.request.url:
            route.fulfill(path=file)
        else:
            # By itself it asks again every 5 s: with no answer it stays as it is.
            status = 200 if shown else 204
            route.fulfill(status=status, body=shown, content_type="text/html; charset=utf-8")

    page.route("**/*", serve)
    for name, one in pages(Reader(tongue=TONGUES[device.language], zone=UTC), live):
        if isinstance(one, Page):
            one.emulate_media(color_scheme=device.scheme)
            yield name, _all_of(one, device, ASIDE.get(name))
        else:
            shown = one
            page.goto("http://table/")
            shown = ""
            yield name, _all_of(page, device)
    context.close()


def _all_of(page: Page, device: Device, aside: str | None = None) -> Image.Image:
    page.evaluate("scrollTo(0, 0)")
    page.set_viewport_size({"width": device.width, "height": device.height})
    if device.height > device.width:
        length = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({"width": device.width, "height": max(device.height, length)})
    elif aside is not None:
        _scroll_to(page, aside)
    return _seen(page)


def _scroll_to(page: Page, top: str) -> None:
    page.evaluate("id => scrollTo(0, document.getElementById(id).offsetTop - 4)", top)


def _seen(page: Page) -> Image.Image:
    # What is drawn is drawn anew for its size, and for the scheme, before it is looked at.
    page.evaluate("window.dispatchEvent(new Event('resize'))")
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def _sheet(shots: list[Image.Image], device: Device) -> Image.Image:
    # Each below the shortest column.
    ends = [0] * device.columns
    places = []
    for shot in shots:
        column = ends.index(min(ends))
        places.append((column * (device.width + GAP), ends[column]))
        ends[column] += shot.height + GAP
    sheet = Image.new("RGB", (device.columns * (device.width + GAP) - GAP, max(ends) - GAP), "#8a8178")
    for shot, place in zip(shots, places, strict=True):
        sheet.paste(shot, place)
    return sheet


def _save(picture: Image.Image, path: Path) -> None:
    # 64 colours are enough for letters on paper, and a third of the bytes; an octree keeps those of few pixels, too.
    picture.quantize(64, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


if __name__ == "__main__":
    # A table's own clock goes by this, wherever its picture is taken.
    os.environ["TZ"] = "UTC"
    time.tzset()
    draw(Path(sys.argv[1]))
