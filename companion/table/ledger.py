"""The accepted commands of one game, in order: history is never rewritten, only added to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from companion.errors import Code, Refusal
from companion.games import GAMES, AnyGame, Header, State
from companion.games.commands import OF_THE_LEDGER, Amend, Command, Redo, Undo, by_verb
from companion.games.strict import read_tagged, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_VERBS: dict[str, type[Command]] = by_verb(OF_THE_LEDGER)


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted command: who told it, from where, and when.

    ``source`` is sensor, button, phone, file or inferred; ``at`` is monotonic, ``wall`` Unix time, both in s.
    """

    revision: int
    command: dict[str, object]
    source: str = "file"
    who: str | None = None
    at: float | None = None
    wall: float | None = None
    key: str | None = None


class Fact(NamedTuple):
    """A command that counts, and the state after it; ``revision`` is that of its entry."""

    revision: int
    command: dict[str, object]
    state: State
    before: Fact | None


class Step(NamedTuple):
    """An entry that undo would take back, and the revision of the state without it."""

    entry: Entry
    before: int


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """A state in the history, where undo goes from here, and how far it is from the header."""

    revision: int
    fact: Fact
    previous: _Node | None
    depth: int


class _Redoable(NamedTuple):
    """What redo brings back next, and after that."""

    node: _Node
    rest: _Redoable | None


class _Position(NamedTuple):
    node: _Node
    redoable: _Redoable | None


class Ledger:
    """A game as it is told; accepting costs the same after ten entries and ten thousand."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.game: AnyGame = GAMES[header.game]
        self.entries: list[Entry] = []
        opening = Fact(0, {}, self.game.start(header.players, header.options), None)
        self._position = _Position(_Node(0, opening, None, 0), None)
        self._nodes = [self._position.node]

    @property
    def revision(self) -> int:
        """How many entries were accepted."""
        return len(self.entries)

    @property
    def state(self) -> State:
        return self._position.node.fact.state

    def submit(
        self,
        command: Mapping[str, object],
        *,
        source: str = "file",
        who: str | None = None,
        at: float | None = None,
        wall: float | None = None,
        key: str | None = None,
    ) -> tuple[Entry, ...]:
        """Accept a command; the answer is its entry, after the one it implied.

        Raises Refusal, and changes nothing.
        """
        plan = self._plan(command)
        accepted = tuple(
            Entry(
                self.revision + number,
                dict(told),
                source if told is command else "inferred",
                who,
                at,
                wall,
                key if told is command else None,
            )
            for number, (told, _) in enumerate(plan, 1)
        )
        for entry, (_, position) in zip(accepted, plan, strict=True):
            self._enter(entry, position)
        return accepted

    def check(self, command: Mapping[str, object]) -> None:
        """Raise the Refusal that :meth:`submit` would."""
        self._plan(command)

    def replay(self, entry: Entry) -> None:
        """Append an entry as it was kept, without inference; raises Refusal when it does not fit."""
        if entry.revision != self.revision + 1:
            raise Refusal(Code.ILLEGAL, f"entry {entry.revision} cannot follow entry {self.revision}")
        self._enter(entry, self._after(self._position, entry.command, entry.revision))

    def snapshot(self) -> dict[str, object]:
        """The whole state as it goes out."""
        game, state = self.game, self.state
        prompt = game.prompt(state)
        return {
            "game": game.name,
            "players": list(state.players),
            "options": game.shown_options(state),
            "revision": self.revision,
            "phase": state.phase,
            "turn": state.turn,
            "round": state.round,
            "over": state.over,
            "winners": list(state.winners),
            "scores": state.scores,
            "ranks": state.ranks,
            "prompt": prompt.as_dict() if prompt else None,
            "state": game.view(state),
        }

    def state_at(self, revision: int) -> State:
        """The state as it was at a revision; 0 is the header."""
        return self._nodes[revision].fact.state

    def undoable(self) -> Iterator[Step]:
        """The entries that undo would take back one by one, newest first."""
        node = self._position.node
        while node.previous is not None:
            yield Step(self.entries[node.revision - 1], node.previous.revision)
            node = node.previous

    def facts(self) -> tuple[Fact, ...]:
        """The commands that count now, oldest first; an amended one has its new command."""
        found = [fact for fact, _ in _back(self._position.node.fact)]
        return tuple(reversed(found))

    def _plan(self, command: Mapping[str, object]) -> list[tuple[Mapping[str, object], _Position]]:
        plan: list[tuple[Mapping[str, object], _Position]] = []
        position = self._position
        implied = self.game.implied(self.state, command)
        for told in [command] if implied is None else [implied, command]:
            position = self._after(position, told, self.revision + len(plan) + 1)
            plan.append((told, position))
        return plan

    def _enter(self, entry: Entry, position: _Position) -> None:
        self.entries.append(entry)
        self._nodes.append(position.node)
        self._position = position

    def _after(self, position: _Position, command: Mapping[str, object], revision: int) -> _Position:
        """Where a command leads; raises Refusal."""
        if command.get("do") in ("undo", "redo", "amend"):
            match read_tagged(command, "do", _VERBS, "a command"):
                case Undo(to=to):
                    return self._undone(position, to if isinstance(to, int) else None)
                case Redo():
                    return _redone(position)
                case Amend() as amend:
                    fact = _amended(self.game, position.node.fact, amend)
                    return _Position(_Node(revision, fact, position.node, position.node.depth + 1), None)
        node = position.node
        fact = Fact(revision, dict(command), self.game.apply(node.fact.state, command), node.fact)
        return _Position(_Node(revision, fact, node, node.depth + 1), None)

    def _undone(self, position: _Position, to: int | None) -> _Position:
        node, redoable = position
        if to is None:
            target = node.previous
        elif to < len(self._nodes) and _leads_to(self._nodes[to], node):
            target = self._nodes[to]
        else:
            raise Refusal(Code.ILLEGAL, f"revision {to} was undone or never was: undo goes back to one that counts")
        if target is None or target is node:
            raise Refusal(
                Code.NOTHING_TO_UNDO, f"this is the state of revision {node.revision}: there is nothing to undo"
            )
        while node is not target and node.previous is not None:
            redoable = _Redoable(node, redoable)
            node = node.previous
        return _Position(node, redoable)


def _redone(position: _Position) -> _Position:
    if position.redoable is None:
        raise Refusal(Code.NOTHING_TO_REDO, "nothing was undone since the last entry: there is nothing to redo")
    return _Position(*position.redoable)


def _leads_to(ancestor: _Node, node: _Node) -> bool:
    while node.depth > ancestor.depth and node.previous is not None:
        node = node.previous
    return node is ancestor


def _back(fact: Fact) -> Iterator[tuple[Fact, Fact]]:
    """Facts from the newest to the first, each with the one before; the opening is none."""
    while fact.before is not None:
        yield fact, fact.before
        fact = fact.before


def _amended(game: AnyGame, newest: Fact, amend: Amend) -> Fact:
    """The facts with one of them replaced, and all after it played again; raises Refusal."""
    later: list[tuple[int, dict[str, object]]] = []
    for fact, before in _back(newest):
        if fact.revision == amend.entry:
            again = [(fact.revision, amend.replacement), *reversed(later)]
            return _played(game, before, again)
        later.append((fact.revision, fact.command))
    why = "it was undone, never was, or only moved the history"
    raise Refusal(Code.ILLEGAL, f"entry {amend.entry} does not count now: {why}")


def _played(game: AnyGame, fact: Fact, commands: list[tuple[int, dict[str, object]]]) -> Fact:
    for revision, command in commands:
        try:
            fact = Fact(revision, command, game.apply(fact.state, command), fact)
        except Refusal as refusal:
            message = f"entry {revision}, {short(command)}, does not fit then: {refusal.message}"
            raise Refusal(refusal.code, message) from None
    return fact
