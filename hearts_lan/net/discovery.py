"""DNS-SD over multicast DNS: the one door to zeroconf.

Everything here blocks, up to seconds, and belongs into threads.  It is best effort: whatever goes wrong in zeroconf,
its import included, is a `DiscoveryError` with one plain sentence.
"""

import errno
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

SERVICE = "_hearts-lan._tcp.local."
RESOLVE_MILLISECONDS = 1500
"""How long an announced name may take to tell its address."""

TAKEN = "another program has taken UDP port 5353 for itself"


class DiscoveryError(Exception):
    """Announcing or searching is not possible here; the reason, as a part of a sentence."""


class Announced(NamedTuple):
    """What a stranger announces, as it came: addresses (link-local IPv6 with a numeric scope), port, TXT record."""

    addresses: tuple[str, ...]
    port: int
    record: Mapping[bytes, bytes | None]


@contextmanager
def _errors() -> Iterator[None]:
    """Turn whatever zeroconf raises into `DiscoveryError`."""
    try:
        yield
    except ImportError as error:
        raise DiscoveryError(f"the library zeroconf cannot be loaded ({error})") from error
    except OSError as error:
        why = TAKEN if error.errno == errno.EADDRINUSE else (error.strerror or str(error)).lower()
        raise DiscoveryError(why) from error
    except Exception as error:
        raise DiscoveryError(str(error) or type(error).__name__) from error


def _open() -> "Zeroconf":
    """Sockets on every adapter, for both versions of IP or for the one that this machine has."""
    from zeroconf import IPVersion, Zeroconf

    logging.getLogger("zeroconf").setLevel(logging.CRITICAL + 1)  # it complains about what others send
    failure: Exception | None = None
    for version in (IPVersion.All, IPVersion.V4Only, IPVersion.V6Only):
        try:
            return Zeroconf(ip_version=version, use_asyncio=False)
        except (OSError, RuntimeError) as error:
            failure = failure or error
    assert failure
    raise failure


class _Opened:
    """A zeroconf that is opened and closed in threads, one after the other; once closed it stays so."""

    def __init__(self) -> None:
        self._zeroconf: Zeroconf | None = None
        self._lock = Lock()
        self._closed = False

    def close(self) -> None:
        """Withdraw what is announced and close the sockets.  Never raises."""
        with self._lock:
            self._closed = True
            try:
                if self._zeroconf:
                    self._zeroconf.close()
            except Exception:
                logging.getLogger(__name__).debug("closing failed", exc_info=True)

    @contextmanager
    def _using(self) -> "Iterator[Zeroconf]":
        with self._lock, _errors():
            if self._closed:
                raise DiscoveryError("it is over")
            self._zeroconf = self._zeroconf or _open()
            yield self._zeroconf


class Announcer(_Opened):
    """Announces one service until it is closed."""

    def __init__(self, port: int, addresses: Sequence[str]) -> None:
        super().__init__()
        self._port = port
        self._addresses = list(addresses)
        self._name = secrets.token_hex(8)  # nobody else has it, so nobody has to be asked
        self._announced = False

    def announce(self, record: Mapping[str, str]) -> None:
        """Announce a TXT record, for the first time or in place of the last one.  Raises `DiscoveryError`."""
        with self._using() as zeroconf:
            if self._announced:
                zeroconf.update_service(self._info(record))
            else:
                zeroconf.register_service(self._info(record), cooperating_responders=True)
                self._announced = True

    def _info(self, record: Mapping[str, str]) -> "ServiceInfo":
        from zeroconf import ServiceInfo

        return ServiceInfo(
            SERVICE,
            f"{self._name}.{SERVICE}",
            port=self._port,
            properties=dict(record),
            server=f"hearts-{self._name}.local.",
            parsed_addresses=self._addresses,
        )


class Browser(_Opened):
    """Hears of services until it is closed."""

    def __init__(self, heard: Callable[[str], None]) -> None:
        """``heard`` is called with the name of each service that is announced, in a thread of zeroconf's."""
        super().__init__()
        self._heard = heard

    def start(self) -> None:
        """Begin to search.  Raises `DiscoveryError`."""
        with self._using() as zeroconf:
            from zeroconf import ServiceBrowser

            ServiceBrowser(zeroconf, SERVICE, handlers=[self._changed])

    def _changed(self, *, name: str, **_more: Any) -> None:
        self._heard(name)

    def resolve(self, name: str) -> Announced | None:
        """What is announced under a name now; nothing if no answer comes.  Never raises."""
        zeroconf = self._zeroconf
        if zeroconf is None:
            return None
        try:
            from zeroconf import ServiceInfo

            info = ServiceInfo(SERVICE, name)
            if not info.request(zeroconf, RESOLVE_MILLISECONDS) or not info.port:
                return None
            return Announced(tuple(info.parsed_scoped_addresses()), info.port, info.properties)
        except Exception:  # a stranger's records are no reason to stop searching
            return None
