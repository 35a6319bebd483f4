"""A player of its own: joins a table in text, proves its key, plays one game, and checks whatever it is told.

    python3 bot.py HOST PORT [--pin PIN] [--name NAME] [--log FILE]

Written from the documents in the folder above, with ``game.py`` and ``hearts.py`` beside it; it needs two packages,
PyNaCl for keys and cryptography for the certificate.  It plays Hearts and Omnibus Hearts, three to seven at a table.
Key and seeds come fresh from the operating system and die with it: it cannot come back to a game, and no seed of it is
ever used twice.  The exit code is 0 if the game was played to its end and all was right.
"""

import argparse
import hashlib
import json
import os
import socket
import ssl
import sys
from base64 import b32encode
from pathlib import Path

import hearts
from game import NO_GAME, Game
from hearts import PFX, H, Json, Wrong, canonical, check, fits, lp, numbers, text, u8, u32
from nacl.signing import SigningKey

PATIENCE = 15
"""Seconds of silence after which the host is lost."""


class Seat:
    """A seat at a table: its connection, its secrets, its cards."""

    def __init__(self, plug: ssl.SSLSocket, pin: str, name: str, log: Path) -> None:
        self.plug, self.pin, self.name = plug, pin, name
        self.log = log.open("w", encoding="utf-8")
        self.signing = SigningKey.generate()
        self.key, self.seat = bytes(self.signing.verify_key), -1
        self.channel_nonce, self.nonce, self.lobby = os.urandom(32), b"", Json()
        self.game, self.signed_for = Game(b""), b""
        self.begin_hand()

    def begin_hand(self) -> None:
        self.seed, self.pass_nonce = os.urandom(32), os.urandom(32)
        self.dealt, self.hand, self.given, self.received = list[int](), list[int](), list[int](), False

    def send(self, kind: str, **fields: object) -> None:
        self.plug.sendall(canonical({"type": kind, **fields}).encode() + b"\n")

    def run(self) -> None:
        """The whole game, from hello to the end."""
        self.send("hello", versions=[1], program="bot.py")
        for line in self.plug.makefile("r", encoding="utf-8", newline="\n"):
            self.take(json.loads(line))
            self.answer()
            if self.game.phase == "over":
                self.send("leave")
                return
        raise Wrong("The host is gone.")

    def take(self, message: Json) -> None:
        """A message of the host."""
        match message["type"]:
            case "hello":
                check(1 in message["versions"], "The host speaks another version.")
                self.send("identify", key=self.key.hex(), nonce=self.channel_nonce.hex())
            case "identity":
                self.prove(message)
            case "welcome":
                self.seat, self.name = message["seat"], message["name"]
                check(self.seat >= 0 and not message["lines"], "There is no seat for me.")
            case "lobby":
                self.get_ready(message)
            case "record":
                self.read(message["number"], message["payload"], message["signature"])
            case "dealt":
                self.take_hand(message)
            case "passed":
                self.take_passed(message)
            case "refused":
                check(message["code"] in ("stale", "not_now"), f"Refused: {message['sentence']!r}")
            case "heartbeat":
                self.send("heartbeat")
            case "goodbye":
                raise Wrong(f"The host said goodbye: {message['reason']!r}")
            case _:
                pass  # waiting, status, said: for people

    def prove(self, message: Json) -> None:
        """Both keys are bound to this very connection (fairness.md, The channel)."""
        host, nonce = bytes.fromhex(message["key"]), bytes.fromhex(message["nonce"])
        pin = b32encode(hashlib.sha256(host).digest())[:12].decode().lower()
        check(self.pin.replace("-", "") in ("", pin), "The host has another PIN.")
        spki = hearts.spki_sha256(self.plug.getpeercert(True) or b"")
        ends = b"".join(map(lp, (spki, self.key, host, self.channel_nonce, nonce)))
        proven = fits(host, message["signature"], lp(PFX + b"channel"), lp(b"host"), ends)
        check(hearts.is_strong(host) and proven, "The host's key is not proven.")
        self.game = Game(host)
        self.send("prove", signature=self.sign(lp(PFX + b"channel") + lp(b"client") + ends))
        self.send("join", role="bot", name=self.name, lines=0, head=H("head0").hex())

    def sign(self, message: bytes) -> str:
        return self.signing.sign(message).signature.hex()

    def get_ready(self, lobby: Json) -> None:
        """Commit to a nonce, for the rules that the lobby shows now."""
        known = self.nonce and lobby["terms"] == self.lobby["terms"]
        self.lobby, self.nonce = lobby, self.nonce or os.urandom(32)
        if not known:
            self.send("ready", commit=H("join", self.key, self.nonce).hex(), terms=lobby["terms"])

    def read(self, number: int, payload: str, signature: str) -> None:
        """A line of the log: what everybody checks, then what only this seat can."""
        if number == 1:  # also when another table was given up before all its nonces were open
            check(self.game.phase in ("table", "nonce") and bool(self.nonce), "A game begins without asking me.")
            self.game = Game(self.game.host)
            self.log.truncate(self.log.seek(0))
        record = self.game.read(number, payload, signature)
        self.log.write(f"{payload}\t{signature}\n")
        self.log.flush()
        is_whole = not self.game.block
        match record["type"]:
            case "table":
                self.check_table()
            case "deal":
                self.begin_hand()
            case "pass" if is_whole:  # now, and not before, the host may see what I pass
                cards = [text(card) for card in self.given]
                self.send("pass_cards", hand=self.game.number, cards=cards, nonce=self.pass_nonce.hex())
            case "play":
                self.see_play(record)
            case "open":
                check(self.game.dealt[self.seat] == self.dealt, "V9: the host dealt me other cards.")
            case "void":
                self.send("ready", commit=H("join", self.key, os.urandom(32)).hex(), terms=0)
            case "agree" if is_whole:
                self.send("ready", commit=H("join", self.key, os.urandom(32)).hex(), terms=0)  # on with the next hand
            case "substitute":
                check(record["seat"] != self.seat, "Somebody else plays for me.")
            case _:
                pass

    def check_table(self) -> None:
        """The game is the one of the lobby, and my seat mine."""
        commit = H("join", self.key, self.nonce).hex()
        mine = {"name": self.name, "key": self.key.hex(), "commit": commit, "bot": True}
        check(self.game.rules == {**self.lobby["options"], "deal": "commit-reveal"}, "The rules are not the lobby's.")
        check(self.game.roster[self.seat] == mine, "My seat has another key, name or commitment.")

    def take_hand(self, message: Json) -> None:
        """My cards, with the host's word for them; the same once more is no news."""
        game, cards = self.game, numbers(message["cards"])
        where = lp(game.id) + u32(game.number) + u8(self.seat)
        signed = fits(game.host, message["signature"], lp(PFX + b"dealt"), where, lp(bytes(cards)))
        check(signed and message["hand"] == game.number, "The host did not sign my cards.")
        check(len(game.seeds) == game.players and self.dealt in ([], cards), "The host dealt early, or twice.")
        self.hand, self.dealt = self.hand if self.dealt else list(cards), cards

    def take_passed(self, message: Json) -> None:
        """What I was passed; the same once more is no news."""
        cards = numbers(message["cards"])
        self.game.check_pass((self.seat - self.game.offset) % self.game.players, cards, message["nonce"])
        if not self.received:
            self.hand, self.received = [card for card in self.hand if card not in self.given] + cards, True

    def see_play(self, record: Json) -> None:
        """A card is played by whoever holds it, or the host lied to one of us."""
        [card] = numbers([record["card"]])
        check((card in self.hand) == (record["by"] == self.seat), f"{text(card)} is dealt to two seats.")
        self.hand = [held for held in self.hand if held != card]

    def answer(self) -> None:
        """Sign what is due at this head, once."""
        game = self.game
        if game.block or self.signed_for == game.head:
            return
        match game.phase:
            case "nonce":
                self.submit(nonce=self.nonce.hex())
                self.nonce = b""
            case "commit":
                commit = hearts.hidden(game.id, game.number, self.seat, self.key, self.seed)
                self.submit(hand=game.number, commit=commit)
            case "reveal":
                self.submit(hand=game.number, seed=self.seed.hex())
            case "pass" if self.hand:
                self.submit(hand=game.number, commit=self.passed())
            case "play" if self.is_my_turn():
                self.submit(hand=game.number, card=text(self.choose()))
            case "moon" if game.play.shooter == self.seat:
                self.submit(hand=game.number, choice="add")
            case "agree":
                self.submit(hand=game.number, totals=game.totals)
            case _:
                pass

    def is_my_turn(self) -> bool:
        """Before the first card only the holder of the lowest knows."""
        if not self.hand or (self.game.offset and not self.received):
            return False
        play = self.game.play
        return play.turn == self.seat if play.past else min(self.hand) == min(play.left)

    def passed(self) -> str:
        """My commitment to the three highest cards, the queen first."""
        ends = (self.seat, (self.seat + self.game.offset) % self.game.players)
        self.given = sorted(sorted(self.hand, key=lambda card: (card == hearts.QS, card % 13))[-3:])
        return hearts.hidden_pass(self.game.id, self.game.number, ends, self.key, self.given, self.pass_nonce)

    def choose(self) -> int:
        """Lead and follow low, discard what hurts most."""
        legal, trick = self.game.play.legal(self.hand), self.game.play.trick
        if trick and legal[0] // 13 != trick[0][1] // 13:
            return max(legal, key=lambda card: (card == hearts.QS, card in hearts.HEARTS, card % 13))
        return min(legal, key=lambda card: card % 13)

    def submit(self, **fields: object) -> None:
        """Sign what is due, over my own head."""
        phase, self.signed_for = self.game.phase, self.game.head
        payload = canonical({"type": phase, "by": self.seat, "seen": self.game.head.hex(), **fields})
        where = NO_GAME if phase == "nonce" else self.game.id
        self.send(
            "submit", payload=payload, signature=self.sign(lp(PFX + b"record") + lp(where) + lp(payload.encode()))
        )


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="A bot for hearts-lan, written from its protocol.")
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--pin", default="")
    parser.add_argument("--name", default="bot.py")
    parser.add_argument("--log", type=Path, default=Path("bot.hearts"))
    args = parser.parse_args()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version, context.check_hostname, context.verify_mode = ssl.TLSVersion.TLSv1_3, False, ssl.CERT_NONE
    try:
        with socket.create_connection((args.host, args.port), PATIENCE) as plain, context.wrap_socket(plain) as plug:
            Seat(plug, args.pin, args.name, args.log).run()
    except (Wrong, OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"bot.py: {error!r}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
