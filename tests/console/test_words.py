"""What every record means to somebody who watches, in plain words."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from hearts_lan import rules
from hearts_lan.cards import parse_cards
from hearts_lan.console import words
from hearts_lan.console.absence import is_bot, is_stand_in
from hearts_lan.console.words import Voice, in_words, tell
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import HandState, Phase, Speaker, State
from tests.kit import Moonlit, Room, identity, one_hand, played, states
from tests.transcript.forge import Forge, at, mid_play

HERE = Voice(0, in_words)
WATCHER = Voice(-1, in_words)


def told(room: Room, voice: Voice = HERE) -> list[str]:
    """A whole game told."""
    steps = states(room.log)
    return [line for before, after in pairwise(steps) for line in tell(voice, before, after)]


def told_by(forge: Forge, act: Callable[[Forge], object], voice: Voice = HERE) -> list[str]:
    """What is told of the record that ``act`` adds."""
    before: State = forge.state
    act(forge)
    return tell(voice, before, forge.state)


GAME = played(4, one_hand())


def test_a_game_is_told_from_code_to_winner() -> None:
    lines = told(GAME)
    assert lines[0].startswith("The game begins. Table code, the same for everybody: the ")
    assert lines[1] == "Hand 1: 13 cards each, three cards are passed to the left."
    assert sum("lead the " in line or "leads the " in line for line in lines) == 13
    assert sum("play the " in line or "plays the " in line for line in lines) == 39
    assert sum(" the trick" in line for line in lines) == 13
    assert lines.count("Hearts are broken.") == 1
    assert lines[-3].startswith("Scores: You ")
    assert lines[-2] == "Deal and result of hand 1 verified by all 4 players."
    assert lines[-1].startswith("The game is over: ")


def test_you_are_you_and_a_watcher_is_nobody() -> None:
    assert {line.split()[0] for line in told(GAME) if " the trick" in line} >= {"You"}
    assert not [line for line in told(GAME, WATCHER) if "You" in line]
    verbs = [line.split()[1] for line in told(GAME) if line.startswith("You ")]
    assert {"take", "lead", "play"} >= set(verbs)


def test_all_points_are_named() -> None:
    """26 points lie in the tricks, as they are taken."""
    worths = [line.split(", ")[1] for line in told(GAME) if " the trick, " in line]
    assert sum(int(worth.split()[0]) for worth in worths) == 26
    assert all(worth.endswith(("1 point.", "points.")) for worth in worths)


def test_cancelled_tricks_are_carried_and_what_they_hold_is_named() -> None:
    """C4, C5: a trick nobody takes is carried, with its points, to the next taker."""
    room = Room(11, one_hand(variant=rules.Variant.CANCELLATION), host=identity("carry6"))
    room.join()
    room.run()
    lines = told(room, WATCHER)
    carried = (
        "Every card of the led suit is cancelled: the trick is carried (3 points so far), and player10 leads again."
    )
    taken = "player1 takes the trick, 7 points, and a carried trick with 3 points."
    assert lines.index(carried) < lines.index(taken)


def after_tricks(players: int, variant: rules.Variant, *tricks: str) -> State:
    """A state after tricks that are led by whoever took the one before, at first by seat 0."""
    table_rules = rules.make_rules(rules.Options(variant=variant), players)
    play = rules.Play(table_rules, 0, (), broken=False, tricks=())
    for cards in tricks:
        for card in parse_cards(cards.split()):
            seat = rules.turn(play)
            assert seat is not None
            play = rules.play_card(play, seat, card)
    speakers = tuple(Speaker(bytes(32), name, bot=False) for name in "ABCDEFGHIJK"[:players])
    hand = HandState(number=1, deal=b"", play=play, unplayed=())
    return State(maybe_rules=table_rules, maybe_hand=hand, roster=speakers, speakers=speakers)


@pytest.mark.parametrize(
    ("tricks", "told"),
    [
        (["JC TC 9C 8C 4C JC"], ["Cancelled: the jack of clubs (by you and F).",
                                 "B takes the trick, and the 2 cards face down."]),
        (["JC JC TC TC 9C 9C"], ["Cancelled: the jack of clubs (by you and B), the ten of clubs (by C and D) and the"
                                 " nine of clubs (by E and F).",
                                 "Every card of the led suit is cancelled: the trick is carried (0 points so far and"
                                 " the 2 cards face down), and you lead again."]),
        (["9S 9S AD KH 4D JH", "3C KC 6C KC TC 2H"],
         ["Cancelled: the king of clubs (by B and D).",
          "E takes the trick, 1 point, and a carried trick with 2 points, and the 2 cards face down."]),
        (["9S 9S AD KH 4D JH", "3C 3C 6D 6D TH 2H", "QC KC 6C AC TC 2H"],
         ["D takes the trick, 1 point, and 2 carried tricks with 4 points, and the 2 cards face down."]),
        (["KS KH 3S 9S 2S 5S", "4C 5C 5C 6C 7C 8C"],
         ["Cancelled: the five of clubs (by B and C).", "F takes the trick."]),
    ],
)  # fmt: skip
def test_what_becomes_of_a_trick(tricks: list[str], told: list[str]) -> None:
    """C3, C4, C5: who cancels whom, what is carried, and who gets all of it."""
    assert words.trick_done(HERE, after_tricks(6, rules.Variant.CANCELLATION, *tricks)) == told


def test_a_last_trick_that_nobody_wins_goes_to_its_leader() -> None:
    """C6: with all that was carried."""
    tricks = [*["AC 2C 3C 4C 5C 6C"] * 15, "9S 9S AD KH 4D JH", "JC JC TC TC 9C 9C"]
    assert words.trick_done(HERE, after_tricks(6, rules.Variant.CANCELLATION, *tricks))[1:] == [
        "Every card of the led suit is cancelled: the last trick goes to its leader.",
        "You take the trick, and a carried trick with 2 points.",
    ]


def test_what_goes_with_a_trick() -> None:
    """C1, C5."""
    begun = [after_tricks(6, rules.Variant.CANCELLATION, *tricks) for tricks in ([], ["9S 9S AD KH 4D JH"])]
    face_down = "2 cards lie face down and go with the trick."
    assert [words.stakes(state) for state in begun] == [
        [face_down],
        ["The next taker gets what was carried too: 2 points so far.", face_down],
    ]
    assert words.stakes(after_tricks(6, rules.Variant.CANCELLATION, "KS KH 3S 9S 2S 5S")) == []
    assert words.stakes(after_tricks(4, rules.Variant.HEARTS, "KS KH 3S 9S")) == []


@pytest.mark.parametrize(
    ("variant", "cards", "line"),
    [
        (rules.Variant.OMNIBUS, "AD JD 3D 4D", "You take the trick with the jack of diamonds (-10), -10 points."),
        (rules.Variant.OMNIBUS, "3D JD TH QH", "B takes the trick with the jack of diamonds (-10), -8 points."),
        (rules.Variant.HEARTS, "3D JD TH QH", "B takes the trick, 2 points."),
        (rules.Variant.HEARTS, "3D JD 5D 6D", "B takes the trick."),
    ],
)
def test_the_jack_of_diamonds_is_named_where_it_counts(variant: rules.Variant, cards: str, line: str) -> None:
    """O1."""
    assert words.trick_done(HERE, after_tricks(4, variant, cards)) == [line]


def whole(players: int, options: rules.Options, host: str) -> list[str]:
    """A whole game told; the name of the host decides how it goes."""
    room = Room(players, options, host=identity(host))
    room.join()
    room.run()
    return told(room, WATCHER)


def test_a_hand_that_ends_early_says_so() -> None:
    line = "Every card that counts is taken: the rest of the hand is not played."
    lines = whole(3, one_hand(end_early=True), "host2")
    assert lines.count(line) == 1
    assert lines[lines.index(line) + 1].startswith("Scores: ")


def test_a_tie_that_is_played_on_says_so() -> None:
    """S8."""
    lines = whole(4, rules.Options(target=5, tie=rules.Tie.PLAY_ON), "host2")
    tie = lines.index("player2 and player3 tie for the lowest total, so another hand is played.")
    assert lines[tie - 1].startswith("Scores: ")
    assert any(line.startswith("Hand ") for line in lines[tie:])
    assert lines[-1] == "The game is over: player3 wins."


@pytest.mark.parametrize(
    ("choice", "mine", "theirs"),
    [
        ("add", "You add 26 to everybody else's total.", "player0 adds 26 to everybody else's total."),
        ("subtract", "You take 26 off your own total.", "player0 takes 26 off their own total."),
    ],
)
def test_a_moon_is_told(choice: str, mine: str, theirs: str) -> None:
    room = Moonlit()
    room.join()
    room.run(lambda room: room.phase is Phase.MOON and not room.to_seat)
    room.take(0, room.seats[0].player.choose_moon(rules.Choice(choice)))
    room.run()
    lines = told(room)
    assert lines[lines.index("You shot the moon!") + 1] == mine
    seen = told(room, WATCHER)
    assert seen[seen.index("player0 shot the moon!") + 1] == theirs


@pytest.mark.parametrize(
    ("moon", "line"),
    [
        (rules.Moon.ADD, "You add 26 to everybody else's total."),
        (rules.Moon.SUBTRACT, "You take 26 off your own total."),
    ],
)
def test_a_moon_that_is_not_chosen_is_told_with_the_scores(moon: rules.Moon, line: str) -> None:
    """S3."""
    room = Moonlit()
    room.join()
    room.run()
    opened = next(state for state in states(room.log) if isinstance(state.last, r.Open))
    fixed = replace(opened, maybe_rules=rules.make_rules(rules.Options(moon=moon), 3))
    assert tell(HERE, opened, fixed)[:2] == ["You shot the moon!", line]
    assert tell(HERE, opened, opened)[0].startswith("Scores: ")


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        (1, "add: player0 0, You 26, player2 26. The game ends: player0 wins."),
        (0, "add: You 0, player1 26, player2 26. The game ends: you win."),
    ],
)
def test_what_a_choice_leads_to(seat: int, line: str) -> None:
    state = replace(states(GAME.log)[1], maybe_rules=rules.make_rules(one_hand(), 3), roster=(), speakers=())
    people = tuple(Speaker(bytes(32), f"player{number}", bot=False) for number in range(3))
    told = words.outcome(
        Voice(seat, in_words), replace(state, roster=people, speakers=people), rules.Choice.ADD, (0, 26, 26)
    )
    assert told == line


def test_winners_who_share_are_enumerated() -> None:
    """S8."""
    people = tuple(Speaker(bytes(32), f"player{number}", bot=False) for number in range(4))
    end = r.End(by="host", seen=bytes(32).hex(), reason="target", totals=(5, 5, 5, 100), winners=(0, 1, 2))
    state = State(last=end, end=end, roster=people, speakers=people)
    assert tell(HERE, State(), state) == ["The game is over: you, player1 and player2 win together."]
    assert tell(WATCHER, State(), state) == ["The game is over: player0, player1 and player2 win together."]


def test_no_pass_is_said() -> None:
    line = told(played(4, one_hand(passing=rules.Passing.NONE)))[1]
    assert line == "Hand 1: 13 cards each, no cards are passed."


@pytest.mark.parametrize(
    ("players", "hand", "where"),
    [(4, 1, "to the left"), (4, 2, "to the right"), (4, 3, "across"), (4, 4, ""), (3, 1, "to the left"),
     (3, 2, "to the right"), (3, 3, "to the left"), (5, 1, "to the left"), (5, 2, "to the right")],
)  # fmt: skip
def test_directions(players: int, hand: int, where: str) -> None:
    """P2."""
    assert words.direction(rules.make_rules(rules.Options(), players), hand) == where


@pytest.mark.parametrize(
    ("reason", "mine", "theirs"),
    [
        ("away", "A bot plays for you until you are back.",
         "A bot plays for player1 until player1 is back."),
        ("left", "You have left; a bot plays on.", "player1 has left; a bot plays on."),
        ("kicked", "You were sent away; a bot plays on.", "player1 was sent away; a bot plays on."),
        ("failed", "Your program failed; a bot plays on.", "player1's program failed; a bot plays on."),
    ],
)  # fmt: skip
def test_a_seat_that_is_played_on_and_taken_back(reason: str, mine: str, theirs: str) -> None:
    """Its person keeps the name, also while the bot plays."""
    for voice, gone, back in ((HERE, theirs, "player1 is back."), (Voice(1, in_words), mine, "You are back.")):
        forge = mid_play(3)
        assert told_by(forge, lambda forge: forge.take_over(1, reason=reason), voice) == [gone]
        assert (voice.who(forge.state, 1) == "You") is (voice.seat == 1)
        assert (is_stand_in(forge.state, 1), is_bot(forge.state, 1)) == (True, True)
        assert WATCHER.who(forge.state, 1) == "player1"
        assert told_by(forge, lambda forge: forge.come_back(1), voice) == [back]
        assert (is_stand_in(forge.state, 1), is_bot(forge.state, 1)) == (False, False)


def test_a_seat_that_somebody_takes_from_a_bot() -> None:
    """Who sits there now has the name, and is no bot though the log counts it as one."""
    forge = mid_play(3)
    roster = tuple(replace(player, bot=seat == 1) for seat, player in enumerate(forge.state.roster))
    forge.state = replace(forge.state, roster=roster, speakers=roster)
    assert is_bot(forge.state, 1)
    taken = told_by(forge, lambda forge: forge.put(forge.substitute(1, identity("eve"), name="Eve", reason="left")))
    assert taken == ["Eve takes the seat of player1."]
    assert (is_stand_in(forge.state, 1), is_bot(forge.state, 1)) == (False, False)
    assert HERE.who(forge.state, 1) == "Eve"


@pytest.mark.parametrize(
    ("reason", "seat", "why"),
    [
        ("stopped", -1, "the game was stopped"),
        ("secret_lost", -1, "the host's program had lost its secret"),
        ("no_reveal", 1, "the seed of seat 1 (player1) never came"),
    ],
)
def test_a_hand_that_does_not_count(reason: str, seat: int, why: str) -> None:
    forge = mid_play(3)
    void = forge.void(seat, reason)
    state = replace(forge.state, last=void)
    assert tell(HERE, forge.state, state) == [f"Hand 1 does not count: {why}."]


def test_a_host_that_was_started_again() -> None:
    forge = mid_play(3)
    assert told_by(forge, lambda forge: forge.put(forge.resume())) == ["The host's program was started again."]


@pytest.mark.parametrize(("voice", "start"), [(HERE, "You dispute"), (WATCHER, "player0 disputes")])
def test_a_dispute(voice: Voice, start: str) -> None:
    forge = mid_play(3)
    dispute = forge.dispute(0, reason="It \u202elies\u200b.")
    assert told_by(forge, lambda forge: forge.put(dispute), voice) == [f"{start} the game: It lies."]


def test_a_game_that_was_stopped() -> None:
    forge = at(Phase.BETWEEN)
    end = forge.end(reason="stopped", winners=())
    stopped = "The game was stopped before it was decided."
    assert told_by(forge, lambda forge: forge.put(end)) == [stopped]
    scored = replace(forge.state, totals=(3, 0, 23))
    assert tell(HERE, forge.state, scored) == [stopped, "Scores so far: You 3, player1 0, player2 23."]


def test_records_that_nobody_needs_to_hear_of() -> None:
    silent = (r.Table, r.Commit, r.Reveal, r.Pass)
    pairs = list(pairwise(states(GAME.log)))
    assert all(tell(HERE, before, after) == [] for before, after in pairs if isinstance(after.last, silent))
    blocks = [tell(HERE, before, after) for before, after in pairs if isinstance(after.last, r.Nonce | r.Agree)]
    assert sum(map(bool, blocks)) == 2


def test_winners_who_share() -> None:
    forge = at(Phase.BETWEEN)
    ended = told_by(forge, lambda forge: forge.run(lambda forge: forge.state.phase is Phase.ENDED), WATCHER)
    assert ended[-1].startswith("The game is over: ")


def test_a_score_sheet_lines_up_whatever_people_are_called() -> None:
    lines = words.sheet(["Jo", "田中さくら", "Maximiliana"], [[26, 0, 0], [-10, 3, 100]], [16, 3, 100])
    assert lines == [
        "hand     Jo  田中さくら  Maximiliana",
        "   1    +26          +0           +0",
        "   2    -10          +3         +100",
        "total    16           3          100",
    ]
