"""`companion odds`: the exact odds of a turn of Mad Cat Sad Cat."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

from companion.games import Refusal, read_object
from companion.games.mad_cat_sad_cat import Odds, Pots, advice, chances, read_pots
from companion.games.strict import bad, read

_LONGEST = 65_536
"""Of a file with pots, bytes."""


def odds(
    *, kind: str | None, dice: str | None, target: str | None, values_path: str | None, out: TextIO, err: TextIO
) -> int:
    """Print the odds as one JSON object, and give the exit code: 0, or 2 where the call or the file is wrong.

    ``dice`` are set aside, as in "M1,W"; ``kind`` is locked in, None where the dice show it or nobody is. With
    ``values_path``, a file with the `pots` of a state, it is what stopping and rolling on are worth; otherwise how
    likely the ``target`` is, any card if it is None.
    """
    faces = [face.strip() for face in dice.split(",")] if dice and dice.strip() else []
    told = {"ask": "odds", "kind": kind, "dice": faces, "target": target or "any"}
    try:
        asked = read(told, Odds, "odds")
        if values_path is None:
            found = chances(asked.kind, asked.dice, asked.target)
        elif asked.target != "any":
            raise bad(f"the target {target} has no meaning where VPs are counted: leave it or the values out")
        else:
            found = advice(asked.kind, asked.dice, _pots(values_path))
    except Refusal as refusal:
        print(refusal.message, file=err)
        return 2
    print(json.dumps(found), file=out)
    return 0


def _pots(path: str) -> Pots:
    """The pots in a file; raises Refusal bad-command."""
    try:
        with Path(path).open("rb") as file:
            text = file.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise bad(f"it has more than the {_LONGEST} bytes that pots can have")
        return read_pots(read_object(text))
    except OSError as error:
        raise bad(f"{path}: cannot be read: {error.strerror or error}") from None
    except Refusal as refusal:
        raise bad(f"{path}: {refusal.message}") from None
