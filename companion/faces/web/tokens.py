"""The table's token: who has it may write, everybody else may look."""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from contextlib import suppress
from hmac import compare_digest
from typing import TYPE_CHECKING, Final

from companion.table import files

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "token"
"""In the folder of the games; readable by its owner alone."""

NO_TOKEN: Final = "no-token"  # noqa: S105 - the code of an error
"""The code of the error where somebody without it tells something."""

_FORM: Final = re.compile(r"[A-Z2-7]{16}")


class Token:
    """80 bits in base 32, which has capitals and digits only: so it fits into the smallest code on the display."""

    def __init__(self, text: str) -> None:
        self.text = text

    def matches(self, told: str) -> bool:
        """Whether somebody told the same; takes as long whatever was told."""
        return compare_digest(told.strip().upper().encode(errors="replace"), self.text.encode())


def fresh() -> str:
    """A token that nobody knows."""
    return b32encode(secrets.token_bytes(10)).decode()


def read(folder: Path) -> str | None:
    """The token that is kept in a folder; None where none is, or not for whoever asks to read."""
    try:
        return _read(folder)
    except OSError:
        return None


def kept(folder: Path, otherwise: str) -> str:
    """The token that is kept in a folder; where there is none yet, ``otherwise`` is kept from now on.

    Raises OSError.
    """
    files.cleared(folder / FILE)
    with suppress(FileNotFoundError):
        if (text := _read(folder)) is not None:
            return text
    keep(folder, otherwise)
    return otherwise


def keep(folder: Path, token: str) -> None:
    """Put a token on disk in place of the one before: wholly or not at all. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    files.write_whole(folder / FILE, f"{token}\n".encode(), mode=0o600)


def _read(folder: Path) -> str | None:
    text = (folder / FILE).read_bytes()[:100].decode("ascii", "replace").strip()
    return text if _FORM.fullmatch(text) else None
