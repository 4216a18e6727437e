"""A failing evening made shorter: what it does not need is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TRIES: Final = 60
"""How often an evening is played again to make it shorter."""


def shrunk(lines: Sequence[str], fails: Callable[[Sequence[str]], bool], tries: int = TRIES) -> list[str]:
    """A shorter evening that fails alike: without what came before its last games, then without ever smaller pieces.

    >>> shrunk(["wait 1s", "game a", "press", "game b", "x", "hold", "y"], lambda left: {"x", "y"} <= set(left))
    ['x', 'y']
    """
    left = list(lines)
    for start in (at for at in reversed(range(len(left))) if left[at].startswith("game ")):
        tries -= 1
        if tries < 0 or len(left) - start > len(left) / 2:
            break
        if fails(left[start:]):
            left = left[start:]
            break
    size = max(1, len(left) // 2)
    while tries > 0:
        at = 0
        while at < len(left) and tries > 0:
            tries -= 1
            without = left[:at] + left[at + size :]
            if without and fails(without):
                left = without
            else:
                at += size
        if size == 1:
            break
        size = max(1, size // 2)
    return left
