"""The command line. Each command imports only what it needs: `companion play` starts without any hardware's library."""

from __future__ import annotations

import argparse
import io
import logging
import os
import signal
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.lately import LATELY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WRONG = 2
"""The exit code of a wrong call or file."""

INTERRUPTED = 128 + signal.SIGINT
"""What a shell expects of a command that ended at Ctrl-C."""

LONGEST_RECORDING = 3600
"""s; what is longer cannot be read again."""

PLAYERS = ("Ada", "Ben", "Cem")
"""Who sits at a simulated table, unless the configuration says who usually plays."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code."""
    arguments = _parser().parse_args(argv)
    act: Callable[[argparse.Namespace], int] = arguments.act
    for stream in (sys.stdout, sys.stderr):
        # What is printed is UTF-8 for whoever reads on, whatever this machine's locale says.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = act(arguments)
        sys.stdout.flush()
    except CompanionError as error:
        print(error, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough; nothing is left to be said, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if act is _run:
            # The service manager starts it again, which it does not after a wrong call.
            raise
        # A full disk behind standard output, a folder that is a file, a reader that is closed.
        where = f"{error.filename}: " if error.filename else ""
        print(f"companion: {where}{error.strerror or error}", file=sys.stderr)
        return WRONG
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion",
        formatter_class=_Aligned,
        description="A box that sits beside four cat board games and keeps count.",
        epilog="Exit codes: 0 done; 1 a check or expectation failed, or a line was refused; "
        "2 the call or a file is wrong.",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help="say which version this is"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(
        name: str, act: Callable[[argparse.Namespace], int], says: str, *, add_help: bool = True
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.", add_help=add_help)
        added.set_defaults(act=act)
        return added

    run = command("run", _run, "the daemon, on the hardware that is there")
    simulate = command(
        "simulate",
        _simulate,
        "the same daemon on simulated hardware; with a scenario in virtual time, then exit",
        add_help=False,
    )
    simulate.add_argument(
        "-h", "--help", action=_HelpWithKeys, nargs=0, default=argparse.SUPPRESS, help="show this, and all keys"
    )
    simulate.add_argument("scenario", type=Path, nargs="?", metavar="SCENARIO", help="a scenario to play")
    simulate.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write what was done at the table to a scenario, at the end and at r",
    )
    simulate.add_argument("--port", type=_port, metavar="N", help="where phones reach the table, 0 for a free one")
    play = command("play", _play, "play a game file by the rules alone, and print the final state as JSON")
    play.add_argument("file", metavar="FILE", help="JSON Lines, the header first; - for standard input")
    play.add_argument("--trace", action="store_true", help="print the state after each line, the header's first")
    play.add_argument("--table", action="store_true", help="print tables for people instead of JSON")
    play.add_argument("--keep-going", action="store_true", help="print what is refused in its place, and go on")
    motion = command(
        "motion",
        _motion,
        "what the box felt in a recording, as JSON Lines of segments and events; times are seconds since its first sample",
    )
    motion.add_argument("file", type=Path, metavar="FILE", help="a CSV whose header names t (or t_ms), ax, ay and az")
    motion.add_argument("--unit", choices=("ms2", "g"), default="ms2", help="of the accelerations; m/s² if not said")
    motion.add_argument("--columns", type=_columns, metavar="OURS=THEIRS,...", help="as in t_ms=timestamp,ax=aX")
    motion.add_argument("--plot", type=Path, metavar="FILE.png", help="draw it, too")
    record = command("record", _record, "write down what the sensor feels, as motion and scenarios read it")
    record.add_argument("file", type=Path, metavar="FILE", help="a new CSV")
    record.add_argument("--seconds", type=_seconds, metavar="N", help="for so long; else until Ctrl-C")
    record.add_argument("--plot", type=Path, metavar="FILE.png", help="draw it, too")
    odds = command("odds", _odds, "the chances of a turn of Mad Cat Sad Cat, as exact fractions")
    odds.add_argument("--kind", help="the kind that is locked in: mad or sad")
    odds.add_argument("--dice", metavar="M1,W,...", help="the dice set aside")
    odds.add_argument("--target", help="two-pairs, full-house, four, five, catpot or any")
    odds.add_argument("--values", type=Path, metavar="FILE", help="a state's pots, as JSON: whether to stop or roll on")
    screens = command("screens", _screens, "every screen of the display as a picture")
    screens.add_argument("folder", type=Path, metavar="DIR", help="where to write them; made if missing")
    wiring = command("wiring", _wiring, "which part goes to which pin, a drawing for each wiring")
    wiring.add_argument("folder", type=Path, metavar="DIR", help="where to write them; made if missing")
    doctor = command("doctor", _doctor, "look at every part: what was found, and what to do about it")
    doctor.add_argument("--json", action="store_true", help="one JSON object a line")
    doctor.add_argument(
        "--hands",
        action=argparse.BooleanOptionalAction,
        help="somebody is at the box, and presses what is to be pressed; so on a terminal, unless said otherwise",
    )
    calibrate = command("calibrate", _calibrate, "learn what is usual on the table where the box lies, and keep it")
    calibrate.add_argument(
        "--table", default="table", metavar="NAME", help="what the table is called, if there are several"
    )
    games = command("games", _games, "list what was played at the table, the newest first")
    games.add_argument("--json", action="store_true", help="one JSON object a line")
    games.add_argument("--limit", type=_count, default=20, metavar="N", help="how many; 20 if not said")
    backup = command("backup", _backup, "put all games into one file, also while the companion runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; it must not be there yet")
    restore = command("restore", _restore, "put the games of a backup back; those that are there are kept beside them")
    restore.add_argument("file", type=Path, metavar="FILE", help="what companion backup has written")
    mqtt = command("mqtt", _mqtt, "list what the broker keeps of this table")
    mqtt.add_argument("--forget", action="store_true", help="have it forget all of that, as before it is uninstalled")
    config = command("config", _config, "print the settings that are in force, and what each may be")
    config.add_argument("--default", action="store_true", help="print the commented default file instead")

    for reader in (run, simulate, record, wiring, doctor, calibrate, games, backup, restore, mqtt, config):
        reader.add_argument("--config", type=Path, metavar="FILE", help="the settings, as TOML")
    for keeper in (run, simulate, record, doctor, calibrate, games, backup, restore, mqtt):
        keeper.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    return parser


class _Aligned(argparse.HelpFormatter):
    """argparse takes the longest command for two letters shorter than it stands there, and breaks its line."""

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        self._action_max_length = max(self._action_max_length, len("    calibrate  "))


def _columns(text: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(ours and equals and theirs for ours, equals, theirs in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form t_ms=timestamp,ax=aX")
    return {ours.strip(): theirs.strip() for ours, _, theirs in pairs}


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games from 1 to 1,000,000")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0.0 < (seconds := float(text)) <= LONGEST_RECORDING:
            return seconds
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from 0.1 to {LONGEST_RECORDING:,}, an hour")


class _HelpWithKeys(argparse.Action):
    """Help, and the keys of the simulated table, which are looked up only when they are asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from companion.terminal.keys import overview

        print(f"{parser.format_help()}\n{overview()}")
        parser.exit()


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


class _Version(argparse.Action):
    """Looked up only when asked for: reading what is installed takes longer than all else here."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(version("cat-table-companion"))
        parser.exit()


def _run(arguments: argparse.Namespace) -> int:
    from companion.config import data_folder, read_config
    from companion.lean import leave_out_openssl
    from companion.table.hold import refuse_taken

    config = read_config(arguments.config)
    # The service manager's journal adds the time.
    stamp = "" if "JOURNAL_STREAM" in os.environ else "%(asctime)s "
    logging.basicConfig(level=logging.INFO, format=stamp + "%(levelname)s %(name)s: %(message)s")
    logging.getLogger().addHandler(LATELY)
    folder = arguments.data or data_folder(config)
    refuse_taken(folder)
    leave_out_openssl()
    import asyncio

    from companion.daemon import Daemon
    from hardware import real_machine

    machine = real_machine()
    daemon = Daemon(machine, config, folder)

    async def serve() -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, daemon.stop)
        await daemon.serve()

    with asyncio.Runner(loop_factory=machine.clock.new_event_loop) as runner:
        runner.run(serve())
    # All is saved and closed. To take a program of this size apart costs 0.17 s here, 1.5 s on a Pi Zero 2: whoever ends
    # it has 2 s, and so has the plug.
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _simulate(arguments: argparse.Namespace) -> int:
    # What the daemon logs would stand between the lines that a scenario fails with, or across the live display: only
    # the workshop's page shows it.
    logging.basicConfig(level=logging.INFO, handlers=[LATELY])
    if arguments.scenario is not None:
        if (arguments.config, arguments.data, arguments.record, arguments.port) != (None, None, None, None):
            print(
                "companion: a scenario has settings and a folder of its own, and no port: "
                "leave out --config, --data, --record and --port",
                file=sys.stderr,
            )
            return WRONG
        from companion.scenario.player import play_scenario

        return play_scenario(arguments.scenario, sys.stderr)
    from companion.config import Config, read_config
    from companion.table.hold import refuse_taken
    from companion.terminal.simulate import simulate

    config = read_config(arguments.config) if arguments.config else Config()
    if arguments.data is not None:
        refuse_taken(arguments.data)
    known = config.table.players if len(config.table.players) > 1 else PLAYERS
    return simulate(config, arguments.data, known, arguments.record, arguments.port)


def _play(arguments: argparse.Namespace) -> int:
    from companion.play import play

    return play(
        arguments.file,
        trace=arguments.trace,
        table=arguments.table,
        keep_going=arguments.keep_going,
        out=sys.stdout,
        err=sys.stderr,
    )


def _motion(arguments: argparse.Namespace) -> int:
    from companion.motion import motion

    return motion(
        arguments.file,
        unit=arguments.unit,
        columns=arguments.columns,
        picture=arguments.plot,
        out=sys.stdout,
        err=sys.stderr,
    )


def _record(arguments: argparse.Namespace) -> int:
    from companion.beside import running
    from companion.config import data_folder, read_config
    from companion.record import record
    from companion.sampling import NotMeasured, from_sensor
    from hardware import real_machine

    config = read_config(arguments.config)
    here = running(config, arguments.data or data_folder(config))
    try:
        with closing(here.samples() if here else from_sensor(real_machine(), config.bus)) as samples:
            return record(
                samples,
                arguments.file,
                seconds=arguments.seconds,
                picture=arguments.plot,
                out=sys.stdout,
                err=sys.stderr,
            )
    except NotMeasured as trouble:
        print(trouble, file=sys.stderr)
        return 1


def _odds(arguments: argparse.Namespace) -> int:
    from companion.odds import odds

    return odds(
        kind=arguments.kind,
        dice=arguments.dice,
        target=arguments.target,
        values_path=arguments.values,
        out=sys.stdout,
        err=sys.stderr,
    )


def _screens(arguments: argparse.Namespace) -> int:
    from companion.screens import screens

    return screens(arguments.folder)


def _wiring(arguments: argparse.Namespace) -> int:
    from companion.config import read_config
    from companion.pinout import wiring

    return wiring(arguments.folder, read_config(arguments.config))


def _doctor(arguments: argparse.Namespace) -> int:
    from companion.beside import running
    from companion.config import data_folder, read_config
    from companion.doctor import doctor
    from hardware import real_machine

    config = read_config(arguments.config)
    folder = arguments.data or data_folder(config)
    hands: bool | None = arguments.hands
    if hands is None:
        hands = sys.stdin.isatty() and sys.stdout.isatty()
    return doctor(
        config,
        real_machine(),
        folder,
        sys.stdout,
        as_json=arguments.json,
        here=running(config, folder),
        touched=hands and not arguments.json,
    )


def _calibrate(arguments: argparse.Namespace) -> int:
    from companion.beside import running
    from companion.calibrate import from_running, from_samples
    from companion.config import data_folder, read_config
    from companion.sampling import NotMeasured, from_sensor
    from companion.tables import named
    from hardware import real_machine

    name = named(arguments.table)
    config = read_config(arguments.config)
    folder = arguments.data or data_folder(config)
    machine = real_machine()
    try:
        if here := running(config, folder):
            return from_running(here, name, machine.clock, sys.stdout, sys.stderr)
        with closing(from_sensor(machine, config.bus)) as samples:
            return from_samples(samples, folder, name, machine.clock, sys.stdout, sys.stderr)
    except NotMeasured as trouble:
        print(trouble, file=sys.stderr)
        return 1


def _games(arguments: argparse.Namespace) -> int:
    from companion.config import data_folder, read_config
    from companion.played import games

    folder = arguments.data or data_folder(read_config(arguments.config))
    return games(folder, limit=arguments.limit, as_json=arguments.json, out=sys.stdout)


def _backup(arguments: argparse.Namespace) -> int:
    from companion.config import data_folder, read_config
    from companion.table.backup import back_up
    from hardware import real_machine

    folder = arguments.data or data_folder(read_config(arguments.config))
    held = back_up(folder, arguments.file, real_machine().open_database)
    print(f"{arguments.file}: {held}")
    return 0


def _restore(arguments: argparse.Namespace) -> int:
    from companion.config import data_folder, read_config
    from companion.table.backup import restore
    from hardware import real_machine

    folder = arguments.data or data_folder(read_config(arguments.config))
    restored = restore(folder, arguments.file, real_machine().open_database)
    print(f"{folder}: {restored.held}")
    if restored.kept_in is not None:
        print(f"What was there before is in {restored.kept_in}")
    return 0


def _mqtt(arguments: argparse.Namespace) -> int:
    from companion.config import data_folder, read_config
    from companion.retained import mqtt
    from companion.table.hold import refuse_taken
    from hardware import own_identity

    config = read_config(arguments.config)
    if not config.mqtt.host:
        print("companion: no broker is named: write host under [mqtt] in the configuration", file=sys.stderr)
        return WRONG
    if arguments.forget:
        # It would tell all of it anew.
        refuse_taken(arguments.data or data_folder(config))
    return mqtt(config.mqtt, own_identity(), forget=arguments.forget, out=sys.stdout, err=sys.stderr)


def _config(arguments: argparse.Namespace) -> int:
    from companion.config import default_file, encode, read_config

    text = default_file().read_text(encoding="utf-8") if arguments.default else encode(read_config(arguments.config))
    print(text, end="")
    return 0
