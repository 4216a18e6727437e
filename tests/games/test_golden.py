"""The examples of the rules, played as files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands.play import play

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
CASES = [json.loads(line) for file in sorted(GOLDEN.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['case']}: {case['says']}" for case in CASES])
def test_example(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(map(json.dumps, [case["header"], *case["lines"]])), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    code = play(str(file), trace=False, table=False, keep_going=True, out=out, err=err)
    *said, final = [json.loads(line) for line in out.getvalue().splitlines()]
    refused = [each["refused"]["code"] for each in said if "refused" in each]
    assert refused == ([case["refused"]] if "refused" in case else [])
    assert [each["answer"] for each in said if "answer" in each] == case.get("answers", [])
    assert code == len(refused)
    assert not err.getvalue()
    seen = {**final, **final["state"]}
    for name, value in case["expect"].items():
        found = list(seen[name].values()) if isinstance(seen[name], dict) else seen[name]
        assert found == value, f"{name}, by {case['cite']}"
