"""V9: what the evidence of a dispute proves, and that honest words proved out of place prove nothing."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from hearts_lan.cards import Card, card_text
from hearts_lan.fairness.commit_reveal import dealt_message
from hearts_lan.fairness.identity import Identity
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, Verdict, verdict
from hearts_lan.transcript.canonical import canonical_text
from hearts_lan.transcript.lines import Line, signed_bytes
from hearts_lan.transcript.report import examine
from tests.kit import identity
from tests.transcript.forge import Forge, at, mid_play

STRANGER = identity("stranger")
SEEN = "5" * 64


def changed(record: r.Record, **fields: Any) -> r.Record:
    return msgspec.structs.replace(record, **fields)


def deal_evidence(
    forge: Forge, seat: int, cards: Iterable[Card], signer: Identity | None = None, hand: int = 1
) -> r.Evidence:
    """A private deal as the host signs it."""
    cards = tuple(cards)
    message = dealt_message(forge.state.game_id, hand, seat, cards)
    signature = (signer or forge.host).sign(message).hex()
    return r.Evidence(signature=signature, cards=tuple(map(card_text, sorted(cards))))


def shown(line: Line) -> r.Evidence:
    """A refused record as evidence."""
    return r.Evidence(payload=line.payload, signature=line.signature.hex())


def judged(forge: Forge, evidence: r.Evidence | None, by: int = 1, **fields: Any) -> Verdict:
    """The verdict after a dispute with this evidence."""
    last = forge.copy()
    last.put(last.dispute(by, evidence, **fields))
    result = examine(last.raw).verdict
    assert result == verdict(last.state)
    if result.code == 1:
        assert result.fault is not None
        assert (result.fault.check, result.fault.line) == ("V9", len(last.lines))
    else:
        assert result.code == 3
        assert result.reasons == (f"Seat {by} disputes the game, and its evidence proves nothing.",)
    return result


def proven(forge: Forge, evidence: r.Evidence, by: int = 1) -> object:
    """Against whom the evidence proves a fault."""
    result = judged(forge, evidence, by)
    assert result.fault is not None, "nothing is proven"
    return result.fault.who


def proves_nothing(forge: Forge, evidence: r.Evidence | None, by: int = 1) -> bool:
    return judged(forge, evidence, by).fault is None


def test_a_dispute_without_evidence_proves_nothing() -> None:
    for phase in (Phase.BETWEEN, Phase.REVEALS, Phase.AGREES, Phase.ENDED):
        assert proves_nothing(at(phase), None)


# -- the signed deal --------------------------------------------------------------------------------------------------

AFTER_OPEN: dict[str, Callable[[], Forge]] = {
    "open": lambda: at(Phase.AGREES),
    "among the agrees": lambda: at(Phase.AGREES, inside=True),
    "after the agrees": lambda: at(Phase.AGREES).run(lambda forge: forge.state.phase is Phase.BETWEEN),
    "after the end": lambda: at(Phase.ENDED),
}


@pytest.mark.parametrize("make", AFTER_OPEN.values(), ids=AFTER_OPEN)
def test_other_cards_than_the_seeds_give_are_proven_against_the_host(make: Callable[[], Forge]) -> None:
    forge = make()
    hand = forge.state.hand.dealt
    for wrong in (hand[2], hand[1][:-1], (*hand[1][:-1], hand[2][0]), (*hand[1], hand[1][0]), ()):
        assert proven(forge, deal_evidence(forge, 1, wrong)) == "host"


@pytest.mark.parametrize("make", AFTER_OPEN.values(), ids=AFTER_OPEN)
def test_the_cards_really_dealt_prove_nothing(make: Callable[[], Forge]) -> None:
    forge = make()
    assert proves_nothing(forge, deal_evidence(forge, 1, forge.state.hand.dealt[1]))


def test_the_order_of_the_cards_proves_nothing() -> None:
    """The host's signature is over the cards in ascending order: it fits whatever order they are shown in."""
    forge = at(Phase.AGREES)
    evidence = deal_evidence(forge, 1, forge.state.hand.dealt[1])
    assert isinstance(evidence.cards, tuple)
    right = canonical_text(forge.dispute(1, evidence))
    wrong = right.replace('","'.join(evidence.cards), '","'.join(reversed(evidence.cards)))
    assert wrong != right
    assert forge.refusal(forge.sign(wrong, forge.people[1])).check == "V1"


def test_before_the_opening_a_deal_proves_nothing() -> None:
    """Nobody can say yet what should have been dealt."""
    for forge in (at(Phase.BETWEEN), at(Phase.COMMITS), at(Phase.PASSES), mid_play(20), at(Phase.OPEN)):
        assert proves_nothing(forge, deal_evidence(forge, 1, [Card(0), Card(1)]))
    stopped = mid_play()
    stopped.put(stopped.void(secret=""))
    assert proves_nothing(stopped, deal_evidence(stopped, 1, [Card(0)]))


def test_a_void_that_opens_the_secret_does_not_hide_a_false_deal() -> None:
    """V9: with all seeds and the secret in the log everybody can deal the hand again."""
    stopped = mid_play()
    stopped.put(stopped.void())
    assert proven(stopped, deal_evidence(stopped, 1, [Card(0)])) == "host"


def test_an_opening_counts_even_if_the_host_stops_after_it() -> None:
    """The void need not open the secret again."""
    stopped = at(Phase.AGREES)
    wrong = stopped.state.hand.dealt[2]
    stopped.put(stopped.void(secret=""))
    assert proven(stopped, deal_evidence(stopped, 1, wrong)) == "host"


def test_a_false_deal_of_an_earlier_hand_is_proven_too() -> None:
    """V9: whoever was away in a hand sees only later what the host did in it."""
    forge = at(Phase.AGREES, players=3, target=100)
    right, wrong = forge.state.hand.dealt[1], forge.state.hand.dealt[2]
    forge.run(lambda forge: forge.hand == 3 and forge.state.phase is Phase.PLAYS)
    for cards, code in ((wrong, 1), (right, 3)):
        assert judged(forge, deal_evidence(forge, 1, cards), hand=1).code == code
    for hand in (2, 3, 4):
        assert judged(forge, deal_evidence(forge, 1, wrong), hand=hand).code == 3


def test_a_deal_proves_something_only_if_the_host_signed_it_for_this_seat_hand_and_game() -> None:
    forge = at(Phase.AGREES)
    wrong = forge.state.hand.dealt[2]
    for evidence in (
        deal_evidence(forge, 1, wrong, STRANGER),
        deal_evidence(forge, 1, wrong, forge.people[1]),
        deal_evidence(forge, 2, wrong),
        deal_evidence(forge, 1, wrong, hand=2),
        deal_evidence(at(Phase.AGREES, salt="elsewhere"), 1, wrong),
    ):
        assert proves_nothing(forge, evidence)
    evidence = deal_evidence(forge, 1, wrong)
    assert proven(forge, evidence) == "host"
    assert judged(forge, evidence, by=2).code == 3
    for hand in (0, 2):
        assert judged(forge, evidence, hand=hand).code == 3


def test_a_substitute_or_the_player_may_show_the_deal() -> None:
    forge = at(Phase.AGREES).take_over(1)
    evidence = deal_evidence(forge, 1, forge.state.hand.dealt[2])
    for signer in (forge.people[1], forge.speakers[1]):
        last = forge.copy()
        last.put(last.dispute(1, evidence), signer)
        assert verdict(last.state).code == 1


# -- the refused record -----------------------------------------------------------------------------------------------


def test_a_record_that_cannot_stand_here_is_proven_against_its_author() -> None:
    """Signed for this very place in the log."""
    forge = mid_play()
    turn = forge.turn()
    other = (turn + 1) % 4
    cases: list[tuple[r.Record, object]] = [
        (forge.play(other, forge.held[other][0]), other),
        (forge.play(turn, "2C"), turn),
        (forge.play(turn, forge.held[turn][0], hand=2), turn),
        (forge.agree(other), other),
        (forge.deal(), "host"),
        (forge.end("stopped"), "host"),
        (forge.void(secret=SEEN), "host"),
        (forge.substitute(1, forge.people[2]), "host"),
        (forge.substitute(1, STRANGER, key="01" + "00" * 31), "host"),
        (forge.substitute(9, STRANGER), "host"),
    ]
    for record, who in cases:
        assert proven(forge, shown(forge.line(record)), by=2) == who


def test_a_text_in_another_form_is_proven_too() -> None:
    forge = mid_play()
    right = canonical_text(forge.resume())
    deep = "[" * 63 + "]" * 63
    added = ("null", "1e999", r'"\ud800"', "9" * 5000, deep)
    texts = (f'{right[:-1]},"z":{value}}}' for value in added)
    for wrong in (right.replace(":", ": "), right.replace('"type"', '"then":1.5,"type"'), *texts):
        assert proven(forge, shown(forge.sign(wrong, forge.host))) == "host"


def test_an_opening_that_does_not_fit_is_proven_against_the_host() -> None:
    """V8, V10, V12, also where another's play is at fault: the host let it in."""
    forge = at(Phase.OPEN)
    right = forge.open()
    for wrong in (
        changed(right, secret=SEEN),
        changed(right, passes=()),
        changed(right, points=(0, 0, 0, 26), totals=(0, 0, 0, 26)),
    ):
        assert proven(forge, shown(forge.line(wrong))) == "host"
    assert proves_nothing(forge, shown(forge.line(right)))


def test_an_opening_of_a_hand_with_a_forbidden_play_is_proven_against_the_host() -> None:
    """V11: it let the play in, perhaps because it had dealt other cards than it now shows."""
    forge = at(Phase.PLAYS)
    forge.step()
    seat, other = forge.turn(), (forge.turn() + 1) % 4
    mine = forge.legal()[0]
    theirs = next(card for card in forge.held[other] if card // 13 == mine // 13)
    forge.swap(seat, mine, other, theirs)
    forge.step_play(theirs).to(Phase.OPEN)
    result = judged(forge, shown(forge.line(forge.open())))
    assert result.fault is not None
    assert (result.fault.who, result.fault.rule) == ("host", "T1")


def test_a_wrong_seed_or_agreement_is_proven_against_its_seat() -> None:
    for forge in (at(Phase.REVEALS), at(Phase.REVEALS, inside=True)):
        assert proven(forge, shown(forge.line(forge.reveal(2, seed=SEEN)))) == 2
    forge = at(Phase.AGREES)
    assert proven(forge, shown(forge.line(forge.agree(0, totals=(0, 0, 0, 0))))) == 0


def test_a_bad_void_among_the_reveals_is_proven_against_the_host() -> None:
    """It has seen the line before it, though the reveals around it have not."""
    forge = at(Phase.REVEALS, inside=True)
    assert proven(forge, shown(forge.line(forge.void(2, "no_reveal")))) == "host"
    assert proven(forge, shown(forge.line(forge.void(1, "no_reveal", secret=SEEN)))) == "host"
    assert proves_nothing(forge, shown(forge.line(forge.void(1, "no_reveal"))))


def test_a_right_record_proves_nothing() -> None:
    """That it was not written is no fault of its author."""
    forge = mid_play()
    turn = forge.turn()
    for record in (forge.play(turn, forge.legal()[0]), forge.resume(), forge.void(), forge.dispute(2)):
        assert proves_nothing(forge, shown(forge.line(record)))


def test_a_record_that_its_author_did_not_sign_proves_nothing() -> None:
    forge = mid_play().take_over(1)
    record = forge.play(1, "2C")
    for line in (
        forge.line(record, STRANGER),
        forge.line(record, forge.host),
        forge.line(record, forge.people[1]),  # the bot speaks for the seat
        forge.line(forge.deal(), forge.people[1]),
        Line(canonical_text(record), bytes(64)),
        Line(canonical_text(record), forge.speakers[1].sign(signed_bytes(bytes(32), canonical_text(record)))),
    ):
        assert proves_nothing(forge, shown(line))
    assert proven(forge, shown(forge.line(record))) == 1


@pytest.mark.parametrize("by", ['"nobody"', "4", "-1", "1.0", "true", "null", "[]", '{"a":1}', "99999999999999999999"])
def test_a_record_of_nobody_proves_nothing(by: str) -> None:
    forge = mid_play()
    payload = canonical_text(forge.play(1, "2C")).replace('"by":1', f'"by":{by}')
    assert proves_nothing(forge, shown(forge.sign(payload, forge.people[1])))
    deep = "[" * 64 + "]" * 64
    for odd in (",", f',"deep":{deep}', ',"x":NaN'):
        assert proves_nothing(forge, shown(forge.sign(payload[:-1] + odd + "}", forge.people[1])))
    for odd in ("", "[]", "x", '{"by":"host"}', '{"by":1,"seen":[]}', '{"by":1,"type":{}}', "{", '"host"'):
        assert proves_nothing(forge, shown(forge.sign(odd, forge.people[1])))


def test_no_honest_record_of_a_whole_game_proves_anything_anywhere() -> None:
    """All records of one game, the dishonest could show them after any of its lines."""
    whole = Forge(3, salt="honest").to(Phase.ENDED)
    forge = Forge(3, salt="honest")
    for number in range(4, len(whole.lines)):
        while len(forge.lines) < number:
            forge.append(whole.lines[len(forge.lines)])
        for line in whole.lines[max(0, number - 5) : number + 5 : 1 if number < 25 or number > 60 else 4]:
            last = forge.copy()
            last.put(last.dispute(1, shown(line)))
            assert last.state.dispute_fault is None, (number, line.payload)


def test_a_record_out_of_order_in_a_block_proves_nothing() -> None:
    """Seats answer in any order; the host puts them in order."""
    for phase in (Phase.COMMITS, Phase.REVEALS, Phase.PASSES, Phase.AGREES):
        for forge in (at(phase), at(phase, inside=True)):
            for seat in forge.seats:
                record = forge.block_record(seat)
                assert proves_nothing(forge, shown(forge.line(record)), by=2)


@pytest.mark.parametrize("phase", [Phase.COMMITS, Phase.PASSES, Phase.AGREES, Phase.REVEALS])
def test_what_the_host_signed_before_a_block_cannot_be_shown_inside_it(phase: Phase) -> None:
    """The host wrote it where it stood right; a seat that holds back its own signed record must not frame the host."""
    before = at(phase)
    honest: list[r.Record] = [before.resume(), before.void()]
    if phase is not Phase.REVEALS:
        honest.append(before.substitute(2, STRANGER))
    lines = [before.line(record) for record in honest]
    inside = at(phase, inside=True)
    assert inside.lines[:-1] == before.lines
    for line in lines:
        assert proves_nothing(inside, shown(line), by=0)


def test_a_record_signed_for_another_branch_proves_nothing() -> None:
    """The host wrote a substitute where the log shown has none: both are the same up to there."""
    forge = mid_play(3)
    branch = forge.copy().take_over(forge.turn())
    play = branch.line(branch.play(branch.turn(), branch.legal()[0]))
    forge.step()
    assert proves_nothing(forge, shown(play))
    assert proves_nothing(forge, shown(branch.lines[-1]))


def test_evidence_may_be_any_text() -> None:
    """A quotation of a quotation, and so on."""
    forge = mid_play()
    evidence = shown(forge.line(forge.deal()))
    for _ in range(6):
        last = forge.copy()
        assert proven(last, evidence) == "host" if _ == 0 else proves_nothing(last, evidence)
        evidence = shown(last.line(last.dispute(1, evidence)))
