"""What a running companion does without."""

from __future__ import annotations

import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path


def test_phones_are_served_without_openssl_and_freetype_in_memory(tmp_path: Path) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(
        "[wiring]\npin_factory = 'mock'\n[sensor]\nenabled = false\n[oled]\nenabled = false\n[web]\nport = 0\n"
    )
    command = [sys.executable, "-m", "companion", "run", "--config", str(config), "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as companion:
        assert companion.stderr is not None
        found = next(filter(None, (re.search(r"find the table at .*:(\d+)$", line) for line in companion.stderr)))
        line = HTTPConnection("127.0.0.1", int(found[1]), timeout=60)
        line.request("GET", "/")
        status = line.getresponse().status
        libraries = Path(f"/proc/{companion.pid}/maps").read_text()
        line.close()
        companion.terminate()
    assert status == 200
    assert "libsqlite3" in libraries or "_sqlite3" in libraries
    assert not re.search(r"libcrypto|libssl|_imagingft", libraries)
