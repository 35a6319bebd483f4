"""Where zeroconf fails: one sentence.  What it does on networks is told by ``tests/end_to_end/test_discovery.py``."""

import sys

import pytest

from hearts_lan.net.announcing import listens_at
from hearts_lan.net.discovery import Announcer, Browser, DiscoveryError


@pytest.fixture
def _no_zeroconf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zeroconf", None)


@pytest.mark.usefixtures("_no_zeroconf")
def test_a_library_that_cannot_be_loaded_is_a_sentence() -> None:
    announcer, browser = Announcer(9829, ["192.168.1.20"]), Browser(lambda _name: None)
    with pytest.raises(DiscoveryError, match="the library zeroconf cannot be loaded"):
        announcer.announce({})
    with pytest.raises(DiscoveryError, match="the library zeroconf cannot be loaded"):
        browser.start()
    assert browser.resolve("x") is None
    announcer.close()
    browser.close()


def test_once_closed_it_stays_closed() -> None:
    """Whoever is interrupted while it opens leaves nothing behind."""
    announcer, browser = Announcer(9829, ["192.168.1.20"]), Browser(lambda _name: None)
    announcer.close()
    browser.close()
    with pytest.raises(DiscoveryError):
        announcer.announce({})
    with pytest.raises(DiscoveryError):
        browser.start()


@pytest.mark.parametrize(
    ("host", "address", "listens"),
    [
        ("0.0.0.0", "192.168.1.20", True),
        ("0.0.0.0", "fd00::1", False),
        ("::", "fd00::1", True),
        ("::", "192.168.1.20", False),
        ("192.168.1.20", "192.168.1.20", True),
        ("192.168.1.20", "10.0.0.1", False),
        ("fe80::1%eth0", "fe80::1", True),
        ("127.0.0.1", "192.168.1.20", False),
    ],
)
def test_only_addresses_that_the_port_listens_at_are_announced(host: str, address: str, listens: bool) -> None:
    assert listens_at(host, address) is listens
