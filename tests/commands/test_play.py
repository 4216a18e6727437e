"""`companion play`: what it prints, where, and its exit code."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from companion.commands.play import play

if TYPE_CHECKING:
    from pathlib import Path

HEADER = '{"game": "katz-schmaus", "players": ["Ada", "Zoë"]}'


class Played(NamedTuple):
    code: int
    out: list[dict[str, object]]
    err: str


class Player:
    """Plays a file of these lines."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __call__(self, *lines: str, trace: bool = False, keep_going: bool = False) -> Played:
        self.file.write_text("\n".join(lines), "utf-8")
        out, err = io.StringIO(), io.StringIO()
        code = play(str(self.file), trace=trace, table=False, keep_going=keep_going, out=out, err=err)
        return Played(code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue())


@pytest.fixture(name="played")
def _played(tmp_path: Path) -> Player:
    return Player(tmp_path / "game.jsonl")


def revisions(played: Played) -> list[object]:
    return [line.get("revision", next(iter(line))) for line in played.out]


def test_the_final_state_alone(played: Player) -> None:
    found = played(HEADER, '{"do": "lift"}', '{"do": "set_down"}')
    assert (found.code, revisions(found), found.err) == (0, [2], "")
    assert list(found.out[0]) == [
        *("game", "players", "options", "revision", "phase", "turn", "round", "over", "winners"),
        *("scores", "ranks", "prompt", "state"),
    ]


def test_a_header_alone(played: Player) -> None:
    assert revisions(played(HEADER)) == [0]


def test_every_state_with_trace(played: Player) -> None:
    assert revisions(played(HEADER, '{"do": "lift"}', '{"do": "void"}', trace=True)) == [0, 1, 2]


def test_an_inferred_entry_prints_no_state_of_its_own(played: Player) -> None:
    lines = [HEADER, '{"do": "lift"}', '{"do": "set_down"}', '{"do": "lift"}']
    assert revisions(played(*lines, trace=True)) == [0, 1, 2, 4]


def test_a_refused_line_ends_the_run(played: Player) -> None:
    found = played(HEADER, "", '{"do": "lift"}', " ", '{"do": "lift", "treats": 7}', '{"do": "void"}')
    assert (found.code, found.out) == (1, [])
    assert found.err.startswith(f"{played.file}:5: bad-command: lift: treats is 7, but must be 3 or 4")
    assert found.err.count("\n") == 1


def test_states_printed_so_far_stay(played: Player) -> None:
    found = played(HEADER, '{"do": "lift"}', '{"do": "caller", "player": "Ada"}', trace=True)
    assert (found.code, revisions(found)) == (1, [0, 1])


def test_keep_going_tells_the_refusal_in_its_place(played: Player) -> None:
    lines = [HEADER, '{"do": "void"}', '{"do": "lift"}', "no JSON"]
    found = played(*lines, keep_going=True)
    assert (found.code, revisions(found), found.err) == (1, ["refused", "refused", 1], "")
    assert [line["refused"]["line"] for line in found.out[:2]] == [2, 4]  # type: ignore[index]  # an object
    assert list(found.out[0]["refused"]) == ["line", "code", "message"]  # type: ignore[call-overload]  # an object
    assert revisions(played(*lines, keep_going=True, trace=True)) == [0, "refused", 1, "refused"]


def test_keep_going_without_a_refusal(played: Player) -> None:
    assert played(HEADER, '{"do": "lift"}', keep_going=True).code == 0


@pytest.mark.parametrize("line", ['{"ask": "odds"}', '{"ask": 3}', '{"ask": "odds", "do": "lift"}'])
def test_an_unknown_question_is_refused_like_a_command(played: Player, line: str) -> None:
    found = played(HEADER, line)
    assert found.code == 1
    assert ":2: bad-command: " in found.err


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["", " "],
        ["no JSON"],
        ['{"do": "lift"}'],
        ['{"game": "katz-schmaus", "players": ["Ada"]}'],
        ["\ufeff" + HEADER],
    ],
)
def test_without_a_valid_header(played: Player, lines: list[str]) -> None:
    found = played(*lines, keep_going=True)
    assert (found.code, found.out) == (2, [])
    assert f"{played.file}:1: bad-command: " in found.err


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    for path in (tmp_path / "none.jsonl", tmp_path):
        assert play(str(path), trace=False, table=False, keep_going=False, out=out, err=err) == 2
    assert "cannot be read" in err.getvalue()
    assert not out.getvalue()


def test_blank_lines_before_the_header_count(played: Player) -> None:
    assert ":4: not-now: " in played("", HEADER, "", '{"do": "void"}').err


def test_a_line_that_is_not_utf_8(played: Player) -> None:
    played.file.write_bytes(HEADER.encode() + b'\r\n{"do": "call", "player": "Zo\xeb"}\r\n')
    out, err = io.StringIO(), io.StringIO()
    assert play(str(played.file), trace=False, table=False, keep_going=False, out=out, err=err) == 1
    assert ":2: bad-command: byte 29 is not UTF-8" in err.getvalue()


def test_windows_line_ends_and_odd_separators_inside_a_string(played: Player) -> None:
    played.file.write_bytes((HEADER + '\r\n{"do": "finish", "why": "a\u2028b\x85"}\r\n').encode())
    assert play(str(played.file), trace=False, table=False, keep_going=False, out=io.StringIO(), err=sys.stderr) == 0


def test_names_are_printed_as_they_are(played: Player) -> None:
    out = io.StringIO()
    played(HEADER)
    play(str(played.file), trace=False, table=False, keep_going=False, out=out, err=sys.stderr)
    assert "Zoë" in out.getvalue()


def test_a_name_that_rich_would_take_for_an_emoji_is_printed_as_it_is(played: Player) -> None:
    out = io.StringIO()
    played('{"game": "katz-schmaus", "players": [":cat:", "[b]Ben[/b]"]}')
    play(str(played.file), trace=False, table=True, keep_going=False, out=out, err=sys.stderr)
    assert ":cat:" in out.getvalue()
    assert "[b]Ben[/b]" in out.getvalue()


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f'{HEADER}\n{{"do": "void"}}\n'.encode())))
    out, err = io.StringIO(), io.StringIO()
    assert play("-", trace=True, table=False, keep_going=False, out=out, err=err) == 1
    assert err.getvalue().startswith("-:2: not-now: ")


def test_a_table_for_people(played: Player) -> None:
    played(HEADER, '{"do": "result"}', '{"do": "void"}', '{"do": "finish"}')
    out = io.StringIO()
    assert play(str(played.file), trace=False, table=True, keep_going=True, out=out, err=sys.stderr) == 1
    text = out.getvalue()
    assert "line 3 refused, not-now" in text
    assert "Katz & Schmaus: over (short)" in text
    assert "won: Ada" in text
    assert "supply: 32" in text
