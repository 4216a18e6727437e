"""What made-up evenings of every game are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from companion.games import Code, Refusal
from tests.games.telling import refusal, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.games import Prompt
    from companion.table.ledger import Ledger

Command = dict[str, object]
Commands = st.SearchStrategy[Command]
DISPLAY = 24
"""The longest text and label that one line of the display shows, in characters."""


class Evening(NamedTuple):
    """How many players there are, with which options, and what is told; much of it is refused."""

    players: int
    options: dict[str, object]
    commands: list[Command]


def on_one_line(prompt: Prompt) -> None:
    assert len(prompt.text) <= DISPLAY
    labels = [choice.label for choice in prompt.choices]
    assert len(labels) == len(set(labels))
    assert all(len(label) <= DISPLAY for label in labels)


def as_told(ledger: Ledger, command: Command) -> Command:
    del ledger
    return command


@dataclass(frozen=True, kw_only=True)
class Evenings:
    """One game's evenings, and what the properties of all games have to know of it.

    ``counts`` are the fewest and the most players, ``lengths`` the fewest and the most commands, ``seatless`` is what
    does not depend on who sits where, ``legible`` asserts that a prompt can be shown, and ``fitting`` makes of a
    command one that is likelier accepted.
    """

    game: str
    names: tuple[str, ...]
    counts: tuple[int, int]
    options: Commands
    commands: Commands
    lengths: tuple[int, int]
    seatless: Callable[[Ledger], Mapping[str, object]]
    legible: Callable[[Prompt], None] = on_one_line
    fitting: Callable[[Ledger, Command], Command] = as_told

    @property
    def any(self) -> st.SearchStrategy[Evening]:
        least, most = self.lengths
        return st.builds(
            Evening, st.integers(*self.counts), self.options, st.lists(self.commands, min_size=least, max_size=most)
        )

    def begun(self, count: int, options: Mapping[str, object]) -> Ledger:
        return self.seated(self.names[:count], options)

    def seated(self, players: tuple[str, ...], options: Mapping[str, object]) -> Ledger:
        return tell(game=self.game, players=" ".join(players), **options)

    def steps(self, evening: Evening) -> Iterator[Ledger]:
        """The game after each of the commands; one that is refused has changed nothing."""
        ledger = self.begun(evening.players, evening.options)
        for command in evening.commands:
            refusal(ledger, self.fitting(ledger, command))
            yield ledger

    def told(self, evening: Evening) -> Ledger:
        """The game with those commands that are accepted."""
        ledger = self.begun(evening.players, evening.options)
        for command in evening.commands:
            outcome(ledger, self.fitting(ledger, command))
        return ledger


def verb(
    do: str, optional: dict[Any, st.SearchStrategy[Any]] | None = None, **fields: st.SearchStrategy[Any]
) -> Commands:
    """A command with these fields, and with any of the optional ones."""
    return st.fixed_dictionaries({"do": st.just(do), **fields}, optional=optional or {})


def comings_and_goings(names: st.SearchStrategy[str]) -> Commands:
    return st.one_of(
        verb("leave", player=names),
        verb("return", player=names),
        verb("rename", player=names, name=names),
        verb("finish"),
    )


def history(replacements: Commands) -> Commands:
    return st.one_of(
        verb("undo"),
        verb("undo", to=st.integers(0, 20)),
        verb("redo"),
        st.fixed_dictionaries({"do": st.just("amend"), "entry": st.integers(1, 20), "with": replacements}),
    )


def outcome(ledger: Ledger, command: Command) -> Code | None:
    """Why a command is refused, None when it is accepted.

    At half the cost of ``refusal``, which looks at all there is to see before and after; the steps do that for all.
    """
    try:
        ledger.submit(command)
    except Refusal as refused:
        return refused.code
    return None


def without_revision(ledger: Ledger) -> dict[str, object]:
    return {**ledger.snapshot(), "revision": None}
