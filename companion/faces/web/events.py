"""Server-sent events: everybody is told what there is now, each at its own pace, and nobody waits for anybody.

What the sensor feels comes in pieces instead, and who is slow misses some.
"""

from __future__ import annotations

import asyncio
import socket
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from aiohttp import web

from companion.faces.web import games, health, screen
from companion.faces.web.bodies import known_query
from companion.faces.web.bounds import (
    BOX_EVERY,
    HEARTBEAT,
    MOTION_EVERY,
    SCREEN_EVERY,
    SIMULATOR_EVERY,
    STALLED,
    UNSENT,
)
from companion.faces.web.errors import encoded
from companion.faces.web.motion import Feelings
from companion.games.strict import bad, short

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.faces.web.served import Served
    from companion.followers import Topic

TOPICS: Final[tuple[Topic, ...]] = ("state", "health", "screen", "settings", "box", "motion", "simulator")
"""In the order in which a new listener is told of them."""

UNASKED: Final[frozenset[Topic]] = frozenset(("state", "health", "screen", "settings"))
"""What is told to whoever does not say which topics."""

EVERY: Final[Mapping[Topic, float]] = MappingProxyType(
    {"screen": SCREEN_EVERY, "box": BOX_EVERY, "motion": MOTION_EVERY, "simulator": SIMULATOR_EVERY}
)
"""How long is waited at least after telling a topic before it is told again, s."""

_GREETING: Final = b"retry: 2000\n\n"
"""How soon a browser that lost us tries again, ms."""

_BEAT: Final = b": still here\n\n"


class Events:
    """All who listen. Each event is the whole of its topic, encoded once for all of them."""

    def __init__(self, table: Served) -> None:
        self._table = table
        self._loop = asyncio.get_running_loop()
        self._listeners: set[Listener] = set()
        self._encoded: dict[Topic, bytes] = {}
        self._next = dict.fromkeys(EVERY, 0.0)
        self._later: dict[Topic, asyncio.TimerHandle] = {}
        self._feelings = Feelings(table.device.sensing, lambda: self._changed("motion"))
        table.followers.add(self._changed)

    def routes(self) -> list[web.RouteDef]:
        """What is served."""
        return [web.get("/api/events", self.listen)]

    async def close(self) -> None:
        """Tell nobody any more, and let all go."""
        self._table.followers.remove(self._changed)
        for later in self._later.values():
            later.cancel()
        for listener in self._listeners:
            listener.end()

    async def listen(self, request: web.Request) -> web.StreamResponse:
        """A stream of events, as long as somebody takes them in."""
        topics = _asked_for(request)
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        if request.method == "HEAD":
            return response
        # Told to somebody else a while ago, it would be old: the box is told of only while it moves.
        self._encoded.pop("box", None)
        listener = Listener(topics)
        self._listeners.add(listener)
        if "motion" in topics:
            self._feelings.begin()
        try:
            await response.prepare(request)
            if request.transport is not None:
                # Of what the kernel holds for somebody who does not read, too: by itself it takes up to 4 MB.
                line: socket.socket = request.transport.get_extra_info("socket")
                line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
                request.transport.set_write_buffer_limits(high=UNSENT)
            await response.write(_GREETING)
            while (news := await listener.news()) is not None:
                told = b"".join(self._event(topic) for topic in news) or _BEAT
                async with asyncio.timeout(STALLED):
                    await response.write(told)
                    await request.writer.drain()
        except (ConnectionError, TimeoutError):
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._listeners.discard(listener)
            if "motion" in topics:
                self._feelings.end()
        return response

    def _changed(self, topic: Topic) -> None:
        self._encoded.pop(topic, None)
        listeners = [listener for listener in self._listeners if topic in listener.topics]
        if not listeners:
            return
        if topic in EVERY:
            if self._loop.time() < self._next[topic]:
                if topic not in self._later:
                    self._later[topic] = self._loop.call_at(self._next[topic], self._again, topic)
                return
            self._next[topic] = self._loop.time() + EVERY[topic]
        for listener in listeners:
            listener.tell(topic)

    def _again(self, topic: Topic) -> None:
        del self._later[topic]
        self._changed(topic)

    def _event(self, topic: Topic) -> bytes:
        if topic not in self._encoded:
            self._encoded[topic] = b"event: %s\ndata: %s\n\n" % (topic.encode(), encoded(self._now(topic)))
        return self._encoded[topic]

    def _now(self, topic: Topic) -> object:
        match topic:
            case "state":
                return games.current(self._table.session)
            case "health":
                return health.described(self._table)
            case "screen":
                frame = self._table.device.frame()
                return None if frame is None else screen.described(frame)
            case "box":
                box = self._table.device.feels()
                return None if box is None else box._asdict()
            case "settings":
                return self._table.settings.snapshot()
            case "motion":
                return self._feelings.take()
            case "simulator":
                return None if self._table.device.simulator is None else self._table.device.simulator.world.as_dict()


def _asked_for(request: web.Request) -> tuple[Topic, ...]:
    """The topics that a listener wants. Raises Refusal bad-command."""
    known_query(request, "topics")
    text = request.query.get("topics")
    if text is None:
        return tuple(topic for topic in TOPICS if topic in UNASKED)
    asked = text.split(",")
    if not set(asked) <= set(TOPICS):
        raise bad(f"topics is {short(text)}, but must be some of {', '.join(TOPICS)}, with commas between them")
    return tuple(topic for topic in TOPICS if topic in asked)


class Listener:
    """What one listener has not been told yet: topics, not events, so it never grows."""

    def __init__(self, topics: Sequence[Topic]) -> None:
        self.topics = frozenset(topics)
        # What is told in pieces has nothing to begin with.
        self._untold: dict[Topic, None] = {topic: None for topic in topics if topic != "motion"}
        self._ended = False
        self._woken = asyncio.Event()
        self._woken.set()

    def tell(self, topic: Topic) -> None:
        """A topic is another one now; what it was before is forgotten."""
        self._untold[topic] = None
        self._woken.set()

    def end(self) -> None:
        """No more."""
        self._ended = True
        self._woken.set()

    async def news(self) -> list[Topic] | None:
        """The topics that have changed, in the order in which they did; empty after a long silence, None at the end."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._woken.wait()
        except TimeoutError:
            return []
        if self._ended:
            return None
        self._woken.clear()
        news = list(self._untold)
        self._untold.clear()
        return news
