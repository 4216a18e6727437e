"""A real browser at a real table: Debian's chromium, without a window, at a daemon that plays in real time."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.web.house import House

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

from tests.phone.hands import Hands

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # No longer than it is needed: as long as playwright is at work, no other loop can run in this thread.
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing, which .ci/run installs")
        pytest.skip("no chromium here: sudo apt install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A table that is served."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def hands(browser: Browser, house: House) -> Iterator[Hands]:
    """Somebody with a phone that has joined."""
    hands = Hands(browser, house)
    yield hands
    hands.close()


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game is seen as one that has no form of its own."""
    monkeypatch.setattr("companion.faces.phone.pages.LOOKS", {})
