"""That a home with several tables tells them apart, also those whose cards were written from one picture."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import pytest

from hardware import own_identity

if TYPE_CHECKING:
    from pathlib import Path

NUMBER = "0123456789abcdef" * 2


def test_machines_of_the_same_name_are_told_apart_and_one_that_is_renamed_stays_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text(f"{NUMBER}\n")
    other.write_text(f"{NUMBER[::-1]}\n")
    before = own_identity(one)
    assert before != own_identity(other)
    assert before not in NUMBER
    monkeypatch.setattr(platform, "node", lambda: "katzen")
    assert own_identity(one) == before


@pytest.mark.parametrize("content", [None, "", "uninitialized\n", NUMBER[:-1], "ä" * 32])
def test_a_machine_without_a_number_of_its_own_goes_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    path = tmp_path / "machine-id"
    if content is not None:
        path.write_text(content)
    found = []
    for name in ("katzen", "kater"):
        monkeypatch.setattr(platform, "node", lambda name=name: name)
        found.append(own_identity(path))
    assert found[0] != found[1]
