"""A Debian tree that is booted on this machine's kernel: units, users, sandbox and watchdog are real, a bus there is not."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

BOOTED_WITHIN = 120.0
"""s; 8 to 15 here."""

ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}


class Booted:
    """One machine, whose disk is a folder; it has no network."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._container: subprocess.Popen[bytes] | None = None

    def boot(self) -> None:
        """Switch it on, and wait until all that starts by itself was started."""
        command = ["systemd-nspawn", "-q", "-D", str(self.root), "-b", "--register=no", "--keep-unit"]
        command += ["--private-network", "--console=pipe"]
        with (self.root.parent / "console").open("ab") as console:
            self._container = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=console, stderr=console, start_new_session=True
            )
        deadline = time.monotonic() + BOOTED_WITHIN
        # Until its bus is there the question itself fails.
        while self._state() not in ("running", "degraded"):
            assert time.monotonic() < deadline, f"{self.root} does not boot: see {self.root.parent / 'console'}"
            time.sleep(0.5)

    def run(self, command: str, *, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a line of shell as root; ``check``: it must not fail."""
        inside = ["nsenter", "-t", str(self._leader()), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w"]
        done = subprocess.run(
            [*inside, "sh", "-c", command], capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=600
        )
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done

    @property
    def network(self) -> list[str]:
        """What is put before a command of this machine, to have it in the network of that one."""
        return ["nsenter", "-t", str(self._leader()), "-n"]

    def told(self, command: str) -> str:
        """What a line of shell prints."""
        return self.run(command).stdout.strip()

    def wait_until_off(self) -> None:
        """Wait until it has switched itself off."""
        assert self._container is not None
        self._container.wait(60)
        self._container = None

    def kill(self) -> None:
        """Pull the plug, if it is in."""
        if self._container is not None:
            if leader := self._leader():
                with suppress(ProcessLookupError):
                    os.kill(leader, signal.SIGKILL)
            self._container.wait(60)
            self._container = None

    def _state(self) -> str:
        return self.run("systemctl is-system-running --wait", check=False).stdout.strip() if self._leader() else ""

    def _leader(self) -> int:
        """Its process 1, as this machine counts; 0 while there is none."""
        if self._container is None:
            return 0
        number = self._container.pid
        assert self._container.poll() is None, f"{self.root} has ended: see {self.root.parent / 'console'}"
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        return int(children[0]) if children else 0
