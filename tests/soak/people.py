"""What people at a table do: they play, by button and phone and box, make mistakes, leave, and go to bed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from companion.games import GAMES
from companion.scenario.writing import game_line, word
from tests.soak.telling import anything

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from companion.scenario.stage import Stage
    from companion.table.ledger import Ledger

NAMES: Final = ("Ada", "Ben", "Cem", "Dörte", "Eva Maria", "F. G.", "Zoë")
PER_GAME: Final = 80
"""Entries after which people begin to think of bed."""


class People:
    """Does one thing after another; each is told line by line, and goes by what is there by then."""

    def __init__(self, stage: Stage, chance: Random) -> None:
        self._stage = stage
        self._chance = chance

    def anything(self) -> Iterator[str]:
        """The next thing that somebody does."""
        ledger = self._ledger
        chance = self._chance
        if ledger is None or ledger.state.over:
            yield from self._pick((self._begin, 6), (self._thumb, 3), (self._phone_history, 1), (self._pause, 2))
            return
        box = 8 if ledger.game.name == "katz-schmaus" else 1
        late = ledger.revision > PER_GAME
        yield from self._pick(
            (self._play_with_box, box),
            (self._answer_by_thumb, 8),
            (self._thumb, 3),
            (self._answer_by_phone, 8),
            (self._tell, 6),
            (self._phone_history, 2),
            (self._pause, 6),
            (self._contacts, 4),
            (self._bump_table, 1),
            (self._close, 6 if late else 0.15),
        )
        if chance.random() < 0.01:
            yield f"wait {chance.choice((3, 11, 25))}min"

    def _pick(self, *things: tuple[Callable[[], Iterator[str]], float]) -> Iterator[str]:
        (thing,) = self._chance.choices([each for each, _ in things], [weight for _, weight in things])
        return thing()

    @property
    def _ledger(self) -> Ledger | None:
        return self._stage.daemon.session.ledger if self._stage.starts else None

    # By phone.

    def _begin(self) -> Iterator[str]:
        """A new game."""
        chance = self._chance
        game = chance.choice(list(GAMES.values()))
        most = min(game.seats[-1], len(NAMES))
        players = chance.sample(NAMES, chance.randint(game.seats[0], most))
        options = {name: chance.choice(values) for name, values in OPTIONS[game.name].items() if chance.random() < 0.4}
        yield game_line(game.name, tuple(players), options)

    def _close(self) -> Iterator[str]:
        yield _command({"do": self._chance.choice(("finish", "abandon"))})

    def _answer_by_phone(self) -> Iterator[str]:
        """What is asked, or what is at hand."""
        ledger, chance = self._ledger, self._chance
        assert ledger is not None
        prompt = ledger.game.prompt(ledger.state)
        at_hand = () if ledger.state.alone else ledger.game.at_hand(ledger.state)
        if prompt is not None and prompt.range is not None and chance.random() < 0.9:
            low, high = prompt.range.min, prompt.range.max
            likely = prompt.default if prompt.default is not None else low
            number = min(high, max(low, likely + chance.randint(-6, 12)))
            yield _command({**prompt.range.command, prompt.range.field: number})
        elif prompt is not None and prompt.choices and (not at_hand or chance.random() < 0.8):
            yield _command(chance.choice(prompt.choices).command)
        elif at_hand:
            yield _command(chance.choice(at_hand).command)

    def _tell(self) -> Iterator[str]:
        """Whatever a phone may tell of this game, right or wrong."""
        ledger = self._ledger
        assert ledger is not None
        yield _command(anything(ledger, self._chance))

    def _phone_history(self) -> Iterator[str]:
        """Somebody changes their mind about what was entered."""
        ledger, chance = self._ledger, self._chance
        if ledger is None:
            return
        match chance.randrange(5):
            case 0:
                yield "undo"
            case 1:
                yield "redo"
            case 2:
                yield "undo"
                yield f"wait {chance.randint(1, 5)}s"
                yield "redo"
            case 3:
                yield _command({"do": "undo", "to": max(0, ledger.revision - chance.randint(0, 8))})
            case _:
                told = anything(ledger, chance)
                entry = max(1, ledger.revision - chance.randint(0, 6))
                yield _command({"do": "amend", "entry": entry, "with": told})

    # By button.

    def _thumb(self) -> Iterator[str]:
        """A child at the button."""
        for _ in range(self._chance.randint(1, 6)):
            yield self._chance.choices(
                ("press", "hold 700ms", "hold 1.6s", "press 30ms", "press bounce 4 over 20ms", "hold 1.2s"),
                (8, 4, 2, 1, 1, 1),
            )[0]
            yield f"wait {self._chance.choice((100, 300, 900, 4000))}ms"

    def _answer_by_thumb(self) -> Iterator[str]:
        """An answer is sought and found."""
        showing = self._stage.daemon.front.showing
        for _ in range(self._chance.randint(1, 4)):
            listing = showing.menu.listing(showing.table)
            if not listing.items:
                return
            for _ in range(self._chance.randrange(min(12, len(listing.items)))):
                yield "press"
            yield "hold 700ms"
            yield "wait 400ms"

    def _contacts(self) -> Iterator[str]:
        """What else is wired to the pins; and sparks."""
        wiring, chance = self._stage.config.wiring.name, self._chance
        ledger = self._ledger
        if wiring == "cat-stand" and chance.random() < 0.7:
            yield "grab"
            yield f"wait {chance.choice((1, 2, 15))}s"
            yield "put-back"
        elif wiring == "a-button-each" and ledger is not None and chance.random() < 0.8:
            players = list(ledger.state.players)
            for _ in range(chance.randint(1, 4)):
                yield f"press player {word(chance.choice(players))} times {chance.randint(1, 4)} every 300ms"
            yield "wait 2s"
        elif wiring == "rotary" and chance.random() < 0.8:
            for _ in range(chance.randint(1, 3)):
                clicks = chance.choice((-7, -2, -1, 1, 1, 2, 3, 9))
                yield f"dial {clicks}" + chance.choice(("", f" over {abs(clicks) * 30}ms"))
            yield "press"
        else:
            yield f"spike {chance.choice((200, 900, 2500))}us times {chance.randint(1, 9)} over 400ms"

    # With the box and the table.

    def _play_with_box(self) -> Iterator[str]:
        """A turn with the box, or what else is done with it."""
        chance = self._chance
        manner = chance.choice(("", "", "", " softly", " hard"))
        if chance.random() < 0.12:
            yield "empty"
            yield "wait 2s"
            return
        if not self._stage.world.in_hands:
            yield "lift"
        for _ in range(chance.randint(1, 4)):
            angle, bearing = chance.randint(5, 40), chance.randrange(-180, 180)
            yield f"tilt {angle} towards {bearing} over {chance.choice((600, 1500, 2500))}ms"
            if chance.random() < 0.3:
                yield f"shake {chance.choice((3, 4, 6))}Hz 0.{chance.randint(2, 9)}g for {chance.randint(500, 1500)}ms"
            if chance.random() < 0.15:
                yield f"turn {chance.choice((-90, 60, 180))} over 1s"
            if chance.random() < 0.12:
                yield "press"
        if chance.random() < 0.93:
            yield "tilt 0 over 500ms"
            yield f"set-down{manner}"
            yield f"wait {chance.choice((500, 1000, 2000, 4000, 12000))}ms"

    def _bump_table(self) -> Iterator[str]:
        match self._chance.randrange(3):
            case 0:
                yield f"knock 0.{self._chance.randint(15, 90)}g {self._chance.randint(50, 300)}ms"
            case 1:
                yield f"hum {self._chance.choice((12, 25, 50))}Hz 0.0{self._chance.randint(1, 4)}g for 20s"
            case _:
                yield "ring 18Hz 0.3g decaying to 0.01g over 1.2s"

    def _pause(self) -> Iterator[str]:
        yield f"wait {self._chance.choices((1, 3, 8, 20, 60, 150), (4, 6, 6, 4, 2, 1))[0]}s"


OPTIONS: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "katz-schmaus": {
        "treats": (3, 4),
        "auto_settle": (True, False),
        "left_on_board": ("supply", "player"),
        "latch": (True, False),
    },
    "katz-fatz": {
        "advanced": (True, False),
        "cuddle_self": (True, False),
        "tree_may": (True, False),
        "tree_toys": (True, False),
    },
    "mad-cat-sad-cat": {"chips": (True, False), "stop_on_four_wilds": (True, False), "ignore_wild_face": (True, False)},
    "fat-cats": {
        "cushions": (12, 30, None),
        "ghost": ("instead", "after"),
        "back_floor": (0, 1),
        "order": ("fixed", "dynamic"),
    },
}


def _command(told: Mapping[str, object]) -> str:
    return f"command {json.dumps(told, ensure_ascii=False)}"
