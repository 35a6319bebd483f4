"""The addresses under which this machine can be reached from its own network, best first."""

import ipaddress
import re
from collections.abc import Iterable, Iterator

import ifaddr

_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|tailscale|zt|ppp|vethernet|vmware|virtualbox", re.I
)
"""Beginnings or parts of the names of adapters that lead to no friend: containers, virtual machines, VPNs."""


def lan_addresses(adapters: Iterable[ifaddr.Adapter] | None = None) -> list[str]:
    """Addresses of this machine for others on its network: real adapters before virtual ones, IPv4 before IPv6.

    Loopback addresses are left out; an IPv6 address comes without its scope, which means nothing elsewhere, so
    link-local ones are left out too.
    """
    found = [
        (bool(_VIRTUAL.match(adapter.nice_name)), address.version, order, str(address))
        for order, adapter in enumerate(ifaddr.get_adapters() if adapters is None else adapters)
        for address in _usable(adapter)
    ]
    return [text for _, _, _, text in sorted(found)]


def _usable(adapter: ifaddr.Adapter) -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    for entry in adapter.ips:
        address = ipaddress.ip_address(entry.ip if isinstance(entry.ip, str) else entry.ip[0])
        if not (address.is_loopback or address.is_link_local or address.is_unspecified):
            yield address
