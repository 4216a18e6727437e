"""What somebody does with a phone, and sees on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.web.house import House
    from tests.web.simulated import SimulatedHouse

SMALL, TABLET = (320, 640), (768, 1024)

# The machine that runs the tests may be busy.
PATIENCE = 20_000.0
"""ms."""

expect.set_options(timeout=PATIENCE)


class _Device(NamedTuple):
    """A browser's page, and what its script or the browser complained about."""

    context: BrowserContext
    page: Page
    mistakes: list[str]


_DRAWER: dict[tuple[Browser, str], list[_Device]] = {}
"""Phones that nobody holds: another one costs a processor 0.7 s more than one that was wiped."""


class Hands:
    """A phone that has joined the table, and who holds it.

    Whoever listens to ``page.on(...)`` or takes hold of its clock says ``spoilt``: such a phone serves nobody else.
    """

    def __init__(
        self,
        browser: Browser,
        house: House | SimulatedHouse,
        size: tuple[int, int] = SMALL,
        *,
        joins: bool = True,
        language: str = "en-GB",
        scheme: str = "light",
    ) -> None:
        self.house = house
        self.spoilt = False
        self._drawer = _DRAWER.setdefault((browser, language), [])
        self._device = self._drawer.pop() if self._drawer else _unpacked(browser, language)
        self.context, self.page, self.mistakes = self._device
        self.look_with(size, scheme)
        if joins:
            # As by scanning the code, without looking at the page that this leads to.
            joined = self.context.request.get(f"{self.address}/J/{house.phone.token}", max_redirects=0)
            assert joined.status == 303

    def look_with(self, size: tuple[int, int], scheme: str = "light") -> None:
        """Make it a phone of this size (px), with light or dark pages."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.house.port}"

    def open(self, path: str = "/") -> None:
        self.page.goto(f"{self.address}{path}")

    def tap(self, name: str) -> None:
        """Tap the button of this name, as soon as it is there."""
        self.button(name).tap()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def key(self, text: str) -> None:
        """Type with the keys on the page."""
        for letter in text:
            self.page.locator(f"[data-key='{'sign' if letter == '-' else letter}']:visible").first.tap()

    @property
    def question(self) -> Locator:
        return self.page.locator("#asked")

    @property
    def booked(self) -> Locator:
        """What the bar at the bottom says."""
        return self.page.locator(".booked .what")

    def is_above_the_bar(self, name: str) -> bool:
        """Whether what has this id is seen without scrolling, looked at in one moment: the bar may be put up anew."""
        return bool(
            self.page.evaluate(
                "id => document.getElementById(id).getBoundingClientRect().bottom"
                " <= document.querySelector('.booked').getBoundingClientRect().top",
                name,
            )
        )

    def sees(self, question: str) -> None:
        expect(self.question).to_have_text(question)

    def is_at(self, revision: int) -> None:
        """Wait until the page shows the game as it was at a revision."""
        expect(self.page.locator(".booked")).to_have_attribute("data-revision", str(revision))

    def is_past(self, revision: int) -> None:
        """Wait until the page shows something newer than a revision."""
        expect(self.page.locator(".booked")).not_to_have_attribute("data-revision", str(revision))

    def close(self) -> None:
        found = self.mistakes.copy()
        if self.spoilt:
            self.context.close()
        else:
            self._wipe()
            self._drawer.append(self._device)
        assert found == []

    def _wipe(self) -> None:
        self.page.unroute_all()
        self.context.unroute_all()
        self.context.set_offline(offline=False)
        # Another table may come to have the same port: what this one's page has kept is cleared from beside it.
        self.open("/api/me")
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self.mistakes.clear()


def _unpacked(browser: Browser, language: str) -> _Device:
    context = browser.new_context(locale=language, has_touch=True)
    context.set_default_timeout(PATIENCE)
    page, mistakes = context.new_page(), list[str]()
    page.on("pageerror", lambda error: mistakes.append(str(error)))
    page.on("console", lambda told: mistakes.append(told.text) if "Content Security" in told.text else None)
    return _Device(context, page, mistakes)
