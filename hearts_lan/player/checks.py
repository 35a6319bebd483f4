"""What one seat checks by itself, because only it can: its entry in the table record, and the cards it is shown.

The audit checks everything that is public; both together are all a seat needs in order to trust nobody.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from hearts_lan import rules
from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import dealt_message, pass_commit
from hearts_lan.fairness.keys import verify
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Fault, Phase, Refused, State, rebuild
from hearts_lan.transcript.canonical import decode_record
from hearts_lan.transcript.lines import Line
from hearts_lan.wire import messages as m

OTHER_CARDS = "The host dealt you other cards than the seeds and its secret give."


class Cheated(Exception):
    """A check failed: one sentence, what shows it, and what the audit found, if it was the audit."""

    def __init__(self, sentence: str, evidence: r.Evidence | None = None, fault: Fault | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.evidence = evidence
        self.fault = fault


@dataclass(slots=True)
class MyHand:
    """What a seat alone knows of the hand in progress."""

    dealt: m.Dealt
    before_pass: tuple[Card, ...]
    cards: tuple[Card, ...]
    chosen: tuple[Card, ...] = ()
    received: tuple[Card, ...] = ()
    opened: bool = False

    @property
    def evidence(self) -> r.Evidence:
        """The deal that the host signed."""
        return _evidence(self.dealt)


def _evidence(dealt: m.Dealt) -> r.Evidence:
    """The host signs cards in ascending order, so that is how they are shown."""
    cards = tuple(map(card_text, sorted(r.cards_of(dealt.cards))))
    return r.Evidence(cards=cards, signature=dealt.signature)


@dataclass(frozen=True, slots=True)
class Past:
    """All own logs of a game, of this visit and of others, also of those that still go on elsewhere.

    Seeds come from the key and the game alone.  So whoever could make a key sign for two histories of one game
    would know its seed beforehand in one of them, and could choose the cards.
    """

    logs: tuple[tuple[Line, ...], ...] = ()

    def check(self, number: int, line: Line) -> None:
        """Line ``number`` is what each log says.  Raises `Cheated`."""
        if any(number <= len(log) and log[number - 1] != line for log in self.logs):
            raise Cheated(f"Line {number} of the host's log is not what your own log of this game says.")

    def check_all(self, lines: Sequence[Line]) -> None:
        """All these lines are what each log says, as far as it goes.  Raises `Cheated`."""
        if any(list(log[: len(lines)]) != list(lines[: len(log)]) for log in self.logs):
            raise Cheated("Two histories of this game were shown to you in two places.")

    @property
    def length(self) -> int:
        """How many lines the longest log has."""
        return max(map(len, self.logs), default=0)

    def knows(self, key: bytes) -> bool:
        """Whether the key has spoken in what is remembered."""
        return any(key.hex() in line.payload for log in self.logs for line in log)


def check_table(table: r.Table, lobby: m.Lobby | None, host_key: bytes) -> None:
    """The table is by the proven host, and its rules are those of the lobby.  Raises `Cheated`."""
    if bytes.fromhex(table.host) != host_key:
        raise Cheated("The table is signed by another key than the host proved on this connection.")
    if lobby and r.TableRules.of(_lobby_options(lobby)) != table.rules:
        raise Cheated("The game has other rules than the lobby showed.")


def _lobby_options(lobby: m.Lobby) -> rules.Options:
    try:
        return rules.options_from_dict(dict(lobby.options))
    except rules.OptionError as error:
        raise Cheated(f"The lobby showed impossible rules: {error}") from None


def check_entry(table: r.Table, lobby: m.Lobby | None, seat: int, expected: tuple[str, str, str]) -> None:
    """The entry of a seat has the key, name and commitment ``expected``, and is a bot's only if the lobby says so.

    Raises `Cheated`.
    """
    if lobby is None or seat >= min(len(table.seats), len(lobby.seats)):
        raise Cheated("The host began a game without asking you.")
    mine = table.seats[seat]
    if (mine.key, mine.name, mine.commit) != expected:
        raise Cheated("The host wrote another key, name or commitment for your seat.")
    if mine.bot != (lobby.seats[seat].kind == "bot"):
        raise Cheated("The host wrote that a bot plays for you, or that none does, unlike in the lobby.")


def dealt(state: State, seat: int, message: m.Dealt) -> MyHand:
    """The hand of a deal that the host signed.  Raises `Cheated`."""
    hand = state.maybe_hand
    if hand is None or message.hand != hand.number or seat < 0 or len(hand.seeds) != state.players:
        raise Cheated("The host dealt cards when none were due.")
    cards = r.cards_of(message.cards)
    signed = dealt_message(state.game_id, hand.number, seat, cards)
    if not verify(state.host_key, bytes.fromhex(message.signature), signed):
        raise Cheated("The host did not sign the cards it dealt you.")
    if len(cards) != state.rules.hand_size:
        raise Cheated("The host dealt you a wrong number of cards.", _evidence(message))
    if tuple(sorted(cards)) != cards:
        raise Cheated("The host dealt you cards that are not in order.", _evidence(message))
    if Counter(cards) - Counter(state.rules.pack):
        raise Cheated("The host dealt you cards that are not in the pack.", _evidence(message))
    return MyHand(message, cards, cards)


def passed(state: State, seat: int, mine: MyHand | None, message: m.Passed) -> None:
    """Take the cards that another seat passed, or note those that were passed in this seat's name by another key.

    Raises `Cheated`.
    """
    hand = state.maybe_hand
    if hand is None or mine is None or message.hand != hand.number or len(hand.passes) < state.players:
        raise Cheated("The host passed cards when none were due.")
    giver, cards = message.giver, r.cards_of(message.cards)
    if giver not in (seat, rules.giver(state.rules, hand.number, seat)):
        raise Cheated("The host passed you cards that are not for you.")
    signed, nonce = hand.passes[giver], bytes.fromhex(message.nonce)
    to = rules.receiver(state.rules, hand.number, giver)
    if pass_commit(state.game_id, hand.number, giver, to, signed.key, cards, nonce) != signed.commit:
        raise Cheated(f"The cards passed to you are not those that seat {giver} committed to.")
    if giver == seat:
        mine.chosen, mine.opened = cards, True
        return
    if not mine.chosen:
        raise Cheated("The host passed cards when none were due.")
    if mine.received:
        return
    mine.received = cards
    recount(state, seat, mine)
    if Counter(mine.cards) - Counter(state.rules.pack):
        raise Cheated("You were passed cards that you hold already.", mine.evidence)
    if _played_by_others(state, mine):
        raise Cheated("Somebody else has played a card that the host says is yours.", mine.evidence)


def see_play(state: State, seat: int, mine: MyHand, record: r.Play) -> None:
    """Somebody played a card.  A card of mine that another seat plays was never mine, or never its: the host lied
    to one of us.  Raises `Cheated`.

    Who was away while cards were passed reads the plays before it is told what it gave away and holds now.
    """
    if record.by == seat:
        recount(state, seat, mine)
    elif (mine.received or not state.hand.passes) and _played_by_others(state, mine):
        raise Cheated(f"Seat {record.by} played {record.card}, which the host dealt to you.", mine.evidence)


def _played_by_others(state: State, mine: MyHand) -> bool:
    """Whether a card that the seat holds is on the table already."""
    return bool(Counter(mine.cards) - Counter(state.hand.unplayed))


def recount(state: State, seat: int, mine: MyHand) -> None:
    """What the seat holds: dealt, less what it passed, with what it received, less what it has played."""
    held = Counter(mine.before_pass)
    if mine.received:
        held = held - Counter(mine.chosen) + Counter(mine.received)
    mine.cards = tuple(sorted((held - Counter(rules.played_by(state.hand.play, seat))).elements()))


def check_opened(state: State, seat: int, mine: MyHand) -> None:
    """The hand that was opened gives the seat the cards it was dealt.  Raises `Cheated`."""
    if state.hand.dealt[seat] != mine.before_pass:
        raise Cheated(OTHER_CARDS, mine.evidence)


def refusal(state: State, seat: int, mine: MyHand | None, refused: Refused, line: Line) -> Cheated:
    """A record that the audit refuses, in the words of a seat and with the record as evidence.

    What looks like a seat's fault when a hand is opened is the host's where it dealt this seat, too, other cards.
    """
    evidence = r.Evidence(payload=line.payload, signature=line.signature.hex())
    sentence, fault = refused.fault.sentence, refused.fault
    if mine and state.phase is Phase.OPEN and fault.check in ("V10", "V11"):
        record = decode_record(line.payload)
        assert isinstance(record, r.Open)
        if rebuild(state, state.hand, bytes.fromhex(record.secret)).hands[seat] != mine.before_pass:
            sentence = OTHER_CARDS
    return Cheated(sentence, evidence, fault)
