"""Nonsense for decoder and connection: parse it or raise the one error, soon, and in little memory.

As a program it tries many inputs in one process, so that `MSGPACK_PUREPYTHON=1` counts for everything in it, and
prints what it saw as JSON:  ``python -m tests.wire.fuzz decoder|connection msgpack|text client|host COUNT SEED``.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from hearts_lan.wire.codec import CODECS, Codec, decode, encode
from hearts_lan.wire.errors import LocalProtocolError, ProtocolError
from hearts_lan.wire.limits import FRAME_BYTES
from hearts_lan.wire.order import Role, State
from tests.wire.samples import MESSAGES, AnyConnection, connect

HEADS = bytes(range(0x80, 0x100))
TOKENS = (b'"', b"[", b"{", b"}", b"1e9", b"NaN", b"\\ud800", b"\xc7\x00\xff", b"\xcb", b"\n", b"\xa4type", b'"type":')
LENGTHS = (0, 1, 2**16 - 1, 2**16, 2**16 + 1, 2**24, 2**31, 2**32 - 1)

Finding = tuple[str, str, str]
"""Code, path and sentence of a ``ProtocolError``."""


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
                result[at:at] = random.choice(TOKENS)
    return bytes(result)


ODD: tuple[Any, ...] = (True, None, -1, -2, 2**31, -(2**63), 1.5, float("nan"), "", "QS", "qs", "0a" * 32, "x" * 70_000)
ODD += ("\x1b[2J", "e\u0301\u202e", [], [1] * 33, ["QS", "QS", "QS"], [[[[[[[[[]]]]]]]]], {}, {"type": "leave"})


def bent(random: Random, tree: dict[str, Any]) -> dict[str, Any]:
    """A message with a field too many, too few, or of another kind."""
    result = {**tree}
    key = random.choice([*tree, "type", "x", "\x1b"])
    match random.randrange(4):
        case 0:
            result.pop(key, None)
        case 1 if isinstance(result.get(key), list) and result[key]:
            result[key] = [*result[key], random.choice(ODD)]
        case _:
            result[key] = random.choice(ODD)
    return result


def bodies(codec: Codec, role: Role, count: int, seed: int) -> Iterator[bytes]:
    """Bodies of frames that ``role`` might send: broken and bent ones, noise, and now and then a long or deep one."""
    random = Random(seed)
    trees = [msgspec.to_builtins(message) for message in MESSAGES[role]]
    good = [codec.dump(tree) for tree in trees]
    for number in range(count):
        kind = random.random()
        if number % 500 == 499:
            yield random.choice((b"\x91", b"\x81\xa1a", b"[", b'{"a":', b"x")) * random.randrange(FRAME_BYTES + 2)
        elif kind < 0.4:
            yield codec.dump(bent(random, random.choice(trees)))
        elif kind < 0.9:
            yield broken(random, random.choice(good))
        else:
            yield random.randbytes(random.randrange(60))


def try_decoder(codec: Codec, role: Role, body: bytes) -> Finding | None:
    """Whatever parses can be sent and parses to the same message again."""
    try:
        message = decode(codec, role, body)
    except ProtocolError as error:
        return error.code, error.path, error.sentence
    again = codec.cut(bytearray(encode(codec, role, message)))
    assert again is not None
    assert decode(codec, role, again) == message
    return None


STATES: dict[Role, tuple[tuple[State, State], ...]] = {
    Role.HOST: (
        (State.HELLO, State.HELLO),
        (State.IDENTIFY, State.IDENTIFY),
        (State.IDENTIFY, State.PROVE),
        (State.JOIN, State.JOIN),
        (State.WATCHING, State.WATCHING),
        (State.JOINED, State.JOINED),
    ),
    Role.CLIENT: (
        (State.IDENTIFY, State.HELLO),
        (State.PROVE, State.IDENTIFY),
        (State.JOINED, State.JOIN),
        (State.WATCHING, State.IDENTIFY),
        (State.WATCHING, State.WATCHING),
        (State.JOINED, State.JOINED),
    ),
}
"""What both sides have reached, ours first, where a role listens."""


def stream(random: Random, codec: Codec, body: bytes) -> bytes:
    """A body as a piece of a stream: framed, once or twice, or under a length that lies."""
    match random.randrange(6):
        case 0:
            return random.choice(LENGTHS).to_bytes(4, "big") + body
        case 1:
            return codec.wrap(body)[random.randrange(4) :]
        case 2:
            return codec.wrap(body)[: -random.randint(1, 4)]
        case _:
            return codec.wrap(body) + codec.wrap(body)


def listener(codec: Codec, role: Role, states: tuple[State, State]) -> AnyConnection:
    """An end that has come so far."""
    end = connect(role, codec)
    end.our_state, end.their_state = states
    if states[1] is not State.HELLO:
        end.codec = codec
    return end


def heard(end: AnyConnection, parts: Sequence[bytes]) -> list[object]:
    """Messages, and at most one error after them."""
    result: list[object] = []
    for part in parts:
        try:
            result.extend(iter(end.receive(part)))
        except ProtocolError as error:
            result.append((error.code, error.path, error.sentence))
        assert len(end._buffer) <= FRAME_BYTES + 4
    end.farewell("enough")
    return result


def try_connection(random: Random, codec: Codec, role: Role, body: bytes) -> Finding | None:
    """A connection hears nonsense: messages, then at most one error, then nothing; cut anyhow, the same."""
    data, states = stream(random, codec, body), random.choice(STATES[role])
    cuts = sorted(random.randrange(len(data) + 1) for _ in range(3))
    parts = [data[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
    whole = heard(listener(codec, role, states), [data])
    assert heard(listener(codec, role, states), parts) == whole
    faults = [item for item in whole if isinstance(item, tuple)]
    assert faults in ([], whole[-1:])
    return faults[0] if faults else None


Try = Callable[[bytes], Finding | None]


def trial(what: str, codec: Codec, role: Role, seed: int) -> Try:
    """What is done with one body."""
    random = Random(seed)
    if what == "decoder":
        return lambda body: try_decoder(codec, role, body)
    return lambda body: try_connection(random, codec, role, body)


def run(what: str, codec: Codec, role: Role, count: int, seed: int) -> Counter[str]:
    """How often each kind of end came; ``good`` without an error.  ``role`` sends to a decoder, or listens."""
    sender = role if what == "decoder" else role.other
    attempt = trial(what, codec, role, seed)
    ends: Counter[str] = Counter()
    for body in bodies(codec, sender, count, seed):
        try:
            finding = attempt(body)
        except (AssertionError, LocalProtocolError) as error:
            raise AssertionError(f"seed {seed}, body {body.hex()}") from error
        ends[finding[0] if finding else "good"] += 1
    return ends


def resident_kib() -> int:
    """Resident memory of this process, of Linux; 0 elsewhere."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))
    except OSError:
        return 0


def main(what: str, codec: str, role: str, count: str, seed: str) -> None:
    """Try many inputs in slices, and print what was seen: time and memory of the worst slice, too."""
    chosen = next(each for each in CODECS.values() if each.name == codec)
    slices = range(0, int(count), 10_000)
    ends, slowest, first, began = Counter[str](), 0.0, 0, time.process_time()
    for start in slices:
        before = time.process_time()
        ends += run(what, chosen, Role(role), min(10_000, int(count) - start), int(seed) + start)
        slowest = max(slowest, time.process_time() - before)
        first = first or resident_kib()
    seen = {"inputs": ends.total(), "ends": dict(ends), "seconds": round(time.process_time() - began, 1)}
    print(json.dumps({**seen, "slowest": round(slowest, 2), "growth_kib": resident_kib() - first}))


if __name__ == "__main__":
    main(*sys.argv[1:])
