"""A visitor at a simulated table: the box is dragged, pressed and broken, and display and workshop say so."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.everybody import is_for_everybody
from tests.phone.hands import SMALL, Hands
from tests.phone.live import played
from tests.web.simulated import SimulatedHouse, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Route


@pytest.fixture
def visitor(browser: Browser, tmp_path: Path) -> Iterator[Hands]:
    with running(SimulatedHouse(tmp_path)) as house:
        visitor = Hands(browser, house, (360, 760))
        yield visitor
        visitor.close()


def centre(thing: Locator) -> tuple[float, float]:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_visitor_drags_the_box_through_a_turn(visitor: Hands) -> None:
    visitor.open("/simulator")
    pixels, mouse = visitor.page.locator("#pixels"), visitor.page.mouse
    expect(pixels).to_have_attribute("alt", "Ada. 0. lift the box")
    before = pixels.get_attribute("src")
    x, y = centre(visitor.page.locator("#box"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 20)
    expect(visitor.page.locator("#light")).to_have_attribute("data-on", "true")
    mouse.move(x + 50, y - 20, steps=5)
    expect(visitor.page.locator("#felt")).to_have_text(re.compile("in the hands, tilted by [23].°"))
    assert pixels.get_attribute("src") != before
    # Shorter it is no turn.
    expect(pixels).to_have_attribute("alt", re.compile(r"([3-9]|\d\d)\. s"))
    mouse.up()
    expect(visitor.page.locator("#felt")).to_have_text("on the table")
    expect(pixels).to_have_attribute("alt", re.compile("call"))


def test_a_script_that_comes_late_shows_what_was_told_before(visitor: Hands) -> None:
    late: list[Route] = []
    visitor.page.route("**/motion.js", lambda route: late.append(route))  # noqa: PLW0108 - it looks into the function
    # With the first events the page is looked at once more: then they are here, and the plot is not.
    with visitor.page.expect_response(
        lambda answer: answer.request.resource_type == "fetch" and answer.url.endswith("/simulator")
    ):
        visitor.page.goto(f"{visitor.address}/simulator", wait_until="commit")
    (route,) = late
    route.continue_()
    expect(visitor.page.locator("#felt")).to_have_text("on the table")
    visitor.tap("Lift")
    expect(visitor.page.locator("#felt")).to_have_text(re.compile("in the hands"))


def test_while_somebody_plays_a_press_of_the_button_is_the_call(visitor: Hands) -> None:
    visitor.open("/simulator")
    pixels, mouse = visitor.page.locator("#pixels"), visitor.page.mouse
    visitor.tap("Lift")
    visitor.tap("Tilt to the right")
    expect(visitor.page.locator("#felt")).to_have_text(re.compile("tilted by [23].°"))
    mouse.move(*centre(visitor.button("Button")))
    mouse.down()
    expect(pixels).to_have_attribute("alt", re.compile("Who called"))
    mouse.up()
    expect(visitor.page.locator("#buzzer")).to_have_attribute("data-on", "false")


def test_what_is_broken_is_told_with_its_cure_and_mended(visitor: Hands) -> None:
    visitor.open("/simulator")
    visitor.tap("the sensor's plug is out")
    parts = visitor.page.locator("[data-part=breaking] .parts")
    expect(parts).to_contain_text("motion sensor missing")
    visitor.open("/workshop")
    sensor = visitor.page.locator(".parts .absent")
    expect(sensor).to_contain_text("motion sensor missing, since")
    expect(sensor).to_contain_text("SDA")
    visitor.open("/simulator")
    visitor.tap("✗ the sensor's plug is out")
    expect(parts).to_have_text("✓ Every part is well.")


def test_the_displays_language_follows_the_settings(visitor: Hands) -> None:
    visitor.open("/workshop")
    visitor.tap("Deutsch")
    expect(visitor.page.locator("#oled")).to_have_attribute("alt", "Ada. 0. Box anheben")
    expect(visitor.button("Deutsch")).to_have_attribute("aria-pressed", "true")


def test_on_a_small_phone_the_names_of_the_pages_stay_whole(visitor: Hands) -> None:
    visitor.look_with(SMALL)
    visitor.open("/")
    names = visitor.page.locator("nav a")
    expect(names).to_have_text(["Table", "History", "More", "Simulator"])
    lines = "all => all.map((each) => { const range = document.createRange(); range.selectNodeContents(each);"
    lines += " return range.getClientRects().length; })"
    assert names.evaluate_all(lines) == [1, 1, 1, 1]
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= SMALL[0]


def test_its_page_fits_and_can_be_used_by_everybody(visitor: Hands) -> None:
    is_for_everybody(visitor, "/simulator")


MARKED = """
() => {
  const words = [];
  const paper = CanvasRenderingContext2D.prototype, fillText = paper.fillText;
  paper.fillText = function (text, x, y) {
    if (/[▲▼◆]/.test(text)) words.push({ text, from: x, to: x + this.measureText(text).width });
    fillText.call(this, text, x, y);
  };
  window.dispatchEvent(new Event("resize"));
  paper.fillText = fillText;
  return words.reverse();
}
"""


def test_words_below_the_plot_never_lie_upon_each_other(browser: Browser) -> None:
    with played(browser, ["de"]) as tables:
        page = tables["de"]["workshop"]
        seen = {}
        for width in (320, 768):
            page.set_viewport_size({"width": width, "height": 700})
            seen[width] = page.evaluate(MARKED)
    assert [each["text"] for each in seen[320]] == ["▲", "▼ abgestellt", "▲ angehoben"]
    assert [each["text"] for each in seen[768]] == ["▲ angehoben", "▼ abgestellt", "▲ angehoben"]
    for words in seen.values():
        assert all(before["to"] < after["from"] for before, after in pairwise(words))
