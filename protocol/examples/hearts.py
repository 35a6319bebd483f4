"""What a player must be able to compute: bytes, hashes, signatures, the deal, and the play of a hand.

For ``game.py`` and ``bot.py`` beside it, from ``fairness.md``, ``log.md`` and ``rules.md``; ids like T4 are theirs.
Cards are numbers.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

Json = dict[str, Any]
PFX, HEARTS, QS, JD = b"hearts-lan/1/", range(39, 52), 36, 22
RANKS, SUITS = "23456789TJQKA", "CDSH"
REMOVED = {3: "2D", 4: "", 5: "2C 2D", 6: "3C 4C 2D 3D", 7: "3C 2D 3D"}
"""What the pack lacks for each number of players."""


class Wrong(Exception):
    """Something is not as the protocol says: a sentence."""


def check(holds: bool, sentence: str) -> None:
    """Stop unless something holds."""
    if not holds:
        raise Wrong(sentence)


def u8(value: int) -> bytes:
    """One byte."""
    return value.to_bytes(1, "big")


def u32(value: int) -> bytes:
    """Four bytes, big-endian."""
    return value.to_bytes(4, "big")


def lp(data: bytes) -> bytes:
    """Bytes behind their length."""
    return u32(len(data)) + data


def H(tag: str, *fields: bytes) -> bytes:
    """The hash of fields under a tag."""
    return hashlib.sha256(b"".join(map(lp, (PFX + tag.encode(), *fields)))).digest()


def mac(key: bytes, *parts: bytes) -> bytes:
    """HMAC-SHA-512."""
    return hmac.digest(key, b"".join(parts), "sha512")


def shuffled(pack: Iterable[int], key: bytes) -> list[int]:
    """The pack in the order of a deal."""
    deck = list(pack)
    stream = (byte for c in range(2**32) for byte in mac(key, lp(PFX + b"shuffle"), u32(c)))
    for i in range(len(deck) - 1, 0, -1):
        j = next(byte for byte in stream if byte < 256 - 256 % (i + 1)) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def is_strong(key: bytes) -> bool:
    """Whether a key is canonical and of prime order."""
    return int.from_bytes(key, "little") % 2**255 < 2**255 - 19 and crypto_core_ed25519_is_valid_point(key)


def fits(key: bytes, signature: str, *message: bytes) -> bool:
    """Whether a signature is right."""
    try:
        VerifyKey(key).verify(b"".join(message), bytes.fromhex(signature))
    except BadSignatureError:
        return False
    return True


def canonical(value: object) -> str:
    """The one text of a record."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def numbers(cards: Iterable[str]) -> list[int]:
    """Cards as numbers, in order."""
    return sorted(13 * SUITS.index(card[1]) + RANKS.index(card[0]) for card in cards)


def text(card: int) -> str:
    """A card as text."""
    return RANKS[card % 13] + SUITS[card // 13]


def pack(players: int) -> list[int]:
    """The cards of a game, in order (D1)."""
    return [card for card in range(52) if card not in numbers(REMOVED.get(players, "").split())]


def pass_offset(rules: Json, players: int, hand: int) -> int:
    """How many seats to the left three cards go, 0 in a hand without a pass (P2)."""
    cycle = [1, -1, 2, 0] if players == 4 else [1, -1]
    return 0 if rules["passing"] == "none" else cycle[(hand - 1) % len(cycle)]


def is_decided(rules: Json, totals: list[int]) -> bool:
    """Whether the game is over (S6, S8)."""
    return max(totals) >= rules["target"] and (rules["tie"] == "shared" or totals.count(min(totals)) == 1)


class Play:
    """The play of a hand as everybody sees it; ``turn`` is None until the opener is out."""

    def __init__(self, rules: Json, players: int) -> None:
        self.rules, self.players, self.left = rules, players, set(pack(players))
        self.turn: int | None = None
        self.broken, self.past = False, list[tuple[int, int]]()
        self.piles: list[list[int]] = [[] for _ in range(players)]

    @property
    def trick(self) -> list[tuple[int, int]]:
        return self.past[len(self.past) - len(self.past) % self.players :]

    def legal(self, hand: list[int]) -> list[int]:
        """The cascade of filters; one that would leave nothing is skipped (T6)."""
        if self.turn is None:
            return [min(hand)]  # D2: whoever must lead holds the lowest card of all
        if not self.trick:  # T4
            return [card for card in hand if self.broken or card not in HEARTS] or hand
        following = [card for card in hand if card // 13 == self.trick[0][1] // 13]  # T1
        may_score = len(self.past) >= self.players or self.rules["points_on_first_trick"]
        return following or [card for card in hand if may_score or not (card in HEARTS or card == QS)] or hand  # T3

    def play(self, seat: int, card: int) -> None:
        """A card, with the checks that need no hand (V11)."""
        check(self.turn == seat if self.past else card == min(self.left), "A card is out of turn, or no opener.")
        check(card in self.left, "A card is played that is not left.")
        self.left.remove(card)
        self.past.append((seat, card))
        self.broken |= card in HEARTS or (card == QS and self.rules["queen_breaks_hearts"])
        self.turn = (seat + 1) % self.players
        if not self.trick:  # T2
            trick = self.past[-self.players :]
            self.turn = max((card, seat) for seat, card in trick if card // 13 == trick[0][1] // 13)[1]
            self.piles[self.turn] += [card for _, card in trick]

    @property
    def over(self) -> bool:
        scoring = {QS, *HEARTS, *([JD] if self.rules["variant"] == "omnibus" else [])}
        return not self.trick and not (self.left & scoring if self.rules["end_early"] else self.left)

    @property
    def shooter(self) -> int | None:
        """Who has taken every penalty card (S2)."""
        return next((seat for seat, pile in enumerate(self.piles) if {QS, *HEARTS} <= set(pile)), None)

    def points(self, choice: str) -> list[int]:
        """What the hand adds to each total (S1, S3, O1)."""
        points = [sum(13 if card == QS else card in HEARTS for card in pile) for pile in self.piles]
        if self.shooter is not None:
            own, others = (0, 26) if choice == "add" else (-26, 0)
            points = [own if seat == self.shooter else others for seat in range(self.players)]
        is_omnibus = self.rules["variant"] == "omnibus"
        return [score - 10 * (is_omnibus and JD in pile) for score, pile in zip(points, self.piles, strict=True)]


def hidden(game: bytes, hand: int, seat: int, key: bytes, secret: bytes) -> str:
    """The commitment to a seed, or with seat 255 to the host's secret."""
    return H("deal-commit", game, u32(hand), u8(seat), key, secret).hex()


def hidden_pass(game: bytes, hand: int, ends: tuple[int, int], key: bytes, cards: list[int], nonce: bytes) -> str:
    """The commitment to cards that pass from one seat to another."""
    return H("pass-commit", game, u32(hand), *map(u8, ends), key, bytes(sorted(cards)), nonce).hex()


def hands_of(game: bytes, hand: int, secret: bytes, seeds: list[bytes]) -> list[list[int]]:
    """The deal that secret and seeds give."""
    start = lp(PFX + b"deal-key") + lp(game) + u32(hand) + u8(len(seeds))
    deck = shuffled(pack(len(seeds)), mac(secret, start, *(u8(seat) + lp(seed) for seat, seed in enumerate(seeds))))
    return [sorted(deck[seat :: len(seeds)]) for seat in range(len(seeds))]


def after_passes(hands: list[list[int]], passes: list[list[int]], offset: int) -> list[list[int]]:
    """The hands when everybody has passed (V10, P1)."""
    kept = [[card for card in hand if card not in passes[seat]] for seat, hand in enumerate(hands)]
    check(all(len(rest) == len(hand) - 3 for rest, hand in zip(kept, hands, strict=True)), "V10: not three held cards.")
    return [sorted(rest + passes[(seat - offset) % len(hands)]) for seat, rest in enumerate(kept)]


def replayed(was: Play, hands: list[list[int]]) -> Play:
    """The play once more, with every card checked against its hand (V11)."""
    play = Play(was.rules, was.players)
    hands = [list(hand) for hand in hands]
    for seat, card in was.past:
        check(card in hands[seat] and card in play.legal(hands[seat]), f"V11: seat {seat} played {text(card)}.")
        play.play(seat, card)
        hands[seat].remove(card)
    return play


def spki_sha256(certificate: bytes) -> bytes:
    """The hash of a certificate's public key."""
    public = x509.load_der_x509_certificate(certificate).public_key()
    return hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
