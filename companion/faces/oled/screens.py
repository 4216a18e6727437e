"""What the display can show: each screen is one value, drawn by ``render``."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from companion.senses import Progress

Mark = Literal["", "done", "undone", "refused"]
"""What a small picture says of a word to people."""


class Signs(Struct, frozen=True):
    """The small signs in the corner of any screen, and the ring while the button is held."""

    saved: bool | None = None
    """True: a paw, all is safe on disk. False: three dots, not yet. None: nothing to save."""
    trouble: bool = False
    held: Progress | None = None
    """How far the hold that is on has come."""
    knob: bool = False
    """What comes next is turned to, not pressed to."""
    hint: bool = False
    """Nobody has chosen anything yet since the start: how that is done is told where else stands what comes next."""


class Hello(Struct, frozen=True):
    """The companion is starting."""

    signs: Signs = Signs()


class Turn(Struct, frozen=True):
    """Whose turn it is, with the question below: what a hold answers, and what a press shows."""

    name: str
    answer: str = ""
    """Empty: there is nothing to answer, and ``following`` is a hint."""
    following: str = ""
    note: str = ""
    """A few words above the name."""
    signs: Signs = Signs()


class Ready(Struct, frozen=True):
    """Whose turn it is."""

    name: str
    hint: str = ""
    """What to do, in a few words; empty: lift the box."""
    score: int | None = None
    last_round: bool = False
    signs: Signs = Signs()


class Playing(Struct, frozen=True):
    """The box is in the hands: a ball rolls where it would roll on the board."""

    name: str
    tilt: float = 0.0
    """Degrees from level."""
    bearing: float = 0.0
    """Where to, degrees: 0 is right, 90 away from whoever reads the display."""
    seconds: float = 0.0
    signs: Signs = Signs()
    last: Settled | None = None
    """What the turn before brought, while that is fresh."""


class Waiting(Struct, frozen=True):
    """The box is in the hands again, and a question is still open: it waits, and a press shows it."""

    question: str
    tilt: float = 0.0
    bearing: float = 0.0
    signs: Signs = Signs()


class Called(Struct, frozen=True):
    """Somebody has called; the whole display is turned round. The table decides, the box only says what it felt."""

    name: str | None
    evidence: float | None = None
    """How long after the box last moved the call came, s; below 0.1 it still moved; None: not known."""
    signs: Signs = Signs()


class Choose(Struct, frozen=True):
    """One of several answers: press for the next, hold for OK."""

    title: str
    options: tuple[str, ...]
    cursor: int = 0
    light: bool = False
    """Dark on light: it belongs to a call, or to mad cats."""
    evidence: float | None = None
    """Of a call: how long after the box last moved it came, s."""
    signs: Signs = Signs()


class Number(Struct, frozen=True):
    """A number in a range: press for one more, hold for OK."""

    title: str
    value: int
    minimum: int
    maximum: int
    step: int = 1
    """10 while the tens are chosen."""
    light: bool = False
    signs: Signs = Signs()
    shown: str = ""
    """What is written instead of the value: all numbers of these tens."""


class Take(Struct, frozen=True):
    """A cat card that can be taken, as one of several answers."""

    title: str
    card: str
    vps: int
    options: tuple[str, ...]
    """All answers, this one among them."""
    cursor: int = 0
    light: bool = False
    """A white field is mad, a black one sad."""
    signs: Signs = Signs()


class Pots(Struct, frozen=True):
    """All cat cards: of each combination the mad inner and outer one, and the sad ones; on all of them VPs."""

    rows: tuple[tuple[int, int, int, int], ...]
    """Two pairs, full house, four, five."""
    catpot: int
    supply: int
    signs: Signs = Signs()


class Cat(Struct, frozen=True):
    """A cat on its way to the crown."""

    name: str
    cushion: int
    trays: int = 0
    moved: bool = False
    """It was the last to move."""


class Track(Struct, frozen=True):
    """The cats in their order, with the gaps between them, and the question below."""

    cats: tuple[Cat, ...]
    """The hindmost first."""
    crown: int | None = None
    """Its cushion; None: not counted, the cats are shown as they stand to each other."""
    path: tuple[int, ...] = ()
    """The cushions that the last cat counted."""
    answer: str = ""
    following: str = ""
    signs: Signs = Signs()


class Eating(Struct, frozen=True):
    """Whose cat eats, and how many treats: press for one more."""

    name: str
    amount: str
    following: str
    track: Track
    """Where all stand meanwhile."""
    signs: Signs = Signs()
    booked: str = ""
    """What was entered last, while that is fresh."""


class Move(NamedTuple):
    """From which cushion to which a cat has come; 0 is the carpet."""

    name: str
    start: int
    end: int


class Moved(Struct, frozen=True):
    """How far cats have come in a serving."""

    moves: tuple[Move, ...]
    note: str
    """Past whom, or why back."""
    track: Track
    """Where all stand now, and the question."""
    signs: Signs = Signs()


class Pot(NamedTuple):
    """A card and its VPs."""

    card: str
    """Its code, as in commands."""
    vps: int


class Worth(Struct, frozen=True):
    """What lies on the cards that can be taken, the fattest first."""

    title: str
    pots: tuple[Pot, ...]
    answer: str
    """What a hold takes."""
    following: str
    light: bool = False
    """A white field is mad, a black one sad."""
    signs: Signs = Signs()


class Toy(Struct, frozen=True):
    """The round that is played, with its toy and the actions that it gives."""

    title: str
    toy: str
    """Or what else is to be known of the round."""
    actions: int
    holder: str = ""
    hint: str = ""
    """What is asked once the round is over."""
    signs: Signs = Signs()
    short: str = ""
    """The round in as few letters as there are."""
    booked: str = ""
    """What was entered last, while that is fresh."""


class Count(Struct, frozen=True):
    """One of the three numbers of a player's round: press for more, hold for OK."""

    name: str
    what: str
    amount: str
    step: int
    """0 for the first."""
    steps: int = 3
    signs: Signs = Signs()
    booked: str = ""
    """What was entered last, while that is fresh."""


class Settled(Struct, frozen=True):
    """What the turn brought."""

    name: str
    amount: int
    verdict: str = ""
    inferred: bool = False
    """Nobody said so, the rules left nothing else: the number is hollow."""
    signs: Signs = Signs()


class Scores(Struct, frozen=True):
    """How all stand."""

    rows: tuple[tuple[str, int, bool], ...]
    """Name, score, and whether it is their turn (or their victory)."""
    title: str = ""
    signs: Signs = Signs()


class End(Struct, frozen=True):
    """Who has won; several share it."""

    winners: tuple[str, ...]
    score: int | None = None
    ended: str = "played"
    """``played``, ``short``, ``abandoned``, or ``crowned`` where a goal was reached, whatever the score."""
    signs: Signs = Signs()


class Resume(Struct, frozen=True):
    """The companion was off; the game is as it was."""

    entry: str
    """The last entry, in a few words; empty: none yet."""
    signs: Signs = Signs()
    cut: bool = True
    """Nobody had ended it: the plug was out."""


class Unwell(Struct, frozen=True):
    """What is wrong, and what to do about it."""

    what: str
    cure: str
    signs: Signs = Signs()


class Join(Struct, frozen=True):
    """How a phone joins the table."""

    address: str
    """All in capitals, as the code holds it."""
    typed: bool = False
    """To be read, not scanned."""
    signs: Signs = Signs()


class Players(Struct, frozen=True):
    """Who plays: one of the rounds that have played before."""

    title: str
    names: tuple[str, ...]
    cursor: int = 0
    count: int = 1
    signs: Signs = Signs()


class Note(Struct, frozen=True):
    """Something was done, or could not be: ``undone``, ``Ben +3``."""

    title: str
    text: str
    mark: Mark = ""
    signs: Signs = Signs()


class Asleep(Struct, frozen=True):
    """Nobody has touched anything for a while: a small paw wanders, so that no pixel burns in."""

    step: int = 0
    """Counts on with time; the paw is elsewhere at each."""


Screen = (
    Hello
    | Turn
    | Ready
    | Playing
    | Waiting
    | Called
    | Choose
    | Number
    | Take
    | Pots
    | Track
    | Eating
    | Moved
    | Worth
    | Toy
    | Count
    | Settled
    | Scores
    | End
    | Resume
    | Unwell
    | Join
    | Players
    | Note
    | Asleep
)
