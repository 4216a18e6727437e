"""The table at a broker: announced and told anew each time that there is a connection, and never in a game's way."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import TYPE_CHECKING, Final

from companion.faces.mqtt import OFFLINE, ONLINE, Topics, entities, states
from companion.line import BrokerError, BrokerLine, Login, NoPassword, NotAdmitted, connected
from hardware import Condition

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.faces.web.served import Served
    from companion.followers import Topic
    from companion.schema import Mqtt

log = logging.getLogger(__name__)

SOONEST: Final = 0.25
"""How soon after a connection was lost the next is tried, s; each wait is twice the one before."""

LATEST: Final = 3.0
"""And how long is waited at most, s: whatever had happened, the table is back within 5 s of the broker."""

STOOD: Final = 10.0
"""A connection that lasted so long was one, s. Of two tables with one id each throws out the other, as soon as it is
back itself; not all brokers say so (Mosquitto 2.0.11 does not), but no such connection outlasts the other's wait."""

TOO_OFTEN: Final = 3
"""So many connections that were none, one after the other, are no coincidence."""

AGAIN: Final = "It is tried again every few seconds; nothing waits for it."

TAKEN_OVER: Final = "Session taken over"
"""What a broker says that throws out one of two with the same id (MQTT 5.0, 3.14.2.1)."""

OFF: Final = Condition("mqtt", "ok", "No broker is named under [mqtt], so there is none to tell.")

_TOLD_AT: Final[frozenset[Topic]] = frozenset(("state", "health", "settings"))


class Broker:
    """Tells a table to a broker, and Home Assistant what it is; all of it in the loop's thread."""

    def __init__(self, config: Mqtt, identity: str, table: Served, note: Callable[[Condition], None]) -> None:
        self.topics = Topics(config.prefix, config.discovery, identity)
        self._config = config
        self._table = table
        self._note = note
        self._line: BrokerLine | None = None
        self._told: dict[str, bytes] = {}
        """What the broker was told on this connection, by topic."""
        self._is_due = False
        self._brief = 0
        """How many connections, one after the other, the broker has ended at once."""

    async def run(self) -> None:
        """Connect, and stay so, until it is cancelled. What fails is tried again, whatever it is."""
        self._table.followers.add(self._changed)
        wait = SOONEST
        while True:
            try:
                line = await connected(login(self._config, self.topics), self._greet, self._heard)
            except Exception as error:
                if not isinstance(error, (OSError, ImportError)):
                    log.exception("the broker could not be told")
                self._note(why_not(error, self._config))
            else:
                await self._stay(line)
                if not self._brief:
                    wait = SOONEST
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATEST)

    def close(self) -> None:
        """Say that the table is gone."""
        line, self._line = self._line, None
        if line is not None:
            line.publish(self.topics.status, OFFLINE)
            line.hang_up()

    async def _stay(self, line: BrokerLine) -> None:
        """Wait until a connection ends, and say how it did."""
        if self._brief < TOO_OFTEN:
            self._note(Condition("mqtt", "ok"))
        await asyncio.wait((line.ended,), timeout=STOOD)
        if line.ended.done():
            self._brief += 1
        else:
            self._brief = 0
            self._note(Condition("mqtt", "ok"))
        why = await line.until_ended()
        self._line = None
        if why == TAKEN_OVER:
            self._brief = TOO_OFTEN
        self._note(cut_off(why, self._config, again=self._brief >= TOO_OFTEN))

    def _greet(self, line: BrokerLine) -> None:
        """All that a broker has to know of, which may have been started anew, or have forgotten everything."""
        self._line = line
        line.drained = self._tell_if_due
        line.subscribe(self.topics.home_assistant, self.topics.all_entities)
        self._tell_all()

    def _heard(self, topic: str, payload: bytes) -> None:
        if topic == self.topics.home_assistant:
            if payload == ONLINE:
                self._tell_all()
        elif payload and self._line is not None and topic not in self._entities():
            # Announced by another version; Home Assistant would keep it for ever.
            self._line.publish(topic, b"")

    def _changed(self, topic: Topic) -> None:
        """Somebody has done something: tell once, after all that follows from it."""
        if topic in _TOLD_AT and self._line is not None and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._tell_if_due)

    def _tell_if_due(self) -> None:
        line = self._line
        # Behind what a slow broker has not taken yet, all changes are one.
        if line is None or line.is_full or not self._is_due:
            return
        self._is_due = False
        self._tell(line)

    def _tell_all(self) -> None:
        self._told.clear()
        if self._line is not None:
            self._tell(self._line)

    def _tell(self, line: BrokerLine) -> None:
        """What differs from what the broker knows."""
        now = self._entities() | {self.topics.status: ONLINE}
        now |= states(self.topics, self._table.session.ledger, self._table.upkeep.parts())
        for topic, payload in now.items():
            if self._told.get(topic) != payload:
                line.publish(topic, payload)
                self._told[topic] = payload

    def _entities(self) -> dict[str, bytes]:
        return entities(self.topics, self._config.table, self._table.settings.now.language)


def login(config: Mqtt, topics: Topics) -> Login:
    """The table's own way in."""
    farewell = (topics.status, OFFLINE)
    return Login(config.host, config.port, config.user, config.password_file, topics.node, farewell)


def why_not(error: Exception, config: Mqtt) -> Condition:
    """Why there is no connection to a broker, and what to do about it."""
    place = _place(config)
    match error:
        case ImportError():
            why, cure = (
                "The package paho-mqtt is missing.",
                "Install the companion anew (sudo systemd/install in a copy of it), or on another computer: pip install '.[mqtt]'.",
            )
        case NoPassword():
            why, cure = f"The password for the broker cannot be read ({error}).", "Correct password_file under [mqtt]."
            return Condition("mqtt", "degraded", why, cure)
        case NotAdmitted():
            why = f"The broker refuses the table ({error}): {place}."
            return Condition("mqtt", "degraded", why, "Correct user and password_file under [mqtt].")
        case socket.gaierror():
            why = f"Nobody on the network is called {config.host}, where the broker should be."
            cure = "Correct host under [mqtt], or write the broker's address there."
        case ConnectionRefusedError():
            why, cure = f"There is no broker at {place}.", f"Start it, or correct host and port under [mqtt]. {AGAIN}"
        case PermissionError():
            why = f"The broker may not be reached: {place}."
            cure = "It has to be on the home network: the service reaches nothing else."
        case BrokerError():
            why, cure = f"No broker speaks at {place} ({error}).", "Correct port under [mqtt]."
            return Condition("mqtt", "degraded", why, cure)
        case OSError():
            why = f"The broker cannot be reached ({error.strerror or error}): {place}."
            cure = f"Is it on, and on this network? {AGAIN}"
        case _:
            why, cure = f"The connection to the broker {place} has failed ({error!r}).", AGAIN
            return Condition("mqtt", "degraded", why, cure)
    return Condition("mqtt", "absent", why, cure)


def cut_off(why: str, config: Mqtt, *, again: bool) -> Condition:
    """What it means that a connection has ended, perhaps ``again`` and again."""
    said = f" ({why})" if why else ""
    if not again:
        return Condition("mqtt", "absent", f"The broker is gone{said}: {_place(config)}.", AGAIN)
    return Condition(
        "mqtt",
        "degraded",
        f"The broker ends each connection at once{said}: {_place(config)}.",
        "Is this card a copy of another table's? Then give it a number of its own (sudo rm /etc/machine-id && sudo "
        "systemd-machine-id-setup) and start the Pi anew. Else the broker's log says why.",
    )


def _place(config: Mqtt) -> str:
    return f"{config.host}:{config.port}"
