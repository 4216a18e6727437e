"""The page of a simulated box: whatever it offers is a step that can be done, and what is so is shown."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.errors import Refusal
from companion.faces import phone
from companion.faces.oled import render
from companion.faces.oled.screens import Playing
from companion.faces.phone import TONGUES, Reader, World
from companion.faces.web.screen import png
from companion.games import Header
from companion.scenario import parse, steps
from companion.table.ledger import Ledger
from companion.terminal.browsers import read
from companion.wiring import ContactKind, WiringName
from tests.faces.phone.reading import Reading
from tests.faces.phone.seeing import seen
from tests.faces.phone.test_workshop import UNPLUGGED, bench

PICTURE = png(render(Playing("Ada", tilt=18, bearing=30, seconds=7.4)))
NAMES = ("Ada", 'Anna "Lena" \\', "null")


def world(
    wiring: WiringName = "one-button", closed: frozenset[ContactKind] = frozenset(), broken: tuple[str, ...] = ()
) -> World:
    return World(
        picture=PICTURE,
        texts=("Ada", "lift the box"),
        size=(128, 64),
        in_hands=True,
        angle=30.0,
        bearing=180.0,
        wiring=wiring,
        closed=closed,
        on=frozenset({"light"}),
        broken=broken,
    )


def read_page(shown: World, reader: Reader | None = None) -> Reading:
    ledger = Ledger(Header("katz-schmaus", NAMES, {}))
    return Reading(phone.simulator(reader or Reader(simulated=True), seen(ledger), shown, bench(UNPLUGGED)))


def steps_of(page: Reading) -> list[str]:
    return [each.attributes["data-do"] for each in page.holding("data-do")]


@pytest.mark.parametrize("code", TONGUES)
@pytest.mark.parametrize("closed", [frozenset[ContactKind](), frozenset({"cat"})])
@pytest.mark.parametrize("wiring", get_args(WiringName))
def test_whatever_can_be_touched_is_a_step_that_the_table_does(
    wiring: WiringName, closed: frozenset[ContactKind], code: str
) -> None:
    page = read_page(world(wiring, closed), Reader(tongue=TONGUES[code], simulated=True))
    for step in steps_of(page):
        read(step)
    of_wiring = {"cat-stand": "grab" if closed else "put-back", "rotary": "dial 1"}
    assert of_wiring.get(wiring, "press") in steps_of(page)


def test_each_player_has_a_button_by_whatever_name() -> None:
    page = read_page(world("a-button-each"))
    pressed = [parse(step, "page")[0] for step in steps_of(page) if step.startswith("press player")]
    assert [step.player for step in pressed if isinstance(step, steps.PressPlayer)] == list(NAMES)


def test_what_is_broken_is_marked_and_the_same_button_mends_it() -> None:
    page = read_page(world(broken=("fault sensor unplugged",)))
    broken = [each.attributes for each in page.holding("aria-pressed") if each.attributes["aria-pressed"] == "true"]
    assert [each.get("data-do") for each in broken] == ["heal sensor", None]
    assert "Check the four wires." in page.text


def test_who_may_only_look_can_touch_nothing() -> None:
    page = read_page(world(), Reader(touch=False, simulated=True))
    assert all("disabled" in each.attributes for each in page.holding("data-do"))
    assert not page.holding("data-touch")


def test_only_a_simulated_table_leads_there() -> None:
    assert any(each.attributes["href"] == "/simulator" for each in read_page(world()).holding("href"))
    page = Reading(phone.table(Reader(), None))
    assert not any(each.attributes["href"] == "/simulator" for each in page.holding("href"))


def test_how_far_it_leans_is_seen_from_the_front() -> None:
    told = world().as_dict()
    assert (told["angle"], told["lean"], told["in_hands"], told["on"]) == (30, -30, True, ["light"])


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("lfit", "did you mean lift?"),
        ("lift\nset-down", "one step at a time, not 2"),
        ("", "one step at a time, not 0"),
        ("oled save /tmp/x.png", "nothing for a browser"),
        ("replay /etc/passwd", "nothing for a browser"),
        ("wait 8h", "nothing for a browser"),
        ("power-cut", "nothing for a browser"),
        ("clock jump +1h", "nothing for a browser"),
        ("expect over", "nothing for a browser"),
        ("tilt 20 over 11s", "takes longer than 10 s"),
        ("hold 8h", "takes longer than 10 s"),
        ("press player Ada times 100 every 1s", "takes longer than 10 s"),
        ("dial 1 over 1min", "takes longer than 10 s"),
    ],
)
def test_what_is_nothing_for_a_browser_is_refused_with_why(step: str, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        read(step)
    assert why in caught.value.message


@pytest.mark.parametrize("step", ["fault sensor unplugged for 1h", "tilt 20 over 10s", 'game fat-cats Ada "Ben B" Cem'])
def test_what_runs_beside_or_is_short_is_done(step: str) -> None:
    assert read(step).source == step
