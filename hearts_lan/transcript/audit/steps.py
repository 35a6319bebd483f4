"""What each type of record means: ``fold(state, record)``, with checks V5 to V8 and V10 to V13.

The line is known to be readable, allowed here, signed by its author and on the same history.
"""

from dataclasses import replace
from typing import assert_never

from hearts_lan import rules
from hearts_lan.cards import Card, parse_card
from hearts_lan.fairness.commit_reveal import HOST, deal_commit, game_id, join_commit
from hearts_lan.fairness.keys import is_strong_key
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit.fault import Author, Fault, Refused
from hearts_lan.transcript.audit.grammar import Phase
from hearts_lan.transcript.audit.opening import check_opening, rebuild
from hearts_lan.transcript.audit.state import Block, Dealt, HandState, Keys, SignedCommit, Speaker, State
from hearts_lan.transcript.canonical import canonical_text

MOST_VOIDS = 2
"""After this many voided hands a game can only end."""


def fail(state: State, check: str, sentence: str, who: Author = None, rule: str = "") -> Refused:
    """The refusal of the line after ``state``."""
    return Refused(Fault(check, who, sentence, state.count + 1, rule))


def fold(state: State, record: r.Record) -> State:
    """The state after a record.  Raises `Refused`."""
    match record:
        case r.Table():
            return _table(state, record)
        case r.Nonce():
            return _nonce(state, record)
        case r.Deal():
            return _deal(state, record)
        case r.Commit():
            return _commit(state, record)
        case r.Reveal():
            return _reveal(state, record)
        case r.Pass():
            return _pass(state, record)
        case r.Play():
            return _play(state, record)
        case r.Moon():
            return _moon(state, record)
        case r.Open():
            return _open(state, record)
        case r.Agree():
            return _agree(state, record)
        case r.Substitute():
            return _substitute(state, record)
        case r.Void():
            return _void(state, record)
        case r.Resume():
            return state
        case r.Dispute():
            return replace(state, phase=Phase.DISPUTED, block=None, dispute=record)
        case r.End():
            return _end(state, record)
        case _:
            assert_never(record)


def rules_of(table: r.Table) -> rules.Rules:
    """The rules of a ``table`` record.  Raises ``OptionError`` for rules that nobody can play."""
    return rules.make_rules(table.rules.options(), len(table.seats))


def _table(state: State, record: r.Table) -> State:
    roster = tuple(Speaker(bytes.fromhex(seat.key), seat.name, seat.bot) for seat in record.seats)
    keys = [speaker.key for speaker in roster]
    if not is_strong_key(bytes.fromhex(record.host)):
        raise fail(state, "V2", "The host's key is weak: anybody could sign for it.")
    if not all(map(is_strong_key, keys)):
        raise fail(state, "V2", "A key at the table is weak: anybody could sign for it.", "host")
    if len(set(keys)) < len(keys):
        raise fail(state, "V5", "Two seats have the same key.", "host")
    return replace(
        state,
        phase=Phase.NONCES,
        maybe_table=record,
        maybe_rules=rules_of(record),
        roster=roster,
        speakers=roster,
        used_keys=Keys((frozenset([bytes.fromhex(record.host), *keys]),)),
        totals=(0,) * len(roster),
    )


def _nonce(state: State, record: r.Nonce) -> State:
    nonce, seat = bytes.fromhex(record.nonce), state.table.seats[record.by]
    if join_commit(bytes.fromhex(seat.key), nonce).hex() != seat.commit:
        raise fail(state, "V5", f"The nonce of seat {record.by} does not open its join commitment.", record.by)
    after = replace(state, nonces=(*state.nonces, nonce))
    if record.by + 1 < state.players:
        return _block_goes_on(after, record.by)
    return replace(after, phase=Phase.BETWEEN, block=None, game_id=game_id_of(state.table, after.nonces))


def game_id_of(table: r.Table, nonces: tuple[bytes, ...]) -> bytes:
    """The game id of a ``table`` record and all nonces in seat order (32 bytes)."""
    roster = [(bytes.fromhex(seat.key), seat.name, bytes.fromhex(seat.commit)) for seat in table.seats]
    return game_id(bytes.fromhex(table.host), canonical_text(table.rules), roster, nonces)


def _block_goes_on(state: State, seat: int) -> State:
    return replace(state, block=Block(state.expected_seen, seat + 1))


def _deal(state: State, record: r.Deal) -> State:
    if record.hand != state.hand_number + 1:
        raise fail(state, "V6", f"Hand {state.hand_number + 1} is due, not hand {record.hand}.", "host")
    hand = HandState(
        number=record.hand,
        deal=bytes.fromhex(record.commit),
        play=rules.start(state.rules, record.hand),
        unplayed=state.rules.pack,
    )
    return replace(state, phase=Phase.COMMITS, maybe_hand=hand, hand_number=record.hand)


def _this_hand(state: State, record: r.Record, number: int) -> HandState:
    """The hand that a record speaks of (V6)."""
    if number != state.hand.number:
        raise fail(state, "V6", f"The record is for hand {number}, but this is hand {state.hand.number}.", record.by)
    return state.hand


def _signed(state: State, seat: int, commit: str) -> SignedCommit:
    return SignedCommit(state.speakers[seat].key, bytes.fromhex(commit), state.count + 1)


def _commit(state: State, record: r.Commit) -> State:
    hand = _this_hand(state, record, record.hand)
    commit = _signed(state, record.by, record.commit)
    after = replace(state, maybe_hand=replace(hand, commits=(*hand.commits, commit)))
    if record.by + 1 < state.players:
        return _block_goes_on(after, record.by)
    return replace(after, phase=Phase.REVEALS, block=None)


def _reveal(state: State, record: r.Reveal) -> State:
    hand = _this_hand(state, record, record.hand)
    commit, seed = hand.commits[record.by], bytes.fromhex(record.seed)
    if deal_commit(state.game_id, hand.number, record.by, commit.key, seed) != commit.commit:
        raise fail(state, "V7", f"The seed of seat {record.by} does not open its commitment.", record.by)
    skipped = (None,) * (record.by - len(hand.seeds))
    seeds = (*hand.seeds, *skipped, seed)
    after = replace(state, maybe_hand=replace(hand, seeds=seeds))
    if record.by + 1 < state.players or None in seeds:
        return _block_goes_on(after, record.by)
    passing = rules.pass_offset(state.rules, hand.number) != 0
    return replace(after, phase=Phase.PASSES if passing else Phase.PLAYS, block=None)


def _pass(state: State, record: r.Pass) -> State:
    hand = _this_hand(state, record, record.hand)
    commit = _signed(state, record.by, record.commit)
    if state.phase is Phase.PLAYS:
        return _pass_again(state, hand, record, commit)
    after = replace(state, maybe_hand=replace(hand, passes=(*hand.passes, commit)))
    if record.by + 1 < state.players:
        return _block_goes_on(after, record.by)
    return replace(after, phase=Phase.PLAYS, block=None)


def _pass_again(state: State, hand: HandState, record: r.Pass, commit: SignedCommit) -> State:
    passes = tuple(commit if seat == record.by else other for seat, other in enumerate(hand.passes))
    again = hand.may_pass_again - {record.by}
    replaced = (*hand.replaced_passes, record.by)
    return replace(state, maybe_hand=replace(hand, passes=passes, may_pass_again=again, replaced_passes=replaced))


def _play(state: State, record: r.Play) -> State:
    hand = _this_hand(state, record, record.hand)
    card, due = parse_card(record.card), rules.turn(hand.play)
    if due is not None and record.by != due:
        raise fail(state, "V11", f"Seat {record.by} played out of turn; seat {due} was to play.", record.by, "T2")
    if due is None and card != state.rules.opener:
        raise fail(
            state, "V11", f"The first card of the hand must be the lowest club, not {record.card}.", record.by, "D2"
        )
    if card not in hand.unplayed:
        raise fail(state, "V11", f"{record.card} has already been played or is not in the pack.", record.by, "D1")
    at = hand.unplayed.index(card)
    hand = replace(
        hand,
        play=rules.play_card(hand.play, record.by, card),
        unplayed=hand.unplayed[:at] + hand.unplayed[at + 1 :],
        play_lines=(*hand.play_lines, state.count + 1),
        may_pass_again=frozenset(),
    )
    return replace(state, maybe_hand=hand) if not rules.is_over(hand.play) else _tricks_done(state, hand)


def _tricks_done(state: State, hand: HandState) -> State:
    piles = rules.piles(hand.play, rules.inferred_widow(hand.play))
    tally = rules.tally(state.rules, piles)
    phase = Phase.MOON if rules.needs_choice(state.rules, tally) else Phase.OPEN
    return replace(state, phase=phase, maybe_hand=replace(hand, tally=tally))


def _moon(state: State, record: r.Moon) -> State:
    hand = _this_hand(state, record, record.hand)
    assert hand.tally is not None
    if record.by != hand.tally.shooter:
        sentence = f"Seat {record.by} did not shoot the moon; the choice is seat {hand.tally.shooter}'s."
        raise fail(state, "V12", sentence, record.by, "S3")
    return replace(state, phase=Phase.OPEN, maybe_hand=replace(hand, choice=rules.Choice(record.choice)))


def _open(state: State, record: r.Open) -> State:
    hand = _this_hand(state, record, record.hand)
    dealt = check_opening(state, hand, record)
    assert hand.tally is not None
    points = rules.hand_points(state.rules, hand.tally, hand.choice)
    if record.points != points:
        raise fail(state, "V12", f"The points are {_list(points)}, not {_list(record.points)}.", "host", "S1")
    totals = rules.add_points(state.totals, points)
    if record.totals != totals:
        raise fail(state, "V12", f"The totals are {_list(totals)}, not {_list(record.totals)}.", "host", "S1")
    after = replace(hand, opened=record, dealt=dealt)
    return replace(state, phase=Phase.AGREES, maybe_hand=after, dealt=_with_deal(state, dealt))


def _with_deal(state: State, hands: tuple[tuple[Card, ...], ...]) -> Dealt | None:
    """All deals that are known, with that of the hand in progress."""
    return Dealt(state.hand_number, tuple(map(bytes, hands)), state.dealt) if hands else state.dealt


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _agree(state: State, record: r.Agree) -> State:
    hand = _this_hand(state, record, record.hand)
    assert hand.opened is not None
    if record.totals != hand.opened.totals:
        raise fail(state, "V13", f"Seat {record.by} agreed to other totals than those opened.", record.by)
    agreed = (*hand.agreed, state.speakers[record.by].key)
    after = replace(state, maybe_hand=replace(hand, agreed=agreed))
    if record.by + 1 < state.players:
        return _block_goes_on(after, record.by)
    return replace(after, phase=Phase.BETWEEN, block=None, totals=hand.opened.totals)


def _substitute(state: State, record: r.Substitute) -> State:
    if record.seat >= state.players:
        raise fail(state, "V2", f"There is no seat {record.seat} at this table.", "host")
    speaker = Speaker(bytes.fromhex(record.key), record.name, record.bot)
    if not is_strong_key(speaker.key):
        raise fail(state, "V2", "The substitute's key is weak: anybody could sign for it.", "host")
    if speaker == state.speakers[record.seat]:
        raise fail(state, "V5", f"{record.name} speaks for seat {record.seat} already.", "host")
    fresh_bot = record.bot and speaker.key not in state.used_keys
    if speaker != state.roster[record.seat] and not fresh_bot:
        raise fail(state, "V5", "A substitute is a bot with a key of its own, or the player of the roster.", "host")
    seats = tuple(speaker if seat == record.seat else old for seat, old in enumerate(state.speakers))
    hand = state.maybe_hand
    if hand and state.phase is Phase.PLAYS and hand.passes and not hand.play_lines:
        hand = replace(hand, may_pass_again=hand.may_pass_again | {record.seat})
    return replace(state, speakers=seats, used_keys=state.used_keys + speaker.key, maybe_hand=hand)


def _void(state: State, record: r.Void) -> State:
    hand = _this_hand(state, record, record.hand)
    if record.secret and not _opens_deal(state, hand, bytes.fromhex(record.secret)):
        raise fail(state, "V8", "The host's secret does not open its commitment.", "host")
    if record.seat >= 0 and not record.secret:
        raise fail(state, "V8", "A hand voided for a missing seed must open the host's secret.", "host")
    voids = state.voids + (record.seat >= 0)
    goes_on = record.seat >= 0 and voids < MOST_VOIDS
    phase = Phase.BETWEEN if goes_on else Phase.STOPPED
    dealt = _dealt_in_vain(state, hand, record)
    hand = replace(hand, void=record, dealt=dealt)
    return replace(state, phase=phase, block=None, maybe_hand=hand, voids=voids, dealt=_with_deal(state, dealt))


def _dealt_in_vain(state: State, hand: HandState, record: r.Void) -> tuple[tuple[Card, ...], ...]:
    """What a voided hand had dealt, where all seeds and the secret are open: a false deal can still be shown."""
    if not record.secret or hand.seeds.count(None) or len(hand.seeds) < state.players:
        return ()
    return rebuild(state, hand, bytes.fromhex(record.secret)).hands


def _opens_deal(state: State, hand: HandState, secret: bytes) -> bool:
    return deal_commit(state.game_id, hand.number, HOST, state.host_key, secret) == hand.deal


def _end(state: State, record: r.End) -> State:
    decided = rules.is_decided(state.rules.options, state.totals)
    if record.totals != state.totals:
        raise fail(state, "V12", f"The totals are {_list(state.totals)}, not {_list(record.totals)}.", "host", "S6")
    if decided != (record.reason == "target"):
        sentence = "The game is decided, not stopped." if decided else "The game is not decided yet."
        raise fail(state, "V12", sentence, "host", "S6")
    winners = rules.winners(state.totals) if record.reason == "target" else ()
    if record.winners != winners:
        raise fail(state, "V12", f"The winners are not seats {_list(record.winners)}.", "host", "S7")
    return replace(state, phase=Phase.ENDED, end=record)
