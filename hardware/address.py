"""Where this machine is on the home network."""

from __future__ import annotations

import fcntl
import socket
import struct
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

_FAR_AWAY: Final = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): to find out by which way one would get there, nothing is sent."""

_INTERFACES: Final = Path("/sys/class/net")
_SIOCGIFADDR: Final = 0x8915
"""netdevice(7): the address of an interface."""


def own_address() -> str | None:
    """The IPv4 address by which others reach this machine; None if it has none but its own.

    That of the way to the internet, or where there is none, as in a network of the box's own, that of the first
    interface that has one.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(_FAR_AWAY)
        return _reachable(line.getsockname()[0])
    try:
        names = sorted(path.name for path in _INTERFACES.iterdir())
    except OSError:
        return None
    return next(filter(None, map(_address_of, names)), None)


def _address_of(interface: str) -> str | None:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        found = fcntl.ioctl(line, _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
        return _reachable(socket.inet_ntoa(found[20:24]))
    return None


def _reachable(address: str) -> str | None:
    return None if IPv4Address(address).is_loopback else address
