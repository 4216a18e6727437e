"""What can be begun at this table: each game by the rules of its last time, with the pad or board that the owner has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from companion.faces.menu import NewGame, Offer, Rule, Value
from companion.games import GAMES
from companion.games.house_rules import differing, values
from companion.games.names import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.config import Config
    from companion.faces.words import Words
    from companion.games import AnyGame, Header
    from companion.table.ledger import Ledger
    from companion.table.session import Session
    from companion.table.tally import Tally


class Offers:
    """Remembers who played and by which rules, and what was chosen for the next game meanwhile."""

    def __init__(self, config: Config, session: Session) -> None:
        self._config = config
        self._session = session
        self._on: Ledger | None = None
        """The game that began last: people can be called otherwise in it for as long as it lies there."""
        self._lineups: tuple[tuple[str, ...], ...] = ()
        """Of those before, the last ones first."""
        self._last: dict[str, dict[str, object]] = {}
        """The options of the last game of each name."""
        self._chosen: dict[str, Mapping[str, object]] = {}
        self._listed: tuple[Words, list[dict[str, object]], tuple[Offer, ...]] | None = None
        """What was listed last, and what it was made of: it takes 2 ms, and is wanted after every entry."""

    @property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """Who may play: those who played together before, the last ones first, else who usually plays."""
        usual = self._config.table.players
        named = filter(None, map(self._session.regulars.book.lineup, self._played))
        return tuple(dict.fromkeys(named)) or ((usual,) if len(usual) > 1 else ())

    @property
    def people(self) -> tuple[str, ...]:
        """Names to pick from, the likeliest first."""
        book = self._session.regulars.book
        known = (*self._config.table.players, *(name for names in self._played for name in names))
        named = dict[str, str]()
        for name in map(book.name, known):
            named.setdefault(folded(name), name)
        return tuple(name for name in named.values() if not book.hides(name))

    def unplayed(self, tally: Tally) -> tuple[str, ...]:
        """Who usually plays, as the configuration has it, and has not played yet."""
        book = self._session.regulars.book
        played = {book.who(person.name) for person in tally.people}
        return tuple(name for name in self._config.table.players if book.who(name) not in played)

    def remember(self, headers: Iterable[Header]) -> None:
        """These games were played before, the newest first; ``players`` are called in them as at last."""
        self._listed = None
        for header in headers:
            self._last.setdefault(header.game, differing(GAMES[header.game].options, header.options))
            self._lineups = tuple(dict.fromkeys((*self._lineups, header.players)))

    def began(self, ledger: Ledger) -> None:
        """This game has begun, or was taken up."""
        self._listed = None
        self._lineups, self._on = self._played, ledger
        header = ledger.header
        self._last[header.game] = differing(GAMES[header.game].options, header.options)
        self._chosen.pop(header.game, None)
        self._lineups = tuple(names for names in self._lineups if names != ledger.state.players)

    def choose(self, game: str, options: Mapping[str, object]) -> None:
        """The next game of this name is to have these options."""
        self._listed = None
        self._chosen[game] = options

    def listed(self, words: Words) -> tuple[Offer, ...]:
        """Each game, and what is chosen for it."""
        learnt = [dict(self._session.lessons.of(name)) for name in GAMES]
        if self._listed is None or self._listed[:2] != (words, learnt):
            offers = tuple(self._offer(game, words, self._chosen.get(game.name)) for game in GAMES.values())
            self._listed = words, learnt, offers
        return self._listed[2]

    def offer(self, name: str, words: Words, options: Mapping[str, object] | None = None) -> Offer:
        """One game as it would be with these options; as it is usual where they are None."""
        return self._offer(GAMES[name], words, options)

    def rematch(self, ledger: Ledger) -> NewGame:
        """The same game by the same rules, with those who are still there, if they are enough.

        It is the next player's turn to begin, clockwise; or the same one's, where that is what the rules say.
        """
        game, state = ledger.game, ledger.state
        present = tuple(state.players[seat] for seat in state.present)
        players = present if len(present) in game.seats else state.players
        count = len(state.players)
        around = (
            state.players[(state.first + step) % count] for step in range(0 if game.same_starter else 1, count + 1)
        )
        first = next(name for name in around if name in players)
        return NewGame(game.name, players, {**ledger.header.options, **game.lesson(state), "first": first})

    @property
    def _played(self) -> tuple[tuple[str, ...], ...]:
        """Who played together, as they are called in their games, the last ones first."""
        on = () if self._on is None else (self._on.state.players,)
        return tuple(dict.fromkeys((*on, *self._lineups)))

    def _offer(self, game: AnyGame, words: Words, options: Mapping[str, object] | None) -> Offer:
        if options is None:
            options = self._usual(game)
        return Offer(game.name, game.title, game.seats[0], game.seats[-1], options, self._rules(game, options, words))

    def _usual(self, game: AnyGame) -> dict[str, object]:
        """The rules of last time, and the component with a name that was played with last, else the first."""
        options, lesson = dict(self._last.get(game.name, {})), self._session.lessons.of(game.name)
        for option, named in self._named(game).items():
            used = {**options, **lesson}.get(option)
            if named and used not in named.values():
                options[option] = next(iter(named.values()))
            elif option in lesson:
                # Left out it comes by itself, unless it is one of those with a name.
                options = _with(game, options, option, used if named else UNSET)
        return options

    def _named(self, game: AnyGame) -> dict[str, dict[str, object]]:
        """The options whose values have names, and these values with what was learnt of them."""
        lesson = self._session.lessons.of(game.name)
        return {
            option: {name: game.with_lesson({option: value}, lesson)[option] for name, value in named.items()}
            for option, named in self._config.named_values(game.name).items()
        }

    def _rules(self, game: AnyGame, options: Mapping[str, object], words: Words) -> tuple[Rule, ...]:
        """What can be chosen: a whole set where the owner has some, then one rule after the other."""
        rules = list(self._sets(game, options, words))
        for rule in game.house_rules:
            may_be = self._values(game, rule.option, words)
            if len(may_be) > 1:
                now = options.get(rule.option, getattr(game.options(), rule.option))
                at = next((at for at, (_, value) in enumerate(may_be) if value == now), len(may_be) - 1)
                found = (Value(label, _with(game, options, rule.option, value)) for label, value in may_be)
                rules.append(Rule(words.say(rule.label), may_be[at][0], tuple(found), at))
        return tuple(rules)

    def _sets(self, game: AnyGame, options: Mapping[str, object], words: Words) -> Iterable[Rule]:
        """The sets of house rules of this game as one thing to choose; what has a name of its own stays."""
        sets = [(words.as_printed, dict[str, object]())]
        for name, rules in self._config.house_rules.items():
            if rules.game == game.name:
                sets.append((name, differing(game.options, rules.options)))
        if len(sets) == 1:
            return
        apart = self._config.named_values(game.name)
        kept = {option: value for option, value in options.items() if option in apart}
        now = {option: value for option, value in options.items() if option not in apart}
        at = next((at for at, (_, chosen) in enumerate(sets) if chosen == now), -1)
        name = words.own_rules if at < 0 else sets[at][0]
        yield Rule(words.rules, name, tuple(Value(label, {**kept, **chosen}) for label, chosen in sets), at)

    def _values(self, game: AnyGame, option: str, words: Words) -> list[tuple[str, object]]:
        """What an option may be, and how that is called."""
        few = values(game.options, option)
        if few:
            return [(_called(value, words), value) for value in few]
        named = self._named(game).get(option, {})
        learnt = self._session.lessons.of(game.name).get(option)
        used = self._last.get(game.name, {}).get(option)
        # Another one is what was learnt, if that is none of those with a name; else nothing is known of it.
        found = [*named.items(), (words.another, None if learnt is None or learnt in named.values() else UNSET)]
        if learnt is None and used is not None and used not in named.values():
            found.insert(0, (str(used), used))
        return found


def _with(game: AnyGame, options: Mapping[str, object], option: str, value: object) -> dict[str, object]:
    """The options with one of them set, or left out where the value is UNSET."""
    others = {name: kept for name, kept in options.items() if name != option}
    return others if value is UNSET else differing(game.options, {**others, option: value})


def _called(value: object, words: Words) -> str:
    match value:
        case bool():
            return words.yes if value else words.no
        case int():
            return str(value)
        case str():
            return words.word(value)
        case None:
            return words.nothing
    return words.usual
