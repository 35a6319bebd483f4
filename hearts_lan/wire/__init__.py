"""The wire: messages, their encodings, their frames and their order, without a socket."""

from hearts_lan.wire.codec import MSGPACK, TEXT, Codec, decode, encode
from hearts_lan.wire.connection import NO_TLS, STRANGER, Connection, plain_line
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.messages import PROTOCOL_VERSIONS, ClientMessage, HostMessage
from hearts_lan.wire.order import Role, State

__all__ = [
    "MSGPACK",
    "NO_TLS",
    "PROTOCOL_VERSIONS",
    "STRANGER",
    "TEXT",
    "ClientMessage",
    "Codec",
    "Connection",
    "HostMessage",
    "LocalProtocolError",
    "ProtocolError",
    "Role",
    "State",
    "decode",
    "encode",
    "plain_line",
]
