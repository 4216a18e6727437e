"""`companion play --table`: all that a game knows can be read, and nothing looks like a program's."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest

from companion.commands.play import play

if TYPE_CHECKING:
    from pathlib import Path

Line = dict[str, object]

TABLES: list[tuple[str, list[Line], list[str]]] = [
    (
        "katz-fatz",
        [
            {"do": "toy", "toy": "cardboard"},
            {"do": "toy_to", "player": "Ada"},
            {"do": "score", "player": "Ada", "pile": [{"value": 7}, {"value": -3}]},
            {"do": "score", "player": "Ben", "points": -12, "toys": 2, "hand_colours": 3},
            {"do": "pad_value", "which": "toys", "symbols": 9, "value": 35},
            {"ask": "setup"},
        ],
        [
            "dealt 24, laid out 4, stack 44 (8 cards for each of 3, 4 face up to choose from,",
            "Katz Fatz: round 1",
            "Player rank round 1 round 2 round 3 round 4 symbols splats score",
            "Ada 1 12 – – – 0 0 12",
            "Ben 3 -12 – – – 2 3 -12",
            "toy holder: Ada",
            "pad: toys (9: 35), splats –, no toys 0, no splats –",
        ],
    ),
    (
        "mad-cat-sad-cat",
        [
            {"do": "set_aside", "dice": ["M1", "M1", "W", "W"]},
            {"do": "mooch", "card": "four", "players": ["Ben"]},
            {"ask": "share", "vps": 5, "moochers": 2},
        ],
        [
            "2, 1 (each gets 2, and 1 stay on the card)",
            "Mad Cat Sad Cat: round 1, rolling",
            "Player rank vp",
            "> Ada 2 0",
            "pots inner outer",
            "mad four 2 0",
            "sad five 5 5",
            "catpot 4",
            "set aside: M1, M1, W, W",
            "takeable: two-pairs 1, four 2",
            "final turns: no",
        ],
    ),
    (
        "fat-cats",
        [
            {"do": "bowls", "bowls": {"Ada": "A", "Ben": "B", "Cem": "B"}},
            {"ask": "order", "players": ["Cem", "Ben"]},
        ],
        [
            "Ben, Cem (the hindmost cat moves first, on the carpet clockwise from Ada, the",
            "Fat Cats: round 1, eating",
            "Player rank positions trays lying",
            "> Ada 1 0 1 –",
            "Cem 1 0 1 B",
            "eaters: Ada",
            "cards: blue left 1, white left 21, discarded 0",
        ],
    ),
]


@pytest.fixture(autouse=True)
def _usual_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize(("game", "lines", "expected"), TABLES, ids=[table[0] for table in TABLES])
def test_what_is_known_can_be_read(game: str, lines: list[Line], expected: list[str], tmp_path: Path) -> None:
    shown = table(tmp_path, {"game": game, "players": ["Ada", "Ben", "Cem"]}, *lines)
    assert [line for line in expected if line not in shown] == []
    assert not any(sign in "".join(shown) for sign in "{}[]'_…")
    assert not {"None", "True", "False"} & set(" ".join(shown).split())


def test_who_left_and_who_has_won(tmp_path: Path) -> None:
    header: Line = {"game": "fat-cats", "players": ["Ada", "Ben", "Cem"]}
    shown = table(tmp_path, header, {"do": "leave", "player": "Ben"}, {"do": "crown", "player": "Cem"})
    assert [line for line in shown if line[:1] in {"*", "-"}] == ["* Cem 1 0 1", "- Ben 3 0 1"]
    assert shown[-1] == "won: Cem"


def table(folder: Path, *lines: Line) -> list[str]:
    """The lines that are printed, each with single spaces."""
    file, out, err = folder / "game.jsonl", io.StringIO(), io.StringIO()
    file.write_text("\n".join(map(json.dumps, lines)))
    assert play(str(file), trace=False, table=True, keep_going=False, out=out, err=err) == 0, err.getvalue()
    return [" ".join(line.split()) for line in out.getvalue().splitlines() if line.strip()]
