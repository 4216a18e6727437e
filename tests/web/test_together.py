"""Several at once: phones with each other, and with the button."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.config import changed
from companion.errors import Refusal
from companion.faces.web.games import SentCommand, enter
from tests.playing import play

if TYPE_CHECKING:
    from companion.daemon import Daemon
    from companion.scenario.stage import Stage
    from tests.web.house import Answer, House, Phone

PRESS = 0.12
"""How long a finger stays on the button, s."""

TOGETHER = 0.002
"""Of two that are not further apart, either may be the first, s."""

SIX = ("Ada", "Ben", "Cem", "Dan", "Eve", "Flo")


def test_six_phones_that_score_at_once_never_disturb_each_other(phone: Phone) -> None:
    game = phone.begin("katz-fatz", *SIX)

    def score(player: str) -> list[Answer]:
        """One round, and another number for it; each is told twice, as by a phone that heard no answer."""
        seen = phone.get(game).json["revision"]
        answers = []
        for points in (5, 7):
            command = {"do": "score", "player": player, "round": 1, "points": points, "toys": 1, "hand_colours": 0}
            told = [phone.tell(game, command, revision=seen, key=f"{player} {points}", who=player) for _ in range(2)]
            assert told[0].body == told[1].body
            seen = told[0].json["revision"]
            answers += told
        return answers

    with ThreadPoolExecutor(len(SIX)) as phones:
        answers = [answer for told in phones.map(score, SIX) for answer in told]
    assert [answer.status for answer in answers] == [200] * len(answers)
    state = phone.get(game).json
    assert state["revision"] == 2 * len(SIX)
    assert state["scores"] == dict.fromkeys(SIX, 7)


def test_of_two_phones_that_undo_at_once_one_is_told_that_it_was_late(phone: Phone) -> None:
    game = phone.begin()
    for number in range(1, 21):
        phone.tell(game, {"do": "correct", "set": {"bowls.Ada": number}})
    with ThreadPoolExecutor(2) as phones:
        for number in range(20, 10, -1):
            seen = phone.get(game).json["revision"]
            undone = [phones.submit(phone.tell, game, {"do": "undo"}, revision=seen) for _ in range(2)]
            assert sorted(answer.result().status for answer in undone) == [200, 409]
            assert phone.get(game).json["scores"] == {"Ada": number - 1, "Ben": 0, "Cem": 0}


def test_of_two_phones_that_tell_of_the_same_lift_one_is_told_that_it_was_late(phone: Phone) -> None:
    game = phone.begin("katz-schmaus", "Ada", "Ben")
    first, second = (phone.tell(game, {"do": "lift", "treats": 3}, revision=0) for _ in range(2))
    assert (first.status, second.status, second.code) == (200, 409, "stale")
    # Whoever undoes takes back the lift, not one that changed nothing.
    assert phone.tell(game, {"do": "undo"}).json["phase"] == "ready"


def test_of_two_phones_that_begin_a_game_at_once_one_is_told_that_another_is_on(phone: Phone) -> None:
    header = {"game": "fat-cats", "players": SIX}
    with ThreadPoolExecutor(2) as phones:
        begun = sorted(phones.map(lambda _: phone.post("/api/games", header).status, range(2)))
    assert begun == [201, 422]
    assert len(json.loads(phone.get("/api/games").body)) == 1


def test_phones_that_take_up_the_same_game_at_once_all_have_it_and_of_two_games_one_wins(phone: Phone) -> None:
    games = []
    for _ in range(2):
        games.append(phone.begin())
        phone.post(f"{games[-1]}/put-aside")
    with ThreadPoolExecutor(6) as phones:
        same = list(phones.map(phone.post, [f"{games[0]}/take-up"] * 6))
    assert [(answer.status, answer.json["id"]) for answer in same] == [(200, 1)] * 6
    phone.post(f"{games[0]}/put-aside")
    with ThreadPoolExecutor(2) as phones:
        other = sorted(answer.status for answer in phones.map(phone.post, [f"{game}/take-up" for game in games]))
    assert other == [200, 422]


def test_a_phone_that_asks_while_another_writes_is_not_kept_waiting(house: House, phone: Phone) -> None:
    game = phone.begin()
    with ThreadPoolExecutor(4) as phones:
        told = [
            phones.submit(phone.tell, game, {"do": "correct", "set": {"bowls.Ada": number % 9}})
            for number in range(200)
        ]
        seen = [int(str(house.stranger.get(game).json["revision"])) for _ in range(50)]
    assert all(answer.result().status == 200 for answer in told)
    assert seen == sorted(seen)


@pytest.fixture
def table(stage: Stage) -> Stage:
    """A table in virtual time with a game on; motion says nothing there, a button and phones do."""
    stage.config = changed(stage.config, {("sensor", "enabled"): False})
    play(stage, "game katz-schmaus Ada Ben Cem")
    return stage


@pytest.mark.parametrize("orders", [100, pytest.param(500, marks=pytest.mark.whole)])
def test_a_call_by_button_and_one_by_phone_make_one_caller_the_earlier_one(table: Stage, orders: int) -> None:
    random = Random(7)
    button = table.config.wiring.button
    won = {"button": 0, "phone": 0}
    for _ in range(orders):
        play(table, 'command {"do": "lift"}')
        before = table.daemon.session.ledger.revision if table.daemon.session.ledger else 0
        press, tap = random.uniform(0.0, 0.15), random.uniform(0.0, 0.15)
        called: list[Refusal | dict[str, object]] = []
        moments = [(press, "press"), (press + PRESS, "free"), (tap, "tap")]
        now = 0.0
        for at, act in sorted(moments):
            table.clock.sleep(at - now)
            now = at
            if act == "tap":
                _tap(table.daemon, before, called)
            else:
                table.hardware.pins.drive(button, closed=act == "press")
        table.clock.sleep(0.2)
        ledger = table.daemon.session.ledger
        assert ledger is not None
        assert ledger.state.phase == "called"
        calls = [entry for entry in ledger.entries[before:] if entry.command["do"] == "call"]
        assert len(calls) == 1, (press, tap)
        won[calls[0].source] += 1
        if abs(press - tap) > TOGETHER:
            assert calls[0].source == ("button" if press < tap else "phone"), (press, tap)
        if calls[0].source == "phone":
            assert isinstance(called[0], dict)
            assert called[0]["phase"] == "called"
        else:
            (late,) = called
            assert isinstance(late, Refusal)
            assert "called already" in late.message
        frame = table.daemon.front.showing.frame
        assert frame is not None
        if calls[0].source == "phone":
            # Whoever pressed is told who was first.
            assert any(text == "Ben called" or text.startswith("late by") for text in frame.texts), (press, tap)
        play(table, f'command {{"do": "undo", "to": {before - 1}}}\nwait 2100ms')
    assert min(won.values()) > orders / 5


def _tap(daemon: Daemon, seen: int, called: list[Refusal | dict[str, object]]) -> None:
    """Let a phone call, as of the revision that it saw; what it is answered is put into ``called``."""

    async def call() -> None:
        told = SentCommand({"do": "call", "player": "Ben"}, revision=seen)
        try:
            called.append(await enter(daemon.table, 1, told))
        except Refusal as late:
            called.append(late)

    daemon.loop.call_soon_threadsafe(lambda: asyncio.ensure_future(call()))
