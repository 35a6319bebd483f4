"""What the log beside the table says: a line for each trick, with all that plain mode tells of it."""

from itertools import pairwise

import pytest

from hearts_lan import rules
from hearts_lan.console import words
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.tale import tell, trick_line
from hearts_lan.console.words import Voice
from hearts_lan.transcript import records as r
from tests.console.test_words import after_tricks
from tests.kit import Room, identity, one_hand, played, states

HERE = Voice(0, Look().card)


@pytest.mark.parametrize(
    ("variant", "cards", "line"),
    [
        (rules.Variant.HEARTS, "3D JD TH QH AD KD", "Trick 1: 3♦ J♦ T♥ Q♥ A♦ K♦. E takes the trick, 2 points."),
        (rules.Variant.OMNIBUS, "3D JD TH QH AD KD",
         "Trick 1: 3♦ J♦ T♥ Q♥ A♦ K♦. E takes the trick with J♦ (-10), -8 points."),
        (rules.Variant.CANCELLATION, "JC TC 9C 8C 4C JC",
         "Trick 1: J♣ T♣ 9♣ 8♣ 4♣ J♣. Cancelled: J♣ (by you and F). B takes the trick, and the 2 cards face down."),
        (rules.Variant.CANCELLATION, "JC JC TC TC 9C 9C",
         "Trick 1: J♣ J♣ T♣ T♣ 9♣ 9♣. Cancelled: J♣ (by you and B), T♣ (by C and D) and 9♣ (by E and F). Every card of"
         " the led suit is cancelled: the trick is carried (0 points so far and the 2 cards face down), and you lead"
         " again."),
    ],
)  # fmt: skip
def test_a_trick_in_one_line(variant: rules.Variant, cards: str, line: str) -> None:
    """C3, C5, C1, O1."""
    assert trick_line(HERE, after_tricks(6, variant, cards)) == line


@pytest.mark.parametrize("early", [False, True])
def test_all_that_is_told_of_a_trick_is_in_its_line(early: bool) -> None:
    """Nothing that `words.trick_done` says is lost, and everything else is told as in plain mode."""
    log = states(played(4, one_hand(end_early=early)).log)
    for before, after in pairwise(log):
        told, lines = words.tell(HERE, before, after), tell(HERE, before, after)
        if not isinstance(after.last, r.Play):
            assert lines == told
        elif len(after.hand.play.tricks) > len(before.hand.play.tricks):
            assert lines[-1].endswith(" ".join(words.trick_done(HERE, after)))
            assert lines[:-1] == [line for line in told if line == "Hearts are broken."]


def test_a_hand_that_ends_early_says_so_in_the_line_of_its_last_trick() -> None:
    room = Room(3, one_hand(end_early=True), host=identity("host2"))
    room.join()
    room.run()
    lines = [line for pair in pairwise(states(room.log)) for line in tell(HERE, *pair)]
    tricks = [line for line in lines if line.startswith("Trick ")]
    assert [line.endswith("the rest of the hand is not played.") for line in tricks].index(True) == len(tricks) - 1
