"""The pages of the button's menu: what there is to choose, and where each item leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from companion.faces.menu import Choose, Dismiss, Instead, Item, Listing, NewGame, Page, Redo, Submit, Table, Undo
from companion.faces.setting import Setting
from companion.faces.words import written
from companion.games.said import Said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.faces.words import Words
    from companion.games import Prompt

WIDEST = 13
"""A range with more values is too long for single steps: 13 presses take 4 s."""

_FIRST = 3
"""Where an answer that is not the game's own stands: after the likeliest, within a second."""

MOST_SKIPPED = 9
"""So many turns the button skips at once."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """The bottom page: the game's prompt, or which game to play. Empty where the prompt waits for something else."""

    def list(self, table: Table) -> Listing:
        if not table.on:
            games = Games().list(table)
            return games._replace(items=(*games.items, *_setting(table)))
        prompt = table.prompt
        if prompt is None or (prompt.kind == "wait" and not table.answerable):
            return Listing("" if prompt is None else table.words.say(prompt.text), ())
        more = Item(table.words.more, AtHand())
        if prompt.range is not None:
            asked, title = prompt.range, table.words.say(prompt.text)
            default = asked.min if prompt.default is None else prompt.default
            numbers = _numbers(Span(title, asked.min, asked.max, asked.field, asked.command), default, table)
            return numbers._replace(items=(*numbers.items, more))
        answers = _answers(prompt, table.words)
        items = list(answers.items)
        if table.uncalled is not None:
            items.insert(_FIRST, Item(table.words.uncalled.format(name=table.turn), Instead(table.uncalled)))
        if table.braver is not None:
            items.append(Item(table.words.say(table.braver.label), Submit(table.braver.command)))
        return answers._replace(items=(*items, more))


@dataclass(frozen=True, slots=True)
class Unfelt:
    """How a turn is told that no sensor felt: mostly nobody has called, so that answer comes first."""

    def list(self, table: Table) -> Listing:
        if table.prompt is None:
            return Listing("", ())
        answers = [*table.prompt.choices, *([table.braver] if table.braver else [])]
        answers.sort(key=lambda choice: choice.command["do"] != "result")
        items = [Item(table.words.say(choice.label), Submit(choice.command)) for choice in answers]
        return Listing(table.words.nobody_called, (*items, Item(table.words.more, AtHand())))


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of the prompt that stand on a page of their own."""

    pages: tuple[str, ...]
    """That page, after those that lead to it."""

    def list(self, table: Table) -> Listing:
        return _answers(table.prompt, table.words, self.pages) if table.prompt else Listing("", ())


@dataclass(frozen=True, slots=True)
class Untold:
    """What the game can be told though nothing asks for it: one page of that."""

    page: str

    def list(self, table: Table) -> Listing:
        words = table.words
        told = [choice for choice in table.at_hand if self.page in choice.pages]
        items = (Item(_called(choice.label, words), Submit(choice.command)) for choice in told)
        return Listing(words.say(self.page), tuple(items))


def _answers(prompt: Prompt, words: Words, pages: tuple[str, ...] = ()) -> Listing:
    """Each answer of a page, or where several share a page on it, that page; the cursor starts where the default is."""
    items, starts = list[Item](), dict[str, int]()
    start = 0
    for at, choice in enumerate(prompt.choices):
        if choice.pages[: len(pages)] != pages:
            continue
        page = next(iter(choice.pages[len(pages) :]), "")
        if not page:
            items.append(Item(words.say(choice.label), Submit(choice.command)))
        elif page not in starts:
            starts[page] = len(items)
            items.append(Item(words.say(page), Answers((*pages, page))))
        if at == prompt.default:
            start = starts.get(page, len(items) - 1)
    return Listing(words.say(prompt.text), tuple(items), start)


class Span(NamedTuple):
    """The numbers that may be given, and the command that takes one under ``field``."""

    title: str
    low: int
    high: int
    field: str
    command: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Ones:
    """The last digit of a number whose tens are chosen."""

    span: Span
    start: int

    def list(self, table: Table) -> Listing:
        del table
        listing = _each(self.span, self.start)
        if self.span.high >= 0:
            return listing
        # Below zero they go on away from it, as the tens are called: −10, −11, ... −19.
        return listing._replace(items=listing.items[::-1], start=len(listing.items) - 1 - listing.start)


def _numbers(span: Span, start: int, table: Table) -> Listing:
    """The numbers of a span: each, or where they are many and pressed to, one in ten and then the ones."""
    start = max(span.low, min(span.high, start))
    if table.knob or span.high - span.low < WIDEST:
        return _each(span, start)
    items = []
    tens = _tens(span.low, span.high)
    for near, far in tens:
        # Where the old number's ones fit they stay, so that what comes next begins at a number that can be meant.
        shown = near + (abs(start) % 10 - abs(near) % 10) * (-1 if far < 0 else 1)
        low, high = min(near, far), max(near, far)
        narrow = span._replace(low=low, high=high)
        shown = max(low, min(high, shown))
        label = written(near) if near == far else f"{written(near)} ... {written(far)}"
        items.append(Item(label, Ones(narrow, shown), shown))
    at = next(at for at, ends in enumerate(tens) if min(ends) <= start <= max(ends))
    return Listing(span.title, tuple(items), at, step=10)


def _tens(low: int, high: int) -> list[tuple[int, int]]:
    """The numbers of a range by their tens, each from the end nearer to zero, as they are said.

    >>> _tens(-17, 12)
    [(-10, -17), (-1, -9), (0, 9), (10, 12)]
    """
    below = [(min(-ten or -1, high), max(-ten - 9, low)) for ten in range(max(0, -low) // 10 * 10, -1, -10)]
    above = [(max(ten, low), min(ten + 9, high)) for ten in range(max(0, low) // 10 * 10, high + 1, 10)]
    return [(near, far) for near, far in below if low <= far <= near < 0] + above


def _each(span: Span, start: int) -> Listing:
    numbers = range(span.low, span.high + 1)
    items = tuple(Item(written(value), Submit(_filled(span.command, span.field, value)), value) for value in numbers)
    return Listing(span.title, items, start - span.low, step=1)


def _filled(command: Mapping[str, object], field: str, value: object) -> dict[str, object]:
    """The command with the value in its place: a field, or a path that ``correct`` sets."""
    if command.get("do") == "correct":
        return {**command, "set": {field: value}}
    return {**command, field: value}


@dataclass(frozen=True, slots=True)
class AtHand:
    """What can be done at the table at any time; what was just taken back is first, after a game the same once more."""

    def list(self, table: Table) -> Listing:
        words, prompt = table.words, table.prompt
        items = list[Item]()
        if table.undone is not None:
            items.append(Item(words.redo.format(entry=table.undone), Redo(table.undone)))
        if table.rematch is not None:
            items.append(Item(words.again.format(name=table.rematch.options["first"]), table.rematch))
        untold = dict.fromkeys(page for choice in table.at_hand for page in choice.pages)
        items += [Item(f"{words.say(page)} ...", Untold(page)) for page in untold]
        looks = enumerate((words.scores, *table.lookups))
        items += [Item(label, Dismiss(), look=number) for number, label in looks]
        if prompt is not None and prompt.kind == "wait" and not table.answerable:
            items += [Item(words.say(choice.label), Submit(choice.command)) for choice in prompt.choices]
        items.append(Item(words.new_game, Games()) if table.over else Item(words.go_on, Dismiss()))
        if table.last is not None:
            items.append(Item(words.undo.format(entry=table.last), Undo(table.last)))
        if table.correctable:
            items.append(Item(words.correct, Correcting()))
        if not table.over:
            if table.can_skip and table.turn is not None:
                items.append(Item(words.skip.format(name=table.turn), Skipping()))
            items.append(Item(words.finish, Finishing()))
        if table.address is not None:
            items.append(Item(words.phone, Joining()))
        if table.troubles:
            items.append(Item(words.trouble, Troubles()))
        items += _setting(table)
        return Listing(words.menu, tuple(items))


def _setting(table: Table) -> list[Item]:
    return [] if table.setting is None else [Item(table.words.settings, Setting())]


@dataclass(frozen=True, slots=True)
class Joining:
    """How a phone joins the table: a code to scan, then the same to be typed."""

    def list(self, table: Table) -> Listing:
        return Listing(table.words.phone, (Item(table.words.phone, Dismiss()),) * 2)


@dataclass(frozen=True, slots=True)
class Skipping:
    """How many turns end without change: three that nobody told take 1.5 s less than three times one."""

    def list(self, table: Table) -> Listing:
        return _each(Span(table.words.skip_how_many, 1, MOST_SKIPPED, "turns", {"do": "skip"}), 1)


@dataclass(frozen=True, slots=True)
class Troubles:
    """What is wrong, one after the other."""

    def list(self, table: Table) -> Listing:
        return Listing(table.words.trouble, (Item(table.words.go_on, Dismiss()),) * table.troubles)


@dataclass(frozen=True, slots=True)
class Correcting:
    """Which number of the real table is another."""

    def list(self, table: Table) -> Listing:
        items = tuple(Item(table.words.say(one.label), Value(one.path)) for one in table.correctable)
        return Listing(table.words.correct_what, items)


@dataclass(frozen=True, slots=True)
class Value:
    """What it is in truth."""

    path: str

    def list(self, table: Table) -> Listing:
        one, words = next((one for one in table.correctable if one.path == self.path), None), table.words
        if one is None:
            return Listing("", (Item(words.go_on, Dismiss()),))
        title = words.say(one.label)
        command = {"do": "correct", "set": {}, "why": words.why_corrected}
        if one.minimum is not None and one.maximum is not None:
            # What is not told yet starts at 0, not at the far end of what it may be.
            start = one.value if isinstance(one.value, int) else max(one.minimum, min(0, one.maximum))
            return _numbers(Span(title, one.minimum, one.maximum, one.path, command), start, table)
        choices = one.choices or table.players
        items = tuple(
            Item(_shown(value, choices, words), Submit(_filled(command, one.path, value and str(value))))
            for value in choices
        )
        return Listing(title, items, choices.index(one.value) if one.value in choices else 0)


def _shown(value: str | None, choices: tuple[str | None, ...], words: Words) -> str:
    """What may be chosen, nobody or nothing among it."""
    if value is None:
        return words.nothing if any(isinstance(other, Said) for other in choices) else words.none
    return _called(value, words)


def _called(value: str, words: Words) -> str:
    """A name, or a word of the game's own."""
    return words.word(value) if isinstance(value, Said) else value


@dataclass(frozen=True, slots=True)
class Finishing:
    """How the game ends before its end; the first item is not to."""

    def list(self, table: Table) -> Listing:
        words = table.words
        return Listing(
            words.finish_how,
            (
                Item(words.go_on, Dismiss()),
                Item(words.finish_counted, Submit({"do": "finish", "why": words.why_finished})),
                Item(words.finish_dropped, Submit({"do": "abandon"})),
            ),
        )


@dataclass(frozen=True, slots=True)
class Games:
    """Which game to play."""

    def list(self, table: Table) -> Listing:
        items = [Item(offer.title, _lineups(offer.name, table)) for offer in table.games]
        if table.address is not None:
            items.append(Item(table.words.phone, Joining()))
        return Listing(table.words.which_game, tuple(items))


@dataclass(frozen=True, slots=True)
class Lineups:
    """Who plays: those of last time, or others."""

    game: str

    def list(self, table: Table) -> Listing:
        items = [Item(", ".join(names), Starting(self.game, names)) for names in _fitting(self.game, table)]
        items.append(Item(table.words.other_players, HowMany(self.game)))
        return Listing(table.words.who_plays, tuple(items))


def _lineups(game: str, table: Table) -> Page:
    """Who plays; where nobody is known who could, how many."""
    return Lineups(game) if _fitting(game, table) else HowMany(game)


def _fitting(game: str, table: Table) -> list[tuple[str, ...]]:
    offer = table.offer(game)
    return [names for names in table.presets if offer.fewest <= len(names) <= offer.most]


@dataclass(frozen=True, slots=True)
class HowMany:
    """How many others."""

    game: str

    def list(self, table: Table) -> Listing:
        offer = table.offer(self.game)
        counts = range(offer.fewest, offer.most + 1)
        items = tuple(Item(str(count), _seated(self.game, count, (), table), count) for count in counts)
        return Listing(table.words.how_many_play, items, step=1)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits next, clockwise: somebody known, or a number for a name."""

    game: str
    count: int
    names: tuple[str, ...] = ()

    def list(self, table: Table) -> Listing:
        free = _free(self.names, table)
        items = tuple(Item(name, _seated(self.game, self.count, (*self.names, name), table)) for name in free)
        return Listing(table.words.who_sits.format(seat=len(self.names) + 1), items)


def _seated(game: str, count: int, names: tuple[str, ...], table: Table) -> Page:
    """What is asked once these sit: who sits next, where more than one can; who starts, once nobody is missing."""
    while len(names) < count and len(free := _free(names, table)) == 1:
        names = (*names, *free)
    return Starting(game, names) if len(names) == count else Seating(game, count, names)


def _free(names: tuple[str, ...], table: Table) -> list[str]:
    """Who can sit next."""
    nameless = table.words.nameless.format(seat=len(names) + 1)
    taken = {name.casefold() for name in names}
    return [name for name in dict.fromkeys((*table.known, nameless)) if name.casefold() not in taken]


@dataclass(frozen=True, slots=True)
class Starting:
    """Who starts; with that the game begins. By which rules, can be looked at before."""

    game: str
    names: tuple[str, ...]

    def list(self, table: Table) -> Listing:
        offer, words = table.offer(self.game), table.words
        items = [Item(name, NewGame(self.game, self.names, {**offer.options, "first": name})) for name in self.names]
        items.append(Item(words.by_lot, NewGame(self.game, self.names, offer.options, by_lot=True)))
        if offer.rules:
            items.append(Item(words.house_rules, Rules(self.game, self.names)))
        return Listing(words.who_starts, tuple(items))


@dataclass(frozen=True, slots=True)
class Rules:
    """By which rules: each as it is now, and a hold gives it its next value."""

    game: str
    names: tuple[str, ...]

    def list(self, table: Table) -> Listing:
        words = table.words
        items = [Item(rule.label, Choose(self.game, rule.then)) for rule in table.offer(self.game).rules]
        items.append(Item(words.done, Starting(self.game, self.names)))
        return Listing(words.house_rules, tuple(items))
