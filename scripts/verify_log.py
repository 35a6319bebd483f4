#!/usr/bin/env python3
"""Verify the signed log of a Hearts game, alone: ``python3 verify_log.py LOG [LOG …]``.

For players who trust nobody, the makers of the game included.  This one file needs Python 3.11 or newer and nothing
else; it shares no code with the game and follows the documents in ``protocol/`` only: ``fairness.md`` (hashes, keys,
the deal), ``rules.md`` (the rules of play) and ``log.md`` (records, their order, the checks V1 to V16 and the
verdicts).  Names like V7, T3 or C5 are theirs.

It reads a log line by line, computes again everything that can be computed, and stops at the first thing that is
wrong.  Exit codes: 0 verified and complete, 1 not verified, 2 wrong usage, 3 genuine as far as it goes.

    1  Signatures   Ed25519
    2  Hashes       from secret and seeds to the cards
    3  Text         the one way to write a record, and its fields
    4  Rules        pack, tricks, legality, points
    5  The game     record by record: order, authors, hands
    6  Verdict      disputes, the end, several logs
    7  Command line
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, BinaryIO, NamedTuple, NoReturn

# == 1. Signatures ====================================================================================================
# Ed25519 as in RFC 8032, section 5.1.  A point (X, Y, Z, T) stands for x = X/Z, y = Y/Z, and T/Z = xy.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493  # the order of the base point
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # a square root of -1

Point = tuple[int, int, int, int]
Table = list[list[Point]]
IDENTITY: Point = (0, 1, 1, 0)


def add(p: Point, q: Point) -> Point:
    """The sum of two points, equal or not (section 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def table_of(point: Point) -> Table:
    """``table[i][d]`` is d·16^i times the point: a product is then a sum of 64 entries, one for each digit."""
    table = []
    for _ in range(64):
        row = [IDENTITY]
        for _ in range(16):
            row.append(add(row[-1], point))
        point = row.pop()
        table.append(row)
    return table


def times(table: Table, number: int) -> Point:
    """A number below 2^256 times the point of the table."""
    total = IDENTITY
    for row in table:
        total = add(total, row[number & 15])
        number >>= 4
    return total


def decode(data: bytes) -> Point | None:
    """The point that 32 bytes encode (section 5.1.3), or nothing if they are not the encoding of a point."""
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number % 2**255
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * ROOT % P
    if y >= P or v * x * x % P != u or (x == 0 and odd):
        return None
    if x % 2 != odd:
        x = P - x
    return x, y, 1, x * y % P


def encode(point: Point) -> bytes:
    """The 32 bytes of a point."""
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y + (x % 2 << 255)).to_bytes(32, "little")


BASE = table_of(decode((4 * pow(5, -1, P) % P).to_bytes(32, "little")) or IDENTITY)


@lru_cache(maxsize=64)
def key_table(key: bytes) -> Table | None:
    """The table of a public key; nothing for a weak key: no point, the identity, or not of prime order L."""
    point = decode(key)
    if point is None or point == IDENTITY:
        return None
    table = table_of(point)
    product = times(table, L)
    return table if product[0] == 0 and product[1] == product[2] else None


@lru_cache(maxsize=4096)
def is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether R = S·B - h·A, compared as bytes, with S below L and a key that is not weak."""
    table, r, s = key_table(key), signature[:32], int.from_bytes(signature[32:], "little")
    if table is None or len(signature) != 64 or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    return encode(add(times(BASE, s), times(table, L - h))) == r


# == 2. Hashes ========================================================================================================
# Cards are numbers: 13·suit + rank, suits C D S H, ranks 2 to A.

PREFIX = b"hearts-lan/1/"
HOST = 255  # the host as dealer, inside hashes


def u32(number: int) -> bytes:
    """Four bytes, the highest first."""
    return number.to_bytes(4, "big")


def lp(data: bytes) -> bytes:
    """Bytes after their length."""
    return u32(len(data)) + data


def digest(tag: str, *fields: bytes) -> bytes:
    """H of ``fairness.md``."""
    return hashlib.sha256(b"".join(map(lp, [PREFIX + tag.encode(), *fields]))).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-512."""
    return hmac.digest(key, message, "sha512")


def stream(key: bytes, label: str) -> Iterator[int]:
    """Bytes without an end that look random."""
    count = 0
    while True:
        yield from mac(key, lp(PREFIX + label.encode()) + u32(count))
        count += 1


def draw(source: Iterator[int], m: int) -> int:
    """A number below m, every one as likely: bytes that would make some likelier are skipped."""
    while (byte := next(source)) >= 256 - 256 % m:
        pass
    return byte % m


def shuffle(deck: Sequence[int], key: bytes, label: str) -> list[int]:
    """The deck in another order."""
    cards, source = list(deck), stream(key, label)
    for i in range(len(cards) - 1, 0, -1):
        j = draw(source, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def join_commit(key: bytes, nonce: bytes) -> bytes:
    """What a seat shows before its nonce."""
    return digest("join", key, nonce)


def game_id_of(host: bytes, rules: str, roster: Sequence[tuple[bytes, str, bytes]], nonces: Sequence[bytes]) -> bytes:
    """The game id; the roster is key, name and join commitment of each seat."""
    seats = (bytes([i]) + lp(key) + lp(name.encode()) + lp(commit) for i, (key, name, commit) in enumerate(roster))
    return digest("game", host, rules.encode(), b"".join(seats), b"".join(nonces))


def table_code(game_id: bytes) -> list[int]:
    """The five cards that everybody at the table saw."""
    return shuffle(range(52), mac(game_id, lp(PREFIX + b"table-code")), "table-code")[:5]


def deal_commit(game_id: bytes, hand: int, seat: int, key: bytes, secret: bytes) -> bytes:
    """What fixes a secret or a seed before it is shown."""
    return digest("deal-commit", game_id, u32(hand), bytes([seat]), key, secret)


def pass_commit(game_id: bytes, hand: int, seats: tuple[int, int], key: bytes, cards: bytes, nonce: bytes) -> bytes:
    """What fixes the cards that one seat passes to another."""
    return digest("pass-commit", game_id, u32(hand), bytes(seats[:1]), bytes(seats[1:]), key, cards, nonce)


def record_message(game_id: bytes, payload: bytes) -> bytes:
    """What the author of a record signs."""
    return lp(PREFIX + b"record") + lp(game_id) + lp(payload)


def dealt_message(game_id: bytes, hand: int, seat: int, cards: bytes) -> bytes:
    """What the host signs when it deals a seat its cards."""
    return lp(PREFIX + b"dealt") + lp(game_id) + u32(hand) + bytes([seat]) + lp(cards)


def deal_key(secret: bytes, game_id: bytes, hand: int, seeds: Sequence[bytes]) -> bytes:
    """The key of a shuffle, from the host's secret and everybody's seed."""
    parts = b"".join(bytes([seat]) + lp(seed) for seat, seed in enumerate(seeds))
    return mac(secret, lp(PREFIX + b"deal-key") + lp(game_id) + u32(hand) + bytes([len(seeds)]) + parts)


def deal(pack: Sequence[int], key: bytes, players: int) -> tuple[list[list[int]], list[int]]:
    """Sorted hands and widow."""
    cards, size = shuffle(pack, key, "shuffle"), len(pack) // players
    return [sorted(cards[seat : size * players : players]) for seat in range(players)], sorted(cards[size * players :])


# == 3. Text ==========================================================================================================

SUITS, RANKS = "CDSH", "23456789TJQKA"
LONGEST_PAYLOAD = 60_000
DEEPEST = 64
LONGEST_LINE = LONGEST_PAYLOAD + 129
Record = dict[str, Any]
Check = Callable[[Any], bool]


def card_number(text: str) -> int:
    """``QS`` is 36."""
    return 13 * SUITS.index(text[1]) + RANKS.index(text[0])


def card_text(card: int) -> str:
    """36 is ``QS``."""
    return RANKS[card % 13] + SUITS[card // 13]


def numbers(cards: Sequence[str]) -> bytes:
    """Cards as in hashes: a byte each."""
    return bytes(map(card_number, cards))


def no_json(text: str) -> NoReturn:
    """NaN and Infinity are no JSON."""
    raise ValueError(text)


def depth(value: Any) -> int:
    """How deep lists and objects stand in one another."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(depth, parts), default=0)


def parse(text: str) -> Any:
    """The value of a JSON text; ValueError for another text, or one nested too deep."""
    try:  # 12 digits are too many, and so are more
        value = json.loads(text, parse_constant=no_json, parse_int=lambda digits: int(digits[:12]))
        if depth(value) <= DEEPEST:
            return value
    except RecursionError:
        pass
    raise ValueError("nested too deep")


def canonical(value: Any) -> str:
    """The one text of a value; ValueError for what no record holds."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) < 2**31:
            return str(value)
        case str() if not re.search(r"[\x00-\x1f\x7f-\x9f]", value):
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        case list():
            return "[" + ",".join(map(canonical, value)) + "]"
        case dict():
            return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
        case _:
            raise ValueError("a value that no record holds")


def integer(low: int, high: int = 2**31 - 1) -> Check:
    """An integer from low to high."""
    return lambda value: type(value) is int and low <= value <= high


def text(pattern: str) -> Check:
    """A string that fits a pattern as a whole."""
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def list_of(item: Check, low: int, high: int) -> Check:
    """So many items."""
    return lambda value: isinstance(value, list) and low <= len(value) <= high and all(map(item, value))


def object_of(**fields: Check) -> Check:
    """An object with exactly these fields."""
    return lambda value: (
        isinstance(value, dict) and value.keys() == fields.keys() and all(fields[key](value[key]) for key in fields)
    )


def yes_or_no(value: Any) -> bool:
    """A boolean."""
    return isinstance(value, bool)


def ascending_cards(value: Any) -> bool:
    """Up to two packs of cards, none below the one before it."""
    return list_of(CARD, 0, 104)(value) and list(numbers(value)) == sorted(numbers(value))


HASH, SIGNATURE = text("[0-9a-f]{64}"), text("[0-9a-f]{128}")
SEAT, HAND, CARD = integer(0, 10), integer(1), text("[2-9TJQKA][CDSH]")
NAME, SCORES = text("(?s).{1,64}"), list_of(integer(1 - 2**31), 3, 11)
RULES = object_of(
    deal=text("commit-reveal"),
    variant=text("hearts|omnibus|cancellation"),
    target=integer(1, 1_000_000),
    moon=text("choose|add|subtract"),
    queen_breaks_hearts=yes_or_no,
    points_on_first_trick=yes_or_no,
    passing=text("standard|none"),
    tie=text("shared|play_on"),
    end_early=yes_or_no,
)
SHOWN_CARDS = object_of(cards=ascending_cards, signature=SIGNATURE)
SHOWN_RECORD = object_of(payload=text(f"(?s).{{0,{LONGEST_PAYLOAD}}}"), signature=SIGNATURE)
BY_HOST: dict[str, dict[str, Check]] = {
    "table": {
        "version": integer(1),
        "started": text("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"),
        "rules": RULES,
        "host": HASH,
        "seats": list_of(object_of(name=NAME, key=HASH, bot=yes_or_no, commit=HASH), 3, 11),
    },
    "deal": {"hand": HAND, "commit": HASH},
    "open": {
        "hand": HAND,
        "secret": HASH,
        "passes": list_of(object_of(cards=ascending_cards, nonce=HASH), 0, 11),
        "points": SCORES,
        "totals": SCORES,
    },
    "substitute": {
        "seat": SEAT,
        "key": HASH,
        "name": NAME,
        "bot": yes_or_no,
        "reason": text("away|left|kicked|back|failed"),
    },
    "void": {
        "hand": HAND,
        "seat": integer(-1, 10),
        "reason": text("no_reveal|secret_lost|stopped"),
        "secret": text("([0-9a-f]{64})?"),
    },
    "resume": {"reason": text("restart")},
    "end": {"totals": SCORES, "winners": list_of(SEAT, 0, 11), "reason": text("target|stopped")},
}
BY_SEAT: dict[str, dict[str, Check]] = {
    "nonce": {"nonce": HASH},
    "commit": {"hand": HAND, "commit": HASH},
    "reveal": {"hand": HAND, "seed": HASH},
    "pass": {"hand": HAND, "commit": HASH},
    "play": {"hand": HAND, "card": CARD},
    "moon": {"hand": HAND, "choice": text("add|subtract")},
    "agree": {"hand": HAND, "totals": SCORES},
    "dispute": {
        "hand": integer(0),
        "reason": text("(?s).{0,500}"),
        "evidence": lambda value: SHOWN_CARDS(value) or SHOWN_RECORD(value),
    },
}


def is_record(value: Any) -> bool:
    """Whether a value has the fields of a record, all within their bounds; a table must be playable."""
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in BY_HOST | BY_SEAT:
        return False
    by, fields = (text("host"), BY_HOST[kind]) if kind in BY_HOST else (SEAT, BY_SEAT[kind])
    if kind == "dispute" and "evidence" not in value:
        fields = {key: fields[key] for key in ("hand", "reason")}
    shape = object_of(type=text(kind), by=by, seen=HASH, **fields)
    return shape(value) and (kind != "table" or is_playable(value["rules"], len(value["seats"])))


# == 4. Rules =========================================================================================================

CLUBS, HEARTS = 0, 3
QS, JD = card_number("QS"), card_number("JD")
PENALTIES = {QS, *range(39, 52)}  # QS and the hearts
LEFT_OUT = {3: ["2D"], 4: [], 5: ["2C", "2D"], 6: ["3C", "4C", "2D", "3D"], 7: ["3C", "2D", "3D"]}  # D1


def suit(card: int) -> int:
    """0 to 3: C D S H."""
    return card // 13


def is_playable(rules: Record, players: int) -> bool:
    """Whether variant, options and number of players go together."""
    if rules["variant"] != "cancellation":
        return 3 <= players <= 7
    return 5 <= players <= 11 and not rules["end_early"] and rules["passing"] == "standard"


def pack_of(rules: Record, players: int) -> list[int]:
    """The pack, ascending (D1, C1)."""
    if rules["variant"] == "cancellation":
        return sorted([*range(52), *range(52)])
    return [card for card in range(52) if card_text(card) not in LEFT_OUT[players]]


def pass_offset(rules: Record, players: int, hand: int) -> int:
    """How many seats to the left cards are passed (P2, C2); 0 if none are."""
    if rules["variant"] == "cancellation" or rules["passing"] == "none":
        return 0
    cycle = [1, players - 1, 2, 0] if players == 4 else [1, players - 1]
    return cycle[(hand - 1) % len(cycle)]


class Play(NamedTuple):
    """A card played, and what decides whether it may be: the line, the card led (or none), the trick, hearts broken."""

    line: int
    seat: int
    card: int
    led: int | None
    is_first_trick: bool
    broken: bool


def broken_rule(rules: Record, opener: int | None, hand: Sequence[int], play: Play) -> str:
    """The rule that a play breaks, or nothing.  Each filter that leaves something narrows what may be played (T6)."""
    if play.card not in hand:
        return "T1"
    filters: list[tuple[str, Check]] = []
    strict = play.is_first_trick and not rules["points_on_first_trick"]
    if play.led is not None:
        led = suit(play.led)
        filters.append(("T1", lambda card: suit(card) == led))
        if strict:
            filters.append(("T3", lambda card: suit(card) == led or card not in PENALTIES))
    elif play.is_first_trick and opener is not None:
        filters.append(("D2", lambda card: card == opener))
    else:
        if strict:
            filters.append(("C2", lambda card: card not in PENALTIES))
        if not play.broken:
            filters.append(("T4", lambda card: suit(card) != HEARTS))
    allowed = list(hand)
    for rule, keeps in filters:
        left = [card for card in allowed if keeps(card)]
        if (left or rule == "D2") and play.card not in left:
            return rule
        allowed = left or allowed
    return ""


def taker(leader: int, trick: Sequence[int]) -> int | None:
    """Who takes a whole trick: the highest card of the suit led that has no double in it (T2, C3, C4)."""
    best = max((card for card in trick if suit(card) == suit(trick[0]) and trick.count(card) == 1), default=None)
    return None if best is None else (leader + trick.index(best)) % len(trick)


@dataclass
class Tricks:
    """The cards of one hand on the table, as everybody sees them."""

    rules: Record
    players: int
    pack: list[int]
    leader: int | None  # of the trick; nobody knows it before the opener is played (D2)
    trick: list[int] = field(default_factory=list)
    done: list[tuple[int, list[int], int | None]] = field(default_factory=list)  # leader, cards, taker
    broken: bool = False

    def __post_init__(self) -> None:
        self.left = Counter(self.pack)  # what has not been played

    @property
    def turn(self) -> int | None:
        """The seat in turn, if it is known."""
        return None if self.leader is None else (self.leader + len(self.trick)) % self.players

    def put(self, seat: int, card: int) -> None:
        """Play a card that the pack still has, in turn; who takes the trick leads, or its leader again (T2, C5)."""
        self.leader = leader = seat if self.leader is None else self.leader
        self.left[card] -= 1
        self.trick.append(card)
        self.broken |= suit(card) == HEARTS or (card == QS and self.rules["queen_breaks_hearts"])
        if len(self.trick) == self.players:
            winner = taker(leader, self.trick)
            self.done.append((leader, self.trick, winner))
            self.trick, self.leader = [], leader if winner is None else winner

    @property
    def is_over(self) -> bool:
        """Whether the hand is over: all is played but the widow or, with ``end_early``, all that scores."""
        scoring = PENALTIES | ({JD} if self.rules["variant"] == "omnibus" else set())
        is_early = self.rules["end_early"] and not any(self.left[card] for card in scoring)
        return not self.trick and (is_early or self.left.total() == len(self.pack) % self.players)

    def piles(self) -> list[list[int]]:
        """What each seat took in the whole hand; the widow goes with the first trick (C1, C5, C6)."""
        piles: list[list[int]] = [[] for _ in range(self.players)]
        carried = list(self.left.elements()) if self.rules["variant"] == "cancellation" else []
        for _, cards, winner in self.done:
            carried += cards
            if winner is not None:
                piles[winner] += carried
                carried = []
        piles[self.done[-1][0]] += carried
        return piles

    def shooter(self) -> int | None:
        """Who took all penalty cards (S2, C8)."""
        every = sum(card in PENALTIES for card in self.pack)
        taken = [sum(card in PENALTIES for card in pile) for pile in self.piles()]
        return taken.index(every) if every in taken else None

    def points(self, choice: str) -> list[int]:
        """What the hand adds to each total (S1, S3, O1, O2); ``choice`` matters if somebody shot the moon."""
        piles, shooter = self.piles(), self.shooter()
        points = [sum(13 if card == QS else card in PENALTIES for card in pile) for pile in piles]
        if shooter is not None:
            moon = points[shooter]
            points = [0 if choice == "subtract" else moon] * self.players
            points[shooter] = -moon if choice == "subtract" else 0
        if self.rules["variant"] == "omnibus":
            points = [score - 10 * (JD in pile) for score, pile in zip(points, piles, strict=True)]
        return points


def winners_of(totals: Sequence[int]) -> list[int]:
    """Who has the lowest total (S7, S8)."""
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


def is_decided(rules: Record, totals: Sequence[int]) -> bool:
    """Whether the game is over (S6, S8)."""
    tied = rules["tie"] == "play_on" and len(winners_of(totals)) > 1
    return max(totals) >= rules["target"] and not tied


# == 5. The game ======================================================================================================
# A log is fed line by line; the first check that fails raises Fault and ends it.

BLOCKS = {"nonces": "nonce", "commits": "commit", "reveals": "reveal", "passes": "pass", "agrees": "agree"}
NEXT = {"nonces": "between", "commits": "reveals", "passes": "plays"}


class Fault(Exception):
    """A failed check: its id, who is to blame, a sentence, and the line at fault (0: the one being read)."""

    def __init__(self, check: str, who: str, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.check, self.who, self.sentence, self.line = check, who, sentence, line


class Pass(NamedTuple):
    """A pass that a seat has committed to."""

    line: int
    key: bytes
    commit: bytes


@dataclass
class Hand:
    """What is known of a hand while it is not over."""

    tricks: Tricks
    number: int
    commit: bytes  # of the host
    offset: int  # of the pass
    keys: list[bytes] = field(default_factory=list)  # that committed to the seeds
    commits: list[bytes] = field(default_factory=list)
    seeds: dict[int, bytes] = field(default_factory=dict)
    passes: dict[int, Pass] = field(default_factory=dict)
    may_pass: set[int] = field(default_factory=set)  # again, after a substitution
    plays: list[Play] = field(default_factory=list)
    choice: str = ""  # of who shot the moon
    totals: list[int] = field(default_factory=list)  # once it is opened
    agreed: list[bytes] = field(default_factory=list)  # keys that signed the totals


class Game:
    """All that a log has said so far."""

    def __init__(self) -> None:
        self.line, self.head, self.game_id = 0, digest("head0"), bytes(32)
        self.stage = "table"  # what is due; a block, if BLOCKS has it
        self.block: list[int] = []  # the seats that have spoken in it
        self.block_head = b""  # the head before it
        self.table: Record = {}
        self.rules: Record = {}  # of the table
        self.seats: list[Record] = []  # the roster
        self.host = b""  # the host's key
        self.opener: int | None = None  # the card that opens a hand of a one-pack game (D2)
        self.nonces: list[bytes] = []
        self.speakers: list[bytes] = []  # whose key speaks for each seat
        self.keys: set[bytes] = set()  # all that this log has held
        self.pack: list[int] = []
        self.totals: list[int] = []
        self.number = self.voids = 0
        self.hand: Hand | None = None
        self.deals: dict[int, list[bytes]] = {}  # the cards of each seat, of hands whose secret is known
        self.agreed: list[bytes] = []  # keys that signed the last result
        self.dispute: Record | None = None
        self.end: Record | None = None
        self.notes: list[str] = []

    # -- helpers ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Hand:
        """The hand in progress; the order of records makes sure that there is one."""
        assert self.hand is not None
        return self.hand

    def who(self, by: str | int | None) -> str:
        """An author in words; names are text of strangers."""
        if not isinstance(by, int):
            return "the host" if by == "host" else ""
        name = self.seats[by]["name"] if by < len(self.seats) else "nobody"
        return f"seat {by} ({''.join(c if c.isprintable() else '?' for c in name)})"

    def note(self, text: str) -> None:
        """Something that a reader is told always."""
        self.notes.append(f"line {self.line}: {text}")

    def enter(self, stage: str) -> None:
        """Something else is due."""
        self.stage, self.block = stage, []

    def require(self, is_right: bool, check: str, by: str | int | None, sentence: str, line: int = 0) -> None:
        """Fail unless it is right; ``by`` is the author that it is proven against."""
        if not is_right:
            raise Fault(check, self.who(by), sentence, line)

    # -- every line: V1, V4, V3, V2 -----------------------------------------------------------------------------------

    def feed(self, line: bytes) -> None:
        """Check one line, ended by LF, and take it in."""
        self.line += 1
        payload, signature = line[:-130], line[-129:-1]
        if len(line) > LONGEST_LINE + 1 or line[-130:-129] != b"\t" or not re.fullmatch(rb"[0-9a-f]{128}", signature):
            raise Fault("V1", "", "The line is no record, tab and signature, or too long.")
        record = self.read(payload)
        self.take(record, payload, bytes.fromhex(signature.decode()))
        if self.dispute is None:  # it is judged on the head before it
            self.head = digest("head", self.head, payload, bytes.fromhex(signature.decode()))

    def read(self, payload: bytes) -> Record:
        """The record in a payload (V1); a newer version is told from damage (V4)."""
        try:
            text = payload.decode()
            value = parse(text)
            if self.line == 1 and isinstance(value, dict) and value.get("type") == "table":
                version = value.get("version")
                if type(version) is int and 1 < version < 2**31:
                    raise Fault("V4", "", "This log was made by a newer version.")
            is_right = len(payload) <= LONGEST_PAYLOAD and canonical(value) == text and is_record(value)
        except ValueError:
            is_right = False
        if not is_right:
            raise Fault("V1", "", "The line holds no record in canonical form.")
        record: Record = value
        return record

    def take(self, record: Record, payload: bytes, signature: bytes) -> None:
        """Check a record by V4, V3, V2 and what its type asks for, and take it in."""
        kind, by = record["type"], record["by"]
        sentence = self.misplaced(record)
        self.require(not sentence, "V4", None, sentence)
        self.require(record["seen"] == self.head_before(kind).hex(), "V3", None, "It was signed over another history.")
        is_in_block = BLOCKS.get(self.stage) == kind
        if is_in_block:
            due = len(self.block) if kind != "reveal" else max([by, *(seat + 1 for seat in self.block)])
            self.require(by == due and by < len(self.seats), "V3", None, "It is out of seat order.")
        self.check_signature(record, payload, signature)
        if is_in_block:
            self.block_head = self.block_head if self.block else self.head
            self.block.append(by)
        if "hand" in record and kind != "dispute":
            number = self.number + (kind == "deal")
            self.require(record["hand"] == number, "V6", by, f"It is for another hand than hand {number}.")
        getattr(self, f"on_{kind}")(record)
        if is_in_block and len(self.block) == len(self.seats) and self.stage in NEXT:
            self.enter(NEXT[self.stage])

    def head_before(self, kind: object) -> bytes:
        """What a record of a type must have seen: in a block, the head before all of it."""
        return self.block_head if self.block and BLOCKS[self.stage] == kind else self.head

    def check_signature(self, record: Record, payload: bytes, signature: bytes) -> None:
        """V2: by a key that speaks for the author; a dispute by the roster's key, too."""
        kind, by = record["type"], record["by"]
        if by == "host":
            keys = {bytes.fromhex(record["host"]) if kind == "table" else self.host}
        else:
            self.require(by < len(self.seats), "V2", None, "The table has no such seat.")
            keys = {self.speakers[by]} | ({bytes.fromhex(self.seats[by]["key"])} if kind == "dispute" else set())
        game_id = bytes(32) if kind in ("table", "nonce") else self.game_id
        message = record_message(game_id, payload)
        self.require(any(is_signed(key, signature, message) for key in keys), "V2", None, "The signature is wrong.")

    # -- V4: what may stand here --------------------------------------------------------------------------------------

    def misplaced(self, record: Record) -> str:
        """Why a record may not stand here, or nothing."""
        kind, stage = record["type"], self.stage
        if self.dispute is not None:
            return "Nothing may follow a dispute."
        is_outside = not self.block and stage not in ("table", "nonces", "last", "ended")
        match kind:
            case "nonce" | "commit" | "reveal" | "agree":
                may_stand = BLOCKS.get(stage) == kind
            case "pass":
                may_stand = stage == "passes" or (stage == "plays" and record["by"] in self.now.may_pass)
            case "table" | "moon" | "open":
                may_stand = stage == kind
            case "play":
                may_stand = stage == "plays"
            case "deal":
                may_stand = stage == "between" and not is_decided(self.rules, self.totals)
            case "substitute":
                may_stand = is_outside and stage != "reveals"
            case "resume":
                may_stand = is_outside
            case "void" if record["reason"] == "no_reveal":
                missing = [seat for seat in range(len(self.seats)) if seat not in self.block]
                may_stand = stage == "reveals" and record["seat"] == missing[0]
            case "void":
                may_stand = is_outside and stage != "between" and record["seat"] == -1
            case "end":
                may_stand = stage in ("between", "last")
            case _:
                may_stand = stage not in ("table", "nonces")
        return "" if may_stand else f"No {kind} may stand here."

    # -- the start ----------------------------------------------------------------------------------------------------

    def on_table(self, record: Record) -> None:
        """Rules, roster and the host's key."""
        keys = [bytes.fromhex(seat["key"]) for seat in record["seats"]]
        is_strong = all(key_table(key) for key in [bytes.fromhex(record["host"]), *keys])
        self.require(is_strong, "V2", "host", "A key is weak: anybody could sign for it.")
        self.require(len(set(keys)) == len(keys), "V5", "host", "Two seats have the same key.")
        self.table, self.rules, self.seats = record, record["rules"], record["seats"]
        self.host, self.speakers = bytes.fromhex(record["host"]), keys
        self.keys = {self.host, *keys}
        self.pack, self.totals = pack_of(self.rules, len(keys)), [0] * len(keys)
        self.opener = None if self.rules["variant"] == "cancellation" else self.pack[0]
        self.enter("nonces")

    def on_nonce(self, record: Record) -> None:
        """A seat opens its join commitment; the last one makes the game id."""
        by, nonce = record["by"], bytes.fromhex(record["nonce"])
        commit = join_commit(self.speakers[by], nonce).hex()
        self.require(commit == self.seats[by]["commit"], "V5", by, "The nonce does not open the join commitment.")
        self.nonces.append(nonce)
        if len(self.nonces) == len(self.seats):
            roster = [(bytes.fromhex(s["key"]), s["name"], bytes.fromhex(s["commit"])) for s in self.seats]
            self.game_id = game_id_of(self.host, canonical(self.rules), roster, self.nonces)

    # -- one hand -----------------------------------------------------------------------------------------------------

    def on_deal(self, record: Record) -> None:
        """The host commits to its secret."""
        players, number = len(self.seats), self.number + 1
        is_cancellation = self.rules["variant"] == "cancellation"
        leader = number % players if is_cancellation else None  # the dealer is seat number - 1 (C2)
        tricks = Tricks(self.rules, players, self.pack, leader)
        offset = pass_offset(self.rules, players, number)
        self.number, self.hand = number, Hand(tricks, number, bytes.fromhex(record["commit"]), offset)
        self.enter("commits")

    def on_commit(self, record: Record) -> None:
        """A seat commits to its seed."""
        self.now.keys.append(self.speakers[record["by"]])
        self.now.commits.append(bytes.fromhex(record["commit"]))

    def on_reveal(self, record: Record) -> None:
        """A seat shows its seed (V7)."""
        hand, by, seed = self.now, record["by"], bytes.fromhex(record["seed"])
        commit = deal_commit(self.game_id, hand.number, by, hand.keys[by], seed)
        self.require(commit == hand.commits[by], "V7", by, "The seed does not open the commitment.")
        hand.seeds[by] = seed
        if len(hand.seeds) == len(self.seats):
            self.enter("passes" if hand.offset else "plays")

    def on_pass(self, record: Record) -> None:
        """A seat commits to the cards that it passes, perhaps once more after a substitution."""
        hand, by = self.now, record["by"]
        if by in hand.passes:
            self.note(f"the pass of {self.who(by)} of line {hand.passes[by].line} is replaced, never to be opened")
        hand.passes[by] = Pass(self.line, self.speakers[by], bytes.fromhex(record["commit"]))
        hand.may_pass.discard(by)

    def on_play(self, record: Record) -> None:
        """A seat plays a card: what everybody can check of V11."""
        hand, by, card = self.now, record["by"], card_number(record["card"])
        tricks = hand.tricks
        self.require(tricks.turn in (None, by), "V11", by, "It is another seat's turn (T2).")
        if tricks.turn is None:
            self.require(card == self.opener, "V11", by, "The first card must be the lowest club (D2).")
        self.require(tricks.left[card] > 0, "V11", by, "The card is played already, or not in the pack (D1).")
        led = tricks.trick[0] if tricks.trick else None
        hand.plays.append(Play(self.line, by, card, led, not tricks.done, tricks.broken))
        hand.may_pass = set()
        tricks.put(by, card)
        if tricks.is_over:
            must_choose = self.rules["moon"] == "choose" and tricks.shooter() is not None
            self.enter("moon" if must_choose else "open")

    def on_moon(self, record: Record) -> None:
        """Who shot the moon says what it does."""
        self.require(record["by"] == self.now.tricks.shooter(), "V12", record["by"], "Another seat shot the moon.")
        self.now.choice = record["choice"]
        self.enter("open")

    def on_open(self, record: Record) -> None:
        """The host opens the hand: everything is computed again."""
        hand = self.now
        self.check_secret(record["secret"])
        self.check_plays(self.check_passes(record["passes"]))
        moon = self.rules["moon"]
        points = hand.tricks.points(hand.choice if moon == "choose" else moon)
        totals = [total + score for total, score in zip(self.totals, points, strict=True)]
        self.require(record["points"] == points, "V12", "host", f"The points are {points}.")
        self.require(record["totals"] == totals, "V12", "host", f"The totals are {totals}.")
        hand.totals = totals
        self.enter("agrees")

    def check_secret(self, text: str) -> None:
        """V8: the secret opens the deal; if all seeds are there, too, it gives the cards."""
        hand, secret, players = self.now, bytes.fromhex(text), len(self.seats)
        commit = deal_commit(self.game_id, hand.number, HOST, self.host, secret)
        self.require(commit == hand.commit, "V8", "host", "The secret does not open the deal.")
        if len(hand.seeds) == players:
            key = deal_key(secret, self.game_id, hand.number, [hand.seeds[seat] for seat in range(players)])
            self.deals[hand.number] = [bytes(cards) for cards in deal(self.pack, key, players)[0]]

    def check_passes(self, openings: Sequence[Record]) -> list[list[int]]:
        """V10: the passes are what was committed to; the hands after the pass."""
        hand = self.now
        hands = [list(cards) for cards in self.deals[hand.number]]
        self.require(len(openings) == len(hand.passes), "V10", "host", "Not every pass is opened once.")
        for giver, opening in enumerate(openings):
            line, key, commit = hand.passes[giver]
            cards, nonce = numbers(opening["cards"]), bytes.fromhex(opening["nonce"])
            receiver = (giver + hand.offset) % len(self.seats)
            right = pass_commit(self.game_id, hand.number, (giver, receiver), key, cards, nonce)
            self.require(right == commit, "V10", "host", f"The pass of {self.who(giver)} is opened wrongly.")
            is_right = len(cards) == len({*cards}) == 3 and {*cards} <= {*self.deals[hand.number][giver]}
            self.require(is_right, "V10", giver, "These are not three cards that it was dealt (P1).", line)
            hands[giver] = [card for card in hands[giver] if card not in cards]
            hands[receiver] += cards
        return hands

    def check_plays(self, hands: list[list[int]]) -> None:
        """V11: every play was legal."""
        for play in self.now.plays:
            rule = broken_rule(self.rules, self.opener, hands[play.seat], play)
            sentence = f"{card_text(play.card)} may not be played here, by rule {rule}."
            self.require(not rule, "V11", play.seat, sentence, play.line)
            hands[play.seat].remove(play.card)

    def on_agree(self, record: Record) -> None:
        """A seat agrees to the totals (V13); with the last one they count."""
        hand, by = self.now, record["by"]
        self.require(record["totals"] == hand.totals, "V13", by, "It agrees to other totals.")
        hand.agreed.append(self.speakers[by])
        if len(hand.agreed) == len(self.seats):
            self.totals, self.agreed = hand.totals, hand.agreed
            self.note(f"hand {hand.number} is right; totals {self.totals}")
            self.finish_hand()
            self.enter("between")

    # -- what may happen on the way -----------------------------------------------------------------------------------

    def on_substitute(self, record: Record) -> None:
        """From here on another key speaks for a seat, or the roster's key again (V5)."""
        seat, key = record["seat"], bytes.fromhex(record["key"])
        self.require(seat < len(self.seats), "V2", "host", "The table has no such seat.")
        self.require(bool(key_table(key)), "V2", "host", "The key is weak: anybody could sign for it.")
        is_back = {name: record[name] for name in ("key", "name", "bot")}.items() <= self.seats[seat].items()
        is_right = (is_back and key != self.speakers[seat]) or (record["bot"] and key not in self.keys)
        self.require(is_right, "V5", "host", "A seat goes back to its own player, or to a bot with a new key.")
        self.speakers[seat] = key
        self.keys.add(key)
        if self.stage == "plays" and self.now.passes and not self.now.plays:
            self.now.may_pass.add(seat)
        whom = "its own player" if is_back else f"a bot, key {fingerprint(key)}"
        self.note(f"the host says that from here on {whom} speaks for {self.who(seat)}: {record['reason']}")

    def on_resume(self, record: Record) -> None:
        """The host program was started again."""
        self.note(f"the host went on after a {record['reason']}")

    def on_void(self, record: Record) -> None:
        """A hand that counts for nothing (V8)."""
        seat, secret = record["seat"], record["secret"]
        if seat >= 0 or secret:
            self.require(bool(secret), "V8", "host", "The secret is missing.")
            self.check_secret(secret)
        self.voids += 1
        whom = f", because {self.who(seat)} did not reveal" if seat >= 0 else ""
        self.note(f"the host voided hand {self.number}{whom}: {record['reason']}")
        self.finish_hand(bool(secret) or bool(self.now.totals))
        self.enter("between" if seat >= 0 and self.voids < 2 else "last")

    def on_dispute(self, record: Record) -> None:
        """A seat says that it was cheated; evidence is judged when all has been read."""
        self.dispute = record
        self.note(f"{self.who(record['by'])} disputes: {record['reason']!a}")

    def on_end(self, record: Record) -> None:
        """The result (V12)."""
        is_target = record["reason"] == "target"
        self.require(record["totals"] == self.totals, "V12", "host", f"The totals are {self.totals}.")
        is_right = is_target == is_decided(self.rules, self.totals)
        self.require(is_right, "V12", "host", "The game is stopped though it is decided, or the other way round.")
        winners = winners_of(self.totals) if is_target else []
        self.require(record["winners"] == winners, "V12", "host", f"The winners are {winners}.")
        self.end = record
        self.enter("ended")

    # -- what a reader is told of a hand ------------------------------------------------------------------------------

    def finish_hand(self, is_open: bool = True) -> None:
        """Note who did not speak for itself, and V15: commitments that were never opened."""
        hand, self.hand = self.now, None
        people = {seat: bytes.fromhex(s["key"]) for seat, s in enumerate(self.seats) if not s["bot"]}
        for what, keys in (("seed", hand.keys), ("result", hand.agreed)):
            for seat, key in people.items():
                if seat < len(keys) and keys[seat] != key:
                    self.note(f"in hand {hand.number} another key gave the {what} of {self.who(seat)}")
        own = [seat for seat, key in people.items() if hand.keys[seat : seat + 1] == [key] and key != self.host]
        if hand.agreed and not own:
            self.note(f"the deal of hand {hand.number} is not vouched for: nobody but the host gave a seed")
        for sentence in self.unopened(hand, is_open):
            self.note(sentence)

    def unopened(self, hand: Hand, is_open: bool) -> Iterator[str]:
        """V15."""
        if not is_open:
            yield f"hand {hand.number}: the host's secret was never opened"
        for seat in range(len(hand.commits)):
            if seat not in hand.seeds:
                yield f"hand {hand.number}: the seed of {self.who(seat)} was never opened"
        for seat in hand.passes if not hand.totals else ():
            yield f"hand {hand.number}: the pass of {self.who(seat)} was never opened"


# == 6. Verdict =======================================================================================================


class Verdict(NamedTuple):
    """What is said of a log: exit code, failed check, line at fault, who, one sentence."""

    code: int
    check: str
    line: int
    who: str
    sentence: str


def fingerprint(key: bytes) -> str:
    """V16: the start of a key's SHA-256."""
    return hashlib.sha256(key).digest()[:8].hex(" ", 4)


def judge_dispute(game: Game) -> None:
    """V9: fail if the evidence of a dispute proves that somebody cheated, at the place where it stands."""
    assert game.dispute is not None
    dispute, game.dispute = game.dispute, None
    evidence = dispute.get("evidence", {})
    signature = bytes.fromhex(evidence.get("signature", ""))
    if "cards" in evidence:
        hand, by, cards = dispute["hand"], dispute["by"], numbers(evidence["cards"])
        message = dealt_message(game.game_id, hand, by, cards)
        is_other = hand in game.deals and game.deals[hand][by] != cards
        is_proof = is_other and is_signed(game.host, signature, message)
        game.require(not is_proof, "V9", "host", f"The host dealt {game.who(by)} other cards than it opened.")
    elif evidence:
        judge_record(game, evidence["payload"].encode(), signature)


def judge_record(game: Game, payload: bytes, signature: bytes) -> None:
    """A text proves if it claims to be a record for this very place, is signed, and is refused, for anything but V3."""
    try:
        claims = parse(payload.decode())
    except ValueError:
        return
    if not isinstance(claims, dict):
        return
    kind, by = claims.get("type"), claims.get("by")
    if by == "host":
        key = game.host
    elif type(by) is int and 0 <= by < len(game.seats):
        key = game.speakers[by]
    else:
        return
    message = record_message(game.game_id, payload)
    if claims.get("seen") == game.head_before(kind).hex() and is_signed(key, signature, message):
        try:
            game.take(game.read(payload), payload, signature)
        except Fault as fault:
            is_proof = fault.check != "V3"
            game.require(not is_proof, "V9", by, f"It signed what is refused here ({fault.check}): {fault.sentence}")


def shortcomings(game: Game, is_torn: bool) -> Iterator[str]:
    """V14: what a genuine log lacks to be the whole word of all players."""
    if is_torn:
        yield "it is torn in its last line"
    if game.dispute is not None:
        yield "a dispute proves nothing"
    if game.end is None:
        yield "it has no end"
    elif game.end["reason"] == "stopped":
        yield "the game was stopped"
    else:
        for seat, (entry, key) in enumerate(zip(game.seats, game.agreed, strict=True)):
            if not entry["bot"] and key.hex() != entry["key"]:
                yield f"a substitute agreed to the result for {game.who(seat)}"


def verify(lines: Iterator[bytes]) -> tuple[Game, Verdict]:
    """Read a whole log."""
    game, is_torn = Game(), False
    try:
        for line in lines:
            is_torn = not line.endswith(b"\n")
            if not is_torn:
                game.feed(line)
        if (dispute := game.dispute) is not None:
            judge_dispute(game)
            game.dispute = dispute
    except Fault as fault:
        return game, Verdict(1, fault.check, fault.line or game.line, fault.who, fault.sentence)
    if lacks := ", and ".join(shortcomings(game, is_torn)):
        return game, Verdict(3, "", 0, "", f"All {game.line} whole lines are genuine, but {lacks}.")
    sentence = f"All {game.line} lines are genuine, every deal was fair and every move legal."
    return game, Verdict(0, "", 0, "", sentence)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Each line with its LF, the last perhaps without; of a line that is too long, as much as shows that."""
    while line := file.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST_LINE + 2)
        yield line + b"\n" if rest and rest is not line else line


def is_dispute(line: bytes) -> bool:
    """Whether a line holds a dispute."""
    try:
        value = parse(line[:-130].decode())
    except ValueError:
        return False
    return isinstance(value, dict) and value.get("type") == "dispute"


def parting(one: Iterator[bytes], other: Iterator[bytes]) -> int:
    """The line at which two logs of one game part, or 0; an earlier end, a torn end and a dispute do not part."""
    for number, (mine, yours) in enumerate(zip(one, other, strict=False), start=1):
        if mine != yours:
            is_whole = mine.endswith(b"\n") and yours.endswith(b"\n")
            return number if is_whole and not is_dispute(mine) and not is_dispute(yours) else 0
    return 0


# == 7. Command line ==================================================================================================


def progress(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Pass lines on, and count them where somebody looks on."""
    for number, line in enumerate(lines, start=1):
        if number % 200 == 0 and sys.stderr.isatty():
            print(f"\r{number} lines", end="\r", file=sys.stderr, flush=True)
        yield line


def report(game: Game, verdict: Verdict) -> Iterator[str]:
    """A log in words: who played, what happened, the verdict."""
    if game.table:
        yield f"  host: key {fingerprint(game.host)}"
    for seat, entry in enumerate(game.seats):
        key = fingerprint(bytes.fromhex(entry["key"]))
        yield f"  {game.who(seat)}: {'bot, ' if entry['bot'] else ''}key {key}"
    if game.game_id != bytes(32):
        yield f"  game {game.game_id.hex()[:16]}, table code {' '.join(map(card_text, table_code(game.game_id)))}"
    yield from (f"  {note}" for note in game.notes)
    if game.hand is not None:
        yield from (f"  {sentence}" for sentence in game.unopened(game.hand, bool(game.hand.totals)))
    match verdict.code:
        case 0:
            yield f"VERIFIED. {verdict.sentence}"
        case 3:
            yield f"GENUINE, BUT NOT THE WHOLE WORD OF ALL PLAYERS. {verdict.sentence}"
        case _:
            where = f"line {verdict.line}, {verdict.check}. " if verdict.check else ""
            blamed = f" To blame: {verdict.who}." if verdict.who else ""
            yield f"NOT VERIFIED: {where}{verdict.sentence}{blamed}"


def compare(logs: Sequence[tuple[str, Game]]) -> Iterator[tuple[int, str]]:
    """For any two logs: code and sentence; 1 if they are of one game and part."""
    for (name, game), (other_name, other) in combinations(logs, 2):
        is_same = game.table == other.table != {} or game.game_id == other.game_id != bytes(32)
        with open(name, "rb") as one, open(other_name, "rb") as two:
            line = parting(lines_of(one), lines_of(two)) if is_same else 0
        if line:
            yield 1, f"NOT VERIFIED: {name} and {other_name} are of one game, but part at line {line}."
        else:
            yield 0, f"{name} and {other_name} {'tell the same' if is_same else 'are of different games'}."


def main(arguments: Sequence[str] | None = None) -> int:
    """Verify logs; the exit code is the worst of all: 1, then 3, then 0."""
    parser = argparse.ArgumentParser(description="Verify signed logs of Hearts games.")
    parser.add_argument("logs", nargs="+", metavar="LOG", help="a log; several are also compared")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of words")
    options = parser.parse_args(arguments)
    read: list[tuple[str, Game]] = []
    verdicts: list[Verdict] = []
    for name in options.logs:
        try:
            with open(name, "rb") as file:
                game, verdict = verify(progress(lines_of(file)))
            read.append((name, game))
        except OSError as error:
            game, verdict = Game(), Verdict(1, "", 0, "", f"{name} cannot be read: {error.strerror}.")
        verdicts.append(verdict)
        if not options.json:
            say("\n".join([name, *report(game, verdict)]))
    compared = list(compare(read))
    codes = [*(verdict.code for verdict in verdicts), *(code for code, _ in compared)]
    code = next((worst for worst in (1, 3) if worst in codes), 0)
    if options.json:
        logs = [{"file": name, **verdict._asdict()} for name, verdict in zip(options.logs, verdicts, strict=True)]
        say(json.dumps({"code": code, "logs": logs, "compared": [sentence for _, sentence in compared]}, indent=1))
    for _, sentence in compared if not options.json else ():
        say(sentence)
    return code


def say(text: str) -> None:
    """Print, whatever the encoding of the terminal."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding))


if __name__ == "__main__":
    sys.exit(main())
