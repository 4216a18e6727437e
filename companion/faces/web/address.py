"""The address that lets a phone join."""

from __future__ import annotations


def joining_address(address: str, port: int, token: str) -> str:
    """What the code on the display holds, in capitals: so it fits into a code of 25 by 25 (version 2, L).

    >>> joining_address("192.168.178.123", 2287, "ABCDEFGHIJKLMNOP")
    'HTTP://192.168.178.123:2287/J/ABCDEFGHIJKLMNOP'
    """
    return f"HTTP://{address}:{port}/J/{token}"
