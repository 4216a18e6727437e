"""One connection to a broker. paho-mqtt speaks, and the running loop serves its socket: no thread, no idle wake-ups.

paho's own thread would wake the Pi once a second for ever (``loop_forever`` waits 1 s at most); this way a connection on
which nothing happens wakes it once in ``TEND_EVERY``.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.errors import CompanionError
from companion.reading import read_at_most
from companion.tasks import in_thread
from hardware import SystemClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from paho.mqtt.client import Client, MQTTMessage
    from paho.mqtt.reasoncodes import ReasonCode

log = logging.getLogger(__name__)

KEEPALIVE: Final = 60
"""s; a broker says that the table is gone after half as much again without a word of it (MQTT 5.0, 3.1.2.10)."""

TEND_EVERY: Final = 20.0
"""How often paho looks whether a ping is due, s: with ``KEEPALIVE`` at most 80 s pass without a word, of 90."""

CONNECTS_WITHIN: Final = 5.0
"""For each address of the broker, s: a lost first packet is sent again after 1 and 3 s."""

ANSWERS_WITHIN: Final = 5.0
"""How long a broker that is connected may take to say whether it wants us, s."""

PROBED_AFTER: Final = 3
"""s of silence after which the kernel asks whether the other side still knows the connection, without waking anybody:
a broker whose supply was cut does not when it is back, and would not say so until the next ping."""

GONE_AFTER: Final = 10
"""s for which the other side may leave probes and data unanswered."""


class BrokerError(CompanionError, ConnectionError):
    """There is no connection to the broker."""


class NotAdmitted(BrokerError):
    """The broker does not want us, and says why."""


class NoPassword(BrokerError):
    """The file of the password cannot be read."""


class _NoTls(Exception):
    """What TLS would raise, which a broker on the home network is not spoken to with."""


class Login(NamedTuple):
    """Where to connect, and as whom."""

    host: str
    port: int
    user: str
    password_file: str
    client: str
    """The client's id: of two with the same one a broker throws out the first."""
    farewell: tuple[str, bytes] | None = None
    """Topic and payload of what the broker keeps for all to see once we are gone without a word."""


class BrokerLine:
    """A connection that stands; all of it belongs to the loop's thread."""

    def __init__(
        self, client: Client, greet: Callable[[BrokerLine], None], heard: Callable[[str, bytes], None]
    ) -> None:
        """``greet`` is called as soon as the broker has taken us, ``heard`` with each message's topic and payload."""
        self._client = client
        self._loop = asyncio.get_running_loop()
        self.answered: asyncio.Future[None] = self._loop.create_future()
        """Done once the broker has taken us; fails with BrokerError."""
        self.ended: asyncio.Future[str] = self._loop.create_future()
        """Why it ended, once it has; empty if the broker did not say."""
        self.drained: Callable[[], None] = lambda: None
        """Called each time that all is on its way."""
        self._greet, self._heard = greet, heard
        found = client.socket()
        assert isinstance(found, socket.socket)
        self._socket = found
        client.on_connect = lambda _client, _data, _flags, reason, _properties: self._on_connect(reason)
        client.on_disconnect = lambda _client, _data, flags, reason, _properties: self._on_end(
            str(reason) if flags.is_disconnect_packet_from_server else ""
        )
        client.on_message = lambda _client, _data, message: self._on_message(message)
        client.on_socket_register_write = lambda *_: self._loop.add_writer(self._socket, self._serve, client.loop_write)
        client.on_socket_unregister_write = lambda *_: self._on_drained()
        client.on_socket_close = lambda *_: self._let_go()
        self._loop.add_reader(self._socket, self._serve, client.loop_read)
        if client.want_write():
            self._loop.add_writer(self._socket, self._serve, client.loop_write)

    @property
    def is_full(self) -> bool:
        """Whether something waits to be sent: who tells a state leaves it until then, and tells the newest."""
        return self._client.want_write()

    def subscribe(self, *filters: str) -> None:
        """Hear what is told under these filters."""
        self._client.subscribe([(each, 0) for each in filters])

    def publish(self, topic: str, payload: bytes, *, retain: bool = True) -> None:
        """Tell something; ``retain`` has the broker keep it, and an empty payload has it forget what it kept.

        With QoS 0: what is lost with a connection is told anew on the next, and nothing old can come after it.
        """
        self._client.publish(topic, payload, qos=0, retain=retain)

    async def until_ended(self) -> str:
        """Keep it going; returns why it ended."""
        while not self.ended.done():
            await asyncio.wait((self.ended,), timeout=TEND_EVERY)
            self._serve(self._client.loop_misc)
        return self.ended.result()

    def hang_up(self) -> None:
        """Say goodbye, without waiting: what cannot be sent at once is not, and the broker tells our farewell then."""
        self._client.disconnect()
        self._serve(self._client.loop_write)
        self.drop()

    def drop(self) -> None:
        """Leave without a word; does nothing where it has ended."""
        if self._client.socket() is not None:
            self._client.on_socket_close = None
            self._client.on_socket_unregister_write = None
            self._let_go()
            self._socket.close()
        self._on_end("")

    def _serve(self, work: Callable[[], object]) -> None:
        """Let paho work; whatever goes wrong costs this connection alone."""
        try:
            work()
        except Exception as error:
            log.exception("the connection to the broker has failed")
            self._on_end(repr(error))
            self.drop()

    def _on_connect(self, reason: ReasonCode) -> None:
        if self.answered.done():
            return
        if reason.is_failure:
            self.answered.set_exception(NotAdmitted(str(reason)))
            return
        self._greet(self)
        self.answered.set_result(None)

    def _on_message(self, message: MQTTMessage) -> None:
        self._heard(message.topic, bytes(message.payload))

    def _on_drained(self) -> None:
        self._loop.remove_writer(self._socket)
        self._loop.call_soon(self.drained)

    def _on_end(self, why: str) -> None:
        if not self.answered.done():
            self.answered.set_exception(BrokerError(why or "it hangs up"))
            # Nobody may be waiting any more.
            self.answered.exception()
        if not self.ended.done():
            self.ended.set_result(why)

    def _let_go(self) -> None:
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)


async def connected(
    login: Login, greet: Callable[[BrokerLine], None], heard: Callable[[str, bytes], None]
) -> BrokerLine:
    """A connection on which ``greet`` has been said. Raises ImportError where paho-mqtt is missing, OSError, NotAdmitted."""
    # Beside the loop, as names are looked up and addresses tried for seconds; by the machine's own time, whatever the
    # table's is: a broker is a real one, and a simulated table must not stand still while it is looked for.
    line = BrokerLine(await in_thread(lambda: _dialled(login), SystemClock(), "broker"), greet, heard)
    try:
        async with asyncio.timeout(ANSWERS_WITHIN):
            await line.answered
    except BaseException as error:
        line.drop()
        if isinstance(error, TimeoutError):
            raise BrokerError(f"it does not answer within {ANSWERS_WITHIN:g} s") from None
        raise
    return line


def _dialled(login: Login) -> Client:
    """A client that has been connected, and is to hear whether the broker takes it."""
    from paho.mqtt import client as paho
    from paho.mqtt.client import Client, MQTTv5
    from paho.mqtt.enums import CallbackAPIVersion

    if getattr(paho, "ssl", None) is None:
        # paho can be imported without OpenSSL, but asks at each error of a socket, and wherever there is nothing to
        # read, whether it is one of these two.
        paho.ssl = SimpleNamespace(SSLWantReadError=_NoTls, SSLWantWriteError=_NoTls)  # type: ignore[assignment,attr-defined] # no module, but all of it that is used

    # MQTT 5, as it says why it refuses and throws out.
    client = Client(CallbackAPIVersion.VERSION2, client_id=login.client, protocol=MQTTv5)
    client.connect_timeout = CONNECTS_WITHIN
    if login.user:
        client.username_pw_set(login.user, _password(login.password_file))
    if login.farewell is not None:
        topic, payload = login.farewell
        client.will_set(topic, payload, retain=True)
    client.connect(login.host, login.port, KEEPALIVE)
    found = client.socket()
    if not isinstance(found, socket.socket):
        raise BrokerError("it hung up at once")
    found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, PROBED_AFTER)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, PROBED_AFTER)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_AFTER * 1000)
    return client


def _password(path: str) -> str | None:
    if not path:
        return None
    try:
        return read_at_most(Path(path).expanduser(), 10_000).decode().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "is no UTF-8"
        raise NoPassword(f"{path}: {why}") from error
