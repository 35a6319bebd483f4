"""What every record means to somebody who watches, in plain words."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from hearts_lan import rules
from hearts_lan.console import words
from hearts_lan.console.words import Voice, in_words, tell
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase, State
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
    carried = "Every card of the led suit is cancelled: the trick is carried (3 points)."
    taken = "player1 takes the trick, 7 points and 3 points carried."
    assert lines.index(carried) < lines.index(taken)


def test_face_down_cards_are_announced() -> None:
    room = played(5, one_hand(variant=rules.Variant.CANCELLATION))
    widow = room.table.lobby and states(room.log)[1].rules.widow_size
    line = next(line for line in told(room) if line.startswith("Hand 1"))
    assert line.endswith(f" {widow} cards lie face down and go with the first trick.") == bool(widow)


@pytest.mark.parametrize(("choice", "what"), [("add", "adds 26 to everybody else"), ("subtract", "takes 26 off")])
def test_a_moon_is_told(choice: str, what: str) -> None:
    room = Moonlit()
    room.join()
    room.run(lambda room: room.phase is Phase.MOON and not room.to_seat)
    room.take(0, room.seats[0].player.choose_moon(rules.Choice(choice)))
    room.run()
    lines = told(room)
    shooter = next(line for line in lines if "shot the moon!" in line)
    assert shooter == "You shot the moon!"
    assert any(what in line for line in lines)
    assert any(what in line for line in told(room, WATCHER))


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


def test_a_seat_that_is_played_on_and_taken_back() -> None:
    forge = mid_play(3)
    assert told_by(forge, lambda forge: forge.take_over(1)) == ["bot1 (bot) plays on (away)."]
    [back] = told_by(forge, lambda forge: forge.come_back(1))
    assert back.endswith(" is back.")


def test_a_hand_that_does_not_count() -> None:
    forge = mid_play(3)
    assert told_by(forge, lambda forge: forge.put(forge.void())) == ["Hand 1 does not count (stopped)."]


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
    assert told_by(forge, lambda forge: forge.put(end)) == ["The game was stopped before it was decided."]


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
