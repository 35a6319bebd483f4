"""A mutated log has a verdict, and soon: files with other bytes and lines, and forgeries signed anew to the end."""

import io
import json
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keys import verify
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Refused, State, feed
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import HEAD_0, MAX_LINE, NO_GAME, Line, next_head, signed_bytes
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import Report, examine
from tests.kit import identity
from tests.transcript.forge import Forge
from tests.transcript.test_tamper import games

pytestmark = pytest.mark.broad

LOGS = Path(__file__).parents[2] / "protocol" / "vectors" / "logs"
TOKENS = (b"\n", b"\t", b"\0", b"\xff", b"\r\n", b'"', b"\\", b"\\u0041", b"{", b"[" * 3000, b"1e5", b"-0", b"null")
ODD: tuple[Any, ...] = (None, True, False, -1, 0, 1, 11, 255, 2**31, 10**40, 1.5, "", "host", "0" * 64, "f" * 128)
ODD += ("QS", "qs", "\u202e", "\x7f", "x" * 70_000, [], ["2C"] * 3, [1] * 40, {}, [[]] * 5, "target", "restart")


def verdict_of(data: bytes) -> Report:
    """The report on a log file, in bounded time, with a verdict in plain words."""
    began = time.process_time()
    report = examine(raw_lines(io.BytesIO(data)))
    assert time.process_time() - began < 5
    fault = report.verdict.fault
    assert (report.verdict.code, bool(fault)) in ((0, False), (1, True), (3, False))
    if fault:
        assert fault.check in {f"V{number}" for number in range(1, 14)}
        assert len(fault.sentence) < 600
    return report


# -- changed files ----------------------------------------------------------------------------------------------------


@cache
def files() -> tuple[bytes, ...]:
    """Logs of every kind, good and bad."""
    return tuple(path.read_bytes() for path in sorted(LOGS.glob("*.hearts")) if path.stat().st_size < 100_000)


def mangled(random: Random, data: bytes) -> bytes:
    """A file after a few edits of bytes or lines."""
    for _ in range(random.randint(1, 3)):
        lines, at = data.splitlines(keepends=True), random.randrange(len(data) + 1)
        line = random.randrange(len(lines) + 1)
        match random.randrange(7):
            case 0:
                data = data[:at] + random.randbytes(1) + data[at + 1 :]
            case 1:
                data = data[:at] + random.choice(TOKENS) + data[at:]
            case 2:
                data = data[:at] + data[at + random.randint(1, 200) :]
            case 3:
                data = b"".join(lines[:line] + lines[line + 1 :])
            case 4:
                data = b"".join(lines[:line] + random.sample(lines, min(2, len(lines))) + lines[line:])
            case 5:
                other = random.choice(files()).splitlines(keepends=True)
                data = b"".join(lines[:line] + other[line:])
            case _:
                data = data[:at] + random.choice((b"x", b"[", b"\xc3\xa9")) * (MAX_LINE + 5) + data[at:]
    return data


# -- forgeries --------------------------------------------------------------------------------------------------------


@cache
def signed_games() -> list[tuple[Forge, list[Identity]]]:
    """Games, and who signed each of their lines."""
    return [(forge, signers(forge)) for forge in games()]


def signers(forge: Forge) -> list[Identity]:
    found = []
    state = State()
    for line in forge.lines:
        game_id = NO_GAME if isinstance(decode_record(line.payload), r.Table | r.Nonce) else state.game_id
        message = signed_bytes(game_id, line.payload)
        everybody = (*forge.people, forge.host, *(identity(f"bot{seat}") for seat in forge.seats))
        found.append(next(who for who in everybody if verify(who.key, line.signature, message)))
        state = feed(state, line)
    return found


def bent(random: Random, value: Any) -> Any:
    """A JSON value with something in it changed."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(sorted(value))
        if random.random() < 0.1:
            return {**{other: value[other] for other in value if other != key}, random.choice(["x", "by"]): 1}
        return {**value, key: bent(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.7:
        at = random.randrange(len(value))
        return random.choice([[*value[:at], bent(random, value[at]), *value[at + 1 :]], value[:at], value + value[at:]])
    if isinstance(value, int) and random.random() < 0.5:
        return value + random.choice((-1, 1))
    if isinstance(value, str) and random.random() < 0.8:
        other = (
            random.choice(("QS", "2C", "AH", "TD")) if len(value) == 2 else "".join(random.sample(value, len(value)))
        )
        return random.choice((other, *ODD)) if random.random() < 0.2 else other
    return random.choice(ODD)


def forged(random: Random) -> bytes:
    """A game in which one record is bent, and everything from there on signed anew by those who signed it."""
    forge, authors = random.choice(signed_games())
    at = random.randrange(len(forge.lines))
    state, head, heads, lines = State(), HEAD_0, {HEAD_0.hex(): HEAD_0.hex()}, list[Line]()
    old = HEAD_0
    for number, (line, who) in enumerate(zip(forge.lines, authors, strict=True)):
        fields = json.loads(line.payload)
        fields["seen"] = heads[fields["seen"]]
        if number == at:
            fields = bent(random, fields)
        payload = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        game_id = NO_GAME if number <= forge.players else state.game_id
        anew = Line(payload, who.sign(signed_bytes(game_id, payload))) if number >= at else line
        lines.append(anew)
        old, head = next_head(old, line), next_head(head, anew)
        heads[old.hex()] = head.hex()
        try:
            state = feed(state, anew)
        except Refused:
            break
    return b"".join(line.encode() for line in lines)


def run(count: int, seed: int) -> Counter[str]:
    """Mutate so many logs; how often each verdict and each failed check came."""
    seen: Counter[str] = Counter()
    for number in range(seed, seed + count):
        random = Random(number)
        data = mangled(random, random.choice(files())) if number % 2 else forged(random)
        try:
            verdict = verdict_of(data).verdict
        except Exception as error:
            raise AssertionError(f"the log of seed {number}") from error
        seen[verdict.fault.check if verdict.fault else str(verdict.code)] += 1
    return seen


def test_mutated_logs_have_a_verdict() -> None:
    seen = run(200, seed=0)
    assert len(seen) > 6


@pytest.mark.slow
def test_many_mutated_logs_have_a_verdict() -> None:
    began = time.process_time()
    seen = run(20_000, seed=1000)
    print(seen.total(), dict(sorted(seen.items())), f"{time.process_time() - began:.0f} s")
    assert {f"V{number}" for number in range(1, 14) if number != 9} <= set(seen)


def test_a_line_without_an_end_takes_little_time() -> None:
    """100 MB without a line feed, though most of it is never looked at."""
    pieces: Sequence[bytes] = (b"x" * MAX_LINE,) * 1600
    assert examine(pieces).verdict.code == 3
