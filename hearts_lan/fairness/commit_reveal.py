"""The values of the commit-reveal deal: join commitments, game id, table code, commitments, deal key, pack.

The order in which these become known is the proof, and that order is the log's business; here are only the
formulas.  Keys, nonces, secrets, seeds and game ids are 32 bytes, a deal key is 64.  The host as dealer is
author 255, which no seat has, even where the same key also holds a seat.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from hearts_lan.cards import DECK, Card
from hearts_lan.fairness.hashing import PFX, H, lp, mac, shuffle, u8, u32

HOST = 255
"""The host's number as author of a deal's commitment."""

TABLE_CODE_CARDS = 5
"""Cards in a table code: 52*51*50*49*48 orders, 28 bits for a man in the middle to hit with one guess."""


def _card_bytes(cards: Iterable[Card]) -> bytes:
    return bytes(sorted(cards))


def join_commit(key: bytes, nonce: bytes) -> bytes:
    """What a player gives when joining; the nonce is opened for one table only."""
    return H("join", key, nonce)


def game_id(
    host_key: bytes, rules_text: str, roster: Sequence[tuple[bytes, str, bytes]], nonces: Sequence[bytes]
) -> bytes:
    """The game's id, which every signature of the game covers.

    ``rules_text`` is the canonical JSON of the rules; ``roster`` holds (key, name, join commitment) and
    ``nonces`` the opened nonces, both in seat order.
    """
    seats = b"".join(
        u8(seat) + lp(key) + lp(name.encode()) + lp(commit) for seat, (key, name, commit) in enumerate(roster)
    )
    return H("game", host_key, rules_text.encode(), seats, b"".join(nonces))


def table_code(game_id: bytes) -> tuple[Card, ...]:
    """Five cards that are the same for everybody at the table, or somebody stands in between."""
    label = "table-code"
    return shuffle(DECK, mac(game_id, lp(PFX + label.encode())), label)[:TABLE_CODE_CARDS]


def deal_commit(game_id: bytes, hand: int, seat: int, key: bytes, secret: bytes) -> bytes:
    """Commitment to a seat's seed, or with seat ``HOST`` to the host's secret; ``key`` signs its record."""
    return H("deal-commit", game_id, u32(hand), u8(seat), key, secret)


def deal_key(secret: bytes, game_id: bytes, hand: int, seeds: Sequence[bytes]) -> bytes:
    """The key of a hand's shuffle, from the host's secret and all seeds in seat order."""
    seats = b"".join(u8(seat) + lp(seed) for seat, seed in enumerate(seeds))
    return mac(secret, lp(PFX + b"deal-key") + lp(game_id) + u32(hand) + u8(len(seeds)) + seats)


def shuffled(pack: Sequence[Card], key: bytes) -> tuple[Card, ...]:
    """The unshuffled pack in the order of the deal key."""
    return shuffle(pack, key, "shuffle")


def pass_commit(
    game_id: bytes, hand: int, giver: int, receiver: int, key: bytes, cards: Iterable[Card], nonce: bytes
) -> bytes:
    """Commitment to the cards that seat ``giver`` passes to seat ``receiver``, in any order."""
    return H("pass-commit", game_id, u32(hand), u8(giver), u8(receiver), key, _card_bytes(cards), nonce)


def find_passed(
    commit: bytes, game_id: bytes, hand: int, giver: int, receiver: int, key: bytes, held: Iterable[Card], nonce: bytes
) -> tuple[Card, ...]:
    """Which three of the cards held a pass commits to, found by trying them; none if they fit no three.

    Who knows the nonce needs no other memory of what it passed.
    """
    tries = combinations(sorted(held), 3)
    return next(
        (cards for cards in tries if pass_commit(game_id, hand, giver, receiver, key, cards, nonce) == commit), ()
    )


def dealt_message(game_id: bytes, hand: int, seat: int, cards: Iterable[Card]) -> bytes:
    """What the host signs when it sends a seat its cards: evidence if they are not the ones dealt."""
    return lp(PFX + b"dealt") + lp(game_id) + u32(hand) + u8(seat) + lp(_card_bytes(cards))
