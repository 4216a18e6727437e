"""The keys, and the lines of a scenario that each does: what is typed is what is played, and can be written down."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, Final, Literal

from companion.games import GAMES
from companion.scenario.writing import game_line, word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.wiring import ContactKind, WiringName

PageName = Literal["table", "faults", "games"]

LEAN: Final = 15.0
"""How much further an arrow tilts the box, degrees; a key that is held down repeats."""

STEEPEST: Final = 120.0
"""How far arrows tilt it, degrees: so that it is emptied."""

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
ESCAPE: Final = "\x1b"
QUIT: Final = "q"


class NoUse(Exception):
    """The key does nothing now; the text says why."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a key's meaning depends on."""

    in_hands: bool = False
    angle: float = 0.0
    """How far the box is tilted, degrees."""
    bearing: float = 0.0
    wiring: WiringName = "one-button"
    closed: frozenset[ContactKind] = frozenset()
    """The contacts that are closed, by what they are."""
    players: tuple[str, ...] = ()
    """Who plays; nobody while no game is on."""
    over: bool = True
    """Whether another game may begin."""
    known: tuple[str, ...] = ("Ada", "Ben", "Cem")
    """Who sits at this table."""
    language: str = "en"
    height: int = 64
    """The display's rows of pixels."""
    broken: frozenset[str] = frozenset()
    """The faults that are switched on, as their steps name them."""


Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what the terminal sends for it, its name, and what it does in a word or two, and in a sentence."""

    sends: str
    name: str
    short: str
    says: str
    lines: Callable[[Situation], Lines] | None = None
    """The steps it stands for, or NoUse; None where it is for the terminal itself."""
    wiring: WiringName | None = None
    """The wiring that it belongs to; None: all of them."""
    hands: bool = False
    """Whether it moves the box: held down it repeats, and what waits already need not wait twice."""
    is_on: Callable[[Situation], bool] | None = None
    """Whether what it switches is on."""
    opens: PageName | None = None
    """The page that it opens and closes."""


def keys(page: PageName, situation: Situation) -> tuple[Key, ...]:
    """The keys of a page that do something with this wiring, in the order they are shown.

    What a wiring gives another meaning to has that one alone.
    """
    here = [key for key in PAGES[page] if key.wiring in (None, situation.wiring)]
    own = {key.sends for key in here if key.wiring}
    return tuple(key for key in here if key.wiring or key.sends not in own)


def find(typed: str, page: PageName, situation: Situation) -> Key | None:
    """What a key means while a page is open: what it says, else what it means at the table."""
    found = [key for key in (*keys(page, situation), *keys("table", situation)) if key.sends == typed]
    return found[0] if found else None


def name_of(typed: str) -> str:
    """How people call what the terminal sent."""
    known = {key.sends: key.name for page in PAGES.values() for key in page}
    if typed in known:
        return known[typed]
    return typed if typed.isprintable() else repr(typed)[1:-1]


def _line(*lines: str) -> Callable[[Situation], Lines]:
    return lambda _: lines


def _lift(now: Situation) -> Lines:
    return ("set-down",) if now.in_hands else ("lift",)


def _tilt(towards: float) -> Callable[[Situation], Lines]:
    def lines(now: Situation) -> Lines:
        x = now.angle * cos(radians(now.bearing)) + LEAN * cos(radians(towards))
        y = now.angle * sin(radians(now.bearing)) + LEAN * sin(radians(towards))
        angle, bearing = round(hypot(x, y)), round(degrees(atan2(y, x))) % 360
        if angle > STEEPEST:
            raise NoUse("it is upside down already")
        return (f"tilt {angle} towards {bearing} over 250ms",) if angle else ("tilt 0 over 250ms",)

    return lines


def _level(now: Situation) -> Lines:
    if not now.angle:
        raise NoUse("it is level")
    return ("tilt 0 over 500ms",)


def _grab(now: Situation) -> Lines:
    return ("grab",) if "cat" in now.closed else ("put-back",)


def _player(seat: int) -> Callable[[Situation], Lines]:
    def lines(now: Situation) -> Lines:
        if seat > len(now.players):
            raise NoUse("no game is on" if not now.players else f"nobody sits at the button of player {seat}")
        return (f"press player {word(now.players[seat - 1])}",)

    return lines


def _button_stuck(now: Situation) -> Lines:
    return ("button free",) if "button" in now.closed else ("button stuck",)


def _is_pressed(now: Situation) -> bool:
    return "button" in now.closed


def _fault(sends: str, short: str, says: str, step: str) -> Key:
    """A fault that is switched on and off; off takes all faults from its part."""
    part = step.split()[1]

    def lines(now: Situation) -> Lines:
        return (f"heal {part}",) if step in now.broken else (step,)

    return Key(sends, sends, short, says, lines, is_on=lambda now: step in now.broken)


def _game(sends: str, name: str) -> Key:
    game = GAMES[name]

    def lines(now: Situation) -> Lines:
        begin = game_line(name, now.known[: game.seats[-1]], {})
        return (begin,) if now.over else ('command {"do": "abandon"}', begin)

    return Key(sends, sends, game.title, f"begin a game of {game.title}", lines)


def _wiring(sends: str, name: WiringName, says: str) -> Key:
    return Key(sends, sends, name, says, _line(f"wiring {name}", "restart"), is_on=lambda now: now.wiring == name)


def _language(now: Situation) -> Lines:
    return ("language en",) if now.language == "de" else ("language de",)


def _height(now: Situation) -> Lines:
    return ("oled ssd1306 128x64" if now.height == 32 else "oled ssd1306 128x32", "restart")


PAGES: Final[Mapping[PageName, tuple[Key, ...]]] = {
    "table": (
        Key("l", "l", "lift, set down", "lift the box; set it down", _lift),
        Key(LEFT, "←", "", "", _tilt(180.0), hands=True),
        Key(UP, "↑", "", "", _tilt(90.0), hands=True),
        Key(DOWN, "↓", "", "", _tilt(270.0), hands=True),
        Key(RIGHT, "→", "tilt", "tilt it 15° further", _tilt(0.0), hands=True),
        Key("0", "0", "level", "hold it level", _level),
        Key(" ", "space", "press", "press the button: next, the CALL", _line("press")),
        Key("o", "o", "OK", "hold it 0.8 s: OK", _line("hold 800ms")),
        Key("b", "b", "back", "hold it 1.7 s: back, undo", _line("hold 1.7s")),
        Key(" ", "space", "push", "push the knob: OK, the CALL", _line("press"), wiring="rotary"),
        Key("o", "o", "OK", "push it: OK", _line("press"), wiring="rotary"),
        Key("b", "b", "back", "hold it 0.8 s: back, undo", _line("hold 800ms"), wiring="rotary"),
        Key(",", ",", "", "", _line("dial -1"), wiring="rotary"),
        Key(".", ".", "a click", "turn it by a click", _line("dial 1"), wiring="rotary"),
        Key("<", "<", "", "", _line("dial -10 over 300ms"), wiring="rotary"),
        Key(">", ">", "a flick", "flick it", _line("dial 10 over 300ms"), wiring="rotary"),
        Key("p", "p", "finger", "a finger on it; off it", _button_stuck, is_on=_is_pressed),
        Key("c", "c", "cat", "grab the cat, put it back", _grab, wiring="cat-stand"),
        *(
            Key(str(seat), str(seat), "", "", _player(seat), wiring="a-button-each")
            for seat in range(1, 7)
        ),
        Key("7", "7", "players", "the players' own buttons", _player(7), wiring="a-button-each"),
        Key("s", "s", "shake", "shake it", _line("shake 4 6 for 500ms"), hands=True),
        Key("t", "t", "turn", "turn it round", _line("turn 90 over 800ms"), hands=True),
        Key("e", "e", "empty", "tip it out", _line("empty")),
        Key("k", "k", "knock", "knock on the table", _line("knock 4 100ms")),
        Key("f", "f", "faults", "faults: what can break", opens="faults"),
        Key("g", "g", "games", "game, wiring, display, language", opens="games"),
        Key("r", "r", "record", "write it all down as a scenario"),
        Key(QUIT, "q", "quit", "quit"),
    ),
    "faults": (
        _fault("1", "sensor unplugged", "the sensor is unplugged", "fault sensor unplugged"),
        _fault("2", "sensor frozen", "the sensor's values freeze", "fault sensor frozen"),
        Key(
            "3", "3", "sensor brown-out", "the sensor forgets its settings", _line("fault sensor brown-out")
        ),
        _fault("4", "oled unplugged", "the display is unplugged", "fault oled unplugged"),
        _fault("5", "bus held down", "a wire of the bus is held down", "fault bus locked"),
        Key("6", "6", "button stuck", "something lies on the button", _button_stuck, is_on=_is_pressed),
        _fault("7", "button not heard", "gpiozero's thread dies", "fault button-thread dies"),
        _fault("8", "no pins at start", "no pins from the next start", "fault gpio unavailable"),
        _fault("9", "disk full", "the disk is full", "fault disk full"),
        _fault("d", "disk slow", "a write takes 3 s", "fault disk slow 3s"),
        _fault("w", "disk read-only", "the disk is write-protected", "fault disk read-only"),
        Key("j", "j", "clock jumps 1 h", "the clock jumps on by an hour", _line("clock jump +1h")),
        Key("R", "R", "restart", "the companion is restarted", _line("restart")),
        Key("P", "P", "power cut", "the plug is pulled and put in", _line("power-cut")),
    ),
    "games": (
        _game("1", "katz-schmaus"),
        _game("2", "katz-fatz"),
        _game("3", "mad-cat-sad-cat"),
        _game("4", "fat-cats"),
        _wiring("5", "one-button", "one button for all"),
        _wiring("6", "cat-stand", "the cat figure on a switch"),
        _wiring("7", "a-button-each", "a button for each player"),
        _wiring("8", "rotary", "a knob to turn and push"),
        Key("d", "d", "German", "the display speaks German", _language, is_on=lambda now: now.language == "de"),
        Key("h", "h", "half the display", "a display of 128 x 32", _height, is_on=lambda now: now.height == 32),
    ),
}  # fmt: skip
"""All keys, by the page that shows them."""

TITLES: Final[Mapping[PageName, str]] = {
    "table": "",
    "faults": "What can break; again to heal it. All other keys work on; f or Esc goes back.",
    "games": "What stands on the table. All other keys work on; g or Esc goes back.",
}


def overview() -> str:
    """All keys as a text, for those who ask how it is called."""
    lines = []
    for page, of_page in PAGES.items():
        lines.append({"table": "keys", "faults": "keys after f", "games": "keys after g"}[page] + ":")
        names: list[str] = []
        for key in of_page:
            names.append(key.name)
            if key.says:
                where = f" (wiring {key.wiring})" if key.wiring else ""
                lines.append(f"  {' '.join(names):<15} {key.says}{where}")
                names = []
    return "\n".join(lines)
