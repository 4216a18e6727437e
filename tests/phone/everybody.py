"""What every page is to everybody: it fits, thumbs hit what is on it, and axe finds nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT

from tests.phone.hands import SMALL, TABLET

if TYPE_CHECKING:
    from tests.phone.hands import Hands

_TABS_ARE_WHOLE = """() => {
  window.scrollTo(0, 0);
  const tabs = document.querySelector('nav').getBoundingClientRect();
  return tabs.bottom <= innerHeight + .5 || tabs.top >= innerHeight - .5;
}"""


def is_for_everybody(hands: Hands, *paths: str) -> None:
    """Look at pages in both languages, on a small phone, and on a tablet in the dark; the phone speaks English then."""
    for path in paths:
        # German has the longer words.
        _speak(hands, "de")
        hands.open(path)
        _open_all(hands)
        _fits(hands, SMALL)
        _speak(hands, "en")
        hands.open(path)
        _open_all(hands)
        _fits(hands, SMALL)
        hands.page.evaluate(AXE_SCRIPT)
        _axe_finds_nothing(hands)
        _fits(hands, TABLET, "dark")
        _axe_finds_nothing(hands, "color-contrast")


def _speak(hands: Hands, language: str) -> None:
    hands.context.add_cookies([{"name": "language", "value": language, "url": hands.address}])


def _open_all(hands: Hands) -> None:
    hands.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def _fits(hands: Hands, size: tuple[int, int], scheme: str = "light") -> None:
    hands.look_with(size, scheme)
    page, where = hands.page, f"{hands.page.url}, {size[0]} px"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], where
    assert page.evaluate(_TABS_ARE_WHOLE), f"{where}: the tabs are cut"
    small = page.locator("button:visible, main a:visible, nav a:visible, summary:visible").evaluate_all(
        "all => all.map((each) => [each.textContent, each.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 63.5 || box.width < 63.5).map(([text]) => text.trim())"
    )
    small = [text for text in small if not text.startswith("⚠")]
    assert small == [], f"{where}: {small}"


def _axe_finds_nothing(hands: Hands, *rules: str) -> None:
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found = hands.page.evaluate("options => axe.run(options)", options)["violations"]
    against = [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]
    assert against == [], f"{hands.page.url}: {against}"
