"""A game from its log: each line is checked as it comes, by what everybody may know.

For ``bot.py`` beside it, from ``log.md`` and ``fairness.md``; ids like V8 are theirs.  It knows the way of a game in
which nobody fails, substitutes, and hands that are voided; a game that is stopped or disputed is `Wrong` here.
"""

import json

import hearts
from hearts import PFX, H, Json, canonical, check, fits, lp, numbers, u8

NO_GAME = bytes(32)
BLOCKS = {"nonce": "deal", "commit": "reveal", "reveal": "pass", "pass": "play", "agree": "deal"}
"""The records that all seats make at once, and what is due after them."""

BY_HOST = ("table", "deal", "open", "substitute", "resume", "void", "end")
MIDST = ("commit", "reveal", "pass", "play", "moon", "open", "agree")

Hidden = tuple[bytes, str]
"""A commitment with the key that made it."""


class Game:
    """The state after the lines so far; ``phase`` is the type of the record that is due."""

    def __init__(self, host: bytes) -> None:
        self.host, self.phase, self.head, self.count = host, "table", H("head0"), 0
        self.block: list[Json] = []
        self.before = self.head
        self.rules, self.roster, self.speakers = Json(), list[Json](), list[bytes]()
        self.id, self.number, self.totals = NO_GAME, 0, list[int]()
        self.begin_hand("")

    @property
    def players(self) -> int:
        return len(self.roster)

    def read(self, number: int, payload: str, signature: str) -> Json:
        """Take a line; the record in it.  Raises `Wrong`."""
        record: Json = json.loads(payload)
        kind, by = record["type"], record["by"]
        check(canonical(record) == payload, f"V1: line {number} is not canonical.")
        if kind == "void":
            self.block = []  # what stands of it counts for nothing
        between = kind in ("substitute", "resume") and self.phase not in ("table", "nonce") and not self.block
        moved = between or (kind == "void" and self.phase in MIDST)
        check(number == self.count + 1, f"Line {number} does not come next.")
        check(kind == self.phase or moved or (kind == "end" and self.phase == "deal"), f"V4: line {number} is {kind}.")
        self.before = self.before if self.block else self.head
        check(record["seen"] == self.before.hex(), f"V3: line {number} continues another log.")
        check(by == len(self.block) if kind in BLOCKS else True, f"V3: line {number} is not in seat order.")
        check((by == "host") == (kind in BY_HOST), "V1: another author.")
        key = self.host if by == "host" else self.speakers[by]
        where = NO_GAME if kind in ("table", "nonce") else self.id
        check(fits(key, signature, lp(PFX + b"record"), lp(where), lp(payload.encode())), f"V2: line {number}.")
        hand = self.number + (kind == "deal")
        check(record.get("hand", hand) == hand, f"V6: line {number} is of another hand.")
        getattr(self, f"see_{kind}")(record, key)
        self.head, self.count = H("head", self.head, payload.encode(), bytes.fromhex(signature)), number
        self.close_block(kind, record)
        return record

    def close_block(self, kind: str, record: Json) -> None:
        """Go on when all seats have signed."""
        self.block = [*self.block, record] if kind in BLOCKS else []
        if len(self.block) < self.players or not self.block:
            return
        if kind == "nonce":
            self.id = self.game_id()
        self.block, self.phase = [], "play" if kind == "reveal" and not self.offset else BLOCKS[kind]

    def see_table(self, record: Json, _key: bytes) -> None:
        self.rules, self.roster = record["rules"], record["seats"]
        self.speakers, self.totals = [bytes.fromhex(seat["key"]) for seat in self.roster], [0] * self.players
        check(record["version"] == 1 and record["host"] == self.host.hex(), "The table is by another host.")
        check(self.rules["variant"] != "cancellation" and self.players in hearts.REMOVED, "That game is not for me.")
        check(all(map(hearts.is_strong, self.speakers)), "V2: a key is weak.")
        check(len({*self.speakers}) == self.players, "V5: two seats share a key.")
        self.phase = "nonce"

    def see_nonce(self, record: Json, key: bytes) -> None:
        opened = H("join", key, bytes.fromhex(record["nonce"])).hex()
        check(opened == self.roster[record["by"]]["commit"], "V5: a nonce does not open its commitment.")

    def game_id(self) -> bytes:
        """What all hashes and signatures from here on hold."""
        roster = b"".join(
            u8(seat) + lp(bytes.fromhex(entry["key"])) + lp(entry["name"].encode()) + lp(bytes.fromhex(entry["commit"]))
            for seat, entry in enumerate(self.roster)
        )
        nonces = bytes.fromhex("".join(record["nonce"] for record in self.block))
        return H("game", self.host, canonical(self.rules).encode(), roster, nonces)

    def begin_hand(self, commit: str) -> None:
        """Nothing is known of the hand but the host's commitment."""
        self.deal, self.choice, self.offset = commit, str(self.rules.get("moon")), 0
        self.commits, self.seeds, self.passes = list[Hidden](), list[bytes](), list[Hidden]()
        self.dealt: list[list[int]] = []
        self.play = hearts.Play(self.rules, self.players)

    def see_deal(self, record: Json, _key: bytes) -> None:
        check(not self.number or not hearts.is_decided(self.rules, self.totals), "V4: a deal after the end.")
        self.number, self.phase = record["hand"], "commit"
        self.begin_hand(record["commit"])
        self.offset = hearts.pass_offset(self.rules, self.players, self.number)

    def see_commit(self, record: Json, key: bytes) -> None:
        self.commits.append((key, record["commit"]))

    def see_reveal(self, record: Json, _key: bytes) -> None:
        (key, commit), seed = self.commits[record["by"]], bytes.fromhex(record["seed"])
        check(hearts.hidden(self.id, self.number, record["by"], key, seed) == commit, "V7: another seed.")
        self.seeds.append(seed)

    def see_pass(self, record: Json, key: bytes) -> None:
        self.passes.append((key, record["commit"]))

    def check_pass(self, giver: int, cards: list[int], nonce: str) -> None:
        """These are the cards that a seat committed to."""
        key, commit = self.passes[giver]
        ends = (giver, (giver + self.offset) % self.players)
        made = hearts.hidden_pass(self.id, self.number, ends, key, cards, bytes.fromhex(nonce))
        check(made == commit, f"V10: seat {giver} passed other cards than it committed to.")

    def see_play(self, record: Json, _key: bytes) -> None:
        self.play.play(record["by"], *numbers([record["card"]]))
        if self.play.over:
            self.phase = "moon" if self.play.shooter is not None and self.choice == "choose" else "open"

    def see_moon(self, record: Json, _key: bytes) -> None:
        check(record["by"] == self.play.shooter, "V12: the moon is another seat's.")
        self.choice, self.phase = record["choice"], "open"

    def see_open(self, record: Json, _key: bytes) -> None:
        """The whole hand once more, with all cards open."""
        secret, passes = bytes.fromhex(record["secret"]), record["passes"]
        check(hearts.hidden(self.id, self.number, 255, self.host, secret) == self.deal, "V8: another secret.")
        self.dealt = hearts.hands_of(self.id, self.number, secret, self.seeds)
        check(len(passes) == len(self.passes), "V10: passes are missing.")
        for giver, opening in enumerate(passes):
            self.check_pass(giver, numbers(opening["cards"]), opening["nonce"])
        given = [numbers(opening["cards"]) for opening in passes]
        hands = hearts.after_passes(self.dealt, given, self.offset) if given else self.dealt
        points = hearts.replayed(self.play, hands).points(self.choice)
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        check((record["points"], record["totals"]) == (points, self.totals), "V12: the points are wrong.")
        self.phase = "agree"

    def see_agree(self, record: Json, _key: bytes) -> None:
        check(record["totals"] == self.totals, "V13: other totals.")

    def see_substitute(self, record: Json, _key: bytes) -> None:
        check(record["seat"] in range(self.players), "V2: there is no such seat.")
        self.speakers[record["seat"]] = bytes.fromhex(record["key"])

    def see_resume(self, _record: Json, _key: bytes) -> None:
        """Nothing changes."""

    def see_void(self, record: Json, _key: bytes) -> None:
        secret = bytes.fromhex(record["secret"])
        check(hearts.hidden(self.id, self.number, 255, self.host, secret) == self.deal, "V8: another secret.")
        self.phase = "deal"

    def see_end(self, record: Json, _key: bytes) -> None:
        winners = [seat for seat, total in enumerate(self.totals) if total == min(self.totals)]
        right = (record["totals"], record["winners"], record["reason"]) == (self.totals, winners, "target")
        check(right and hearts.is_decided(self.rules, self.totals), f"The game ends early or wrong: {record!r}")
        self.phase = "over"
