"""``companion screens DIR``: every screen as a picture, at true size and enlarged, and all on a sheet a language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PIL import Image

from companion.faces.german import GERMAN
from companion.faces.oled import glyphs, render
from companion.faces.oled import screens as show
from companion.faces.words import ENGLISH, MINUS
from companion.games.said import fill, said, together
from companion.senses import Progress

if TYPE_CHECKING:
    from pathlib import Path

    from companion.faces.words import Words

SIZES: Final = ((128, 64), (128, 32))
_LATER: Final = {"choose-hint": 1}
"""What is told in turn with something else: which of it the picture shows."""
ENLARGED: Final = (4,)
_SAVED: Final = show.Signs(saved=True)
_ADDRESS: Final = "HTTP://192.168.178.123:2287/J/CATSHAVEFOURPAWS"
_EVENING: Final = (("Ada", 7, True), ("Ben", 4, False), ("Zoë", 9, False), ("Maximilian", 3, False))


def examples(words: Words) -> dict[str, show.Screen]:
    """One of each, as people who speak so meet them at the table."""
    return {**_shared(words), **_mad_cat(words), **_fat_cats(words), **_katz_fatz(words)}


def _shared(words: Words) -> dict[str, show.Screen]:
    who_called = words.say(said("Who called?"))
    silent = "motion sensor is silent", "check its four wires, then wait 5 s. Play on with the button."
    called = "it is called already: say who it was, or give the result"
    wrong = words.wrong_call_by.format(name="Ben", minus=MINUS, penalty=1)
    treats = words.say(said("treats"))
    bowls = [words.say(said("{name}: {what}", name=name, what=said("bowl"))) for name in ("Ada", "Ben")]
    damaged = together(
        said("The journal was damaged ({why}).", why="database disk image is malformed"),
        said("It was kept as {file}.", file="journal-damaged-1.db"),
        said("{entries:entry is|entries are} here again.", entries=120),
        said("Nothing was lost."),
    )
    menu = (words.go_on, words.undo.format(entry="Ben +3"), words.correct, words.skip.format(name="Ada"), words.finish)
    return {
        "hello": show.Hello(),
        "ready": show.Ready("Ada", score=4, signs=_SAVED),
        "ready-long-name": show.Ready("Maximilian Alexander", score=11, last_round=True, signs=_SAVED),
        "ready-unsaved": show.Ready("Zoë", score=0, signs=show.Signs(saved=False, trouble=True)),
        "playing": show.Playing("Ada", tilt=18, bearing=30, seconds=7.4, signs=_SAVED),
        "playing-steep": show.Playing("Maximilian", tilt=50, bearing=225, seconds=104, signs=_SAVED),
        "playing-after": show.Playing(
            "Ben", 18, 30, 1.4, _SAVED, show.Settled("Maximilian", 3, words.nobody_called, inferred=True)
        ),
        "waiting": show.Waiting(who_called, 18, 30, _SAVED),
        "called": show.Called("Ben", evidence=0.4, signs=_SAVED),
        "called-unknown": show.Called(None, evidence=0.0, signs=show.Signs(saved=False)),
        "choose-caller": show.Choose(who_called, ("Ben", "Cem", "Dana"), 1, light=True, evidence=0.4, signs=_SAVED),
        "choose-ok": show.Choose(
            who_called, ("Ben", "Cem"), 0, light=True, evidence=1.3, signs=show.Signs(True, held=Progress(2 / 3, 0.0))
        ),
        "choose-game": show.Choose(words.which_game, ("Katz & Schmaus", "Katz Fatz", "Mad Cat Sad Cat", "Fat Cats")),
        "choose-rule": show.Choose(words.house_rules, (f"{treats}: 3", words.done)),
        "choose-rematch": show.Choose(words.menu, (words.again.format(name="Ben"), words.scores), signs=_SAVED),
        "drawn-by-lot": show.Note("", words.drawn.format(name="Ben"), signs=_SAVED),
        "choose-menu": show.Choose(words.menu, menu, 1, signs=_SAVED),
        "choose-back": show.Choose(words.correct_what, tuple(bowls), signs=show.Signs(True, held=Progress(1.0, 4 / 9))),
        "choose-by-knob": show.Choose(words.menu, menu, 1, signs=show.Signs(True, knob=True)),
        "choose-by-knob-ok": show.Choose(
            words.menu, menu, 1, signs=show.Signs(True, held=Progress(1.0, 0.3), knob=True)
        ),
        "number": show.Number(words.say(said("Colours of {name}", name="Ben")), 3, 0, 6, signs=_SAVED),
        "number-wide": show.Number(words.say(said("Points of {name}", name="Ada")), -17, -50, 99, signs=_SAVED),
        "number-tens": show.Number(
            words.say(said("Points of {name}", name="Ada")),
            -17,
            -50,
            99,
            10,
            signs=_SAVED,
            shown=f"{MINUS}10 ... {MINUS}19",
        ),
        "choose-hint": show.Choose(
            words.which_game, ("Katz & Schmaus", "Katz Fatz"), signs=show.Signs(True, hint=True)
        ),
        "settled": show.Settled("Ben", 3, words.right_call, signs=_SAVED),
        "settled-wrong-call": show.Settled("Ada", 3, wrong, signs=_SAVED),
        "settled-inferred": show.Settled("Ada", 3, words.nobody_called, inferred=True, signs=_SAVED),
        "scores": show.Scores(_EVENING, signs=_SAVED),
        "scores-seven": show.Scores(
            (*_EVENING, ("Emil", 12, False), ("Fatima", -8, False), ("Gül", 104, False)), signs=_SAVED
        ),
        "end": show.End(("Ben",), 12, signs=_SAVED),
        "end-shared": show.End(("Ada", "Ben"), 9, signs=_SAVED),
        "end-short": show.End(("Ada", "Ben", "Zoë"), 6, "short", signs=_SAVED),
        "end-abandoned": show.End((), None, "abandoned", signs=_SAVED),
        "resume": show.Resume("Ben +3", signs=_SAVED),
        "resume-restarted": show.Resume("Ben +3", cut=False, signs=_SAVED),
        "trouble": show.Unwell(*words.conditions.get(("sensor", "absent"), silent)),
        "join": show.Join(_ADDRESS, signs=_SAVED),
        "join-typed": show.Join(_ADDRESS, typed=True, signs=_SAVED),
        "players": show.Players(words.who_plays, ("Ada", "Ben", "Cem"), 0, 3),
        "players-seven": show.Players(words.who_plays, ("Ada", "Ben", "Cem", "Dana", "Emil", "Fatima", "Gül"), 1, 3),
        "undone": show.Note(words.undone, "Ben +3", "undone", _SAVED),
        "noted": show.Note(words.noted, words.corrected, "done", _SAVED),
        "refused": show.Note(words.refused, words.nothing_to_undo, mark="refused", signs=_SAVED),
        "refused-why": show.Note(words.refused, words.refusals.get("not-now", called), mark="refused"),
        "put-aside": show.Note("", words.say(damaged), signs=_SAVED),
        "asleep": show.Asleep(5),
        "names-stand-in": show.Ready("😺春Ł", score=2, signs=_SAVED),
    }


def _mad_cat(words: Words) -> dict[str, show.Screen]:
    mad, sad = words.word("mad"), words.word("sad")
    supply = words.supply.format(vps=108)
    takes = words.say(said("{name} takes?", name="Ada"))
    dice = tuple(words.say(said("Aside: {dice}", dice=dice)) for dice in ("M1 M1", "M2"))
    cards = (("full-house", 13), ("two-pairs", 5))
    labels = (*(f"{words.word(card)} +{vps}" for card, vps in cards), *dice, words.say(said("Fail")), words.more)
    pots = tuple(show.Pot(card, vps) for card, vps in (("full-house", 13), ("five", 7), ("two-pairs", 5), ("four", 2)))
    best = [f"{words.word(pot.card)} +{pot.vps}" for pot in pots[:2]]
    rows = ((1, 5, 2, 2), (13, 3, 4, 18), (2, 6, 11, 3), (7, 2, 31, 13))
    return {
        "mad-cat-turn": show.Turn("Ada", mad, sad, supply, _SAVED),
        "mad-cat-turn-last": show.Turn("Maximilian Alexander", mad, sad, words.last_turns, show.Signs(True, True)),
        "mad-cat-worth-mad": show.Worth(
            words.say(said("{kind}, catpot: 2 each", kind=said("Sad"))),
            pots,
            best[0],
            best[1],
            light=True,
            signs=_SAVED,
        ),
        "mad-cat-worth-sad": show.Worth(takes, pots[:2], best[0], best[1], signs=show.Signs(True, True)),
        "mad-cat-mooched": show.Turn("Cem", mad, sad, "✓ Ben +5", _SAVED),
        "mad-cat-take-mad": show.Take(takes, words.word("full-house"), 13, labels, 0, light=True, signs=_SAVED),
        "mad-cat-take-sad": show.Take(takes, words.word("catpot"), 4, labels, 1, signs=_SAVED),
        "mad-cat-fail": show.Choose(takes, labels, 4, light=True, signs=_SAVED),
        "mad-cat-settled": show.Settled("Ada", 13, words.word("full-house"), signs=_SAVED),
        "mad-cat-pots": show.Pots(rows, 12, 44, _SAVED),
    }


def _fat_cats(words: Words) -> dict[str, show.Screen]:
    everybody, sets = words.say(said("Everybody")), ("Ada, Ben", "Ada, Cem", "Ben, Cem, Dana")
    ate = words.say(said("Who ate?"))
    cats = (show.Cat("Cem", 0, 1), show.Cat("Ada", 3, 2), show.Cat("Ben", 11, 0, moved=True), show.Cat("Dana", 12, 1))
    more = (show.Cat("Emil", 13, 1), show.Cat("Dora", 29, 3))
    track = show.Track(cats, None, (8, 9, 10, 11), everybody, "Ada, Ben", _SAVED)
    six = show.Track((*cats, *more), 30, (28, 29), everybody, words.say(said("Two")), show.Signs(True, True))
    passed = words.passed_cats.format(names="Ada, Cem")
    moves = (("Ada", 0, 3), ("Ben", 7, 11), ("Cem", 102, 113), ("Maximilian", 9, 12))
    four = tuple(show.Move(*move) for move in moves)
    return {
        "fat-cats-who-ate": show.Choose(ate, (everybody, *sets), 3, signs=_SAVED),
        "fat-cats-eating": show.Eating("Ben", "+4", "+5", track, _SAVED),
        "fat-cats-eating-long-name": show.Eating("Maximilian Alexander", "+8", words.say(said("Ghost")), six, _SAVED),
        "fat-cats-eating-booked": show.Eating("Ben", "+1", "+2", track, _SAVED, "Ada 3→9"),
        "fat-cats-moved": show.Moved((show.Move("Ben", 7, 11),), passed, track, _SAVED),
        "fat-cats-moved-back": show.Moved(
            (show.Move("Maximilian Alexander", 3, 0),), words.onto_carpet, six, show.Signs(True, True)
        ),
        "fat-cats-moved-four": show.Moved(four, "", track, _SAVED),
        "fat-cats-track": track,
        "fat-cats-track-six": six,
        "fat-cats-end": show.End(("Ben",), None, "crowned", _SAVED),
    }


def _katz_fatz(words: Words) -> dict[str, show.Screen]:
    title = words.round_of.format(number=2, rounds=4)
    asked = words.say(said("Points of {name}", name="Ada"))
    booked = fill(words.colours, {"name": "Ben", "hand_colours": 3})
    what = words.counted_points, words.counted_toys, words.counted_colours
    return {
        "katz-fatz-round": show.Toy(title, words.word("ultra-laser"), 3, "Ada", asked, _SAVED, "2/4"),
        "katz-fatz-round-long": show.Toy(
            title, words.word("specialist-toy"), 2, "", asked, show.Signs(True, True), "2/4"
        ),
        "katz-fatz-round-no-toy": show.Toy(title, words.deals.format(name="Ben"), 2, "", asked, _SAVED, "2/4"),
        "katz-fatz-round-booked": show.Toy(title, words.deals.format(name="Ben"), 2, "", asked, _SAVED, "2/4", booked),
        "katz-fatz-points-booked": show.Count("Ada", what[0], "+0", 0, signs=_SAVED, booked=booked),
        "katz-fatz-toys-booked": show.Count("Ben", what[1], "2", 1, signs=_SAVED, booked="+12"),
        "katz-fatz-points": show.Count("Ada", what[0], f"{MINUS}17", 0, signs=_SAVED),
        "katz-fatz-toys": show.Count("Maximilian Alexander", what[1], "12", 1, signs=show.Signs(True, True)),
        "katz-fatz-colours": show.Count("Zoë", what[2], "3", 2, signs=_SAVED),
    }


EXAMPLES: Final[dict[str, show.Screen]] = examples(ENGLISH)
"""One of each in English."""


def drawn(shown: dict[str, show.Screen], size: tuple[int, int], words: Words) -> dict[str, Image.Image]:
    """Screens as they are seen on a display of that size."""
    return {key: render(screen, size, words, _LATER.get(key, 0)).seen() for key, screen in shown.items()}


def screens(folder: Path) -> int:
    """Write all pictures below ``folder``; returns the exit code. Raises OSError where it cannot be written."""
    for size in SIZES:
        name = "x".join(map(str, size))
        pictures = drawn(EXAMPLES, size, ENGLISH)
        for key, picture in pictures.items():
            _save(picture, folder / name / f"{key}.png")
            for times in ENLARGED:
                _save(_enlarged(picture, times), folder / f"{name}-x{times}" / f"{key}.png")
        _save(_sheet(pictures), folder / f"sheet-{name}.png")
        german = drawn(examples(GERMAN), size, GERMAN)
        for key, picture in german.items():
            for times in ENLARGED:
                _save(_enlarged(picture, times), folder / f"{name}-de-x{times}" / f"{key}.png")
        _save(_sheet(german), folder / f"sheet-{name}-de.png")
    return 0


def _save(picture: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, optimize=True)


def _enlarged(picture: Image.Image, times: int) -> Image.Image:
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.NEAREST)


def _sheet(pictures: dict[str, Image.Image], across: int = 4, times: int = 2) -> Image.Image:
    """All pictures with their names, on grey, so that the edges of each are seen."""
    wide, high = (side * times for side in next(iter(pictures.values())).size)
    step_x, step_y = wide + 12, high + 28
    sheet = Image.new("L", (across * step_x + 12, -(-len(pictures) // across) * step_y + 12), 64)
    for at, (key, picture) in enumerate(pictures.items()):
        x, y = 12 + at % across * step_x, 12 + at // across * step_y
        sheet.paste(_enlarged(picture, times).convert("L"), (x, y))
        label = glyphs.line(key, 14).ink
        sheet.paste(220, (x, y + high + 2), label)
    return sheet
