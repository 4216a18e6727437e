"""The rules of Fat Cats."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import UNSET, Meta

from companion.errors import Code, Refusal
from companion.games import corrections as paths
from companion.games.corrections import Correction, Place
from companion.games.fat_cats import track
from companion.games.fat_cats.bowls import CARDS, alone
from companion.games.fat_cats.commands import (
    HOUSE_RULES,
    MOST_CUSHIONS,
    Bowls,
    Crown,
    Eat,
    Eaters,
    Letter,
    Meal,
    Move,
    Options,
    Order,
    Round,
)
from companion.games.fat_cats.prompts import question
from companion.games.fat_cats.referee import answer
from companion.games.fat_cats.state import BOWLS, EATING, State, changed
from companion.games.game import Game
from companion.games.said import said
from companion.games.state import Ended

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.games.commands import Command, Question
    from companion.games.prompt import Answer, Prompt

BLUE_CARDS: Final = 9
WHITE_CARDS: Final = 21
"""With a ghost behind some of them (fat-cats:52-53)."""


class FatCats(Game[State, Options]):
    """3 to 6 players; the table tells who ate how much, the cats are counted here."""

    name = "fat-cats"
    title = "Fat Cats"
    seats = range(3, 7)
    options = Options
    house_rules = HOUSE_RULES
    # Nobody's belly girth changes in an evening (fat-cats:77).
    same_starter = True
    verbs = (Round, Bowls, Eaters, Eat, Crown)
    questions = (Move, Order)

    def opening(self, players: tuple[str, ...], options: Options, first: int) -> State:
        count = len(players)
        # fat-cats:55 and FC-A8.
        blue = (5 if count <= 4 else 9) if options.blue_cards is UNSET else options.blue_cards
        return State(
            players=players,
            options=msgspec.structs.replace(options, blue_cards=blue),
            first=first,
            phase=BOWLS,
            positions=(track.CARPET,) * count,
            trays=(1,) * count,
            lying=(None,) * count,
            blue_left=blue - CARDS,
            white_left=WHITE_CARDS,
        )

    def play(self, state: State, command: Command) -> State:
        match command:
            case Crown():
                return self._crowned(state, state.seat_of(command.player))
            case Eat():
                return self._ate(state, command)
        if state.phase != BOWLS:
            raise Refusal(Code.NOT_NOW, f"first {state.turn} moves: say `eat`, or `undo` who eats")
        match command:
            case Bowls():
                return _turned_over(state, {state.seat_of(name): letter for name, letter in command.bowls.items()})
            case Eaters():
                return _served(_no_bowls(state), [state.seat_of(name) for name in command.players])
            case Round():
                return self._round(state, {state.seat_of(name): meal for name, meal in command.eat.items()})
        raise TypeError(f"{command} is no command of {self.title}")

    def next_question(self, state: State) -> Prompt:
        return question(state)

    def answer(self, state: State, question: Question) -> Answer:
        return answer(state, question)

    def departed(self, state: State, seat: int) -> State:
        state = state.without_bowl(seat)
        if seat not in state.eaters:
            return state
        return replace(state, eaters=tuple(other for other in state.eaters if other != seat)).going_on()

    def returned(self, state: State, seat: int) -> State:
        """The cat is back on its cushion, or where another sits by now, on the next free one behind."""
        cushion, occupied = state.positions[seat], state.occupied(but=seat)
        if cushion in occupied:
            (cushion,) = track.back(cushion, 1, occupied)
        return replace(state, positions=changed(state.positions, seat, cushion))

    def cleared(self, state: State) -> State:
        return replace(state, eaters=())

    def settable(self, state: State) -> tuple[Correction, ...]:
        return _corrections(len(state.players), state.options.cushions or MOST_CUSHIONS)

    def corrected(self, state: State, changes: Mapping[Place, object]) -> State:
        for place, value in changes.items():
            state = _set(state, place, value)
        _check(state)
        if state.eaters and (not state.eaten or state.options.order == "dynamic"):
            state = replace(state, eaters=state.in_order(state.eaters)).going_on()
        return self._over(state) if state.at_crown and not state.over else state

    def value_at(self, state: State, place: Place) -> object:
        match place:
            case ("cards", "blue_left"):
                return state.blue_left
            case ("positions", int(seat)):
                return state.positions[seat]
            case ("trays", int(seat)):
                return state.trays[seat]
            case ("lying", int(seat)):
                return state.lying[seat]
            case ("cards", "white_left"):
                return state.white_left
        raise TypeError(f"{place} is no place of {self.title}")

    def written(self, state: State, command: Command) -> frozenset[str]:
        match command:
            case Eat():
                return _moves(state, {command.player: command.meal})
            case Round():
                return _bowls(state) | _moves(state, command.eat)
            case Crown():
                return frozenset({"turn"})
        return _bowls(state)

    def own_view(self, state: State) -> dict[str, object]:
        return {
            "positions": state.by_name(state.positions),
            "trays": state.by_name(state.trays),
            "lying": state.by_name(state.lying),
            "eaters": [state.players[seat] for seat in state.eaters],
            "path": list(state.path),
            "cards": {
                "blue_left": state.blue_left,
                "white_left": state.white_left,
                "discarded": state.discarded,
            },
        }

    def _round(self, state: State, meals: Mapping[int, Meal]) -> State:
        """All who won a card move, each in the own place (fat-cats:77)."""
        for seat, meal in meals.items():
            _check_meal(state, seat, meal)
        state = _served(_no_bowls(state), meals)
        for _ in meals:
            # FC-A10: who would move later does not.
            if not state.over:
                state = self._moved(state, meals[state.eaters[0]])
        return state

    def _ate(self, state: State, eat: Eat) -> State:
        if state.phase != EATING:
            raise Refusal(Code.NOT_NOW, "it is not known who eats: say `bowls` or `eaters` first")
        seat = state.seat_of(eat.player)
        if seat != state.eaters[0]:
            raise Refusal(Code.NOT_YOUR_TURN, f"{state.turn} moves now, who is further behind: the hindmost starts")
        _check_meal(state, seat, eat.meal)
        return self._moved(state, eat.meal)

    def _moved(self, state: State, meal: Meal) -> State:
        """The first of the eaters moves by its card (fat-cats:79)."""
        seat, *rest = state.eaters
        state = replace(state, eaten=state.eaten + 1, discarded=state.discarded + meal.white)
        # FC-A1: a ghost moves the cat back instead of forward, by the house rule after it.
        if not meal.ghost or state.options.ghost == "after":
            state = state.moved(seat, state.forward(seat, meal.treats))
        if state.at_crown:
            return self._over(state)
        if meal.ghost:
            state = _haunted(state, seat, meal)
        # FC-A3: the order is fixed at the start, by the house rule it is always the hindmost of the rest.
        eaters = state.in_order(rest) if state.options.order == "dynamic" else tuple(rest)
        return replace(state, eaters=eaters).going_on()

    def _crowned(self, state: State, seat: int) -> State:
        if state.options.cushions is not None:
            cushion = f"the crown is cushion {state.options.cushions}"
            raise Refusal(Code.ILLEGAL, f"cushions are counted, {cushion}: `correct` positions.{state.players[seat]}")
        state.check_present(seat)
        return self._over(replace(state, crowned=seat))

    def _over(self, state: State) -> State:
        """A cat has reached the crown, and the game ends at that instant (fat-cats:126, FC-A10)."""
        return self.end(self.cleared(state), Ended.PLAYED)


@cache
def _corrections(players: int, cushions: int) -> tuple[Correction, ...]:
    return (
        Correction("positions.PLAYER", said("position"), Annotated[int, Meta(ge=track.CARPET, le=cushions)]),
        Correction("trays.PLAYER", said("trays"), Annotated[int, Meta(ge=0, le=players)]),
        Correction("lying.PLAYER", said("bowl lying"), Letter | None),
        Correction("cards.blue_left", said("blue cards"), Annotated[int, Meta(ge=0, le=BLUE_CARDS)]),
        Correction("cards.white_left", said("white cards"), Annotated[int, Meta(ge=0, le=WHITE_CARDS)]),
    )


def _set(state: State, place: Place, value: object) -> State:
    match place, value:
        case ("positions", int(seat)), int():
            return replace(state, positions=changed(state.positions, seat, value))
        case ("trays", int(seat)), int():
            return replace(state, trays=changed(state.trays, seat, value))
        case ("lying", int(seat)), "A" | "B" | "C" | "D" | None:
            return replace(state, lying=changed(state.lying, seat, value))
        case ("cards", "blue_left"), int():
            return replace(state, blue_left=value)
        case ("cards", "white_left"), int():
            return replace(state, white_left=value)
    raise TypeError(f"{place} is no place of {FatCats.title}")


def _turned_over(state: State, bowls: Mapping[int, Letter]) -> State:
    """Who stands alone on a card eats, the other bowls stay on theirs (fat-cats:73-75)."""
    for seat, letter in bowls.items():
        state.check_present(seat)
        if letter == state.lying[seat]:
            name = state.players[seat]
            # fat-cats:88
            raise Refusal(Code.ILLEGAL, f"the bowl {letter} of {name} still lies on that card: choose another letter")
    missing = [state.players[seat] for seat in state.present if seat not in bowls]
    if missing:
        raise Refusal(Code.ILLEGAL, f"all choose a card, but {', '.join(missing)} did not: say all bowls together")
    eaters = alone(bowls)
    lying = tuple(None if seat in eaters else bowls.get(seat) for seat in range(len(state.players)))
    return _served(replace(state, lying=lying), eaters)


def _no_bowls(state: State) -> State:
    """It is not told where bowls stand."""
    return replace(state, lying=(None,) * len(state.players))


def _served(state: State, eaters: Iterable[int]) -> State:
    """The eaters queue up for their moves."""
    for seat in eaters:
        state.check_present(seat)
    return replace(state, eaters=state.in_order(eaters)).going_on()


def _haunted(state: State, seat: int, meal: Meal) -> State:
    """A ghost moves the cat back, or another's cat if it is passed on with a silver tray (fat-cats:106-116)."""
    if meal.tray_to is UNSET:
        before = state.path if state.options.ghost == "after" else ()
        return state.moved(seat, state.back(seat, meal.treats), before)
    if not state.trays[seat]:
        raise Refusal(Code.ILLEGAL, f"{state.players[seat]} has no silver tray: the ghost cannot be passed on")
    victim = state.seat_of(meal.tray_to)
    # FC-A5: the passer's cat stays, and the victim cannot defend.
    return state.tray_passed(seat, victim).moved(victim, state.back(victim, meal.treats))


def _check_meal(state: State, seat: int, meal: Meal) -> None:
    """What no card is, and what no tray can do; raises Refusal illegal."""
    if meal.ghost and meal.colour == "blue":
        raise Refusal(Code.ILLEGAL, "blue cards have no ghosts: say white, or leave the colour out")
    if meal.tray_to is UNSET:
        return
    if not meal.ghost:
        raise Refusal(Code.ILLEGAL, "a tray only passes a ghost on: say `ghost`, or leave `tray_to` out")
    victim = state.seat_of(meal.tray_to)
    state.check_present(victim)
    if victim == seat:
        raise Refusal(Code.ILLEGAL, "a ghost is passed to another player: leave `tray_to` out to keep it")


def _check(state: State) -> None:
    """What stands on the real table; raises Refusal illegal."""
    if sum(state.trays) != len(state.players):
        raise Refusal(
            Code.ILLEGAL, f"there are {len(state.players)} trays, not {sum(state.trays)}: set the other one with it"
        )
    for seat, cushion in enumerate(state.positions):
        if seat in state.left:
            if cushion == state.options.cushions or state.lying[seat]:
                state.check_present(seat)
        elif cushion in state.occupied(but=seat):
            raise Refusal(
                Code.ILLEGAL, f"another cat sits on cushion {cushion}, with {state.players[seat]}: set both positions"
            )


def _bowls(state: State) -> frozenset[str]:
    """What the turning over of bowls writes."""
    return frozenset({"turn", *(paths.spell(("lying", name)) for name in state.players)})


def _moves(state: State, meals: Mapping[str, Meal]) -> frozenset[str]:
    """What moving cats writes. Two who eat do not disturb each other: the order of the eaters keeps them apart."""
    written = set[str]()
    for eater, meal in meals.items():
        names = [eater] if meal.tray_to is UNSET else [eater, meal.tray_to]
        for name in names:
            player = state.players[state.seat_of(name)]
            written.add(paths.spell(("positions", player)))
            if len(names) > 1:
                written.add(paths.spell(("trays", player)))
    return frozenset(written)
