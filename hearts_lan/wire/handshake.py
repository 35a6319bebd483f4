"""Who is at the other end: the first messages of a connection, for both roles, sans-IO.

Both sides sign the same channel: roles, both keys, both fresh nonces and the hash of the TLS certificate's public
key.  Whoever sits in the middle has another certificate, so no signature fits there.
"""

from collections.abc import Callable

from hearts_lan import __version__
from hearts_lan.fairness.channel import Role, channel_message
from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keys import is_strong_key, verify
from hearts_lan.wire import messages as m

PROGRAM = f"hearts-lan {__version__}"
HELLO = m.Hello(versions=m.PROTOCOL_VERSIONS, program=PROGRAM)


class HandshakeError(Exception):
    """The other end is not whom it claims to be, or speaks another version; one plain sentence."""


class HostHandshake:
    """The host's side.  ``join`` is set when the peer has asked to join, ``key`` if it has proven one."""

    def __init__(self, identity: Identity, nonce: bytes, spki_sha256: bytes) -> None:
        """``nonce`` is 32 fresh bytes, ``spki_sha256`` the hash of the own certificate's public key."""
        self.join: m.Join | None = None
        self.key: bytes | None = None
        self._identity = identity
        self._nonce = nonce
        self._spki = spki_sha256
        self._claimed: m.Identify | None = None

    def receive(self, message: m.ClientMessage) -> list[m.HostMessage]:
        """The answers to a message of the handshake.  Raises `HandshakeError`."""
        match message:
            case m.Hello():
                _check_version(HELLO, message)
                return [HELLO]
            case m.Identify():
                return [self._identify(message)]
            case m.Prove(signature=signature):
                self._prove(bytes.fromhex(signature))
            case m.Join():
                self.join = message
            case _:
                raise HandshakeError("That message belongs after the welcome.")
        return []

    def _identify(self, message: m.Identify) -> m.Identity:
        self._claimed = message
        signature = self._identity.sign(self._channel("host"))
        return m.Identity(key=self._identity.key.hex(), nonce=self._nonce.hex(), signature=signature.hex())

    def _prove(self, signature: bytes) -> None:
        assert self._claimed is not None
        key = bytes.fromhex(self._claimed.key)
        if not is_strong_key(key) or not verify(key, signature, self._channel("client")):
            raise HandshakeError("Your key is not proven: the signature does not fit this connection.")
        self.key = key

    def _channel(self, role: Role) -> bytes:
        assert self._claimed is not None
        client_key, client_nonce = bytes.fromhex(self._claimed.key), bytes.fromhex(self._claimed.nonce)
        return channel_message(role, self._spki, client_key, self._identity.key, client_nonce, self._nonce)


class ClientHandshake:
    """The client's side.  ``host_key`` is set when the host has proven it."""

    def __init__(
        self,
        identity: Identity,
        nonce: bytes,
        spki_sha256: bytes,
        join: m.Join,
        trust: Callable[[bytes], str | None] = lambda _key: None,
    ) -> None:
        """``spki_sha256`` is the hash of the public key in the certificate that the host showed; ``trust`` says of
        the host's proven key why not to go on, if so."""
        self.host_key: bytes | None = None
        self._identity = identity
        self._nonce = nonce
        self._spki = spki_sha256
        self._join = join
        self._trust = trust

    def receive(self, message: m.HostMessage) -> list[m.ClientMessage]:
        """The answers to a message of the handshake; it is over with the host's ``welcome``.

        Raises `HandshakeError`.
        """
        match message:
            case m.Hello():
                _check_version(HELLO, message)
                return [m.Identify(key=self._identity.key.hex(), nonce=self._nonce.hex())]
            case m.Identity():
                signature = self._identity.sign(self._proven(message))
                return [m.Prove(signature=signature.hex()), self._join]
            case m.Goodbye(reason=reason):
                raise HandshakeError(reason)
            case _:
                raise HandshakeError("The host sent something else than a handshake.")

    def _proven(self, message: m.Identity) -> bytes:
        """What the client signs, once the host's own proof holds and its key is trusted."""
        key, nonce = bytes.fromhex(message.key), bytes.fromhex(message.nonce)
        ends = (self._spki, self._identity.key, key, self._nonce, nonce)
        signature = bytes.fromhex(message.signature)
        if not is_strong_key(key) or not verify(key, signature, channel_message("host", *ends)):
            raise HandshakeError("The host could not prove its key on this connection: somebody may be in between.")
        objection = self._trust(key)
        if objection:
            raise HandshakeError(objection)
        self.host_key = key
        return channel_message("client", *ends)


def _check_version(ours: m.Hello, theirs: m.Hello) -> None:
    if m.common_version(theirs) is None:
        raise HandshakeError(m.version_mismatch(ours, theirs))
