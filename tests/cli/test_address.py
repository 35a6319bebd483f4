"""Addresses as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_lan.cli.address import DEFAULT_PORT, Address, AddressError, parse_address

GOOD = {
    "192.168.1.20": Address("192.168.1.20", DEFAULT_PORT),
    " 192.168.1.20 ": Address("192.168.1.20", DEFAULT_PORT),
    "192.168.1.20:9830": Address("192.168.1.20", 9830),
    "192.168.1.20:65535": Address("192.168.1.20", 65535),
    "localhost": Address("localhost", DEFAULT_PORT),
    "Anas-Mac.local:1": Address("Anas-Mac.local", 1),
    "my_pc": Address("my_pc", DEFAULT_PORT),
    "::1": Address("::1", DEFAULT_PORT),
    "fd00::2": Address("fd00::2", DEFAULT_PORT),
    "::ffff:10.0.0.1": Address("::ffff:10.0.0.1", DEFAULT_PORT),
    "[::1]": Address("::1", DEFAULT_PORT),
    "[::1]:9830": Address("::1", 9830),
    "fe80::1%eth0": Address("fe80::1%eth0", DEFAULT_PORT),
    "[fe80::1%eth0]:9830": Address("fe80::1%eth0", 9830),
    "[fe80::1%3]": Address("fe80::1%3", DEFAULT_PORT),
    "host#abcd-efgh-2345": Address("host", DEFAULT_PORT, "abcd-efgh-2345"),
    "host:9830#ABCDEFGH2345": Address("host", 9830, "abcd-efgh-2345"),
    "[::1]:9830#abcd-efgh-2345": Address("::1", 9830, "abcd-efgh-2345"),
    "fd00::2#abcdefgh2345": Address("fd00::2", DEFAULT_PORT, "abcd-efgh-2345"),
}

BAD = {
    "": "''",
    " ": "' '",
    ":9829": "':9829'",
    "#abcd-efgh-2345": "'#abcd-efgh-2345'",
    "host:": "'' is not a port",
    "host:0": "'0' is not a port",
    "host:65536": "'65536' is not a port",
    "host:00000199999": "'00000199999' is not a port",
    "host:9829x": "'9829x' is not a port",
    "host:-1": "'-1' is not a port",
    "host:٣": "'٣' is not a port",
    "[::1]:": "'' is not a port",
    "[::1]:port": "'port' is not a port",
    "[::1": "'[::1'",
    "[::1]9829": "'[::1]9829'",
    "[host]:9829": "'host' is not an IPv6 address",
    "[1.2.3.4]:9829": "'1.2.3.4' is not an IPv6 address",
    "10.0.0.1:98:29": "'10.0.0.1:98:29' is not an IPv6 address",
    "::::": "'::::' is not an IPv6 address",
    "1:2:3": "'1:2:3' is not an IPv6 address",
    "fe80::1%": "'fe80::1%' is not an IPv6 address",
    "fe80::12345": "'fe80::12345' is not an IPv6 address",
    "two words": "'two words' is not the name",
    "http://host:9829": "'http://host:9829'",
    "http://host": "'//host' is not a port",
    "me@host": "'me@host' is not the name",
    "host/9829": "'host/9829' is not the name",
    "host#": "'' is not a PIN",
    "host#abcd": "'abcd' is not a PIN",
    "host#abcd-efgh-1890": "'abcd-efgh-1890' is not a PIN",
    "host:9830#abcd-efgh-2345#": "'abcd-efgh-2345#' is not a PIN",
}


@pytest.mark.parametrize("text", GOOD)
def test_good_addresses(text: str) -> None:
    assert parse_address(text) == GOOD[text]


@pytest.mark.parametrize("text", BAD)
def test_bad_addresses_name_the_bad_part(text: str) -> None:
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert BAD[text] in str(caught.value)


@given(st.text() | st.text(alphabet="0123456789abcf:.[]%#-"))
def test_any_text_is_an_address_or_an_error(text: str) -> None:
    try:
        address = parse_address(text)
    except AddressError:
        return
    assert 1 <= address.port <= 65535
    assert address.host
