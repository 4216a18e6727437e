"""How a game of Mad Cat Sad Cat is seen on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.faces.phone.games.mad_cat_odds import outlook
from companion.faces.phone.markup import isolated
from companion.faces.phone.question import Button
from companion.faces.words import signed
from companion.games.mad_cat_sad_cat.dice import COMBINATIONS, DICE, FACES, KINDS, WILD, Card, Face, Kind, usable
from companion.games.mad_cat_sad_cat.pots import CATPOT, Pot
from companion.games.mad_cat_sad_cat.state import ROLLING, State
from companion.games.said import fill, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.faces.phone.seen import Reader, Seen
    from companion.faces.phone.tongues import Tongue
    from companion.games import Choice
    from companion.games import State as AnyState


class Die(NamedTuple):
    """A side of a die, to be tapped."""

    face: Face
    kind: str
    usable: bool


class Dice(NamedTuple):
    """What is told die by die."""

    lying: tuple[Die, ...]
    """Those on the tray."""
    rolled: tuple[Die, ...]
    """A roll of which nothing is set aside yet."""
    faces: tuple[Die, ...]
    left: int
    """How many are rolled next."""


class Row(NamedTuple):
    """A combination, and what lies on its cards of the kind that is played for and of the other."""

    code: Card
    name: str
    vps: tuple[int, ...]
    """Inner and outer of one kind, then of the other."""
    fattest: tuple[bool, ...]
    """Whether there is no more on any inner card of that kind."""
    take: Mapping[str, object] | None
    mooched: bool
    """Whether somebody may have revealed the mooch card."""


class Odds(NamedTuple):
    """What is to be expected, in words."""

    roll: str
    stop: str
    better: str
    reached: tuple[tuple[str, str], ...]
    """Cards, and how likely they are."""
    fails: str


class Mooching(NamedTuple):
    """The form of those who mooched a card."""

    card: Card
    name: str
    vps: int
    rivals: tuple[str, ...]
    chosen: bool
    """Whether there is only one who can have been it."""


def notes(seen: Seen, tongue: Tongue) -> tuple[str, ...]:
    """The supply, or that it is empty."""
    state, words = seen.state, tongue.words
    assert isinstance(state, State)
    return (words.last_turns if state.last_round else fill(words.supply, {"vps": state.supply}),)


def tally(seen: Seen, name: str) -> tuple[str, ...]:
    """The VPs."""
    del seen
    return ("vp", name)


def form(seen: Seen, reader: Reader) -> Mapping[str, object] | None:
    """A turn in two taps, with the pots in view; die by die where this phone does so, or somebody has begun to."""
    state, tongue, prompt = seen.state, reader.tongue, seen.prompt
    assert isinstance(state, State)
    if prompt is None:
        return None
    with_dice = "dice" in reader.wishes or bool(state.set_aside or state.rolled)
    takes_text = tongue.words.say(said("{name} takes?", name=state.turn))
    asked = tongue.words.say(prompt.text)
    reminds = bool(state.locked) and state.phase == ROLLING and not state.rolled and asked != takes_text
    others = list(_others(prompt.choices, seen, tongue))
    kinds = KINDS if state.locked != "sad" or state.phase != ROLLING else KINDS[::-1]
    return {
        "text": isolated(takes_text if reminds else asked, state.players),
        "hint": asked if reminds else "",
        "locks": [choice.command for choice in prompt.choices if _begins(choice, state)],
        "end": [button for button in others if button.usual],
        "others": [button for button in others if not button.usual],
        "kinds": kinds,
        "as_board": bool(state.locked) and state.phase == ROLLING and not with_dice,
        "cards": list(_cards(state, kinds, tongue)),
        "catpot": state.pots[CATPOT],
        "mooches": list(_mooches(state, tongue)),
        "fail": next(
            (_button(choice, seen, tongue) for choice in prompt.choices if choice.command["do"] == "fail"), None
        ),
        "wishes": reader.wishes,
        "dice": _dice(state) if with_dice else None,
        "draft": f"{state.round}.{state.seat}.{state.phase}.{len(state.set_aside)}",
        "odds": _odds(state, tongue) if "odds" in reader.wishes else None,
    }


def mooching(seen: Seen, tongue: Tongue, card: str) -> Mooching | None:
    """Who mooched a card; None where nobody can have done so now."""
    state = seen.state
    if not isinstance(state, State) or seen.prompt is None:
        return None
    rivals = _rivals(state)
    found = (Mooching(*one, rivals, len(rivals) == 1) for one in _mooches(state, tongue) if one[0] == card)
    return next(found, None)


def foretold(seen: Seen, command: Mapping[str, object], after: AnyState, tongue: Tongue) -> str:
    """What everybody gets, and what stays on the card; of dice, what they can be read as."""
    before, words, own = seen.state, tongue.words, tongue.own
    assert isinstance(before, State)
    assert isinstance(after, State)
    gains = [
        f"{name} {signed(after.scores[name] - had)}" for name, had in before.scores.items() if after.scores[name] != had
    ]
    if command["do"] == "mooch":
        rest = after.moochable.get(_card(command))
        return ", ".join((*gains, fill(own.stays, {"vps": rest})) if rest else gains)
    if after.failed:
        return words.fail
    if command["do"] == "set_aside":
        found = [f"{_name(card, tongue)} {signed(vps)}" for card, vps in after.takeable.items()]
        return ", ".join(found) or own.roll_on
    return ", ".join(gains)


def _card(command: Mapping[str, object]) -> Card:
    return next(card for card in (*COMBINATIONS, CATPOT.card) if card == command["card"])


def _begins(choice: Choice, state: State) -> bool:
    """Whether an answer is that of a turn that begins."""
    return choice.command["do"] == "lock" and (state.phase != ROLLING or not state.set_aside)


def _others(choices: tuple[Choice, ...], seen: Seen, tongue: Tongue) -> Iterator[Button]:
    """Answers that have no place of their own: the catpot for five wilds, a kind for four, the dice passed on."""
    state = seen.state
    assert isinstance(state, State)
    for choice in choices:
        verb = choice.command["do"]
        own_place = verb in ("fail", "mooch", "set_aside") or _begins(choice, state)
        if not own_place and not (verb == "take" and choice.command["card"] in COMBINATIONS):
            yield _button(choice, seen, tongue, usual=verb == "pass_dice" and choice is choices[0])


def _button(choice: Choice, seen: Seen, tongue: Tongue, *, usual: bool = False) -> Button:
    return Button(isolated(tongue.words.say(choice.label), seen.state.players), choice.command, usual)


def _cards(state: State, kinds: tuple[Kind, ...], tongue: Tongue) -> Iterator[Row]:
    most = {kind: max(state.pots[Pot(card, kind, "inner")] for card in COMBINATIONS) for kind in kinds}
    for card in COMBINATIONS:
        pots = [Pot(card, kind, side) for kind in kinds for side in ("inner", "outer")]
        vps = tuple(state.pots[pot] for pot in pots)
        fattest = tuple(
            pot.side == "inner" and pot.kind is not None and state.pots[pot] == most[pot.kind] for pot in pots
        )
        take: dict[str, object] | None = {"do": "take", "card": card} if card in state.takeable else None
        mooched = any(code == card for code, _, _ in _mooches(state, tongue))
        yield Row(card, _name(card, tongue), vps, fattest, take if state.locked else None, mooched)


def _mooches(state: State, tongue: Tongue) -> Iterator[tuple[Card, str, int]]:
    """The cards that somebody may have mooched, with what is shared: after a fail the catpot first, else what was taken."""
    if _rivals(state):
        likeliest = sorted(state.moochable.items(), key=lambda item: item[0] not in (CATPOT.card, state.taken))
        yield from ((card, _name(card, tongue), vps) for card, vps in likeliest if vps)


def _name(card: Card, tongue: Tongue) -> str:
    word = tongue.words.word(card)
    return word[:1].upper() + word[1:]


def _rivals(state: State) -> tuple[str, ...]:
    """Who may still mooch in this turn."""
    return tuple(state.players[seat] for seat in state.rivals if seat not in state.mooched)


def _dice(state: State) -> Dice | None:
    turning = state.phase != ROLLING
    locked, lying = (None, ()) if turning else (state.locked, state.set_aside)
    rolled = () if turning else state.rolled
    return Dice(
        tuple(_die(face, None) for face in lying),
        tuple(_die(face, locked) for face in rolled),
        tuple(_die(face, locked) for face in FACES),
        DICE - len(lying),
    )


def _die(face: Face, locked: Kind | None) -> Die:
    kind = "wild" if face == WILD else "mad" if face.startswith("M") else "sad"
    return Die(face, kind, bool(usable((face,), locked)))


def _odds(state: State, tongue: Tongue) -> Odds | None:
    if state.phase != ROLLING or state.rolled or not state.set_aside:
        return None
    found = outlook(state.locked, state.set_aside, state.pots, state.options)
    if found is None:
        return None
    words, own = tongue.words, tongue.own
    roll, stop = (
        fill(text, {"vps": words.tenths(vps)})
        for text, vps in ((own.roll_on_worth, found.roll), (own.stop_worth, found.stop))
    )
    reached = tuple((_name(card, tongue), _percent(chance)) for card, chance in found.chances)
    return Odds(roll, stop, found.better, reached, fill(own.roll_fails, {"chance": _percent(found.fails)}))


def _percent(chance: float) -> str:
    """A likelihood as people say it.

    >>> _percent(37.6), _percent(0.3), _percent(0), _percent(99.8)
    ('38 %', '< 1 %', '0 %', '> 99 %')
    """
    if 0 < chance < 1:
        return "< 1 %"
    return "> 99 %" if 99 < chance < 100 else f"{chance:.0f} %"
