"""What a phone does when the network, the box or its owner is not there for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.phone.hands import Hands
from tests.phone.relay import Relay

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from companion.table.ledger import Entry
    from tests.web.house import House


def entries(house: House) -> list[Entry]:
    ledger = house.daemon.session.ledger
    assert ledger is not None
    return ledger.entries


def verbs(house: House) -> list[object]:
    return [entry.command["do"] for entry in entries(house)]


def show(hands: Hands) -> None:
    """The page is looked at again."""
    hands.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def right_within(hands: Hands, milliseconds: int, question: str) -> None:
    """Let time pass for the page, a little more whenever what it has asked could have been answered."""
    for _ in range(0, milliseconds, 100):
        if hands.question.text_content() == question:
            return
        hands.page.clock.run_for(100)
        # A question and an answer on a way of its own: what the page asked before has arrived, too, if it can.
        hands.context.request.get(f"{hands.address}/api/me")
    hands.sees(question)


@pytest.mark.usefixtures("plain")
def test_a_double_tap_books_once(house: House, hands: Hands) -> None:
    house.phone.begin("katz-fatz", "Ada", "Ben")
    hands.open()
    # Twice before anything is answered, and twice more as a hasty finger does it.
    hands.page.locator("#number-done").evaluate("button => { button.click(); button.click(); }")
    hands.sees("Toys of Ada")
    hands.page.locator("#answer3").dblclick()
    hands.sees("Colours of Ada")
    assert [entry.command.get("toys") for entry in entries(house)] == [None, 2]


def test_an_answer_that_got_lost_books_once(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    lost = list[int]()

    def lose_the_first(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    hands.page.route("**/commands", lose_the_first)
    hands.tap("Lift, 3 treats")
    hands.sees("Ada plays")
    hands.tap("Set down")
    hands.sees("Nobody called?")
    assert lost == [200]
    assert verbs(house) == ["lift", "set_down"]


def test_a_tap_without_network_is_sent_later_even_after_a_reload(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.page.route("**/commands", lambda route: route.abort())
    hands.tap("Lift, 3 treats")
    expect(hands.page.locator("#notes p")).to_contain_text("not sent yet")
    assert entries(house) == []
    hands.page.unroute("**/commands")
    hands.page.reload()
    hands.sees("Ada plays")
    assert verbs(house) == ["lift"]


def test_a_late_tap_that_does_not_fit_any_more_is_refused_where_it_was_made(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    house.phone.tell(game, {"do": "lift"})
    house.phone.tell(game, {"do": "call"})
    hands.open()
    hands.sees("Who gets them?")
    hands.context.set_offline(True)
    hands.tap("Ben +3")
    house.phone.tell(game, {"do": "result", "in_box": 1, "to": "Ada"})
    hands.context.set_offline(False)
    expect(hands.page.locator("#notes .refused")).to_contain_text("refused: somebody was quicker")
    hands.sees("Ben lifts the box")
    assert len(entries(house)) == 3


def test_a_late_tap_for_a_game_that_has_left_the_table_is_refused_in_words(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.context.set_offline(True)
    hands.tap("Lift, 3 treats")
    house.phone.tell(game, {"do": "abandon"})
    house.phone.begin("katz-schmaus", "Cem", "Dora")
    hands.context.set_offline(False)
    expect(hands.page.locator("#notes .refused")).to_contain_text("refused: that game is not on the table any more")
    hands.sees("Cem lifts the box")
    assert verbs(house) == []


def test_after_a_minute_and_a_half_asleep_the_page_is_right_or_says_that_it_is_not(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.spoilt = True
    hands.page.clock.install()
    with Relay(house.port) as relay:
        hands.page.goto(f"http://127.0.0.1:{relay.port}/")
        hands.sees("Ada lifts the box")
        # Nothing arrives any more, and nobody says so: all connections look open.
        relay.lose_all()
        hands.tap("Lift, 3 treats")
        expect(hands.page.locator("#notes p")).to_contain_text("saving")
        hands.page.clock.pause_at(hands.page.evaluate("Date.now() / 1000 + 90"))
        house.phone.tell(game, {"do": "correct", "set": {"bowls.Ben": 7}})
        # It is looked at again while there is still no way to the box.
        show(hands)
        hands.page.clock.run_for(1_000)
        expect(hands.page.locator("#link")).to_contain_text("Not up to date since 9")
        relay.carry()
        right_within(hands, 3_000, "Ada plays")
        expect(hands.page.locator(".scores")).to_contain_text("7")
        hands.page.clock.run_for(1_000)
        expect(hands.page.locator("#link")).to_be_hidden()
    assert verbs(house) == ["correct", "lift"]


@pytest.mark.parametrize("off", [90, -90], ids=["ahead", "behind"])
def test_a_phone_whose_clock_is_set_while_it_is_looked_at_stays_right(house: House, hands: Hands, off: int) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.spoilt = True
    hands.page.clock.install()
    with Relay(house.port) as relay:
        hands.page.goto(f"http://127.0.0.1:{relay.port}/")
        hands.sees("Ada lifts the box")
        hands.page.clock.set_system_time(hands.page.evaluate(f"Date.now() / 1000 + {off}"))
        house.phone.tell(game, {"do": "lift"})
        hands.sees("Ada plays")
        expect(hands.page.locator("#link")).to_be_hidden()
        # And is as quick to say when it is not.
        relay.lose_all()
        relay.carry()
        hands.page.clock.run_for(16_000)
        hands.tap("Set down")
        hands.sees("Nobody called?")
    assert verbs(house) == ["lift", "set_down"]


@pytest.mark.usefixtures("plain")
def test_what_was_half_typed_outlives_a_reload_and_other_peoples_entries(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-fatz", "Ada", "Ben", "Cem")
    hands.open()
    hands.key("1")
    house.phone.tell(game, {"do": "score", "player": "Ben", "points": 30})
    expect(hands.page.locator(".scores")).to_contain_text("30")
    expect(hands.page.locator("#number")).to_have_value("1")
    hands.key("7")
    hands.page.reload()
    expect(hands.page.locator("#number")).to_have_value("17")
    hands.tap("Done")
    hands.sees("Toys of Ada")
    assert entries(house)[-1].command["points"] == 17


def test_a_companion_that_was_restarted_is_found_again(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.sees("Ada lifts the box")
    house.serve_at(house.port)
    house.restart()
    house.phone.tell(game, {"do": "lift"})
    hands.sees("Ada plays")
    hands.tap("Set down")
    hands.sees("Nobody called?")


def test_nothing_moves_under_a_finger(house: House, hands: Hands) -> None:
    game = house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    hands.sees("Ada lifts the box")
    hands.page.locator("#answer2").hover()
    hands.page.mouse.down()
    with hands.page.expect_response(lambda response: response.url == f"{hands.address}/"):
        house.phone.tell(game, {"do": "lift"})
    hands.sees("Ada lifts the box")
    hands.page.mouse.move(5, 5)
    hands.page.mouse.up()
    hands.sees("Ada plays")
    assert verbs(house) == ["lift"]


def test_a_finger_that_moved_has_tapped_nothing(house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    hands.open()
    move = """(button, pixels) => {
        const at = (x) => [new Touch({ identifier: 1, target: button, clientX: 50 + x, clientY: 50 })];
        button.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: at(0) }));
        button.dispatchEvent(new TouchEvent("touchmove", { bubbles: true, touches: at(pixels) }));
        button.dispatchEvent(new TouchEvent("touchend", { bubbles: true, touches: [] }));
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    }"""
    hands.page.locator("#answer1").evaluate(move, 30)
    assert hands.page.locator("[aria-busy]").count() == 0
    hands.button("Lift, 4 treats").evaluate(move, 5)
    hands.sees("Ada plays")
    assert [entry.command for entry in entries(house)] == [{"do": "lift", "treats": 4}]


def test_two_phones_see_the_same(browser: Browser, house: House, hands: Hands) -> None:
    house.phone.begin("katz-schmaus", "Ada", "Ben")
    other = Hands(browser, house, language="de")
    hands.open()
    other.open()
    hands.tap("Lift, 3 treats")
    other.sees("Ada spielt")
    other.tap("Abgestellt")
    hands.sees("Nobody called?")
    other.close()
