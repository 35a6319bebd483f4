"""What is due from a seat: what only the person or the bot behind it can decide, and what its program signs."""

from hearts_lan import rules
from hearts_lan.player.checks import MyHand
from hearts_lan.player.news import Question
from hearts_lan.transcript.audit import Phase, State
from hearts_lan.transcript.lines import NO_GAME


def asked(state: State, seat: int, mine: MyHand | None, key: bytes, went_on: int) -> Question | None:
    """What is asked of the seat for which ``key`` speaks, in a game; ``went_on`` is the last hand that it has ended."""
    match state.phase:
        case Phase.BETWEEN if state.hand_number > went_on and not _is_decided(state):
            return Question.GO_ON
        case Phase.PASSES if mine and not mine.chosen and is_unsigned(state, seat):
            return Question.PASS
        case Phase.PLAYS if mine and _passes_again(state, seat, mine, key):
            return Question.PASS
        case Phase.PLAYS if mine and _is_turn(state, seat, mine) and (mine.received or not state.hand.passes):
            return Question.CARD
        case Phase.MOON if state.hand.tally and state.hand.tally.shooter == seat:
            return Question.MOON
        case _:
            return None


def _is_decided(state: State) -> bool:
    return rules.is_decided(state.rules.options, state.totals)


def _is_turn(state: State, seat: int, mine: MyHand) -> bool:
    return view_of(state, seat, mine).my_turn


def _passes_again(state: State, seat: int, mine: MyHand, key: bytes) -> bool:
    """Whether somebody who spoke for the seat signed a pass, and was gone before it could show the cards."""
    may = bool(state.hand.passes) and seat in state.hand.may_pass_again
    return may and passed_by_other(state, seat, key) and not mine.chosen


def passed_by_other(state: State, seat: int, key: bytes) -> bool:
    """Whether another key has signed what a seat passes; only once all passes are signed."""
    return state.hand.passes[seat].key != key


def is_unsigned(state: State, seat: int) -> bool:
    """Whether a seat's record is missing in the block now due: it may have begun when a host was started anew."""
    return state.block is None or seat >= state.block.next_seat


def may_dispute(state: State, seat: int, key: bytes) -> bool:
    """Whether the log has room for the word of a key: after the nonces, from a seat that is or was its own."""
    if state.game_id == NO_GAME or state.phase is Phase.DISPUTED or not 0 <= seat < state.players:
        return False
    return key in (state.roster[seat].key, state.speakers[seat].key)


def view_of(state: State, seat: int, mine: MyHand | None) -> rules.View:
    """What a seat may know; only while a hand is played or was played."""
    hand = state.maybe_hand
    mine = mine if mine and hand and mine.dealt.hand == hand.number else None
    return rules.View(
        rules=state.rules,
        seat=seat,
        hand_number=state.hand_number,
        totals=state.totals,
        hand=mine.cards if mine else (),
        play=hand.play if hand and state.phase in (Phase.PLAYS, Phase.MOON, Phase.OPEN) else None,
        passed=mine.chosen if mine else (),
        received=mine.received if mine else (),
    )
