"""``companion simulate`` without a scenario: a table in this terminal."""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.scenario.stage import StageError
from companion.terminal.table import Table
from companion.terminal.window import Nobody, ended_by_signals, opened

if TYPE_CHECKING:
    from companion.config import Config


def simulate(config: Config, folder: Path | None, known: tuple[str, ...], record: Path | None, port: int | None) -> int:
    """Run until ``q``, Ctrl-C or SIGTERM, with a game of those who are known on, unless one is resumed.

    Without a folder the evening is forgotten at the end; what was done in it is written to ``record``, and phones reach
    it at ``port``. Returns the exit code; raises OSError where ``record`` cannot be written.
    """
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-")))
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with opened(sys.stdin, sys.stdout) as visitor:
                table = Table(visitor, config, folder, known, wall=time.time(), port=port)
                stack.callback(table.stage.close)
                with ended_by_signals(table.leave):
                    if isinstance(visitor, Nobody):
                        print("no terminal here: the table runs without keys; Ctrl-C ends it", flush=True)
                    table.play(record)
        except StageError as failure:
            print(failure, file=sys.stderr)
            return 1
    if record is not None:
        print(f"written: {record}")
    return 0
