"""``companion odds``: the exact odds of a turn of Mad Cat Sad Cat."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from companion.games import Refusal, read_object
from companion.games.mad_cat_sad_cat import Odds, Pots, advice, chances, read_pots
from companion.games.strict import bad, read
from companion.reading import read_at_most

if TYPE_CHECKING:
    import argparse

_LONGEST: Final = 100_000
"""Bytes of a file with pots; those of a state have 500."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("--kind", help="the kind that is locked in: mad or sad")
    parser.add_argument("--dice", metavar="M1,W,...", help="the dice set aside")
    parser.add_argument("--target", help="two-pairs, full-house, four, five, catpot or any")
    parser.add_argument(
        "--values", type=Path, metavar="FILE", help="a state's pots, as JSON: whether to stop or roll on"
    )


def act(given: argparse.Namespace) -> int:
    """Print them."""
    return odds(
        kind=given.kind,
        dice=given.dice,
        target=given.target,
        values=given.values,
        out=sys.stdout,
        err=sys.stderr,
    )


def odds(
    *, kind: str | None, dice: str | None, target: str | None, values: Path | None, out: TextIO, err: TextIO
) -> int:
    """Print the odds as one JSON object, and give the exit code: 0, or 2 where the call or the file is wrong.

    ``dice`` are set aside, as in "M1,W"; ``kind`` is locked in, None where the dice show it or nobody is. With
    ``values``, a file with the `pots` of a state, it is what stopping and rolling on are worth; otherwise how
    likely the ``target`` is, any card if it is None.
    """
    faces = [face.strip() for face in dice.split(",")] if dice and dice.strip() else []
    told = {"ask": "odds", "kind": kind, "dice": faces, "target": target or "any"}
    try:
        asked = read(told, Odds, "odds")
        if values is None:
            found = chances(asked.kind, asked.dice, asked.target)
        elif asked.target != "any":
            raise bad(f"the target {target} has no meaning where VPs are counted: leave it or the values out")
        else:
            found = advice(asked.kind, asked.dice, _pots(values))
    except Refusal as refusal:
        print(refusal.message, file=err)
        return 2
    print(json.dumps(found), file=out)
    return 0


def _pots(path: Path) -> Pots:
    """The pots in a file; raises Refusal bad-command."""
    try:
        return read_pots(read_object(read_at_most(path, _LONGEST)))
    except OSError as error:
        raise bad(f"{path}: cannot be read: {error.strerror or error}") from None
    except Refusal as refusal:
        raise bad(f"{path}: {refusal.message}") from None
