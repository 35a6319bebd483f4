"""Announcing a table while it is hosted: best effort, and never in the way."""

from collections.abc import Callable, Sequence

import trio

from hearts_lan.net.discovery import Announcer, DiscoveryError
from hearts_lan.net.facts import Facts, txt
from hearts_lan.net.lan import announced_addresses

LOOK_SECONDS = 2.0
"""Between two looks at whether what is announced still holds."""

RETRY_SECONDS = 30.0
"""Until it is tried again where it was not possible."""

WITHDRAW_SECONDS = 2.0
"""How long withdrawing an announcement may keep the host from ending."""

NOT_ANNOUNCED = "This table cannot be found by searching ({}). Tell the others the address."


async def announce(facts: Callable[[], Facts], bound: Sequence[tuple[str, int]], tell: Callable[[str], None]) -> None:
    """Announce a table until cancelled, with what ``facts`` says from moment to moment.

    ``bound`` are the addresses and ports at which it listens; those of this machine that others reach by them are
    announced, and where there are none, nothing is.  ``tell`` hears one sentence, once, if announcing is not
    possible.  *Error handling*: never raises.
    """
    told = False
    hosts, port = [host for host, _ in bound], bound[0][1]
    while True:
        try:
            if addresses := await _reached(hosts):
                await _announced(facts, port, addresses, hosts)
        except DiscoveryError as error:
            if not told:
                tell(NOT_ANNOUNCED.format(error))
            told = True
            await trio.sleep(RETRY_SECONDS)
        await trio.sleep(LOOK_SECONDS)


async def _reached(hosts: Sequence[str]) -> list[str]:
    """Raises `DiscoveryError`, too, when the system has no more files or threads to look with."""
    try:
        addresses = await trio.to_thread.run_sync(announced_addresses, abandon_on_cancel=True)
    except (OSError, RuntimeError) as error:
        raise DiscoveryError(getattr(error, "strerror", None) or str(error)) from error
    return [address for address in addresses if any(listens_at(host, address) for host in hosts)]


def listens_at(host: str, address: str) -> bool:
    """Whether a socket bound to ``host`` takes what comes to ``address``."""
    if host in ("0.0.0.0", "::"):
        return (":" in host) == (":" in address)
    return host.partition("%")[0] == address


async def _announced(facts: Callable[[], Facts], port: int, addresses: list[str], hosts: Sequence[str]) -> None:
    """Announce until this machine's addresses change."""
    announcer, said = Announcer(port, addresses), None
    try:
        while addresses == await _reached(hosts):
            if said != facts():
                said = facts()
                await trio.to_thread.run_sync(announcer.announce, txt(said), abandon_on_cancel=True)
            await trio.sleep(LOOK_SECONDS)
    finally:
        with trio.move_on_after(WITHDRAW_SECONDS, shield=True):
            await trio.to_thread.run_sync(announcer.close, abandon_on_cancel=True)
