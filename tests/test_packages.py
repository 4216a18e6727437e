"""What is carried away from here: wheel and source archive, and the companion where nothing else of it is."""

from __future__ import annotations

import os
import subprocess
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from hardware import GPIOD, LGPIO

if TYPE_CHECKING:
    from collections.abc import Sequence

CHECKOUT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(next(WheelBuilder(str(CHECKOUT)).build(directory=str(tmp_path_factory.mktemp("wheel")))))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(next(SdistBuilder(str(CHECKOUT)).build(directory=str(tmp_path_factory.mktemp("archive")))))


def kept_in(folder: str) -> set[str]:
    """The files of a folder that belong to the repository."""
    told = subprocess.run(["git", "ls-files", folder], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return set(told.stdout.split())


def test_the_wheel_has_both_packages_with_all_that_they_read_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = {name for name in file.namelist() if ".dist-info/" not in name}
    data = kept_in("config") | kept_in("systemd")
    wanted = kept_in("companion") | kept_in("hardware") | {f"companion/data/{name}" for name in data}
    assert wanted - names == set()
    assert {name.split("/")[0] for name in names} == {"companion", "hardware"}


# Each was met: an lgpio that is empty, a Blinka that wants gpiod, a Pillow without what luma calls, two RPi.GPIO.
@pytest.mark.parametrize(
    "requirement",
    [
        "pillow<14,>=10.3",
        "lgpio>=0.2.2; extra == 'pi'",
        "gpiod<3,>=2.2.2; extra == 'pi'",
        "gpiod<3,>=2.2.2; extra == 'pi-rpigpio'",
    ],
)
def test_what_is_known_to_break_is_kept_away(wheel: Path, requirement: str) -> None:
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith("/METADATA"))
        told = file.read(name).decode()
    assert f"\nRequires-Dist: {requirement}\n" in told
    # RPi.GPIO and rpi-lgpio overwrite each other.
    assert "rpi-gpio>=0.7.1; extra == 'pi-rpigpio'" in told.lower()
    assert "rpi-gpio>=0.7.1; extra == 'pi'" not in told.lower()


def test_the_packages_that_a_cure_names_are_those_that_are_installed() -> None:
    wanted = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["pi"]
    assert {LGPIO.strip("'"), GPIOD.strip("'")} <= set(wanted)
    assert GPIOD in (CHECKOUT / "systemd" / "wheels").read_text()


def test_the_source_archive_has_all_that_a_wheel_is_made_of(archive: Path) -> None:
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    for folder in ("companion", "hardware", "config", "systemd", "tests", "docs"):
        assert kept_in(folder) - names == set()
    assert {"pyproject.toml", "README.md", "LICENSE"} <= names


@pytest.mark.appliance
@pytest.mark.parametrize("kind", ["wheel", "archive"])
def test_where_nothing_else_is_it_simulates_a_table(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    package: Path = request.getfixturevalue(kind)
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env" / "bin"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*command: str | Path) -> str:
        words: Sequence[str] = [str(word) for word in command]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    run(programs / "python", "-m", "pip", "install", "--quiet", package)
    assert run(programs / "companion", "config", "--default").startswith("# The settings of a box")
    evening = tmp_path / "evening.scenario"
    evening.write_text(
        'game katz-schmaus Ada Ben\nlift\ntilt 20 over 1s\nset-down\nwait 4s\nexpect oled contains "Ada"\n'
    )
    run(programs / "companion", "simulate", evening)
    run(programs / "companion", "screens", tmp_path / "pictures")
    assert (tmp_path / "pictures" / "sheet-128x64.png").exists()
    with subprocess.Popen(
        [programs / "companion", "simulate", "--port", "0"],
        cwd=tmp_path,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as table:
        assert table.stdout is not None
        assert "no terminal here" in table.stdout.readline()
        table.terminate()
        assert table.wait(60) == 0
