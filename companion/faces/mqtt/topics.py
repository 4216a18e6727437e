"""Where everything is told: each table has topics of its own, however many share a broker."""

from __future__ import annotations

from typing import Final, NamedTuple

ONLINE: Final = b"online"
"""What Home Assistant takes for being there, of a device and of itself."""

OFFLINE: Final = b"offline"


class Topics(NamedTuple):
    """The topics of one table.

    >>> topics = Topics("companion", "homeassistant", "3fa9c2d15b07")
    >>> topics.state, topics.entity("sensor", "turn")
    ('companion/3fa9c2d15b07/state', 'homeassistant/sensor/companion_3fa9c2d15b07/turn/config')
    """

    prefix: str
    discovery: str
    identity: str
    """The machine's: a table that is renamed keeps its topics."""

    @property
    def node(self) -> str:
        """The table among all devices of a house."""
        return f"companion_{self.identity}"

    @property
    def status(self) -> str:
        """Whether the table is there."""
        return self._own("status")

    @property
    def state(self) -> str:
        """Where the game is."""
        return self._own("state")

    @property
    def score(self) -> str:
        return self._own("score")

    @property
    def call(self) -> str:
        """The last call."""
        return self._own("call")

    @property
    def health(self) -> str:
        return self._own("health")

    @property
    def all(self) -> str:
        """A filter for whatever the table tells."""
        return self._own("#")

    @property
    def home_assistant(self) -> str:
        """Where Home Assistant says that it has come up."""
        return f"{self.discovery}/status"

    @property
    def all_entities(self) -> str:
        """A filter for whatever was announced of the table, by this version or another."""
        return self.entity("+", "+")

    def entity(self, kind: str, name: str) -> str:
        """Where an entity of the table is announced."""
        return f"{self.discovery}/{kind}/{self.node}/{name}/config"

    def _own(self, name: str) -> str:
        return f"{self.prefix}/{self.identity}/{name}"
