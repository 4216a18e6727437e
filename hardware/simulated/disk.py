"""A disk that can be full, slow, locked, write-protected, or lose its power, under real SQLite files."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from math import inf
from typing import TYPE_CHECKING, Any, Final, Literal

from hardware.database import Connection
from hardware.simulated.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from hardware.clock import Clock

Fault = Literal["full", "read-only", "locked"]

# What SQLite says itself (tests/hardware/test_disk.py compares), and at which statement.
_FAULTS: Final[dict[Fault, tuple[str, str, int]]] = {
    "full": ("COMMIT", "database or disk is full", sqlite3.SQLITE_FULL),
    "read-only": ("BEGIN", "attempt to write a readonly database", sqlite3.SQLITE_READONLY),
    "locked": ("BEGIN", "database is locked", sqlite3.SQLITE_BUSY),
}

_SECTOR: Final = 512
"""What a disk writes whole or not at all, bytes."""

_FULL: Final = 2
"""``PRAGMA synchronous``: from here on each commit is synced, below only a checkpoint."""

Harm = Literal["missing", "empty", "halved", "zeroed", "a-folder"]
"""What may become of a file on a card."""


def spoil(path: Path, harm: Harm) -> None:
    """Do to a file what a bad card, or somebody at it, does while the power is off; one that is not there stays so."""
    if not path.is_file():
        return
    content = path.read_bytes()
    match harm:
        case "missing":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case "halved":
            path.write_bytes(content[: len(content) // 2])
        case "zeroed":
            path.write_bytes(bytes(len(content)))
        case "a-folder":
            path.unlink()
            path.mkdir()


class SimulatedDisk:
    """A folder of real files that remembers what of its databases is synced.

    Databases are those that were opened here; a file is known by its inode, so it may be renamed. After a cut they
    hold what was synced last, and of what was written since a random part of the sectors, in the order that SQLite
    keeps: the log before the file. A log's index is as it was when that was synced. Other files are left as they are:
    whoever writes them syncs them before renaming.
    """

    def __init__(self, clock: Clock, folder: Path, *, seed: int = 1) -> None:
        self.commits: Counter[str] = Counter()
        """How often something was committed, by the name of the file."""
        self._clock = clock
        self._folder = folder
        self._random = random.Random(seed)
        self._faults: Faults[Fault] = Faults(clock)
        self._delay = 0.0
        self._slow_until = -inf
        self._open: list[_Connection] = []
        self._synced: dict[int, bytes] = {}
        self._indexes: dict[Path, bytes] = {}
        """What the index of a database's log was when that was synced."""

    def open_database(self, path: Path) -> sqlite3.Connection:
        """Like ``sqlite3.connect``, with ``isolation_level=None`` and no waiting for locks."""
        # Other threads: a power cut closes what the dead ones had open.
        connection = _Connection(path, isolation_level=None, timeout=0, check_same_thread=False)
        connection.on(self, path)
        self._open.append(connection)
        self._meet(path)
        return connection

    def fail(self, fault: Fault, seconds: float = inf) -> None:
        """Refuse writes from now on, for so long, as SQLite does on such a disk."""
        self._faults.begin(fault, seconds)

    def slow(self, delay: float, seconds: float = inf) -> None:
        """Take so much longer (s) to sync a commit that begins within the next ``seconds``."""
        self._delay, self._slow_until = delay, self._clock.monotonic() + seconds

    def heal(self) -> None:
        """Be a good disk again."""
        self._faults.end()
        self._slow_until = -inf

    def cut(self) -> None:
        """Lose the power: called when nothing runs any more that has a database open."""
        found = {path: (path.stat().st_ino, path.read_bytes()) for path in self._files()}
        # Each writes once more and takes its log away; all of that is overwritten below.
        self.let_go()
        for path, (inode, file) in found.items():
            if path.suffix != ".db" or inode not in self._synced:
                continue
            wal = _beside(path, "-wal")
            log_inode, log = found.get(wal, (0, b""))
            left, left_log = self._torn(self._synced[inode], file, self._synced.get(log_inode, b""), log)
            path.write_bytes(left)
            if wal in found:
                wal.write_bytes(left_log)
            index = _beside(path, "-shm")
            index.unlink(missing_ok=True)
            # The kernel writes it to the disk when it likes; it is never ahead of what is synced.
            if path in self._indexes:
                index.write_bytes(self._indexes[path])
        self._synced.clear()
        self._indexes.clear()
        for path in self._files():
            self._synced[path.stat().st_ino] = path.read_bytes()

    def let_go(self) -> None:
        """Close what those have left open who run no more: a process that ends holds no files."""
        for connection in self._open:
            sqlite3.Connection.close(connection)
        self._open.clear()

    def before(self, statement: str) -> None:
        """What happens before a statement: a fault that is on, if it strikes there."""
        for fault, (where, text, code) in _FAULTS.items():
            if fault in self._faults and statement.startswith((where, "PRAGMA wal_checkpoint")):
                error = sqlite3.OperationalError(text)
                error.sqlite_errorcode = code
                raise error

    def committed(self, path: Path, *, is_synced: bool) -> None:
        """A commit was written, and is synced after a while; or is not, until a checkpoint."""
        if is_synced and self._clock.monotonic() < self._slow_until:
            self._clock.sleep(self._delay)
        self.commits[path.name] += 1
        if is_synced:
            self.synced(path)

    def synced(self, path: Path) -> None:
        """Remember a file and its log as they are: that is safe now."""
        present = {file: file.stat().st_ino for file in self._files()}
        for gone in self._synced.keys() - set(present.values()):
            del self._synced[gone]
        for file in (path, _beside(path, "-wal")):
            if file in present:
                self._synced[present[file]] = file.read_bytes()
        index = _beside(path, "-shm")
        if index.exists():
            self._indexes[path] = index.read_bytes()
        else:
            self._indexes.pop(path, None)

    def checkpointed(self, path: Path) -> bool:
        """Whether SQLite has brought the log into the file since it was synced last, which syncs both."""
        return path.exists() and self._synced.get(path.stat().st_ino) != path.read_bytes()

    def closed(self, connection: _Connection, path: Path) -> None:
        """Forget a connection; the last one of a file takes its log away, synced."""
        if connection in self._open:
            self._open.remove(connection)
        if path.exists() and not _beside(path, "-wal").exists():
            self.synced(path)

    def _meet(self, path: Path) -> None:
        """Take what lies in a file that was there before as synced."""
        if path.exists() and path.stat().st_ino not in self._synced:
            self.synced(path)

    def _files(self) -> Iterable[Path]:
        """The database files and their logs."""
        return [
            path for pattern in ("*.db", "*.db-wal") for path in sorted(self._folder.glob(pattern)) if path.is_file()
        ]

    def _torn(self, file_was: bytes, file: bytes, log_was: bytes, log: bytes) -> tuple[bytes, bytes]:
        """What is left of a file and its log; ``_was`` is what was synced."""
        if log != log_was and (file == file_was or self._random.random() < 0.5):
            base = log_was
            if log[:32] != log_was[:32]:
                # A log that begins anew syncs its header first; or the cut came even before that.
                if self._random.random() < 0.2:
                    return file_was, log_was
                base = log[:32] + log_was[32:]
            return file_was, self._part(base, log)
        if file != file_was:
            return self._part(file_was, file), log
        end = _end_of_log(log)
        garbage = self._random.randbytes(self._random.randrange(3 * 4096))
        return file, log[:end] + garbage + log[end + len(garbage) :]

    def _part(self, old: bytes, new: bytes) -> bytes:
        """Old bytes, over which some sectors of the new were written."""
        share = self._random.random()
        result = bytearray(old)
        for at in range(0, len(new), _SECTOR):
            if self._random.random() < share:
                if len(result) < at:
                    result.extend(bytes(at - len(result)))
                result[at : at + _SECTOR] = new[at : at + _SECTOR]
        return bytes(result)


class _Connection(Connection):
    """A connection that tells its disk what it does."""

    def on(self, disk: SimulatedDisk, path: Path) -> None:
        self._disk = disk
        self._path = path

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        self._disk.before(sql)
        wrote = self.in_transaction
        cursor = super().execute(sql, parameters)
        if sql.startswith("PRAGMA wal_checkpoint"):
            self._disk.synced(self._path)
        elif sql == "COMMIT" and wrote:
            (synchronous,) = super().execute("PRAGMA synchronous").fetchone()
            is_synced = synchronous >= _FULL or self._disk.checkpointed(self._path)
            self._disk.committed(self._path, is_synced=is_synced)
        return cursor

    def close(self) -> None:
        super().close()
        self._disk.closed(self, self._path)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _end_of_log(log: bytes) -> int:
    """Where the frames of the present log end, and left-overs of an earlier one begin."""
    if len(log) < 32:
        return len(log)
    page = int.from_bytes(log[8:12], "big")
    salts = log[16:24]
    end = 32
    while log[end + 8 : end + 16] == salts:
        end += 24 + page
    return min(end, len(log))
