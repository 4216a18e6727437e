"""What others are told of the table by MQTT: pure, from a game and how the parts are to topics and payloads."""

from companion.faces.mqtt.discovery import entities
from companion.faces.mqtt.states import states
from companion.faces.mqtt.topics import OFFLINE, ONLINE, Topics

__all__ = ["OFFLINE", "ONLINE", "Topics", "entities", "states"]
