"""The pages of the button's menu: what there is to choose, and where each item leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from companion.faces import correcting
from companion.faces.beginning import Games, Joining
from companion.faces.menu import Dismiss, Facts, Instead, Item, Listing, Redo, Submit, Undo
from companion.faces.setting import Setting
from companion.faces.spans import Span
from companion.games.said import Said

if TYPE_CHECKING:
    from companion.faces.words import Words
    from companion.games import Prompt

_FIRST: Final = 3
"""Where an answer that is not the game's own stands: after the likeliest, within a second."""

MOST_SKIPPED: Final = 9
"""So many turns the button skips at once."""


class AtTable(Struct, frozen=True):
    """The bottom page: the game's prompt, or which game to play. Empty where the prompt waits for something else."""

    def list(self, table: Facts) -> Listing:
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
            numbers = Span(title, asked.min, asked.max, (asked.field,), asked.command).numbers(default, table)
            return numbers._replace(items=(*numbers.items, more))
        answers = _answers(prompt, table.words)
        items = list(answers.items)
        if table.uncalled is not None:
            items.insert(_FIRST, Item(table.words.uncalled.format(name=table.turn), Instead(table.uncalled)))
        if table.braver is not None:
            items.append(Item(table.words.say(table.braver.label), Submit(table.braver.command)))
        return answers._replace(items=(*items, more))


class Unfelt(Struct, frozen=True):
    """How a turn is told that no sensor felt: mostly nobody has called, so that answer comes first."""

    def list(self, table: Facts) -> Listing:
        if table.prompt is None:
            return Listing("", ())
        answers = [*table.prompt.choices, *([table.braver] if table.braver else [])]
        answers.sort(key=lambda choice: choice.command["do"] != "result")
        ends = answers[0].command["do"] == "result"
        title = table.words.nobody_called if ends else table.words.say(table.prompt.text)
        items = [Item(table.words.say(choice.label), Submit(choice.command)) for choice in answers]
        return Listing(title, (*items, Item(table.words.more, AtHand())))


class Answers(Struct, frozen=True):
    """The answers of the prompt that stand on a page of their own."""

    pages: tuple[str, ...]
    """That page, after those that lead to it."""

    def list(self, table: Facts) -> Listing:
        return _answers(table.prompt, table.words, self.pages) if table.prompt else Listing("", ())


class Untold(Struct, frozen=True):
    """What the game can be told though nothing asks for it: one page of that."""

    page: str

    def list(self, table: Facts) -> Listing:
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


class AtHand(Struct, frozen=True):
    """What can be done at the table at any time; what was just taken back is first, after a game the same once more."""

    def list(self, table: Facts) -> Listing:
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
        if table.address is not None:
            # Early: who has come to play along by phone waits for it.
            items.append(Item(words.phone, Joining()))
        if table.troubles:
            # Early, too: its sign has made somebody look for it.
            items.append(Item(words.trouble, Troubles()))
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
        items += _setting(table)
        return Listing(words.menu, tuple(items))


def _setting(table: Facts) -> list[Item]:
    return [] if table.setting is None else [Item(table.words.settings, Setting())]


class Skipping(Struct, frozen=True):
    """How many turns end without change: three that nobody told take 1.5 s less than three times one."""

    def list(self, table: Facts) -> Listing:
        return Span(table.words.skip_how_many, 1, MOST_SKIPPED, ("turns",), {"do": "skip"}).each(1)


class Troubles(Struct, frozen=True):
    """What is wrong, one after the other."""

    def list(self, table: Facts) -> Listing:
        return Listing(table.words.trouble, (Item(table.words.go_on, Dismiss()),) * table.troubles)


class Correcting(Struct, frozen=True):
    """Which number of the real table is another."""

    def list(self, table: Facts) -> Listing:
        items = tuple(Item(table.words.say(one.label), Value(one.path)) for one in table.correctable)
        return Listing(table.words.correct_what, items)


class Value(Struct, frozen=True):
    """What it is in truth."""

    path: str

    def list(self, table: Facts) -> Listing:
        one, words = next((one for one in table.correctable if one.path == self.path), None), table.words
        if one is None:
            return Listing("", (Item(words.go_on, Dismiss()),))
        title = words.say(one.label)
        if one.minimum is not None and one.maximum is not None:
            # What is not told yet starts at 0, not at the far end of what it may be.
            start = one.value if isinstance(one.value, int) else max(one.minimum, min(0, one.maximum))
            told = correcting.command(words)
            return Span(title, one.minimum, one.maximum, ("set", one.path), told).numbers(start, table)
        may_be = list(correcting.choices(one, table.players, words))
        items = tuple(Item(label, Submit(correcting.command(words, {one.path: value}))) for label, value in may_be)
        return Listing(title, items, next((at for at, (_, value) in enumerate(may_be) if value == one.value), 0))


def _called(value: str, words: Words) -> str:
    """A name, or a word of the game's own."""
    return words.word(value) if isinstance(value, Said) else value


class Finishing(Struct, frozen=True):
    """How the game ends before its end; the first item is not to."""

    def list(self, table: Facts) -> Listing:
        words = table.words
        return Listing(
            words.finish_how,
            (
                Item(words.go_on, Dismiss()),
                Item(words.finish_counted, Submit({"do": "finish", "why": words.why_finished})),
                Item(words.finish_dropped, Submit({"do": "abandon"})),
            ),
        )
