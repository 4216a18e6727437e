"""The simulated table in a real terminal, and without one."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from companion.command_line import main
from companion.terminal.keys import PAGES

if TYPE_CHECKING:
    from pathlib import Path

CALL = [sys.executable, "-c", "import sys; from companion.command_line import main; sys.exit(main(sys.argv[1:]))"]
CALL += ["simulate"]


def test_help_tells_all_keys(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    assert [key.says for page in PAGES.values() for key in page if key.says not in told] == []
    assert "--record FILE" in told


def test_a_scenario_is_not_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(tmp_path / "x"), "--record", str(tmp_path / "y")]) == 2
    assert "--record" in capsys.readouterr().err


def test_without_a_terminal_it_runs_until_it_is_stopped() -> None:
    with subprocess.Popen(CALL, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        assert table.stdout.readline() == "no terminal here: the table runs without keys; Ctrl-C ends it\n"
        table.send_signal(signal.SIGTERM)
        assert table.wait(60) == 0


@pytest.mark.parametrize("how", ["q", signal.SIGINT, signal.SIGHUP])
def test_it_ends_in_good_order_and_leaves_the_terminal_as_before(how: str | signal.Signals, tmp_path: Path) -> None:
    record = tmp_path / "evening.scenario"
    ours, theirs = pty.openpty()
    with subprocess.Popen([*CALL, "--record", str(record)], stdin=theirs, stdout=theirs, stderr=theirs) as table:
        os.close(theirs)
        shown = b""
        while b"quit" not in shown:
            shown += os.read(ours, 65536)
        if isinstance(how, signal.Signals):
            table.send_signal(how)
        else:
            os.write(ours, how.encode())
        shown = _rest(ours, shown)
        assert table.wait(60) == 0
    os.close(ours)
    assert shown.count(b"\x1b[?1049h") == shown.count(b"\x1b[?1049l") == 1
    assert f"written: {record}".encode() in shown
    assert record.read_text().startswith("game katz-schmaus Ada Ben Cem\n")


def _rest(terminal: int, shown: bytes) -> bytes:
    """All that is written to a terminal until nobody has it open any more."""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            return shown
        if not part:
            return shown
        shown += part
