"""A phone in the middle of the table, in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.hands import SMALL, TABLET, Hands

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.house import House

SEVEN = ("Ada", "Benjamin", "Cem", "Dora", "Emil", "Franziska", "Gül")
TURNED = {"bottom": 0, "left": 90, "top": 180, "right": 270}
"""Degrees clockwise that a text is turned for whoever sits there."""


@pytest.mark.parametrize("size", [(360, 640), TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("count", [2, 4, 7])
def test_everybody_reads_the_own_score_upright_and_all_fits(
    browser: Browser, house: House, size: tuple[int, int], count: int
) -> None:
    house.phone.begin("katz-fatz", *SEVEN[:count])
    hands = Hands(browser, house, size)
    hands.open("/tabletop")
    found = hands.page.locator(".sector").evaluate_all(
        """all => all.map((sector) => {
            const box = sector.getBoundingClientRect();
            const score = sector.querySelector(".score").getBoundingClientRect();
            const style = getComputedStyle(sector);
            const sideways = style.writingMode === "vertical-rl" ? 90 : 0;
            const turned = style.transform === "none" ? 0 : 180;
            return { side: sector.parentNode.classList[1], degrees: sideways + turned,
                     within: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
                     whole: score.left >= box.left && score.right <= box.right && score.top >= box.top && score.bottom <= box.bottom };
        })"""
    )
    assert len(found) == count
    for sector in found:
        assert sector["degrees"] == TURNED[sector["side"]]
        assert sector["within"] and sector["whole"], sector
    hands.close()


def test_a_round_is_played_on_the_table(browser: Browser, house: House) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben", "Cem", "Dora")
    hands = Hands(browser, house, SMALL, language="de")
    hands.open("/tabletop")
    # German has the longer words, and four have the least room.
    cut_off = hands.page.locator(".sector button").evaluate_all(
        """all => all.filter((button) => {
            const box = button.getBoundingClientRect(), around = button.closest(".sector").getBoundingClientRect();
            return box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom;
        }).map((button) => button.textContent)"""
    )
    assert cut_off == []
    hands.context.add_cookies([{"name": "language", "value": "en", "url": hands.address}])
    hands.page.reload()
    hands.page.locator("[data-part=seat1]").get_by_role("button", name="Lift, 3 treats").tap()
    hands.page.locator("[data-part=seat3]").get_by_role("button", name="CALL!").tap()
    expect(hands.page.locator("[data-part=seat3] .asks")).to_have_text("Who gets them?")
    hands.page.locator("[data-part=seat3]").get_by_role("button", name="+2", exact=True).tap()
    expect(hands.page.locator("[data-part=seat3] .score")).to_have_text("2")
    expect(hands.page.locator("[data-part=seat2]")).to_contain_text("plays")
    hands.close()
