"""Katz Fatz: discard piles full of cats, counted after each of four rounds."""

from companion.games.katz_fatz.counting import Count, Line
from companion.games.katz_fatz.rules import KatzFatz

__all__ = ["Count", "KatzFatz", "Line"]
