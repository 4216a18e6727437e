"""The rules of the games: pure functions, without time, files or devices."""

from companion.errors import Code, Refusal
from companion.games.corrections import Correctable
from companion.games.game import Game
from companion.games.header import Header, read_header
from companion.games.outcome import Outcome
from companion.games.prompt import Answer, Choice, Prompt, Range
from companion.games.shelf import GAMES, AnyGame
from companion.games.state import Ended, State
from companion.games.text import read_object

__all__ = [
    "GAMES",
    "Answer",
    "AnyGame",
    "Choice",
    "Code",
    "Correctable",
    "Ended",
    "Game",
    "Header",
    "Outcome",
    "Prompt",
    "Range",
    "Refusal",
    "State",
    "read_header",
    "read_object",
]
