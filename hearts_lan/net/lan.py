"""The addresses under which this machine can be reached from its own network, and by which it reaches others, best
first."""

import ipaddress
import re
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import ifaddr

_VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|utun|wg|tailscale|zt|ppp|vethernet|vmware|virtualbox", re.I
)
"""Beginnings or parts of the names of adapters that lead to no friend: containers, virtual machines, VPNs."""

MOST_ADDRESSES = 8
"""Addresses of one machine that are announced, or tried."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class _Own(NamedTuple):
    """An address of this machine, the network that it is in, and the adapter: its number, its scope, its kind."""

    address: Address
    network: ipaddress.IPv4Network | ipaddress.IPv6Network
    number: str
    scope: str
    virtual: bool


def lan_addresses(adapters: Iterable[ifaddr.Adapter] | None = None) -> list[str]:
    """Addresses of this machine for others on its network: real adapters before virtual ones, IPv4 before IPv6.

    Loopback addresses are left out; an IPv6 address comes without its scope, which means nothing elsewhere, so
    link-local ones are left out too.
    """
    return [str(own.address) for own in _best_first(adapters) if not own.address.is_link_local]


def announced_addresses(adapters: Iterable[ifaddr.Adapter] | None = None) -> list[str]:
    """The same and then link-local ones, as they may be announced: whoever hears them knows the scope."""
    ordered = sorted(_best_first(adapters), key=lambda own: (own.virtual, own.address.is_link_local))
    return [str(own.address) for own in ordered][:MOST_ADDRESSES]


def _best_first(adapters: Iterable[ifaddr.Adapter] | None) -> list[_Own]:
    return sorted(_own(adapters), key=lambda own: (own.virtual, own.address.version))


def ways_to(addresses: Iterable[str], adapters: Iterable[ifaddr.Adapter] | None = None) -> list[str]:
    """The addresses that a neighbour announced, in the order in which to try them, scopes named by adapter.

    Neighbours on a real adapter come first, those on a virtual one last, in between other private addresses.  What
    leads out of the local network, or to this machine only, is left out: an announcement sends nobody there.
    """
    own = list(_own(adapters))
    ways = sorted({way for text in addresses for way in _way(text, own)})
    return [text for *_, text in ways][:MOST_ADDRESSES]


def _way(text: str, own: list[_Own]) -> Iterator[tuple[int, int, bool, str]]:
    """Rank, version, whether it is link-local, and text of an address that leads to a neighbour."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return
    if address.is_loopback or address.is_multicast or address.is_unspecified or address.is_reserved:
        return
    scope = getattr(address, "scope_id", None)
    if address.version == 6 and address.is_link_local:
        for here in own:
            if scope == here.number and here.address.is_link_local:
                yield 2 * here.virtual, 6, True, f"{str(address).partition('%')[0]}%{here.scope}"
        return
    plain = ipaddress.ip_address(text.partition("%")[0])
    near = [here.virtual for here in own if plain in here.network]
    if near or plain.is_private:
        yield 2 * min(near) if near else 1, plain.version, plain.is_link_local, str(plain)


def _own(adapters: Iterable[ifaddr.Adapter] | None) -> Iterator[_Own]:
    for adapter in ifaddr.get_adapters() if adapters is None else adapters:
        virtual, number = bool(_VIRTUAL.match(adapter.nice_name)), str(adapter.index)
        scope = number if sys.platform == "win32" else adapter.name.partition(":")[0]
        for entry in adapter.ips:
            address = ipaddress.ip_address(entry.ip if isinstance(entry.ip, str) else entry.ip[0])
            if not (address.is_loopback or address.is_unspecified):
                network = ipaddress.ip_network(f"{address}/{entry.network_prefix}", strict=False)
                yield _Own(address, network, number, scope, virtual)
