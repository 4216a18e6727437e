"""``companion mqtt``: what a broker keeps of this table, and how it is made to forget it."""

from __future__ import annotations

import asyncio
import shlex
import sys
from typing import TYPE_CHECKING, Final, TextIO

from companion.broker import login, why_not
from companion.commands import where
from companion.errors import WrongCall
from companion.faces.mqtt import Topics, entities, states
from companion.line import BrokerError, BrokerLine, connected
from companion.table.hold import refuse_taken
from hardware import own_identity

if TYPE_CHECKING:
    import argparse

    from companion.schema import Mqtt

TELLS_WITHIN: Final = 10.0
"""How long a broker may take to tell all that it keeps, s."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Take what can be told."""
    parser.add_argument("--forget", action="store_true", help="have it forget all of that, as before it is uninstalled")
    where.arguments(parser)


def act(given: argparse.Namespace) -> int:
    """Ask the broker. Raises WrongCall, ConfigError, FolderTaken."""
    config, folder = where.told(given)
    if not config.mqtt.host:
        if given.forget:
            print("none is named in the settings, so none keeps anything of this table")
            return 0
        raise WrongCall("companion: no broker is named: write host under [mqtt] in the configuration")
    if given.forget:
        # It would tell all of it anew.
        refuse_taken(folder)
    return mqtt(config.mqtt, own_identity(), forget=given.forget, out=sys.stdout, err=sys.stderr)


def mqtt(config: Mqtt, identity: str, *, forget: bool, out: TextIO, err: TextIO) -> int:
    """List the topics that a broker keeps of a table, or clear them; returns the exit code."""
    topics = Topics(config.prefix, config.discovery, identity)
    try:
        found = asyncio.run(_look(config, topics, forget=forget))
    except (OSError, ImportError) as error:
        condition = why_not(error, config)
        # Whoever uninstalls will not have this command any more.
        print(condition.why, _by_hand(config, topics) if forget else condition.cure, file=err)
        return 1
    for topic in sorted(found):
        print(topic, file=out)
    what = "forgotten" if forget else "kept"
    print(f"{len(found)} topics of {topics.node} {what} at {config.host}:{config.port}", file=out)
    return 0


def _by_hand(config: Mqtt, topics: Topics) -> str:
    """What is left at a broker that cannot be reached now, and how it is cleared later without the companion."""
    words = ["mosquitto_sub", "-h", config.host, "-p", str(config.port)]
    words += ["-t", topics.all, "-t", topics.all_entities, "--remove-retained", "-W", "5"]
    if config.user:
        words += ["-u", config.user]
    command = shlex.join(words)
    if config.password_file:
        command += f' -P "$(sudo cat {shlex.quote(config.password_file)})"'
    return (
        f"What it keeps of {topics.node} it keeps until it is told to forget it. "
        f"Once it is reached (sudo apt install mosquitto-clients):\n    {command}"
    )


async def _look(config: Mqtt, topics: Topics, *, forget: bool) -> set[str]:
    """The topics that were kept. Raises OSError, ImportError."""
    found, looked = set[str](), asyncio.Event()
    # Told to ourselves: when it is heard, all before it was heard and done.
    here = f"{topics.node}/looked"

    def greet(line: BrokerLine) -> None:
        line.subscribe(here, topics.all, topics.all_entities)
        line.publish(here, b"", retain=False)

    def heard(topic: str, payload: bytes) -> None:
        if topic == here:
            looked.set()
        elif payload:
            found.add(topic)

    # Under another id: with its own it would throw out a table that runs.
    me = login(config, topics)._replace(client=f"{topics.node}_looks", farewell=None)
    line = await connected(me, greet, heard)
    try:
        await _wait(looked)
        if forget:
            looked.clear()
            # Not all brokers tell what they keep before they go on: what the table tells itself is known anyway.
            for topic in {topics.status, *entities(topics, "", "en"), *states(topics, None, ()), *found}:
                line.publish(topic, b"")
            line.publish(here, b"", retain=False)
            await _wait(looked)
    finally:
        line.hang_up()
    return found


async def _wait(looked: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(TELLS_WITHIN):
            await looked.wait()
    except TimeoutError:
        raise BrokerError(f"it tells nothing within {TELLS_WITHIN:g} s") from None
