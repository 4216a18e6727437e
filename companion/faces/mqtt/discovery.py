"""How Home Assistant finds a table by itself: what it is told of each entity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.faces.mqtt.payload import encoded
from companion.faces.mqtt.words import ENTITY_NAMES

if TYPE_CHECKING:
    from companion.faces.mqtt.topics import Topics


def entities(topics: Topics, table: str, language: str) -> dict[str, bytes]:
    """What announces a table and its entities, by topic (home-assistant.io/integrations/mqtt, "MQTT discovery").

    Each entity has a topic of its own: announcing a whole device by one needs Home Assistant 2024.11, and openHAB reads
    single ones too.
    """
    names = ENTITY_NAMES[language]
    device = {"identifiers": [topics.node], "name": table, "model": "Cat table companion"}

    def entity(kind: str, name: str, title: str, topic: str, value: str, icon: str, **more: str) -> tuple[str, bytes]:
        told = {
            "name": title,
            "unique_id": f"{topics.node}_{name}",
            "state_topic": topic,
            "value_template": f"{{{{ {value} }}}}",
            "json_attributes_topic": topic,
            "availability_topic": topics.status,
            "icon": f"mdi:{icon}",
            "device": device,
            "origin": {"name": "cat-table-companion"},
            **more,
        }
        return topics.entity(kind, name), encoded(told)

    return dict(
        (
            entity("sensor", "game", names.game, topics.state, "value_json.title", "cat"),
            entity("sensor", "phase", names.phase, topics.state, "value_json.phase", "progress-clock"),
            entity("sensor", "turn", names.turn, topics.state, "value_json.turn", "account-arrow-right"),
            entity("sensor", "leader", names.leader, topics.score, "value_json.leader", "crown"),
            entity("sensor", "call", names.call, topics.call, "value_json.caller", "bullhorn"),
            entity(
                "binary_sensor",
                "trouble",
                names.trouble,
                topics.health,
                "'ON' if value_json.trouble else 'OFF'",
                "wrench",
                device_class="problem",
                entity_category="diagnostic",
            ),
        )
    )
