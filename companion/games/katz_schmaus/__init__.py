"""Katz & Schmaus: treats tipped into the mouths of cats, and the challenge of whoever saw one go wrong."""

from companion.games.katz_schmaus.rules import KatzSchmaus

__all__ = ["KatzSchmaus"]
