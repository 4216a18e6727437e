"""A page as a browser reads it: its elements, their attributes, the text people see."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import NamedTuple


class Element(NamedTuple):
    """A start tag."""

    tag: str
    attributes: dict[str, str]


class Reading(HTMLParser):
    """What a page holds."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def tags(self) -> list[str]:
        return [element.tag for element in self.elements]

    def holding(self, attribute: str) -> list[Element]:
        return [element for element in self.elements if attribute in element.attributes]

    @property
    def commands(self) -> list[dict[str, object]]:
        """What the buttons tell; of forms without their inputs."""
        return [json.loads(element.attributes["data-command"]) for element in self.holding("data-command")]
