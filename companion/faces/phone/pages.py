"""The pages as HTML; the same text is a first view, and what a page that is open takes its changed parts from."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec.structs import asdict

from companion.faces.phone import entries, evenings, fields, numbers
from companion.faces.phone.beginning import Household, beginning
from companion.faces.phone.dates import day_of, hour
from companion.faces.phone.everybody import everybody, records
from companion.faces.phone.games import LOOKS, PLAIN, mad_cat
from companion.faces.phone.markup import as_json, isolated
from companion.faces.phone.plot import mark, plot
from companion.faces.phone.question import question
from companion.faces.phone.sectors import around
from companion.faces.phone.standings import standings, verdict
from companion.faces.phone.tongues import TONGUES
from companion.faces.words import written
from companion.games import GAMES
from companion.games.commands import SHARED, by_verb
from companion.games.said import fill
from companion.games.state import Ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markupsafe import Markup

    from companion.faces.menu import Offer
    from companion.faces.phone.beginning import Wanted
    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.tongues import Tongue
    from companion.table.people import Book
    from companion.table.records import Summary
    from companion.table.results import Past
    from companion.table.tally import Tally

STATIC: Final = Path(__file__).parent / "static"
"""The files that a page loads: they are served under ``/static/VERSION/``."""


def _version() -> str:
    digest = blake2b(digest_size=6)
    for path in sorted(STATIC.iterdir()):
        digest.update(path.read_bytes())
    return digest.hexdigest()


VERSION: Final = _version()
"""Another one for other files: a browser may keep them for ever, and an open page that has older ones loads anew."""

_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    # The templates lie beside the code: they change with it, when the companion is started anew.
    auto_reload=False,
)
_ENVIRONMENT.filters["json"] = as_json
_ENVIRONMENT.filters["digits"] = written


_TEMPLATES: Final = {name: _ENVIRONMENT.get_template(name) for name in _ENVIRONMENT.list_templates()}
"""Compiled where this is imported, beside the loop, not while somebody waits."""


NOTHING: Final = Household(())
"""A household of which nothing is known."""


class Rematch(NamedTuple):
    """The same game once more."""

    label: Markup
    body: Mapping[str, object]


class Waiting(NamedTuple):
    """A game that was put aside."""

    number: int
    title: str
    told: str


class Asking(NamedTuple):
    """A question to the referee as a form."""

    name: str
    form: fields.Form


def page(template: str, reader: Reader, seen: Seen | None, *, topics: str = "", **more: object) -> str:
    """Any page: what its template needs beside what every page shows stands in ``more``.

    ``topics`` is what it hears of beside what changes every page, with commas between them.
    """
    tongue = reader.tongue
    shown: dict[str, object] = {"seen": None, "title": tongue.own.no_game, "notes": (), "booked": None}
    if seen is not None:
        names = seen.state.players
        shown = {
            "seen": seen,
            "title": seen.ledger.game.title,
            "notes": [isolated(note, names) for note in _notes(seen, reader)],
            "booked": entries.booked(seen, tongue),
        }
    return _TEMPLATES[template].render(
        version=VERSION,
        topics=topics,
        tongue=tongue,
        words=tongue.words,
        own=tongue.own,
        client={**asdict(tongue.own.client), "refusals": dict(tongue.words.refusals)},
        touch=reader.touch,
        owner=reader.owner,
        simulated=reader.simulated,
        troubles=[trouble.told(tongue.words) for trouble in reader.troubles],
        **shown,
        **more,
    )


def table(reader: Reader, seen: Seen | None, household: Household = NOTHING) -> str:
    """Scores, and the one question; where no game is on, what can be begun."""
    if seen is None:
        return page("table.html", reader, None, tab="table", household=household, live=None, scores="none")
    look = LOOKS.get(seen.ledger.game.name, PLAIN)
    asked = look.form(seen, reader)
    return page(
        "table.html",
        reader,
        seen,
        tab="table",
        standings=list(standings(seen, reader)),
        verdict=verdict(seen, reader),
        rematch=_rematch(household, reader),
        form=None if asked is None else f"games/{seen.ledger.game.name}.html",
        scores="roomy" if asked is None else look.scores,
        picture=look.picture(seen, reader.tongue),
        asked=question(seen, reader.tongue) if asked is None else asked,
        live=look.live(seen, reader.tongue),
    )


def new(
    reader: Reader, seen: Seen | None, household: Household, wanted: Wanted | None = None, offer: Offer | None = None
) -> str:
    """What a new game begins with: which one, who plays, who begins, by which rules.

    ``offer`` is the wanted game with the wanted options.
    """
    playing, chosen = None, None
    if seen is not None and not seen.state.over:
        names = seen.state.players
        playing = isolated(f"{seen.ledger.game.title}: {', '.join(names)}", names)
    elif wanted is not None and offer is not None:
        chosen = beginning(wanted, offer, household, reader.tongue)
    return page(
        "new.html",
        reader,
        seen,
        tab="new",
        playing=playing,
        household=household,
        waiting=[] if playing or chosen is not None else [_waiting(summary, reader) for summary in household.waiting],
        chosen=chosen,
    )


def past_games(reader: Reader, seen: Seen | None, past: Sequence[Past], book: Book) -> str:
    """Games that are over, by evenings; ``past`` are those of one page, and one more where there are more."""
    shown = past[: evenings.SHOWN]
    older = shown[-1].id if len(past) > len(shown) else None
    return page(
        "evenings.html",
        reader,
        seen,
        tab="evenings",
        evenings=evenings.evenings(shown, book, reader),
        older=older,
    )


def past_game(reader: Reader, seen: Seen | None, past: Seen, *, fits: bool) -> str:
    """One game that is over: how it ended, and how it came to that; ``fits`` whether all of it could be read."""
    own, state = reader.tongue.own, past.state
    begun = past.history[0].when if past.history else None
    how = {Ended.SHORT: own.ended_short, Ended.ABANDONED: own.ended_abandoned}
    return page(
        "evening.html",
        reader,
        seen,
        tab="evenings",
        past=past,
        when=" · ".join(filter(None, (day_of(begun, reader), hour(begun, reader)))),
        verdict=verdict(past, reader),
        how="" if state.ended is None else how.get(state.ended, ""),
        misfit=not fits,
        standings=list(standings(past, reader)),
        seats={name: seat for seat, name in enumerate(state.players)},
        marks=[mark(seat, 8.0, 8.0) for seat in range(len(state.players))],
        plot=plot(past.ledger),
        lines=entries.lines(past, reader),
        counts=state.over and state.ended is not Ended.ABANDONED,
        can_take_up=reader.touch and (seen is None or seen.state.over) and fits,
    )


def astray(tongue: Tongue, status: int) -> str:
    """Where a browser is led that got an error, by its status: what is wrong, and the way back.

    It never asks for itself again.
    """
    own = tongue.own
    known = {401: own.old_code, 404: own.nowhere, 429: own.too_often, 503: own.unread}
    told = known.get(status, own.failed if status >= 500 else own.misspelt)
    return _TEMPLATES["astray.html"].render(version=VERSION, tongue=tongue, own=tongue.own, told=told)


def people(reader: Reader, seen: Seen | None, tally: Tally, unplayed: Sequence[str] = ()) -> str:
    """Everybody who has played, and the records; ``unplayed`` are only named by the configuration."""
    tongue = reader.tongue
    return page(
        "people.html",
        reader,
        seen,
        tab="evenings",
        people=everybody(tally, tongue),
        records=list(records(tally, tongue)),
        unplayed=unplayed,
    )


def mooching(reader: Reader, seen: Seen | None, card: str) -> str:
    """Who mooched a card of Mad Cat Sad Cat."""
    asked = None if seen is None else mad_cat.mooching(seen, reader.tongue, card)
    return page("mooch.html", reader, seen, tab="table", asked=asked)


def foretold(reader: Reader, seen: Seen, command: Mapping[str, object]) -> str:
    """What a command would lead to if it were told now; nothing is told. Raises Refusal."""
    game = seen.ledger.game
    return LOOKS.get(game.name, PLAIN).foretold(seen, command, game.apply(seen.state, command), reader.tongue)


def tabletop(reader: Reader, seen: Seen | None) -> str:
    """A phone in the middle of the table: each player's sector is turned towards them."""
    if seen is None:
        return page("tabletop.html", reader, None, tab="tabletop")
    live = LOOKS.get(seen.ledger.game.name, PLAIN).live(seen, reader.tongue)
    return page(
        "tabletop.html",
        reader,
        seen,
        tab="tabletop",
        standings=list(standings(seen, reader)),
        verdict=verdict(seen, reader),
        table=around(seen, reader.tongue, live),
        live=live,
    )


def history(reader: Reader, seen: Seen | None, before: int | None = None) -> str:
    """What happened, and what can be put right; entries with lower revisions than ``before``."""
    lines = [] if seen is None else entries.lines(seen, reader, before)
    older = lines[-1].revision if lines and lines[-1].revision > 1 else None
    can_skip = seen is not None and not seen.state.over and seen.ledger.game.can_skip
    return page(
        "history.html", reader, seen, tab="history", lines=lines, older=older, newest=before is None, can_skip=can_skip
    )


def amending(reader: Reader, seen: Seen | None, revision: int) -> str:
    """The form of an entry that was entered wrongly."""
    told = None if seen is None else seen.ledger.standing().get(revision)
    if seen is None or told is None:
        return page("amend.html", reader, seen, tab="history", form=None)
    verb = by_verb((*SHARED, *seen.ledger.game.verbs))[str(told["do"])]
    form = fields.form(verb, told, seen.state.players, reader.tongue, at=("with",))
    entry = entries.told(seen, revision, reader.tongue)
    command = {"do": "amend", "entry": revision, "with": form.rest if form else told}
    return page("amend.html", reader, seen, tab="history", form=form, entry=entry, verb=told["do"], command=command)


def counted(reader: Reader, seen: Seen | None, path: str | None) -> str:
    """What the real table shows: all that can be corrected, or one of it."""
    one = None if seen is None or path is None else numbers.correction(seen, reader.tongue, path)
    groups = [] if seen is None or one else numbers.groups(seen, reader.tongue)
    return page("counted.html", reader, seen, tab="history", one=one, groups=groups)


def more(reader: Reader, seen: Seen | None) -> str:
    """The referee, the people, the end of the game, and the language."""
    asking = list(_asking(seen, reader)) if seen is not None and not seen.state.over else []
    return page("more.html", reader, seen, tab="more", asking=asking, tongues=TONGUES.values())


def _notes(seen: Seen, reader: Reader) -> tuple[str, ...]:
    state, own = seen.state, reader.tongue.own
    if state.over:
        return (own.over,)
    rounds = () if state.turn is None else (fill(own.round, {"round": state.round}),)
    return (*rounds, *LOOKS.get(seen.ledger.game.name, PLAIN).notes(seen, reader.tongue))


def _rematch(household: Household, reader: Reader) -> Rematch | None:
    again = household.rematch
    if again is None:
        return None
    label = fill(reader.tongue.own.rematch, {"name": again.options["first"]})
    body = {"game": again.game, "players": list(again.players), "options": again.options}
    return Rematch(isolated(label, again.players), body)


def _waiting(summary: Summary, reader: Reader) -> Waiting:
    header = summary.header
    players = header["players"]
    assert isinstance(players, list | tuple)
    told = (day_of(summary.begun, reader), ", ".join(map(str, players)))
    return Waiting(summary.id, GAMES[str(header["game"])].title, " · ".join(filter(None, told)))


def _asking(seen: Seen, reader: Reader) -> Iterator[Asking]:
    for kind in seen.ledger.game.questions:
        form = fields.form(kind, {}, seen.state.players, reader.tongue)
        if form is not None:
            yield Asking(str(kind.__struct_config__.tag), form)
