"""What was played, and who it was, in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.phone.everybody import is_for_everybody

if TYPE_CHECKING:
    from tests.phone.hands import Hands
    from tests.web.house import House

PAGES = ("/evenings", "/evenings/1", "/people", "/new?game=katz-schmaus")


def played(house: House, *players: str) -> None:
    game = house.phone.begin("katz-schmaus", *players)
    for command in ({"do": "lift"}, {"do": "result"}, {"do": "finish"}):
        assert house.phone.tell(game, command).status == 200


def test_two_spellings_are_made_one_person_and_two_again(house: House, hands: Hands) -> None:
    played(house, "Ada", '<b>"Zoë"</b>')
    played(house, "Ada", "Zoe & Co")
    hands.open("/people")
    hands.page.locator("summary", has_text="Zoe & Co").tap()
    hands.page.locator("details[open]").get_by_label("Is the same person as").select_option(label='<b>"Zoë"</b>')
    hands.page.locator("details[open]").get_by_role("button", name="One and the same").tap()
    expect(hands.page.locator(".people summary")).to_have_count(2)
    # Who uses a keyboard goes on from there: the fold in which it was told is gone.
    expect(hands.page.locator("#everybody")).to_be_focused()
    assert house.daemon.session.regulars.book.name("Zoe & Co") == '<b>"Zoë"</b>'
    # The button's menu knows them as they are called now, too.
    assert house.daemon.front.showing.offers.people == ("Ada", '<b>"Zoë"</b>')
    hands.page.locator("summary", has_text="Zoë").tap()
    hands.tap("Hide")
    expect(hands.button("Show again")).to_be_focused()
    hands.tap("Show again")
    expect(hands.button("Hide")).to_be_focused()
    hands.tap("Zoe & Co is somebody else again")
    expect(hands.page.locator(".people summary")).to_have_count(3)


def test_from_the_table_to_a_past_game_and_its_picture(house: House, hands: Hands) -> None:
    played(house, "Ada", "Ben")
    hands.open()
    hands.page.get_by_role("link", name="Evenings").tap()
    hands.page.get_by_role("link", name="Ada 3").tap()
    expect(hands.question).to_contain_text("Katz & Schmaus")
    expect(hands.page.get_by_role("img", name="Scores after each round")).to_be_visible()
    hands.page.get_by_text("As a table").tap()
    expect(hands.page.locator("#rounds tbody tr").last).to_have_text("130")
    picture = hands.page.get_by_role("link", name="Picture", exact=True)
    assert house.phone.get(str(picture.get_attribute("href"))).body.startswith(b"\x89PNG")


def test_these_pages_fit_and_can_be_used_by_everybody(house: House, hands: Hands) -> None:
    played(house, "W" * 40, "<b>Ben</b>", "محمد")
    is_for_everybody(hands, *PAGES)
