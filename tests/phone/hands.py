"""What somebody does with a phone, and sees on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


class Hands:
    """A phone that has joined the table, and who holds it."""

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
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=True,
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.mistakes: list[str] = []
        """What the script or the browser complained about."""
        self.page.on("pageerror", lambda error: self.mistakes.append(str(error)))
        self.page.on(
            "console", lambda told: self.mistakes.append(told.text) if "Content Security" in told.text else None
        )
        if joins:
            self.page.goto(f"{self.address}/J/{house.phone.token}")

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

    def sees(self, question: str) -> None:
        expect(self.question).to_have_text(question)

    def is_at(self, revision: int) -> None:
        """Wait until the page shows the game as it was at a revision."""
        expect(self.page.locator(".booked")).to_have_attribute("data-revision", str(revision))

    def is_past(self, revision: int) -> None:
        """Wait until the page shows something newer than a revision."""
        expect(self.page.locator(".booked")).not_to_have_attribute("data-revision", str(revision))

    def close(self) -> None:
        self.context.close()
        assert self.mistakes == []
