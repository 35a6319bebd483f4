"""Ways to damage and to forge logs that are the same in every run.

A *forgery* is made on records: whatever is changed in them, they are then written with right heads and signed by the
keys that speak for their authors, so that only the change itself can be found.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from hearts_lan import rules
from hearts_lan.cards import card_text
from hearts_lan.fairness import commit_reveal as cr
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript.lines import HEAD_0, NO_GAME, Line, next_head, signed_bytes
from tests.kit import identity
from tests.transcript.forge import Forge
from tests.transcript.games import KINDS, genuine

Record = dict[str, Any]
BLOCKS = ("nonce", "commit", "reveal", "pass", "agree")
STRANGER = identity("stranger")


def data_of(lines: Sequence[Line]) -> bytes:
    """The lines as a file."""
    return b"".join(line.encode() for line in lines)


# -- damage: what anybody can do to a file ----------------------------------------------------------------------------


def damaged(name: str, rng: Random) -> bytes:
    """A log with some bytes or lines changed by somebody without a key."""
    lines = [line.encode() for line in genuine(name).lines]
    place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(9):
        case 0:
            lines[place : place + 1] = []
        case 1:
            lines.insert(other, lines[place])
        case 2:
            lines[place], lines[other] = lines[other], lines[place]
        case 3:
            stranger = genuine(rng.choice(list(KINDS))).lines
            lines.insert(place, rng.choice(stranger).encode())
        case 4:
            lines[place] = _unsigned_change(lines[place], rng)
        case 5:
            lines[place:] = []
        case _:
            data = bytearray(b"".join(lines))
            start = rng.randrange(len(data))
            data[start : start + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
            return bytes(data)
    return b"".join(lines)


def _unsigned_change(line: bytes, rng: Random) -> bytes:
    payload, tab, signature = line.rpartition(b"\t")
    record = json.loads(payload)
    record[rng.choice(list(record))] = any_value(record, rng)
    return written(record).encode() + tab + signature


# -- forgery: what somebody with keys can do --------------------------------------------------------------------------


def written(record: Record) -> str:
    """A record as text, canonical if there is nothing wrong in it."""
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def any_value(record: Record, rng: Random) -> Any:
    """Something that may or may not fit into a field."""
    simple: list[Any] = [
        -1,
        0,
        1,
        2,
        3,
        7,
        11,
        2**31 - 1,
        2**31,
        True,
        False,
        None,
        1.5,
        "",
        "host",
        "0" * 64,
        "f" * 64,
    ]
    texts = [
        "QS",
        "2C",
        "AH",
        "add",
        "subtract",
        "target",
        "stopped",
        "no_reveal",
        "away",
        "back",
        "restart",
        "é\u0085",
    ]
    lists: list[Any] = [[], {}, [0], [0, 0, 0], [1, 2, 3, 4], ["2C", "3C", "4C"], list(record.values())]
    return rng.choice([*simple, *texts, *lists])


def like(value: Any, rng: Random) -> Any:
    """Another value that looks much like one."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice([-26, -1, 1, 26])
        case str() if len(value) == 2:
            return card_text(rng.choice(range(52)))  # type: ignore[arg-type]
        case str() if len(value) in (64, 128):
            return value[:-1] + rng.choice("0123456789abcdef")
        case list() if value:
            place = rng.randrange(len(value))
            changed = [*value[:place], like(value[place], rng), *value[place + 1 :]]
            return rng.choice([changed, value[::-1], value[:-1], [*value, value[place]], rng.sample(value, len(value))])
        case dict() if value:
            key = rng.choice(list(value))
            return {**value, key: like(value[key], rng)}
        case _:
            return value


def records_of(forge: Forge) -> list[Record]:
    """The records of a log."""
    return [json.loads(line.payload) for line in forge.lines]


@cache
def keys(name: str) -> dict[str, Identity]:
    """All identities of a log, by key."""
    forge = genuine(name)
    bots = [identity(f"bot{forge.salt}{seat}") for seat in forge.seats]
    return {who.key.hex(): who for who in (forge.host, *forge.people, *bots, STRANGER)}


def resealed(name: str, records: Sequence[Record], rng: Random | None = None) -> list[Line]:
    """The records as lines, each over the history before it, signed by whose key speaks for its author.

    With ``rng``, one of them may be signed by another key or over another head.
    """
    known, lines, speakers, nonces = keys(name), list[Line](), dict[Any, str](), list[bytes]()
    head, start, kind, game_id, table = HEAD_0, HEAD_0, "", NO_GAME, Record()
    odd = rng.randrange(len(records) * 8) if rng and records else -1
    for number, record in enumerate(records):
        if record.get("type") not in BLOCKS or record["type"] != kind:
            start = head
        kind = str(record.get("type"))
        if kind == "table":
            table, speakers = record, _speakers(record)
        key = str(speakers.get(record.get("by") if type(record.get("by")) in (int, str) else None))
        who = known.get(key, STRANGER) if number != odd else STRANGER
        payload = written({**record, "seen": start.hex()}) if "seen" in record else written(record)
        signed_id = NO_GAME if kind in ("table", "nonce") else game_id
        lines.append(Line(payload, who.sign(signed_bytes(signed_id, payload))))
        head = next_head(head, lines[-1])
        if kind == "nonce":
            nonces.append(_bytes(record.get("nonce")))
            game_id = _game_id(table, nonces) or game_id
        if kind == "substitute" and type(record.get("seat")) is int:
            speakers[record["seat"]] = str(record.get("key"))
    return lines


def _bytes(text: object) -> bytes:
    try:
        return bytes.fromhex(str(text))
    except ValueError:
        return b""


def _speakers(table: Record) -> dict[Any, str]:
    seats = table.get("seats")
    entries = enumerate(seats) if isinstance(seats, list) else ()
    found: dict[Any, str] = {seat: str(entry.get("key")) for seat, entry in entries if isinstance(entry, dict)}
    return {**found, "host": str(table.get("host"))}


def _game_id(table: Record, nonces: Sequence[bytes]) -> bytes | None:
    try:
        roster = [(_bytes(s["key"]), str(s["name"]), _bytes(s["commit"])) for s in table["seats"]]
        if len(roster) == len(nonces):
            return cr.game_id(_bytes(table["host"]), written(table["rules"]), roster, nonces)
    except (KeyError, TypeError, ValueError):
        pass
    return None


def forged(name: str, rng: Random) -> bytes:
    """A log with records changed by somebody with all keys."""
    records = records_of(genuine(name))
    for _ in range(rng.choice([1, 1, 1, 2])):
        change(name, records, rng)
    lines = resealed(name, records, rng)
    data = data_of(lines)
    return data[: -rng.randrange(1, 200)] if rng.randrange(12) == 0 else data


def change(name: str, records: list[Record], rng: Random) -> None:
    """Do one wrong or odd thing to records."""
    if not records:
        return
    # every kind of record is as likely, though most are plays
    kind = rng.choice(sorted({str(record.get("type")) for record in records}))
    place = rng.choice([at for at, record in enumerate(records) if str(record.get("type")) == kind])
    record, other = records[place], rng.randrange(len(records))
    match rng.randrange(16):
        case 0:
            del records[place]
        case 1:
            records.insert(other, record)
        case 2:
            records[place], records[other] = records[other], records[place]
        case 3 if place:
            records[place - 1], records[place] = record, records[place - 1]
        case 4 | 5:
            records.insert(rng.choice([place, other]), extra(name, records, rng))
        case 6:
            records[place] = {**record, rng.choice(list(record)): any_value(record, rng)}
        case 7:
            _swap_plays(records, rng)
        case 8 | 9:
            _pass_otherwise(name, records, rng)
        case 10 | 11:
            _score_otherwise(records, rng)
        case 12:
            records[place] = {**record, "by": rng.choice(["host", 0, 1, 2, 3, 10])}
        case _:
            field = rng.choice(list(record))
            records[place] = {**record, field: like(record[field], rng)}


def _swap_plays(records: list[Record], rng: Random) -> None:
    """Two plays change their cards, often of one seat."""
    plays = [at for at, record in enumerate(records) if record.get("type") == "play" and "card" in record]
    same = list(pairwise(plays[:: rng.choice([1, 3, 4])]))
    if same:
        one, two = rng.choice(same)
        cards = records[one]["card"], records[two]["card"]
        records[one], records[two] = {**records[one], "card": cards[1]}, {**records[two], "card": cards[0]}


def _pass_otherwise(name: str, records: list[Record], rng: Random) -> None:
    """A seat passes other cards: of its own, of others, too many or too few; the opening fits."""
    forge = genuine(name)
    openings = [at for at, record in enumerate(records) if record.get("type") == "open" and record.get("passes")]
    if not openings:
        return
    place = rng.choice(openings)
    hand, passes = records[place]["hand"], list(records[place]["passes"])
    seat, dealt_ = rng.randrange(len(passes)), dealt(forge, forge.lines, hand)
    source = rng.choice([dealt_[seat], dealt_[seat], dealt_[seat - 1], range(52)])
    cards = tuple(sorted(rng.sample(source, rng.choice([3, 3, 3, 2, 4]))))
    nonce, receiver = _bytes(passes[seat]["nonce"]), rules.receiver(forge.state.rules, hand, seat)
    commit = cr.pass_commit(forge.state.game_id, hand, seat, receiver, forge.people[seat].key, cards, nonce)
    passes[seat] = {**passes[seat], "cards": list(map(card_text, cards))}
    records[place] = {**records[place], "passes": passes}
    for at, record in enumerate(records):
        if (record.get("type"), record.get("hand"), record.get("by")) == ("pass", hand, seat):
            records[at] = {**record, "commit": commit.hex()}


def _score_otherwise(records: list[Record], rng: Random) -> None:
    """Points, totals, a choice or winners are others."""
    fields = [
        (at, field)
        for at, record in enumerate(records)
        for field in ("points", "totals", "choice", "winners")
        if field in record
    ]
    if fields:
        place, field = rng.choice(fields)
        value = records[place][field]
        other = {"add": "subtract", "subtract": "add"}.get(value) if isinstance(value, str) else like(value, rng)
        records[place] = {**records[place], field: other}


def extra(name: str, records: Sequence[Record], rng: Random) -> Record:
    """A record that may stand in many places, or in none."""
    forge = genuine(name)
    seat = rng.randrange(forge.players)
    key = rng.choice([STRANGER, *keys(name).values()]).key.hex()
    bot = {"seat": seat, "key": key, "name": "Dee", "bot": rng.random() < 0.9, "reason": "away"}
    player = {"key": forge.people[seat].key.hex(), "name": f"player{seat}", "bot": seat in forge.bots}
    number = rng.choice([1, 1, 1, 2, 3])
    secret = rng.choice(["", forge.host.secret("deal", forge.state.game_id, number, cr.HOST).hex()])
    totals = rng.choice([list(forge.state.totals), [0] * forge.players])
    host: Record = {"by": "host", "seen": ""}
    own: Record = {"by": seat, "seen": "", "hand": number}
    return rng.choice(
        [
            {**host, "type": "substitute", **bot},
            {**host, "type": "substitute", **bot},
            {**host, "type": "substitute", **bot, **player, "reason": "back"},
            {**host, "type": "resume", "reason": "restart"},
            {**host, "type": "void", "hand": number, "seat": -1, "reason": "stopped", "secret": secret},
            {**host, "type": "void", "hand": number, "seat": seat, "reason": "no_reveal", "secret": secret},
            {**host, "type": "end", "totals": totals, "winners": [], "reason": "stopped"},
            {**host, "type": "deal", "hand": number, "commit": "0" * 64},
            {**own, "type": "moon", "choice": "add"},
            {**own, "type": "pass", "commit": "0" * 64},
            {**own, "type": "dispute", "reason": "No."},
            rng.choice(records),
        ]
    )


# -- disputes ---------------------------------------------------------------------------------------------------------


def disputed(name: str, rng: Random) -> bytes:
    """A log that ends, somewhere, in a dispute with evidence of all sorts."""
    forge = genuine(name)
    records = records_of(forge)
    end = rng.randrange(forge.players + 1, len(records) + 1)
    lines = [*forge.lines[:end]]
    if end == len(records) and records[-1]["type"] == "dispute":
        lines.pop()
    seat = rng.randrange(forge.players)
    number = rng.choice([record["hand"] for record in records if record["type"] == "deal"])
    shown = _deal_shown(forge, lines, seat, number, rng) if rng.randrange(3) == 0 else _record_shown(name, lines, rng)
    dispute = {"type": "dispute", "by": seat, "hand": number, "reason": "", "evidence": shown, "seen": ""}
    sealed = resealed(name, [*(json.loads(line.payload) for line in lines), dispute])
    data = data_of(sealed)
    return data + b"torn" if rng.randrange(9) == 0 else data


def _deal_shown(forge: Forge, lines: Sequence[Line], seat: int, number: int, rng: Random) -> Record:
    hands = dealt(forge, lines, number)
    cards = rng.choice([*hands, hands[seat], hands[seat], hands[seat][:-1], ()])
    who = rng.choice([forge.host, forge.host, forge.host, STRANGER])
    hand = rng.choice([number, number, number, 1])
    signature = who.sign(cr.dealt_message(forge.state.game_id, hand, seat, cards))
    return {"cards": list(map(card_text, cards)), "signature": signature.hex()}


def dealt(forge: Forge, lines: Sequence[Line], number: int) -> list[tuple[Any, ...]]:
    """What secret and seeds give, where the seeds are all there; else any hands."""
    records = [json.loads(line.payload) for line in lines]
    seeds = [_bytes(record["seed"]) for record in records if record["type"] == "reveal" and record["hand"] == number]
    table_rules = forge.state.rules
    key = b"any"
    if len(seeds) == forge.players:
        secret = forge.host.secret("deal", forge.state.game_id, number, cr.HOST)
        key = cr.deal_key(secret, forge.state.game_id, number, seeds)
    return list(rules.deal(table_rules, cr.shuffled(table_rules.pack, key)).hands)


def _record_shown(name: str, lines: Sequence[Line], rng: Random) -> Record:
    """A record for the place after some lines, right or wrong, signed by whose key it should be or another."""
    forge = genuine(name)
    records = [json.loads(line.payload) for line in lines]
    following = records_of(forge)[len(lines) : len(lines) + 1]
    record = dict(rng.choice([*following * 3, extra(name, records, rng), rng.choice(records)]))
    if rng.randrange(3):
        field = rng.choice(list(record))
        record[field] = rng.choice([like(record[field], rng), any_value(record, rng)])
    if rng.randrange(8) == 0:
        record = extra(name, records, rng)
    if "seen" in record:
        record["seen"] = ""
    sealed = resealed(name, [*records, record])[-1]
    payload = sealed.payload
    match rng.randrange(10):
        case 0:
            payload = payload.replace(":", ": ", 1)
        case 1:
            payload = rng.choice([payload[:-1] + ',"z":1e999}', payload[:-1] + ',"z":"\\ud800"}', payload + " "])
        case 2:
            deep = "[" * 70 + "]" * 70
            payload = rng.choice([payload[:-1], f'{payload[:-1]},"z":{deep}}}', payload[:-1] + ',"z":NaN}'])
        case _:
            pass
    signature = sealed.signature
    if payload != sealed.payload or rng.randrange(6) == 0:
        who = rng.choice(list(keys(name).values()))
        signature = who.sign(signed_bytes(forge.state.game_id, payload))
    return {"payload": payload, "signature": signature.hex()}
