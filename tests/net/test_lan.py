"""Which of a machine's addresses are told to friends, and in which order."""

import ipaddress

import pytest
from ifaddr import IP, Adapter

from hearts_lan.net.lan import MOST_ADDRESSES, announced_addresses, lan_addresses, ways_to


def adapter(name: str, *addresses: str) -> Adapter:
    """An adapter as ifaddr describes it; ``fe80::1%3`` has scope 3."""
    return Adapter(name, name, [_ip(address, name) for address in addresses])


def _ip(address: str, name: str) -> IP:
    place, _, scope = address.partition("%")
    six = ":" in place
    return IP((place, 0, int(scope or 0)) if six else place, 64 if six else 24, name)


LOOPBACK = adapter("lo", "127.0.0.1", "::1")


def test_real_before_virtual_and_four_before_six() -> None:
    adapters = [
        LOOPBACK,
        adapter("docker0", "172.17.0.1", "fd00:d::1"),
        adapter("eth0", "fd00::2", "192.168.1.20"),
        adapter("wlan0", "10.0.0.7"),
    ]
    assert lan_addresses(adapters) == ["192.168.1.20", "10.0.0.7", "fd00::2", "172.17.0.1", "fd00:d::1"]


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "0.0.0.0", "169.254.7.7", "fe80::1%3", "fe80::1"])
def test_addresses_that_lead_nowhere_are_left_out(address: str) -> None:
    assert lan_addresses([adapter("eth0", address)]) == []


@pytest.mark.parametrize(
    "name",
    ["docker0", "br-12ab", "veth12", "virbr0", "vmnet8", "vboxnet0", "tun0", "utun3", "wg0", "tailscale0", "zt7nn",
     "vEthernet (WSL)", "VMware Virtual Ethernet Adapter", "VirtualBox Host-Only Ethernet Adapter"],
)  # fmt: skip
def test_virtual_adapters_come_last(name: str) -> None:
    assert lan_addresses([adapter(name, "172.17.0.1"), adapter("en0", "192.168.1.20")])[0] == "192.168.1.20"


@pytest.mark.parametrize("name", ["eth0", "enp3s0", "wlan0", "wlp2s0", "br0", "bond0", "en0", "Ethernet", "WLAN"])
def test_real_adapters_are_not_taken_for_virtual_ones(name: str) -> None:
    assert lan_addresses([adapter("docker0", "172.17.0.1"), adapter(name, "192.168.1.20")])[0] == "192.168.1.20"


def test_a_machine_without_a_network() -> None:
    assert lan_addresses([LOOPBACK]) == []
    assert lan_addresses([]) == []


def test_the_adapters_of_this_machine_are_read() -> None:
    assert all(not ipaddress.ip_address(address).is_loopback for address in lan_addresses())


# Neighbours: where an announcement may send us, and in which order.

HERE = [
    LOOPBACK,
    Adapter("docker0", "docker0", [_ip("172.17.0.1", "docker0")], 3),
    Adapter("eth0", "eth0", [_ip("192.168.1.20", "eth0"), _ip("2001:db8:1::2", "eth0"), _ip("fe80::2%4", "eth0")], 4),
]


def test_a_neighbour_is_tried_on_the_wire_first_and_in_a_container_last() -> None:
    told = ["172.17.0.1", "10.9.9.9", "fe80::7%4", "2001:db8:1::7", "192.168.1.7"]
    expected = ["192.168.1.7", "2001:db8:1::7", "fe80::7%eth0", "10.9.9.9", "172.17.0.1"]
    assert ways_to(told, HERE) == ways_to(reversed(told), HERE) == expected


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "::1", "0.0.0.0", "::", "224.0.0.251", "ff02::fb", "255.255.255.255", "8.8.8.8", "2600::1",
     "::ffff:127.0.0.1", "fe80::7", "fe80::7%3", "fe80::7%99", "fe80::7%eth1", "", "ana.local", "192.168.1.7/24"],
)  # fmt: skip
def test_an_announcement_sends_nobody_out_of_the_local_network(address: str) -> None:
    assert ways_to([address], HERE) == []


def test_so_many_addresses_are_tried_and_no_more() -> None:
    assert len(ways_to([f"10.0.0.{last}" for last in range(1, 200)], HERE)) == MOST_ADDRESSES


def test_link_local_addresses_are_announced_though_not_told() -> None:
    assert announced_addresses(HERE) == ["192.168.1.20", "2001:db8:1::2", "fe80::2", "172.17.0.1"]
    assert lan_addresses(HERE) == ["192.168.1.20", "2001:db8:1::2", "172.17.0.1"]
