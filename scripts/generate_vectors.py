"""Vectors: texts of records, frames of the wire, keys and signatures, each with what a reader must make of it."""

import sys
from collections.abc import Iterator
from typing import Any

from generate_common import PROTOCOL, as_json, finish
from generate_game import GAME_ID, HOST, LINES, NONCE, PLAYERS, STRANGER, dispute, shown, substitute, void
from msgspec import to_builtins
from msgspec.structs import replace

from hearts_lan.fairness.channel import channel_message
from hearts_lan.fairness.hashing import H
from hearts_lan.fairness.identity import Identity, fingerprint, pin
from hearts_lan.transcript import records as r
from hearts_lan.transcript.canonical import canonical_text, decode_record
from hearts_lan.transcript.lines import HEAD_0
from hearts_lan.wire.codec import MSGPACK, TEXT, encode
from hearts_lan.wire.order import Role
from tests.fairness.edwards import BASE, TORSION, L, P, add, signature, times
from tests.fairness.edwards import encode as point
from tests.wire.samples import MESSAGES

FOLDER = PROTOCOL / "vectors"
ODD = 1 << 255

# -- canonical.json ---------------------------------------------------------------------------------------------------

PLAYS = next(line.payload for line in LINES if '"type":"play"' in line.payload)
TABLE = LINES[0].payload


def good_records() -> Iterator[str]:
    """A record of every type, and texts that a careless writer gets wrong."""
    table = decode_record(TABLE)
    assert isinstance(table, r.Table)
    by_type = {
        type(record): payload for payload in (line.payload for line in LINES) for record in [decode_record(payload)]
    }
    yield from by_type.values()
    seen = HEAD_0.hex()
    others = (
        r.Moon(by=2, seen=seen, hand=1, choice="subtract"),
        r.Resume(by="host", seen=seen, reason="restart"),
        replace(substitute(1), seen=seen),
        replace(void(), seen=seen),
        replace(void(secret=""), seen=seen),
        replace(dispute(0), seen=seen),
        replace(dispute(0, shown(LINES[NONCE])), seen=seen),
        replace(dispute(0), seen=seen, reason='She said "no" \\ and Zoë played ♥ and 🂭\u2028.'),
        r.Agree(by=10, seen=seen, hand=2**31 - 1, totals=(-26, 0, 2**31 - 1)),
    )
    yield from map(canonical_text, others)


def bad_records() -> Iterator[tuple[str, str]]:
    """Texts that are no record in canonical form, and what is wrong with them."""
    play, agree = PLAYS, r.Agree(by=0, seen=HEAD_0.hex(), hand=1, totals=(1, 2, 23))
    totals = canonical_text(agree)
    yield "a blank after a colon", play.replace('"hand":1', '"hand": 1')
    yield "a blank at the end", play + " "
    yield "keys out of order", '{"hand":1,' + play[1:].replace('"hand":1,', "")
    yield "a key twice", play.replace('"hand":1', '"hand":1,"hand":1')
    yield "an unknown field", play.replace('"hand":1', '"hand":1,"luck":7')
    yield "a missing field", play.replace('"hand":1,', "")
    yield "an unknown type", play.replace('"type":"play"', '"type":"deal_again"')
    yield "a type in capital letters", play.replace('"type":"play"', '"type":"Play"')
    yield "no type", play.replace(',"type":"play"', "")
    yield "a fraction", play.replace('"hand":1', '"hand":1.0')
    yield "an exponent", play.replace('"hand":1', '"hand":1e0')
    yield "a leading zero", play.replace('"hand":1', '"hand":01')
    yield "a minus zero", totals.replace("[1,2,23]", "[-0,3,23]")
    yield "an integer of 2^31", totals.replace("[1,2,23]", "[2147483648,2,23]")
    yield "a hand number of 0", play.replace('"hand":1', '"hand":0')
    yield "a boolean for an integer", play.replace('"hand":1', '"hand":true')
    yield "a text for an integer", play.replace('"hand":1', '"hand":"1"')
    yield "null", play.replace('"hand":1', '"hand":null')
    yield "a seat of 11", play.replace('"by":2', '"by":11') if '"by":2' in play else play.replace('"by":', '"by":1')
    yield "the host plays", play.replace(f'"by":{play[6]}', '"by":"host"')
    yield "a card in small letters", play.replace('"card":"2C"', '"card":"2c"')
    yield "a ten of two digits", play.replace('"card":"2C"', '"card":"10C"')
    yield "hex in capital letters", totals.replace(HEAD_0.hex(), HEAD_0.hex().upper())
    yield "a hash too short", totals.replace(HEAD_0.hex(), HEAD_0.hex()[:-2])
    yield "a line feed after a hash", totals.replace(HEAD_0.hex(), HEAD_0.hex() + "\\n")
    yield "an escape that is not needed", TABLE.replace("player0", "pl\\u0061yer0")
    yield "an escaped slash", TABLE.replace("player0", "pl\\/ayer0")
    yield "a control character, escaped", TABLE.replace("player0", "pl\\u0007ayer0")
    yield "a control character of C1", TABLE.replace("player0", "pl\x85ayer0")
    yield "DEL", TABLE.replace("player0", "pl\x7fayer0")
    yield "a tab", TABLE.replace("player0", "pl\tayer0")
    yield "an empty name", TABLE.replace("player0", "")
    yield "a name of 65 characters", TABLE.replace("player0", "p" * 65)
    yield "a way of dealing that is unknown", TABLE.replace("commit-reveal", "by-hand")
    yield "an option as text", TABLE.replace('"end_early":false', '"end_early":"no"')
    yield "a time without a Z", TABLE.replace("05Z", "05")
    yield "cards that do not ascend", evidence_text().replace('"4C","5C"', '"5C","4C"')
    yield "evidence of two kinds", evidence_text().replace('"cards":', '"payload":"x","cards":')
    yield "an array", f"[{play}]"
    yield "two records", play + play
    yield "a byte order mark", "\ufeff" + play
    yield "nothing", ""


def evidence_text() -> str:
    """A dispute that shows cards."""
    evidence = r.Evidence(cards=("4C", "5C"), signature="00" * 64)
    return canonical_text(replace(dispute(0, evidence), seen=HEAD_0.hex()))


def canonical() -> dict[str, Any]:
    """Texts of records."""
    return {
        "good": [{"payload": payload} for payload in good_records()],
        "bad": [{"about": about, "payload": payload, "expect": "V1"} for about, payload in bad_records()],
    }


# -- frames.json ------------------------------------------------------------------------------------------------------


def good_frames() -> Iterator[dict[str, Any]]:
    """Every message in both encodings."""
    for role, messages in MESSAGES.items():
        for message in messages:
            frames = {codec.name: encode(codec, role, message).hex() for codec in (MSGPACK, TEXT)}
            yield {"sender": role.value, "message": to_builtins(message), **frames}


def frame(body: str) -> str:
    """A msgpack frame of a body in hex."""
    return f"{len(body) // 2:08x}{body}"


def line(text: str) -> str:
    """A text frame in hex."""
    return text.encode().hex() + "0a"


BEAT = "81a474797065a9686561727462656174"
SAY = "a474797065a3736179a474657874"
"""``type``, ``say`` and ``text`` in msgpack: two thirds of the map of a ``say``."""


def bad_frames() -> Iterator[tuple[str, str, str, str]]:
    """What is wrong, the class of the error, the encoding, and the bytes in hex, as a client might send them."""
    yield "a length of 0", "frame", "msgpack", "00000000"
    yield "a length of 65537", "frame", "msgpack", "00010001"
    yield "a value that is cut off", "encoding", "msgpack", frame(BEAT[:-2])
    yield "a byte after the value", "encoding", "msgpack", frame(BEAT + "c0")
    yield "a list that claims 2^32 - 1 items", "encoding", "msgpack", frame("ddffffffff")
    yield "a map that claims 2^32 - 1 keys", "encoding", "msgpack", frame("dfffffffff")
    yield "a text that claims 2^32 - 1 bytes", "encoding", "msgpack", frame("dbffffffff")
    yield "binary", "encoding", "msgpack", frame(f"82{SAY}c40178")
    yield "a timestamp", "encoding", "msgpack", frame(f"82{SAY}d6ff00000000")
    yield "an extension", "encoding", "msgpack", frame(f"82{SAY}d40100")
    yield "a fraction", "encoding", "msgpack", frame(f"82{SAY}cb3ff0000000000000")
    yield "not a number", "encoding", "msgpack", frame(f"82{SAY}cb7ff8000000000000")
    yield "an integer of 2^31", "encoding", "msgpack", frame(f"82{SAY}ce80000000")
    yield "text that is not UTF-8", "encoding", "msgpack", frame(f"82{SAY}a1ff")
    yield "half a character", "encoding", "text", line('{"type":"say","text":"\\ud800"}')
    yield "a key that is no text", "encoding", "msgpack", frame(f"82{BEAT[2:]}01a0")
    yield "a key twice", "encoding", "msgpack", frame(f"82{BEAT[2:]}{BEAT[2:]}")
    yield "a key twice", "encoding", "text", line('{"type":"heartbeat","type":"heartbeat"}')
    yield "lists nine deep", "encoding", "msgpack", frame(f"82{SAY}{'91' * 8}90")
    yield "a list of 33", "encoding", "msgpack", frame(f"82{SAY}dc0021{'00' * 33}")
    yield "not JSON", "encoding", "text", line('{"type":"heartbeat",}')
    yield "NaN", "encoding", "text", line('{"type":"say","text":NaN}')
    yield "no map", "message", "msgpack", frame("90")
    yield "no type", "message", "msgpack", frame("80")
    yield "an unknown type", "message", "text", line('{"type":"cheat"}')
    yield "a message of the other side", "message", "text", line('{"type":"goodbye","reason":"Bye."}')
    yield "an unknown field", "message", "text", line('{"type":"heartbeat","now":1}')
    yield "a missing field", "message", "text", line('{"type":"say"}')
    yield "an empty text", "message", "text", line('{"type":"say","text":""}')
    yield "501 characters of chat", "message", "text", line('{"type":"say","text":"%s"}' % ("x" * 501))
    yield "a boolean for an integer", "message", "text", line('{"type":"hello","versions":[true],"program":"x"}')
    yield "hex in capital letters", "message", "text", line('{"type":"ready","commit":"%s"}' % ("AA" * 32))
    yield "a line feed after hex", "message", "text", line('{"type":"ready","commit":"%s\\n"}' % ("aa" * 32))


def bad_streams() -> Iterator[tuple[str, str, str]]:
    """What is wrong, the class of the error, and all bytes that a client sends inside TLS, in hex."""
    hello, identify, prove, join, *_ = (encode(TEXT, Role.CLIENT, message).hex() for message in MESSAGES[Role.CLIENT])
    yield "HTTP", "stranger", b"GET / HTTP/1.1\r\n".hex()
    yield "a binary value first", "stranger", "ff"
    yield "a message before hello", "order", identify
    yield "hello twice", "order", hello + hello
    yield "a player who names no key", "order", hello + join
    yield "a proof of no key", "order", hello + prove


def frames() -> dict[str, Any]:
    """Frames and streams of frames."""
    keys = ("about", "expect", "encoding", "frame")
    return {
        "good": list(good_frames()),
        "bad": [dict(zip(keys, row, strict=True)) for row in bad_frames()],
        "streams": [dict(zip(("about", "expect", "stream"), row, strict=True)) for row in bad_streams()],
    }


# -- keys.json --------------------------------------------------------------------------------------------------------


def weak_keys() -> Iterator[tuple[str, str]]:
    """Keys that nobody may sit down with, and why."""
    for number, torsion in enumerate(TORSION):
        yield f"a point of small order ({number} times a point of order 8)", point(torsion).hex()
    for number in (1, 2, 4):
        mixed = add(times(12345, BASE), TORSION[number])
        yield f"an ordinary point plus one of order {8 // number}", point(mixed).hex()
    yield "the identity, y not reduced", (P + 1).to_bytes(32, "little").hex()
    yield "the identity, x = 0 called odd", (ODD + 1).to_bytes(32, "little").hex()
    yield "y = p, not reduced", P.to_bytes(32, "little").hex()
    yield "a y that no point of the curve has", (2).to_bytes(32, "little").hex()
    yield "all ones", "ff" * 32


def signatures() -> Iterator[dict[str, Any]]:
    """Signatures, and whether they are good."""
    key, message = PLAYERS[0].key, b"the queen of spades"
    good = PLAYERS[0].sign(message)
    s = int.from_bytes(good[32:], "little")
    rows = (
        ("as made", True, key, message, good),
        ("of nothing", True, key, b"", PLAYERS[0].sign(b"")),
        ("a bit of R flipped", False, key, message, bytes([good[0] ^ 1]) + good[1:]),
        ("a bit of S flipped", False, key, message, good[:-1] + bytes([good[-1] ^ 1])),
        ("S + L", False, key, message, signature(good[:32], s + L)),
        ("of another message", False, key, message + b"!", good),
        ("of another key", False, PLAYERS[1].key, message, good),
        ("one byte short", False, key, message, good[:-1]),
    )
    for about, fits, who, text, signed in rows:
        yield {"about": about, "good": fits, "key": who.hex(), "message": text.hex(), "signature": signed.hex()}


def identities() -> Iterator[dict[str, Any]]:
    """What comes from the 32 bytes of an identity file."""
    for root in (bytes(32), bytes(range(32))):
        who = Identity(root)
        yield {
            "root": root.hex(),
            "key": who.key.hex(),
            "fingerprint": fingerprint(who.key),
            "pin": pin(who.key),
            "bot_0_key": who.bot(0).key.hex(),
            "secret": {"purpose": "seed", "game_id": GAME_ID.hex(), "hand": 1, "seat": 2},
            "secret_value": who.secret("seed", GAME_ID, 1, 2).hex(),
        }


def channel() -> dict[str, Any]:
    """Both proofs of a channel."""
    spki, client_nonce, host_nonce = (H("test", name) for name in (b"spki", b"client", b"host"))
    ends = (spki, PLAYERS[0].key, HOST.key, client_nonce, host_nonce)
    names = ("spki_sha256", "client_key", "host_key", "client_nonce", "host_nonce")
    return {
        **{name: value.hex() for name, value in zip(names, ends, strict=True)},
        "client_message": channel_message("client", *ends).hex(),
        "client_signature": PLAYERS[0].sign(channel_message("client", *ends)).hex(),
        "host_message": channel_message("host", *ends).hex(),
        "host_signature": HOST.sign(channel_message("host", *ends)).hex(),
    }


def keys() -> dict[str, Any]:
    """Keys, signatures and what is derived from roots."""
    return {
        "strong": [who.key.hex() for who in (HOST, STRANGER, *PLAYERS)],
        "weak": [{"about": about, "key": key} for about, key in weak_keys()],
        "signatures": list(signatures()),
        "identities": list(identities()),
        "channel": channel(),
    }


def main() -> int:
    """The exit code."""
    made = {"canonical": canonical(), "frames": frames(), "keys": keys()}
    return finish({FOLDER / f"{name}.json": as_json(value) for name, value in made.items()})


if __name__ == "__main__":
    sys.exit(main())
