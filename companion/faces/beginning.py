"""The pages of the button's menu that lead to a game, or a phone to the table: which, who plays, who starts, by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from companion.faces.menu import Choose, Dismiss, Item, Listing, NewGame

if TYPE_CHECKING:
    from companion.faces.menu import Facts, Page


class Games(Struct, frozen=True):
    """Which game to play."""

    def list(self, table: Facts) -> Listing:
        items = [Item(offer.title, Lineups.of(offer.name, table)) for offer in table.games]
        if table.address is not None:
            items.append(Item(table.words.phone, Joining()))
        return Listing(table.words.which_game, tuple(items))


class Lineups(Struct, frozen=True):
    """Who plays: those of last time, or others."""

    game: str

    @classmethod
    def of(cls, game: str, table: Facts) -> Page:
        """The page that asks it; where nobody is known who could play, how many do."""
        return cls(game) if table.lineups(game) else HowMany(game)

    def list(self, table: Facts) -> Listing:
        items = [Item(", ".join(names), Starting(self.game, names)) for names in table.lineups(self.game)]
        items.append(Item(table.words.other_players, HowMany(self.game)))
        return Listing(table.words.who_plays, tuple(items))


class HowMany(Struct, frozen=True):
    """How many others."""

    game: str

    def list(self, table: Facts) -> Listing:
        offer = table.offer(self.game)
        counts = range(offer.fewest, offer.most + 1)
        items = tuple(Item(str(count), Seating.after(self.game, count, (), table), count) for count in counts)
        return Listing(table.words.how_many_play, items, step=1)


class Seating(Struct, frozen=True):
    """Who sits next, clockwise: somebody known, or a number for a name."""

    game: str
    count: int
    names: tuple[str, ...] = ()

    @classmethod
    def after(cls, game: str, count: int, names: tuple[str, ...], table: Facts) -> Page:
        """What is asked once these sit: who sits next, where more than one can; who starts, once nobody is missing."""
        while len(names) < count and len(free := table.free(names)) == 1:
            names = (*names, *free)
        return Starting(game, names) if len(names) == count else cls(game, count, names)

    def list(self, table: Facts) -> Listing:
        free = table.free(self.names)
        items = tuple(Item(name, Seating.after(self.game, self.count, (*self.names, name), table)) for name in free)
        return Listing(table.words.who_sits.format(seat=len(self.names) + 1), items)


class Starting(Struct, frozen=True):
    """Who starts; with that the game begins. By which rules, can be looked at before."""

    game: str
    names: tuple[str, ...]

    def list(self, table: Facts) -> Listing:
        offer, words = table.offer(self.game), table.words
        items = [Item(name, NewGame(self.game, self.names, {**offer.options, "first": name})) for name in self.names]
        items.append(Item(words.by_lot, NewGame(self.game, self.names, offer.options, by_lot=True)))
        if offer.rules:
            items.append(Item(words.house_rules, Rules(self.game, self.names)))
        return Listing(words.who_starts, tuple(items))


class Rules(Struct, frozen=True):
    """By which rules: each as it is now, and a hold gives it its next value."""

    game: str
    names: tuple[str, ...]

    def list(self, table: Facts) -> Listing:
        words = table.words
        items = [Item(rule.label, Choose(self.game, rule.then)) for rule in table.offer(self.game).rules]
        items.append(Item(words.done, Starting(self.game, self.names)))
        return Listing(words.house_rules, tuple(items))


class Joining(Struct, frozen=True):
    """How a phone joins the table: a code to scan, then the same to be typed."""

    def list(self, table: Facts) -> Listing:
        return Listing(table.words.phone, (Item(table.words.phone, Dismiss()),) * 2)
