"""Addresses as people type them: ``192.168.1.20``, ``host:9830``, ``[fe80::1%eth0]:9829``, with ``#PIN`` at the end."""

import re
from dataclasses import dataclass
from ipaddress import IPv6Address

DEFAULT_PORT = 9829
"""The code point of the heart suit, U+2665, in decimal."""

_PIN = re.compile(r"[a-z2-7]{12}")
_HOST = re.compile(r"[A-Za-z0-9._~-]+")


class AddressError(ValueError):
    """An address that cannot be one; the sentence names the bad part."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a host is, and the pin of its key if one was given (as `fairness.identity.pin` shows it, else empty).

    ``found`` says that all of this was found on the network, and not told by a person.
    """

    host: str
    port: int
    pin: str = ""
    found: bool = False

    def __str__(self) -> str:
        """The text that `parse_address` reads."""
        return f"{with_port(self.host, self.port)}{self.pin and '#'}{self.pin}"


def with_port(host: str, port: int) -> str:
    """An address without a pin, as `parse_address` reads it."""
    if port == DEFAULT_PORT:
        return host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def parse_address(text: str) -> Address:
    """The address of a text.  Raises `AddressError`."""
    place, hash_sign, pin = text.strip().partition("#")
    host, port = _split(place)
    if not host:
        raise AddressError(f"There is no host in {text!r}.")
    return Address(host, _port(port), _pin(pin) if hash_sign else "")


def _split(place: str) -> tuple[str, str]:
    """Host and port (empty when there is none)."""
    if place.startswith("["):
        host, bracket, rest = place[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise AddressError(f"The brackets in {place!r} do not match: write [ADDRESS]:PORT.")
        return _ipv6(host), rest[1:] if rest else str(DEFAULT_PORT)
    if place.count(":") > 1:
        return _ipv6(place), str(DEFAULT_PORT)
    host, colon, port = place.partition(":")
    if host and not _HOST.fullmatch(host):
        raise AddressError(f"{host!r} is not the name or address of a host.")
    return host, port if colon else str(DEFAULT_PORT)


def _ipv6(host: str) -> str:
    try:
        IPv6Address(host)
    except ValueError:
        raise AddressError(f"{host!r} is not an IPv6 address.") from None
    return host


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65_535):
        raise AddressError(f"{text!r} is not a port: it must be a number from 1 to 65535.")
    return int(text)


def _pin(text: str) -> str:
    plain = text.lower().replace("-", "")
    if not _PIN.fullmatch(plain):
        raise AddressError(f"{text!r} is not a PIN: it has twelve letters and digits, like abcd-efgh-2345.")
    return "-".join((plain[:4], plain[4:8], plain[8:]))
