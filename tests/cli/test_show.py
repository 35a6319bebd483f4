"""``show``: a game told from its log."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hearts_lan import rules
from hearts_lan.cards import QUEEN_OF_SPADES, Card
from hearts_lan.cli import main
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from tests.cli.conftest import Run
from tests.transcript.forge import Forge, at, helping, mid_play, moon

Shown = Callable[..., list[str]]

FOUR = Path(__file__).parents[2] / "protocol" / "vectors" / "logs" / "four.hearts"


@pytest.fixture
def shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shown:
    """What ``show`` prints for a log, a line each."""

    def show(forge: Forge, *options: str, tail: bytes = b"") -> list[str]:
        path = tmp_path / "game.hearts"
        path.write_bytes(b"".join(forge.raw) + tail)
        assert main(["show", str(path), *options]) == 0
        return capsys.readouterr().out.splitlines()

    return show


def two_hands() -> Forge:
    return Forge(3, rules.Options(target=20), salt="hands7").to(Phase.ENDED)


def told(lines: list[str], *parts: str) -> bool:
    """Whether one line has all of these parts."""
    return any(all(part in line for part in parts) for line in lines)


def test_a_whole_game_is_told_from_players_to_winners(shown: Shown) -> None:
    lines = shown(two_hands())
    assert lines[0].startswith("Hearts for 3 players, begun 2026-01-02 03:04:05 UTC")
    for part in (
        "  player2",
        "Table code, the same for everybody: the seven of spades",
        "You must follow the suit led",
    ):
        assert told(lines, part)
    order = ["HAND 1, three cards passed to the left", "HAND 2, three cards passed to the right"]
    assert [line for line in lines if line.startswith("HAND")] == order
    assert told(lines, "The game is over: player0 wins with 4 points.")
    assert lines[-4:] == [
        "hand  player0  player1  player2",
        "   1       +1      +16       +9",
        "   2       +3      +20       +3",
        "total       4       36       12",
    ]


def test_a_hand_is_told_with_deal_pass_tricks_and_worth(shown: Shown) -> None:
    lines = shown(two_hands(), "--hand", "2")
    assert "    player1: clubs 3 4 5 9 T A; diamonds 4 6 K; spades 2 6 A; hearts 4 5 9 Q K" in lines
    assert told(lines, "player1 passes the three of clubs, the four of clubs and the five of clubs to player0.")
    assert sum(line.startswith("  Trick ") for line in lines) == 17
    at_11 = next(place for place, line in enumerate(lines) if line.startswith("  Trick 11"))
    assert lines[at_11].endswith(
        "player1 leads the king of diamonds, player2 discards the queen of spades, player0 plays the eight of diamonds."
    )
    assert lines[at_11 + 1] == "    player1 takes it with the queen of spades, 13 points!"
    assert sum("(hearts are broken)" in line for line in lines) == 1
    assert told(lines, "Trick 8", "player2 discards the ace of hearts (hearts are broken)")
    assert "  Scores: player0 +3 = 4, player1 +20 = 36, player2 +3 = 12." in lines


def test_one_hand_is_told_alone(shown: Shown) -> None:
    first = shown(two_hands(), "--hand", "1")
    assert [line for line in first if line.startswith("HAND")] == ["HAND 1, three cards passed to the left"]
    assert not told(first, "The game is over")


def test_a_moon_is_told(shown: Shown) -> None:
    lines = shown(moon().to(Phase.ENDED))
    assert told(lines, "player1 has taken every penalty card and shoots the moon!")
    assert told(lines, "player1 adds 26 points to everybody else.")


def test_a_moon_without_a_choice_is_told(shown: Shown) -> None:
    options = rules.Options(target=1, moon=rules.Moon.SUBTRACT)
    lines = shown(Forge(3, options, salt="moon46", pick=helping(1)).to(Phase.AGREES))
    assert told(lines, "player1 takes 26 points off the own total, as the rules say.")


def test_cancelled_carried_and_face_down_cards_are_told(shown: Shown) -> None:
    """C3, C5, C1."""
    options = rules.Options(target=1, variant=rules.Variant.CANCELLATION)
    lines = shown(Forge(7, options).to(Phase.ENDED))
    assert told(lines, "Cancelled: the five of hearts.")
    assert told(lines, "face down: clubs J;")
    assert told(lines, "The cards face down go to player2, who was the first to take a trick: 0 points.")


def test_a_hand_that_ends_early_is_told(shown: Shown) -> None:
    options = rules.Options(target=1, variant=rules.Variant.OMNIBUS, end_early=True)
    lines = shown(Forge(5, options).to(Phase.ENDED))
    assert told(lines, "and the jack of diamonds, -7 points")
    early = rules.Options(target=1, end_early=True, passing=rules.Passing.NONE)
    lines = shown(Forge(3, early, salt="e", pick=spending).to(Phase.ENDED))
    assert told(lines, "The hand ends here: no card that counts is left.")


def spending(_forge: Forge, _seat: int, legal: tuple[Card, ...]) -> Card:
    """Get rid of what counts."""
    return max(legal, key=lambda card: (card == QUEEN_OF_SPADES, card))


def test_voids_substitutions_and_restarts_are_told_in_their_place(shown: Shown) -> None:
    forge = at(Phase.REVEALS)
    forge.put(forge.resume()).put(forge.void(0, "no_reveal")).take_over(2, reason="kicked").to(Phase.PLAYS)
    for _ in range(6):
        forge.step()
    lines = shown(forge.come_back(2).to(Phase.ENDED))
    first, second = (lines.index(line) for line in lines if line.startswith("HAND"))
    assert lines[first + 1 : second - 1] == [
        "  The host never opened this hand, so nobody can show how the cards lay.",
        "  The host's program was started again.",
        "  Hand 1 does not count: the seed of seat 0 (player0) never came.",
        "  bot2 plays on for player2 (kicked).",
    ]
    assert told(lines[second:], "  player2 is back.")
    assert told(lines[second:], "  Trick 1:", "bot2 ")
    assert lines[-2].startswith("   2 ")


def test_a_dispute_is_told_and_the_open_trick_with_it(shown: Shown) -> None:
    forge = mid_play(10)
    forge.put(forge.dispute(1, reason="No \u202eway."))
    lines = shown(forge)
    assert lines[0].startswith("This log is genuine, but not complete: Seat 1 (player1) disputes the game")
    assert told(lines, "  player1 disputes the game: No way.")
    assert told(lines, "  Trick 3, not finished: ")
    assert lines[-1] == "Here the log stops."


def test_a_torn_log_is_told_as_far_as_it_goes(shown: Shown) -> None:
    lines = shown(mid_play(10), tail=b"torn")
    assert lines[0] == (
        "This log is genuine, but not complete: "
        "The last line is torn off. The log stops where it waits for the next card."
    )
    assert told(lines, "  Trick 3, not finished: ")


def test_what_is_not_genuine_is_said_first_and_not_told(shown: Shown) -> None:
    forge = two_hands()
    raw = forge.raw
    at_play = next(place for place, line in enumerate(raw) if place > 80 and b'"type":"play"' in line)
    raw[at_play] = raw[at_play].replace(b'"by":', b'"by": ')
    broken = Forge(3)
    broken.lines = forge.lines[:at_play]
    lines = shown(broken, tail=b"".join(raw[at_play:]))
    assert lines[0].startswith(f"THIS LOG IS NOT VERIFIED: line {at_play + 1}: The line cannot be read")
    assert lines[1] == "It is told as far as it is genuine."
    assert [line for line in lines if line.startswith("HAND")][-1].startswith("HAND 2")
    assert lines[-1].startswith(f"Here the log stops being genuine: line {at_play + 1}")


def test_an_illegal_play_found_at_the_opening_ends_the_account_where_it_was_played(shown: Shown) -> None:
    """V11: the line at fault is the play, though only the opening shows it."""
    forge, line = illegal()
    lines = shown(forge)
    assert f"line {line}, seat " in lines[0]
    assert "although they held" in lines[0]
    assert sum(text.startswith("  Trick ") for text in lines) < 5


def illegal() -> tuple[Forge, int]:
    """A log in which somebody does not follow suit, up to the opening that shows it, and the number of the line."""
    forge = mid_play(9)
    while not (wrong := [card for card in forge.held[forge.turn()] if card not in forge.legal()]):
        forge.step()
    forge.step_play(wrong[0])
    line = len(forge.lines)
    forge.to(Phase.OPEN)
    forge.lines.append(forge.line(forge.open()))
    return forge, line


def test_a_proven_dispute_is_told_before_the_account_ends(shown: Shown) -> None:
    """V9."""
    forge = mid_play()
    line = forge.line(forge.deal())
    forge.put(forge.dispute(1, r.Evidence(payload=line.payload, signature=line.signature.hex())))
    lines = shown(forge)
    assert lines[0].startswith("THIS LOG IS NOT VERIFIED")
    assert told(lines, "player1 disputes the game: I was cheated.")


def test_an_unvouched_deal_says_so(shown: Shown) -> None:
    forge = Forge(3, bots=frozenset({0, 1, 2})).to(Phase.ENDED)
    lines = shown(forge)
    assert told(lines, "This deal is not vouched for: nobody but the host gave a seed.")
    assert told(lines, "  player1 (a bot)")


def test_names_that_hide_or_repeat_are_told_apart(shown: Shown) -> None:
    forge = Forge(3)
    table = forge.table()
    names = ("Ana", "\u202e", "ANA")
    seats = [
        r.RosterSeat(name=name, key=seat.key, bot=False, commit=seat.commit)
        for name, seat in zip(names, table.seats, strict=True)
    ]
    forge.put(forge.table(seats=tuple(seats))).to(Phase.ENDED)
    assert [line for line in shown(forge) if line.startswith("  ")][:3] == [
        "  Ana (seat 0)",
        "  nameless",
        "  ANA (seat 2)",
    ]


@pytest.mark.parametrize("data", [b"", b"no log at all\n", b"\xff\n", b"torn"])
def test_what_is_no_log_is_refused_in_a_sentence(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    assert main(["show", str(path)]) == 1
    assert f"{path} tells of no game." in capsys.readouterr().err


def test_a_hand_that_is_not_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"".join(two_hands().raw))
    assert main(["show", str(path), "--hand", "3"]) == 1
    assert "There is no hand 3 in this log; it has 2." in capsys.readouterr().err


def test_every_cut_of_a_game_can_be_told(shown: Shown) -> None:
    forge = two_hands()
    for count in range(1, len(forge.lines), 11):
        cut = Forge(3)
        cut.lines = forge.lines[:count]
        assert shown(cut)


def test_a_page_is_written_whole_or_not_at_all(run: Run, tmp_path: Path) -> None:
    log, page = FOUR, tmp_path / "game.html"
    said = run("show", str(log), "--html", str(page))
    assert (said.code, said.out) == (0, f"Written: {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    copy = tmp_path / "copy.hearts"
    copy.write_bytes(log.read_bytes())
    said = run("show", str(copy), "--html", str(copy))
    assert said.code == 1
    assert "is the log itself" in said.err
    assert copy.read_bytes() == log.read_bytes()
    said = run("show", str(log), "--html", str(tmp_path / "nowhere" / "game.html"))
    assert said.code == 1
    assert "cannot be written" in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.hearts", "game.html"]
