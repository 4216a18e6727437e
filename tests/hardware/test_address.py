"""By which address others reach this machine."""

from __future__ import annotations

from ipaddress import IPv4Address

from hardware import own_address


def test_it_is_never_the_one_by_which_only_this_machine_reaches_itself() -> None:
    address = own_address()
    assert address is None or not IPv4Address(address).is_loopback
