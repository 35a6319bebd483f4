"""V5 to V8 and V11 to V13 on each record as it comes."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hearts_lan import rules
from hearts_lan.fairness import commit_reveal as cr
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.canonical import canonical_text
from tests.kit import identity
from tests.transcript.forge import Forge, at, mid_play, moon

OTHER = "5" * 64
BOT = identity("a bot")


def changed(record: r.Record, **fields: Any) -> r.Record:
    return msgspec.structs.replace(record, **fields)


def between_hands(**options: Any) -> Forge:
    """After the first hand."""
    return at(Phase.AGREES, **options).run(lambda forge: forge.state.phase is Phase.BETWEEN)


# -- V5 ---------------------------------------------------------------------------------------------------------------


def test_v5_two_seats_with_one_key() -> None:
    forge = Forge(4)
    seats = list(forge.table().seats)
    seats[3] = msgspec.structs.replace(seats[3], key=seats[0].key)
    fault = forge.refused(forge.table(seats=tuple(seats)))
    assert (fault.check, fault.who, fault.line) == ("V5", "host", 1)


def test_v5_a_nonce_that_does_not_open_its_commitment() -> None:
    forge = at(Phase.NONCES, inside=True)
    fault = forge.refused(forge.nonce(1, nonce=OTHER))
    assert (fault.check, fault.who, fault.line) == ("V5", 1, 3)


def test_v5_a_commitment_is_made_by_the_key_of_the_seat() -> None:
    """Copied from another seat it cannot be opened."""
    forge = Forge(4)
    seats = list(forge.table().seats)
    seats[1] = msgspec.structs.replace(seats[1], commit=seats[0].commit)
    forge.put(forge.table(seats=tuple(seats))).put(forge.nonce(0))
    assert forge.refused(forge.nonce(1, nonce=forge.join_nonce(0).hex())).check == "V5"


def test_the_game_id_covers_host_rules_roster_and_nonces() -> None:
    forge = at(Phase.BETWEEN)
    table = forge.state.table
    roster = [(bytes.fromhex(seat.key), seat.name, bytes.fromhex(seat.commit)) for seat in table.seats]
    nonces = [forge.join_nonce(seat) for seat in forge.seats]
    assert forge.state.game_id == cr.game_id(forge.host.key, canonical_text(table.rules), roster, nonces)


REFUSED_SUBSTITUTES: dict[str, Callable[[Forge], r.Record]] = {
    "the key of another seat": lambda forge: forge.substitute(1, forge.people[2]),
    "the host's key": lambda forge: forge.substitute(1, forge.host),
    "the player with another name": lambda forge: forge.back(1, name="player2"),
    "the player as a bot": lambda forge: forge.back(1, bot=True),
    "a stranger": lambda forge: forge.substitute(1, BOT, bot=False),
    "a stranger by the player's name": lambda forge: forge.substitute(1, BOT, bot=False, name="player1"),
    "another seat's player": lambda forge: forge.substitute(1, forge.people[2], name="player2", bot=False),
}


@pytest.mark.parametrize("make", REFUSED_SUBSTITUTES.values(), ids=REFUSED_SUBSTITUTES)
def test_v5_a_substitute_is_a_new_bot_or_the_player(make: Callable[[Forge], r.Record]) -> None:
    forge = mid_play()
    fault = forge.refused(make(forge))
    assert (fault.check, fault.who) == ("V5", "host")


def test_v5_a_key_is_used_for_one_substitution_only() -> None:
    forge = mid_play().take_over(1)
    bot = forge.speakers[1]
    assert forge.refused(forge.substitute(2, bot)).check == "V5"
    assert forge.refused(forge.substitute(1, bot)).check == "V5"
    forge.come_back(1)
    assert forge.refused(forge.substitute(1, bot)).check == "V5"
    forge.take_over(1, "another")


@pytest.mark.parametrize("reason", ["away", "left", "kicked", "back", "failed"])
def test_a_substitute_for_every_reason(reason: str) -> None:
    forge = mid_play()
    forge.take_over(1, reason=reason).come_back(1).to(Phase.ENDED)
    assert forge.state.speakers == forge.state.roster


def test_the_bot_of_the_roster_can_come_back() -> None:
    """Only as what the roster says it is."""
    forge = Forge(4, bots=frozenset({1})).to(Phase.PLAYS).take_over(1)
    assert forge.refused(forge.back(1, bot=False)).check == "V5"
    forge.come_back(1).to(Phase.ENDED)


def test_a_bot_may_give_the_seed_and_the_player_play() -> None:
    forge = at(Phase.COMMITS).take_over(0).take_over(3)
    forge.to(Phase.PASSES).come_back(0).to(Phase.PLAYS).come_back(3).to(Phase.ENDED)


# -- V6 ---------------------------------------------------------------------------------------------------------------


def hand_records() -> dict[str, tuple[Forge, r.Record]]:
    """A right record of every type that names a hand, and where it may stand; the hand is the second one."""
    game = between_hands(target=1000)
    places: dict[str, tuple[Forge, r.Record]] = {}

    def place(name: str, phase: Phase, make: Callable[[Forge], r.Record]) -> None:
        forge = game.copy().to(phase)
        places[name] = (forge, make(forge))

    places["deal"] = (game, game.deal())
    place("commit", Phase.COMMITS, lambda forge: forge.commit(0))
    place("reveal", Phase.REVEALS, lambda forge: forge.reveal(0))
    place("void", Phase.REVEALS, lambda forge: forge.void(0, "no_reveal"))
    place("pass", Phase.PASSES, lambda forge: forge.pass_(0))
    place("play", Phase.PLAYS, lambda forge: forge.play(forge.turn(), forge.legal()[0]))
    place("open", Phase.OPEN, lambda forge: forge.open())
    place("stop", Phase.OPEN, lambda forge: forge.void())
    place("agree", Phase.AGREES, lambda forge: forge.agree(0))
    return places


@pytest.mark.parametrize("name", ["deal", "commit", "reveal", "void", "pass", "play", "open", "stop", "agree"])
def test_v6_every_record_is_for_the_hand_that_is_due(name: str) -> None:
    forge, record = hand_records()[name]
    for hand in (1, 3, 2**31 - 1):
        fault = forge.refused(changed(record, hand=hand))
        assert (fault.check, fault.who) == ("V6", record.by)
    forge.put(record)


def test_v6_the_choice_of_the_shooter_too() -> None:
    assert moon().refused(moon().moon(1, hand=2)).check == "V6"


def test_v6_a_replaced_pass_too() -> None:
    forge = at(Phase.PLAYS).take_over(2)
    assert forge.refused(forge.pass_(2, hand=2)).check == "V6"


# -- V7 and V8 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
def test_v7_a_seed_that_does_not_open_its_commitment(seat: int) -> None:
    forge = at(Phase.REVEALS)
    fault = forge.refused(forge.reveal(seat, seed=OTHER))
    assert (fault.check, fault.who, fault.line) == ("V7", seat, len(forge.lines) + 1)


def test_v7_a_commitment_copied_from_another_seat_cannot_be_opened() -> None:
    """Seat and key are in the commitment: a copycat cannot echo a seed."""
    forge = at(Phase.COMMITS)
    first = forge.commit(0)
    forge.put(first)
    forge.put(forge.commit(1, commit=first.commit)).to(Phase.REVEALS)
    forge.put(forge.reveal(0))
    assert forge.refused(forge.reveal(1, seed=forge.seed(0).hex())).check == "V7"


def test_v8_the_secret_of_a_void_opens_the_deal() -> None:
    forge = at(Phase.REVEALS)
    for record in (
        forge.void(0, "no_reveal", secret=OTHER),
        forge.void(0, "no_reveal", secret=""),
        forge.void(secret=OTHER),
        forge.void(reason="secret_lost", secret=OTHER),
    ):
        fault = forge.refused(record)
        assert (fault.check, fault.who) == ("V8", "host")
    forge.put(forge.void(secret="")).put(forge.end("stopped"))


# -- V11, as the cards are played -------------------------------------------------------------------------------------


def test_v11_out_of_turn() -> None:
    forge = mid_play(2)
    for seat in set(forge.seats) - {forge.turn()}:
        fault = forge.refused(forge.play(seat, forge.held[seat][0]))
        assert (fault.check, fault.who, fault.rule) == ("V11", seat, "T2")


def test_v11_the_winner_of_a_trick_leads() -> None:
    """T2."""
    forge = mid_play(4)
    assert forge.state.hand.play.tricks[0].winner == forge.turn()
    for seat in set(forge.seats) - {forge.turn()}:
        assert forge.refused(forge.play(seat, forge.held[seat][0])).check == "V11"


@pytest.mark.parametrize("card", ["3C", "2D", "AH", "QS"])
def test_v11_the_first_card_of_a_hand(card: str) -> None:
    """D2: known to be wrong before anybody's cards are known."""
    forge = at(Phase.PLAYS)
    for seat in forge.seats:
        fault = forge.refused(forge.play(seat, card))
        assert (fault.check, fault.who, fault.rule) == ("V11", seat, "D2")


def test_v11_a_card_is_played_once() -> None:
    forge = mid_play()
    fault = forge.refused(forge.play(forge.turn(), "2C"))
    assert (fault.check, fault.who, fault.rule) == ("V11", forge.turn(), "D1")


def test_v11_a_card_that_is_not_in_the_pack() -> None:
    """D1: three players have no two of diamonds."""
    forge = mid_play(players=3)
    assert forge.refused(forge.play(forge.turn(), "2D")).rule == "D1"


def test_v11_two_packs_have_every_card_twice() -> None:
    """C1: the third is one too many."""
    options = rules.Options(target=1, variant=rules.Variant.CANCELLATION, points_on_first_trick=True)
    forge = Forge(5, options).to(Phase.PLAYS)
    for number in range(3):
        record = forge.play(forge.turn(), "9S")
        if number == 2:
            assert forge.refused(record).rule == "D1"
        else:
            forge.put(record)


# -- V12 and V13 ------------------------------------------------------------------------------------------------------


def test_v12_only_the_shooter_chooses() -> None:
    forge = moon()
    for seat in (0, 2):
        fault = forge.refused(forge.moon(seat))
        assert (fault.check, fault.who, fault.rule) == ("V12", seat, "S3")


@pytest.mark.parametrize(("choice", "points"), [("add", (26, 0, 26)), ("subtract", (0, -26, 0))])
def test_v12_points_follow_the_choice(choice: Any, points: tuple[int, ...]) -> None:
    """S3: either choice is right, for anybody."""
    forge = moon()
    forge.put(forge.moon(1, choice))
    right = forge.open()
    assert (right.points, right.totals) == (points, points)
    for wrong in ((0, 26, 0), (26, 0, 26), (0, -26, 0)):
        if wrong != points:
            fault = forge.refused(changed(right, points=wrong, totals=wrong))
            assert (fault.check, fault.who, fault.rule) == ("V12", "host", "S1")
    forge.put(right)


def wrong_by_one(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Other numbers: one too many, two exchanged, too few, too many seats."""
    first, *rest = numbers
    return [(first + 1, *rest), (first + 1, rest[0] - 1, *rest[1:]), numbers[:-1], (*numbers, 0)]


def test_v12_points_and_totals_are_counted_again() -> None:
    """S1."""
    forge = between_hands(target=1000).to(Phase.OPEN)
    right = forge.open()
    assert right.totals != right.points
    for wrong in wrong_by_one(right.points):
        assert forge.refused(changed(right, points=wrong)).check == "V12"
    for wrong in [*wrong_by_one(right.totals), right.points]:
        fault = forge.refused(changed(right, totals=wrong))
        assert (fault.check, fault.who, fault.line) == ("V12", "host", len(forge.lines) + 1)


def test_v13_everybody_agrees_to_what_was_opened() -> None:
    forge = at(Phase.AGREES, inside=True)
    for wrong in wrong_by_one(forge.state.hand.opened.totals if forge.state.hand.opened else ()):
        fault = forge.refused(forge.agree(1, totals=wrong))
        assert (fault.check, fault.who) == ("V13", 1)


def test_totals_are_those_agreed_to() -> None:
    """A hand that was opened and then stopped counts for nothing."""
    forge = at(Phase.AGREES)
    forge.put(forge.void())
    assert forge.state.totals == (0, 0, 0, 0)
    assert forge.refused(forge.end("target")).check == "V12"
    forge.put(forge.end("stopped"))


def test_v12_the_end_has_the_totals_of_the_last_agreed_hand() -> None:
    forge = between_hands()
    for wrong in wrong_by_one(forge.state.totals):
        fault = forge.refused(forge.end(totals=wrong))
        assert (fault.check, fault.who, fault.rule) == ("V12", "host", "S6")


def test_v12_the_winners_are_those_with_the_lowest_total() -> None:
    """S7, S8: all of them, in order; none when the game was stopped."""
    forge = between_hands()
    right = forge.end().winners
    for wrong in [(), (0, 1, 2, 3), (*right, *right), tuple({0, 1, 2, 3} - set(right)), (*right, 10)]:
        fault = forge.refused(forge.end(winners=wrong))
        assert (fault.check, fault.rule) == ("V12", "S7")
    for stopped in (forge.end("stopped", winners=right), forge.end("stopped")):
        assert forge.refused(stopped).check == "V12"
    forge.copy().put(forge.end())


def test_v12_a_game_is_not_over_before_the_target() -> None:
    """S6: nor before the first hand."""
    for forge in (between_hands(target=1000), at(Phase.BETWEEN)):
        fault = forge.refused(forge.end("target"))
        assert (fault.check, fault.rule) == ("V12", "S6")
        forge.put(forge.end("stopped"))


def test_a_game_that_is_not_decided_goes_on_for_a_while() -> None:
    """S5, S6: a moon subtracted takes nobody to the target."""
    forge = moon()
    forge.put(forge.moon(1, "subtract")).run(lambda forge: forge.state.phase is Phase.BETWEEN)
    assert forge.state.totals == (0, -26, 0)
    assert forge.refused(forge.end("target")).rule == "S6"
    forge.put(forge.deal())


@pytest.mark.parametrize(
    ("tie", "salt", "winners"), [(rules.Tie.PLAY_ON, "tie0", (0, 2)), (rules.Tie.SHARED, "tie4", (1, 3))]
)
def test_a_tie_for_the_lowest_total_is_shared_or_played_on(tie: rules.Tie, salt: str, winners: tuple[int, ...]) -> None:
    """S8: all who tie win; with ``play_on`` the game goes on."""
    forge = Forge(4, rules.Options(target=1, tie=tie), salt=salt)
    forge.run(lambda forge: forge.state.phase is Phase.BETWEEN and forge.state.hand_number == 1)
    assert rules.winners(forge.state.totals) == winners
    if tie is rules.Tie.PLAY_ON:
        assert forge.refused(forge.end("target", winners=winners)).rule == "S6"
        forge.put(forge.deal())
    else:
        assert forge.refused(forge.end(winners=winners[:1])).rule == "S7"
        assert forge.refused(forge.deal()).check == "V4"
        forge.put(forge.end(winners=winners))
