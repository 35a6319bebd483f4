"""Parse it or raise the one error."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from hearts_lan.wire.codec import MSGPACK, TEXT, Codec, decode, encode
from hearts_lan.wire.errors import ProtocolError
from hearts_lan.wire.order import Role
from tests.wire.samples import CODECS, MESSAGES, PLAYER_TALK, connect, pair, talk

HEADS = bytes(range(0x80, 0x100))


def broken(random: Random, body: bytes) -> bytes:
    """A body after a few edits that favour what encodings care about."""
    result = bytearray(body)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(result) + 1)
        match random.randrange(5):
            case 0:
                result[at : at + 1] = random.randbytes(1)
            case 1:
                result[at:at] = random.choice((random.randbytes(3), bytes([random.choice(HEADS)]) + b"\xff" * 4))
            case 2:
                del result[at : at + random.randint(1, 5)]
            case 3:
                result[at:at] = result[random.randrange(len(result) + 1) :][: random.randint(1, 40)]
            case _:
                result[at:at] = random.choice(
                    (b'"', b"[", b"{", b"1e9", b"NaN", b"\\ud800", b"\xc7\x00\xff", b"\xcb", b"\n")
                )
    return bytes(result)


def inputs(codec: Codec, role: Role, count: int, seed: int) -> Iterator[bytes]:
    """Good bodies that were broken, and noise."""
    random = Random(seed)
    bodies = [codec.cut(bytearray(encode(codec, role, message))) or b"" for message in MESSAGES[role]]
    for _ in range(count):
        yield broken(random, random.choice(bodies)) if random.random() < 0.9 else random.randbytes(random.randrange(60))


def check_decoder(codec: Codec, role: Role, count: int, seed: int) -> None:
    """Whatever parses can be sent and parses to the same message again."""
    parsed = 0
    for body in inputs(codec, role, count, seed):
        with suppress(ProtocolError):
            message = decode(codec, role, body)
            parsed += 1
            again = codec.cut(bytearray(encode(codec, role, message)))
            assert again is not None
            assert decode(codec, role, again) == message
    assert 0 < parsed < count


def check_connection(codec: Codec, role: Role, count: int, seed: int) -> None:
    """A joined connection hears nonsense: messages, then at most one error, then nothing; cut anyhow, the same."""
    random = Random(seed)
    for body in inputs(codec, role.other, count, seed):
        stream = codec.wrap(body) + codec.wrap(body)
        cuts = sorted(random.randrange(len(stream)) for _ in range(3))
        parts = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
        assert heard(codec, role, [stream]) == heard(codec, role, parts)


def heard(codec: Codec, role: Role, parts: list[bytes]) -> list[object]:
    ends = pair(codec)
    talk(ends, PLAYER_TALK)
    result: list[object] = []
    for part in parts:
        try:
            for message in ends[role].receive(part):
                result.append(message)
        except ProtocolError as error:
            result.append((error.code, error.path, error.sentence))
    ends[role].farewell("enough")
    return result


each_role = pytest.mark.parametrize("role", Role)
each_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


@each_role
@each_codec
def test_decoder(codec: Codec, role: Role) -> None:
    check_decoder(codec, role, 3000, seed=1)


@each_role
@pytest.mark.parametrize("codec", [MSGPACK, TEXT], ids=["msgpack", "text"])
def test_connection(codec: Codec, role: Role) -> None:
    check_connection(codec, role, 150, seed=2)


def test_noise_to_a_fresh_connection() -> None:
    random = Random(3)
    for _ in range(2000):
        for role in Role:
            end = connect(role)
            try:
                list(end.receive(random.choice((b"", b"\x00\x00\x00", b"{")) + random.randbytes(random.randrange(40))))
            except ProtocolError as error:
                end.farewell(error.sentence)


@pytest.mark.slow
@each_role
@each_codec
def test_decoder_for_long(codec: Codec, role: Role) -> None:
    check_decoder(codec, role, 100_000, seed=100)


@pytest.mark.slow
@each_role
@pytest.mark.parametrize("codec", [MSGPACK, TEXT], ids=["msgpack", "text"])
def test_connection_for_long(codec: Codec, role: Role) -> None:
    check_connection(codec, role, 5_000, seed=200)
