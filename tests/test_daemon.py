"""The daemon from the outside: it starts without anything, fails in parts, and ends in time."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from companion.scenario.stage import Stage
from tests.playing import play


@pytest.mark.parametrize(
    "trouble",
    ["", "fault bus locked", "fault disk slow 30s", "fault disk full", "fault bus missing", "fault gpio unavailable"],
)
def test_a_stop_takes_less_than_two_seconds(stage: Stage, trouble: str) -> None:
    play(stage, f"game katz-schmaus Ada Ben\nlift\n{trouble}\ntilt 20 over 1s\nset-down")
    began = stage.clock.monotonic()
    stage.stop()
    assert stage.clock.monotonic() - began < 2.0


def test_a_slow_disk_does_not_keep_it_from_starting(stage: Stage) -> None:
    began = stage.clock.monotonic()
    play(stage, "fault disk slow 5s for 1min\ngame katz-schmaus Ada Ben\nlift\nexpect phase playing")
    assert stage.clock.monotonic() - began < 10.0  # ready after one, the game's own saving after another five
    play(stage, "wait 2min\nexpect health disk ok\npower-cut\nexpect phase playing")


def test_what_a_journal_has_lost_is_told_in_the_log_once(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    play(stage, 'game katz-schmaus Ada Ben\nwait 3s\ncommand {"do": "result"}\nwait 3s')
    play(
        stage,
        "spoil journal.db-wal empty\nspoil journal-good.db missing\nspoil journal-good.db-wal missing\npower-cut",
    )
    play(stage, "wait 3s\npower-cut\nwait 3s\nrestart")
    assert caplog.text.count("The journal's log was cut short, and its good copy is missing") == 1


def test_a_damaged_journal_is_told_even_if_it_is_locked_at_first(stage: Stage, tmp_path: Path) -> None:
    play(stage, "game katz-schmaus Ada Ben\nlift\nwait 5s")
    stage.stop()
    journal = tmp_path / "journal.db"
    journal.write_bytes(b"\0" * 4096 + journal.read_bytes()[4096:])
    play(stage, 'fault disk locked for 3s\nrestart\nwait 5s\nexpect oled contains "was damaged"\nexpect phase playing')


def test_a_clock_that_loses_its_time_is_seen_on_the_display_though_nobody_touches_anything(stage: Stage) -> None:
    play(stage, "game fat-cats Ada Ben Cem\nwait 10s\nexpect health clock ok")
    before = stage.hardware.oled.picture().tobytes()
    play(stage, "clock set 1970-01-01T00:00:00Z\nwait 2s\nexpect health clock degraded")
    assert stage.hardware.oled.picture().tobytes() != before
    play(stage, "clock set 2026-11-07T19:00:00Z\nwait 2s\nexpect health clock ok")
    assert stage.hardware.oled.picture().tobytes() == before


@pytest.mark.parametrize("part", ["sensor absent", "oled absent", "bus missing", "bus denied", "gpio unavailable"])
def test_what_is_missing_costs_only_itself_and_joins_later(stage: Stage, part: str) -> None:
    name = part.split(maxsplit=1)[0]
    shown = {"bus": "sensor", "gpio": "button"}.get(name, name)
    play(
        stage,
        f"""fault {part}
        game katz-schmaus Ada Ben
        expect health {shown} absent
        command {{"do": "call", "player": "Ben"}}
        command {{"do": "result", "to": "Ben"}}
        expect scores Ben=3
        heal {name}
        wait 6s
        expect health {shown} ok
        expect starts 1""",
    )


def test_an_hour_without_sensor_leaves_few_words_in_the_log(stage: Stage) -> None:
    play(
        stage,
        "fault sensor absent\nfault oled absent\ngame katz-schmaus Ada Ben\nwait 1h\nexpect counter log_lines < 100",
    )


@pytest.mark.parametrize("sensor", ["there", "absent"])
def test_a_quiet_table_lets_the_loop_sleep(sensor: str, stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    play(stage, f"{'fault sensor absent' if sensor == 'absent' else ''}\ngame katz-schmaus Ada Ben\nwait 10s")
    waits = list[float]()
    selector = stage.daemon.loop._selector  # type: ignore[attr-defined]  # asyncio's own
    select = selector.select

    def noted(timeout: float | None = None) -> object:
        if timeout is None or timeout > 0.0:
            waits.append(stage.clock.monotonic())
        return select(timeout)

    monkeypatch.setattr(selector, "select", noted)
    stage.clock.sleep(10.0)
    assert len(waits) / 10.0 < (15.0 if sensor == "absent" else 10.0)


def test_the_light_shows_that_a_press_is_a_call(stage: Stage) -> None:
    light = stage.config.wiring.light
    play(stage, "game katz-schmaus Ada Ben")
    assert not stage.hardware.pins.level(light)
    play(stage, "lift")
    assert stage.hardware.pins.level(light)
    play(stage, "tilt 20 over 2s\nset-down\nwait 4s")
    assert not stage.hardware.pins.level(light)


def test_a_call_sounds_for_a_quarter_of_a_second(stage: Stage) -> None:
    play(stage, "game katz-schmaus Ada Ben Cem\nlift\ntilt 20 over 2s\npress\nwait 1s")
    on, off = stage.hardware.pins.history(stage.config.wiring.buzzer)[-2:]
    assert on.high and not off.high
    assert off.t - on.t == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("hung", ["nothing", "the loop", "the hardware's thread", "the journal's thread"])
def test_the_watchdog_hears_nothing_more_once_any_of_the_threads_hangs(
    hung: str, stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(0.0)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000000")
        play(stage, "game katz-schmaus Ada Ben\nfault bus locked\nfault disk slow 6s\nlift")

        def signs_of_life(seconds: int) -> int:
            signs = 0
            for _ in range(seconds):
                stage.clock.sleep(1.0)
                with suppress(BlockingIOError):
                    while True:
                        signs += manager.recv(100) == b"WATCHDOG=1"
            return signs

        assert signs_of_life(60) >= 4, "neither a bus that is held down nor a slow disk is a hang"
        daemon, hang = stage.daemon, partial(stage.clock.sleep, 1e6)
        match hung:
            case "the loop":
                daemon.loop.call_soon_threadsafe(hang)
            case "the hardware's thread":
                daemon.hardware.ping(hang)
            case "the journal's thread":
                daemon.session.door.ping(hang)
        stage.clock.sleep(10.0)
        signs_of_life(1)
        assert bool(signs_of_life(60)) == (hung == "nothing")


def test_a_companion_without_hardware_is_ready_and_ends_at_sigterm(tmp_path: Path) -> None:
    config = tmp_path / "no-hardware.toml"
    config.write_text("[sensor]\nbus = 99\n[wiring]\npin_factory = 'mock'\n")
    program = "from companion.command_line import main; raise SystemExit(main())"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60.0)
        with subprocess.Popen(
            [sys.executable, "-c", program, "run", "--config", str(config), "--data", str(tmp_path / "data")],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"},
            stderr=subprocess.PIPE,
        ) as companion:
            told = [manager.recv(100)]
            while b"WATCHDOG=1" not in told:
                told.append(manager.recv(100))
            companion.send_signal(signal.SIGTERM)
            _, log = companion.communicate(timeout=60)
    assert told[0] == b"READY=1"
    assert companion.returncode == 0, log
    assert b"Traceback" not in log


def test_a_simulated_table_that_is_over_holds_no_files(tmp_path: Path) -> None:
    def held() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = held()
    stage = Stage(tmp_path)
    stage.ensure_started()
    stage.cut_power()
    assert held() > before
    stage.close()
    assert held() == before
