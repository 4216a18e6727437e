"""A game: one pure function from a state and a command to the next state, and what there is to ask and to see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

import msgspec
from msgspec import UNSET

from companion.errors import Code, Refusal
from companion.games import corrections as paths
from companion.games import names
from companion.games.commands import (
    OF_THE_LEDGER,
    SHARED,
    Abandon,
    Amend,
    Command,
    Correct,
    Finish,
    Leave,
    Player,
    Question,
    Redo,
    Rename,
    Return,
    Skip,
    Undo,
    by_verb,
)
from companion.games.corrections import Change, Correctable, Correction, Place
from companion.games.prompt import Answer, Choice, Prompt
from companion.games.said import said
from companion.games.state import OVER, Ended, Options, State
from companion.games.strict import bad, read, read_tagged, short

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.games.house_rules import HouseRule
    from companion.games.outcome import Outcome

S = TypeVar("S", bound=State)
C = TypeVar("C", bound=Options)

EVERYTHING: Final = frozenset({"*"})


class Game(ABC, Generic[S, C]):
    """The rules of one game.

    A game says what stands here as class variables, and fills in the methods below; all that games share
    (names, leaving, correcting, ends, ranks, the order of refusals) is done for it.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    """How many may play."""
    options: type[C]
    house_rules: ClassVar[tuple[HouseRule, ...]] = ()
    """The options that people choose before a game."""
    same_starter: ClassVar[bool] = False
    """Whether the rules say who begins by what does not change from game to game; else it is each one's turn in order."""
    verbs: ClassVar[tuple[type[Command], ...]]
    questions: ClassVar[tuple[type[Question], ...]] = ()
    corrections: ClassVar[tuple[Correction, ...]] = ()

    def __init__(self) -> None:
        self._verbs = by_verb(SHARED + self.verbs + OF_THE_LEDGER)
        self._questions = {str(question.__struct_config__.tag): question for question in self.questions}

    # What each game says.

    @abstractmethod
    def opening(self, players: tuple[str, ...], options: C, first: int) -> S:
        """The state before the first command."""

    @abstractmethod
    def play(self, state: S, command: Command) -> S:
        """The state after one of the game's own commands; its players exist, and at least two are in."""

    @abstractmethod
    def next_question(self, state: S) -> Prompt | None:
        """What the table has to answer next, while the game goes on."""

    @abstractmethod
    def own_view(self, state: S) -> dict[str, object]:
        """The game's own part of what there is to see."""

    @abstractmethod
    def corrected(self, state: S, changes: Mapping[Place, object]) -> S:
        """The state with these values set together; players among the values are seats."""

    @abstractmethod
    def value_at(self, state: S, place: Place) -> object:
        """What stands at a place that `correct` can set; a player is a seat."""

    @abstractmethod
    def written(self, state: S, command: Command) -> frozenset[str]:
        """What one of the game's own commands writes: "turn" for what ends a turn, paths for numbers."""

    def at_hand(self, state: S) -> tuple[Choice, ...]:
        """What can be told at any time though nothing asks for it, the likeliest first."""
        del state
        return ()

    def settable(self, state: S) -> tuple[Correction, ...]:
        """What `correct` can set at this table; ``corrections``, unless a range hangs on the options."""
        del state
        return self.corrections

    def skipped(self, state: S) -> S:
        """The state after one turn that changed nothing."""
        del state
        raise Refusal(Code.ILLEGAL, f"{self.title} has no turns to skip: enter the numbers with `correct`")

    def departed(self, state: S, seat: int) -> S:
        """The state after a player went; ``state.left`` has the seat already."""
        del seat
        return state

    def returned(self, state: S, seat: int) -> S:
        """The state after a player came back."""
        del seat
        return state

    def cleared(self, state: S) -> S:
        """The state with an unfinished turn taken back, before the game is closed early."""
        return state

    def lesson(self, state: S) -> dict[str, object]:
        """Options that the next game at the same table begins with: what was learnt of the owner's components."""
        del state
        return {}

    def with_lesson(self, options: Mapping[str, object], lesson: Mapping[str, object]) -> Mapping[str, object]:
        """Options that tell of the owner's components, with what a lesson knows more of the same ones."""
        del lesson
        return options

    def check(self, state: S, told: Command | Question) -> None:
        """Refuse what the options of this table make malformed; raises Refusal bad-command."""
        del state, told

    def answer(self, state: S, question: Question) -> Answer:
        """What the referee says to one of ``questions``."""
        raise NotImplementedError(f"{self.name} lists {type(question).__name__} and does not answer it")

    def outcome(self, before: S, command: Mapping[str, object], after: S) -> Outcome | None:
        """How a turn ended with a command that was accepted; None where it ended none."""
        del before, command, after
        return None

    def implied(self, state: S, command: Mapping[str, object]) -> dict[str, object] | None:
        """The command that the rules make before this one, as an entry of its own."""
        del state, command
        return None

    # What all games share.

    @property
    def can_skip(self) -> bool:
        """Whether it has turns that `skip` can end."""
        return type(self).skipped is not Game.skipped

    def start(self, players: Sequence[str], options: Mapping[str, object]) -> S:
        """The state before the first command; raises Refusal bad-command."""
        seated = _seated(players)
        if len(seated) not in self.seats:
            raise bad(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {len(seated)}")
        chosen = read(options, self.options, "options")
        first = 0
        if chosen.first is not UNSET:
            if names.tidy(chosen.first) not in seated:
                raise bad(f"options: first is {short(chosen.first)}, who is none of the players {', '.join(seated)}")
            first = seated.index(names.tidy(chosen.first))
        return self.opening(seated, msgspec.structs.replace(chosen, first=UNSET), first)

    def apply(self, state: S, command: Mapping[str, object]) -> S:
        """The state after a command; raises Refusal, and changes nothing."""
        order = read_tagged(command, "do", self._verbs, "a command")
        match order:
            case Undo() | Redo() | Amend():
                raise bad(f"{command['do']} cannot be an amended command: it moves the history, and is no move itself")
            case Correct():
                return self._correct(state, paths.read_changes(self.settable(state), order.set))
            case Rename():
                return self._rename(state, order)
        self.check(state, order)
        for name in order.named():
            state.seat_of(name)
        self._check_open(state, order)
        match order:
            case Skip():
                return self._skip(state, order.turns)
            case Leave():
                return self._leave(state, state.seat_of(order.player))
            case Return():
                return self._return(state, state.seat_of(order.player))
            case Finish():
                return self.end(self.cleared(state), Ended.SHORT)
            case Abandon():
                return self.end(self.cleared(state), Ended.ABANDONED)
        return self.play(state, order)

    def end(self, state: S, ended: Ended) -> S:
        """The state of a closed game."""
        return replace(state, phase=OVER, seat=None, ended=ended)

    def prompt(self, state: S) -> Prompt | None:
        """The one question that the table has to answer next."""
        if state.over:
            return None
        if state.alone:
            absent = self._absent(state)
            back = [Choice(said("{name} is back", name=name), {"do": "return", "player": name}) for name in absent]
            (only,) = state.present
            text = said("Only {name} is left", name=state.players[only])
            finish = Choice(said("Finish"), {"do": "finish"})
            return Prompt(kind="choose", text=text, choices=(*back, finish), optional=True)
        return self.next_question(state)

    def ask(self, state: S, question: Mapping[str, object]) -> Answer:
        """What the referee says; raises Refusal."""
        if not self._questions:
            raise bad(f"{self.title} takes no questions")
        asked = read_tagged(question, "ask", self._questions, "a question")
        self.check(state, asked)
        for name in asked.named():
            state.seat_of(name)
        return self.answer(state, asked)

    def view(self, state: S) -> dict[str, object]:
        """What there is to see of the game itself, as it goes out."""
        return {"left": self._absent(state), "ended": state.ended, **self.own_view(state)}

    def shown_options(self, state: S) -> dict[str, object]:
        """All options with their defaults filled in."""
        return {**msgspec.to_builtins(state.options), "first": state.players[state.first]}

    def correctable(self, state: S) -> tuple[Correctable, ...]:
        """All that `correct` can set now."""
        return tuple(
            self._menu_line(state, correction, place)
            for correction in self.settable(state)
            for place in paths.places(correction, range(len(state.players)))
        )

    def writes(self, state: S, command: Mapping[str, object]) -> frozenset[str]:
        """What a command writes, to tell which ones disturb each other; {"*"} is everything.

        Raises Refusal bad-command or unknown-player.
        """
        order = read_tagged(command, "do", self._verbs, "a command")
        for name in order.named():
            state.seat_of(name)
        match order:
            case Correct():
                changes = paths.read_changes(self.settable(state), order.set)
                return frozenset(paths.spell(change.words) for change in changes)
            case Rename(player=player, name=name):
                return frozenset({paths.spell(("players", state.players[state.seat_of(player)]))}) | {
                    _meaning(player),
                    _meaning(name),
                }
            case Leave(player=player) | Return(player=player):
                seat = state.seat_of(player)
                seated = frozenset({paths.spell(("players", state.players[seat]))})
                return seated | {"turn"} if seat == state.seat else seated
            case Skip():
                return frozenset({"turn"})
            case Finish() | Abandon():
                return EVERYTHING
        return EVERYTHING if isinstance(order, OF_THE_LEDGER) else self.written(state, order)

    def named_in(self, state: S, command: Mapping[str, object]) -> frozenset[str]:
        """Whom a command names: a rename, in what it ``writes``, says that such a name means somebody else since.

        Raises Refusal bad-command.
        """
        order = read_tagged(command, "do", self._verbs, "a command")
        named = set(order.named())
        if isinstance(order, Correct):
            changes = paths.read_changes(self.settable(state), order.set)
            named.update(name for change in changes for name in change.named())
        return frozenset(map(_meaning, named))

    def _check_open(self, state: S, order: Command) -> None:
        if state.over:
            raise Refusal(Code.OVER, "the game is over: only undo, redo, amend, correct and rename are left")
        if state.alone and not isinstance(order, Return | Finish | Abandon):
            raise Refusal(Code.NOT_NOW, "one player alone cannot go on: let somebody `return`, or `finish`")

    def _correct(self, state: S, changes: list[Change]) -> S:
        for name in (name for change in changes for name in change.named()):
            state.seat_of(name)
        settings: dict[Place, object] = {}
        for change in changes:
            roles = change.correction.words
            words = zip(change.words, roles, strict=True)
            place = tuple(state.seat_of(word) if role == paths.PLAYER else word for word, role in words)
            value = change.value
            if change.correction.names_a_player and isinstance(value, str):
                value = state.seat_of(value)
            settings[place] = value
        return self.corrected(state, settings)

    def _rename(self, state: S, order: Rename) -> S:
        try:
            name = names.proper(order.name)
        except ValueError as error:
            raise bad(f"rename: {short(order.name)} cannot be: {error}") from None
        seat = state.seat_of(order.player)
        others = [player for other, player in enumerate(state.players) if other != seat]
        for other in others:
            if names.folded(other) == names.folded(name):
                raise Refusal(Code.ILLEGAL, f"{other} is called so already: choose another name than {name}")
        return replace(state, players=tuple(name if i == seat else old for i, old in enumerate(state.players)))

    def _skip(self, state: S, turns: int) -> S:
        for _ in range(turns):
            state = self.skipped(state)
            if state.over:
                break
        return state

    def _leave(self, state: S, seat: int) -> S:
        if seat in state.left:
            raise Refusal(Code.ILLEGAL, f"{state.players[seat]} has left already")
        return self.departed(replace(state, left=state.left | {seat}), seat)

    def _return(self, state: S, seat: int) -> S:
        if seat not in state.left:
            raise Refusal(Code.ILLEGAL, f"{state.players[seat]} is in the game already")
        return self.returned(replace(state, left=state.left - {seat}), seat)

    def _absent(self, state: S) -> list[str]:
        return [state.players[seat] for seat in sorted(state.left)]

    def _menu_line(self, state: S, correction: Correction, place: Place) -> Correctable:
        words = tuple(word if isinstance(word, str) else state.players[word] for word in place)
        owner = next((state.players[word] for word in place if isinstance(word, int)), None)
        value = self.value_at(state, place)
        low, high, choices = paths.limits(correction)
        if correction.names_a_player:
            value = state.players[value] if isinstance(value, int) else None
            nobody = () if correction.kind is Player else (None,)
            choices = (*(state.players[seat] for seat in state.present), *nobody)
        label = correction.label if owner is None else said("{name}: {what}", name=owner, what=correction.label)
        return Correctable(paths.spell(words), label, value, low, high, choices)


def _meaning(name: str) -> str:
    """Who is meant by a name, as something that is written."""
    return paths.spell(("meaning", names.folded(name)))


def _seated(players: Sequence[str]) -> tuple[str, ...]:
    seated: list[str] = []
    for name in players:
        try:
            seated.append(names.proper(name))
        except ValueError as error:
            raise bad(f"players: {short(name)} cannot be: {error}") from None
    for seat, name in enumerate(seated):
        for other in seated[:seat]:
            if names.folded(name) == names.folded(other):
                raise bad(f"players: {other!r} and {name!r} are the same name: change one of them")
    return tuple(seated)
