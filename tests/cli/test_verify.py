"""``verify``: what it prints, as a person or a program reads it, and its exit codes."""

import io
import json
import os
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from hearts_lan import rules
from hearts_lan.cli import main
from hearts_lan.cli.places import Places
from hearts_lan.cli.progress import Progress
from hearts_lan.console import document
from hearts_lan.console.findings import blame, told
from hearts_lan.transcript import records as r
from hearts_lan.transcript.audit import Phase
from hearts_lan.transcript.logfile import raw_lines
from hearts_lan.transcript.report import examine
from tests.cli.test_show import illegal, two_hands
from tests.transcript.forge import Forge, at, mid_play


class Folder:
    """Logs in a folder, and ``verify`` on them."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys
        self.err = ""

    def save(self, name: str, forge: Forge, tail: bytes = b"") -> str:
        path = self.path / name
        path.write_bytes(b"".join(forge.raw) + tail)
        return str(path)

    def verify(self, *arguments: str) -> tuple[int, list[str]]:
        code = main(["verify", *arguments])
        captured = self.capsys.readouterr()
        self.err = captured.err
        return code, captured.out.splitlines()

    def json(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        code, lines = self.verify("--json", *arguments)
        return code, json.loads("\n".join(lines))


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    return Folder(tmp_path, capsys)


def parted() -> tuple[Forge, Forge]:
    """Two continuations of one game, which the keys of the table signed both."""
    one = mid_play(9)
    while len(one.legal()) < 2:
        one.step()
    other = one.copy()
    first, second = one.legal()[:2]
    return one.step_play(first), other.step_play(second)


# -- one log ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_is_verified(folder: Folder) -> None:
    code, lines = folder.verify(folder.save("a", two_hands()))
    assert code == 0
    assert lines[0] == "Hearts for 3 players, begun 2026-01-02 03:04:05 UTC by the host's clock."
    assert lines[1].startswith("Table code: 7S 3D 8S 7H 3C.")
    assert lines[2].startswith("  seat 0: player0, key 13689d0b adf346ed")
    hands = [line for line in lines if line.startswith("  Hand")]
    assert hands[1] == (
        "  Hand 2: player0 +3 = 4, player1 +20 = 36, player2 +3 = 12."
        " Deal, moves and scores are right; agreed to by all 3."
    )
    assert lines[-2] == "  Last line: 135; five cards for the whole log: 2C KS QS 5C KH."
    assert lines[-1].startswith("VERIFIED: all 135 lines are genuine")


def test_a_torn_log_is_genuine_but_incomplete(folder: Folder) -> None:
    code, lines = folder.verify(folder.save("a", mid_play(3), b"torn"))
    assert code == 3
    assert lines[-1].startswith("GENUINE BUT INCOMPLETE (21 lines): The last line is torn off.")
    assert any("not finished" in line for line in lines)


def test_an_illegal_play_is_blamed_with_line_seat_name_and_rule(folder: Folder) -> None:
    """V11."""
    forge, line = illegal()
    code, lines = folder.verify(folder.save("a", forge))
    assert code == 1
    assert lines[-1].startswith(f"NOT VERIFIED: line {line}, seat ")
    assert "): played " in lines[-1]
    assert lines[-1].endswith("(rule T1, check V11).")
    assert not any(line.startswith("  Last line") for line in lines)


def test_the_blame_falls_on_who_spoke_at_that_line(folder: Folder) -> None:
    """A bot broke the rule, its player was back when it came out."""
    forge = mid_play(9)
    while not [card for card in forge.held[forge.turn()] if card not in forge.legal()]:
        forge.step()
    seat = forge.turn()
    wrong = next(card for card in forge.held[seat] if card not in forge.legal())
    forge.take_over(seat).step_play(wrong)
    forge.come_back(seat).to(Phase.OPEN)
    forge.lines.append(forge.line(forge.open()))
    path = folder.save("a", forge)
    assert f"seat {seat} (bot{seat}, a bot that plays for player{seat}): played" in folder.verify(path)[1][-1]
    assert folder.json(path)[1]["logs"][0]["fault"]["name"] == f"bot{seat}"


def last_line(forge: Forge) -> str:
    """The verdict on a log whose hand is now opened."""
    forge.lines.append(forge.line(forge.open()))
    report = examine(forge.raw)
    return list(told(report, {}, report.state.speakers))[-1]


def test_a_card_not_held_is_told_plainly() -> None:
    """V11: two seats swapped cards under the table."""
    forge = at(Phase.PLAYS)
    seat = forge.turn()
    forge.swap(seat, forge.held[seat][-1], (seat + 1) % 4, forge.held[(seat + 1) % 4][-1])
    assert re.search(
        r"\): played .., which they did not hold \(rule T1, check V11\)\.$", last_line(forge.to(Phase.OPEN))
    )


def test_a_bad_pass_is_told_plainly() -> None:
    """V10: all play as if other cards had been passed."""
    for cards, words in (((), "nothing"), (at(Phase.PASSES).dealt[2][:3], ".. .. ..")):
        forge = at(Phase.PASSES)
        forge.put(forge.pass_(0, cards))
        for seat in (1, 2, 3):
            forge.put(forge.pass_(seat))
        passes = [forge.dealt[giver][:3] for giver in forge.seats]
        forge.held = dict(enumerate(rules.apply_passes(forge.state.rules, 1, forge.dealt, passes)))
        sentence = (
            f"seat 0 \\(player0\\): passed {words}, which are not three cards of their hand \\(rule P1, check V10"
        )
        assert re.search(sentence, last_line(forge.to(Phase.OPEN)))


def test_a_fault_of_the_host_is_blamed_on_the_host(folder: Folder) -> None:
    forge = at(Phase.OPEN)
    forge.lines.append(forge.line(forge.open(secret="00" * 32)))
    code, lines = folder.verify(folder.save("a", forge))
    assert code == 1
    assert ", the host: The host's secret does not open its commitment (check V8)." in lines[-1]
    raw = at(Phase.PASSES).raw
    report = examine([*raw[:4], raw[0]])
    assert report.verdict.fault is not None
    assert blame(report.state, report.verdict.fault, report.state.speakers).startswith("line 5: A table record")


def test_what_a_reader_should_know_is_listed(folder: Folder) -> None:
    forge = at(Phase.REVEALS)
    forge.put(forge.resume()).put(forge.void(0, "no_reveal")).take_over(2).to(Phase.AGREES).come_back(2)
    code, lines = folder.verify(folder.save("a", forge.to(Phase.ENDED)))
    assert code == 0
    for part in (
        "  Hand 1: does not count, the seed of seat 0 (player0) never came.",
        "    This deal is not vouched for: nobody but the host gave a seed.",
        "    Seed or result not by the player's own key: player2.",
        "  line 11: the host program was started again (restart)",
        "  line 12: hand 1 is void (no_reveal, seat 0 (player0))",
        "  line 13: seat 2 (player2): bot2 (bot) takes over (away)",
    ):
        assert part in lines


def test_agreements_that_are_missing_are_counted(folder: Folder) -> None:
    forge = at(Phase.AGREES, inside=True)
    assert any("agreed to by 1 of 4." in line for line in folder.verify(folder.save("a", forge))[1])
    disputed = at(Phase.ENDED)
    disputed.put(disputed.dispute(1))
    assert any("agreed to by all 4." in line for line in folder.verify(folder.save("b", disputed))[1])


def test_known_keys_are_named() -> None:
    forge = at(Phase.ENDED)
    report = examine(forge.raw)
    known = {forge.people[1].key: "Ben", forge.host.key: "Ana's\x1b[31m laptop"}
    lines = list(told(report, known, report.state.speakers))
    assert sum("known to you" in line for line in lines) == 2
    assert any(line.startswith("  seat 1:") and line.endswith(", known to you as Ben") for line in lines)
    assert not any("\x1b" in line for line in lines)
    log = document.examined("a", report, known, report.state.speakers)
    assert [player["known_as"] for player in log["players"]] == ["", "Ben", "", ""]


def test_people_met_before_are_known(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """V16."""
    forge = at(Phase.ENDED)
    people = folder.path / "known_players"
    people.write_text(f"{forge.people[2].key.hex()}\t\tCem\n", encoding="utf-8")
    monkeypatch.setattr(Places, "known", people)
    assert any(line.endswith(", known to you as Cem") for line in folder.verify(folder.save("a", forge))[1])


def test_a_host_with_a_seat_is_named_there() -> None:
    host = at(Phase.ENDED).host
    people = (host, *Forge(3).people[1:])
    report = examine(Forge(3, people=people).to(Phase.ENDED).raw)
    lines = list(told(report, {}, report.state.speakers))
    assert any(line.startswith("  seat 0: player0, the host, key ") for line in lines)
    assert not any("no seat" in line for line in lines)


def test_a_log_of_a_newer_version_says_so(folder: Folder) -> None:
    forge = Forge(4)
    forge.lines.append(forge.line(forge.table(version=2)))
    code, lines = folder.verify(folder.save("a", forge))
    assert code == 1
    assert "newer version" in lines[-1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_log_from_a_pipe_is_read(folder: Folder) -> None:
    path = folder.path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"".join(at(Phase.ENDED).raw),))
    writer.start()
    assert folder.verify(str(path))[0] == 0
    writer.join()


# -- several logs -----------------------------------------------------------------------------------------------------


def test_logs_of_one_game_tell_the_same_as_far_as_they_go(folder: Folder) -> None:
    whole = at(Phase.ENDED)
    paths = [folder.save(str(count), cut(whole, count), b"torn") for count in (1, 30)]
    code, lines = folder.verify(folder.save("whole", whole), *paths)
    assert code == 3
    assert lines[-1].startswith("ONE GAME: ")
    assert all(path in lines[-1] for path in paths)
    assert folder.verify(paths[0], folder.save("copy", cut(whole, 1)))[0] == 3


def cut(forge: Forge, count: int) -> Forge:
    """The beginning of a log."""
    copy = forge.copy()
    copy.lines = forge.lines[:count]
    return copy


def test_two_continuations_of_one_game_are_not_verified(folder: Folder) -> None:
    one, other = parted()
    paths = [folder.save("a", one), folder.save("b", other), folder.save("c", cut(one, 20))]
    code, lines = folder.verify(*paths)
    assert code == 1
    assert any(f"part at line {len(one.lines)}." in line for line in lines)
    assert lines[-2:] == [f"  story 1: {paths[0]}", f"  story 2: {paths[1]}"]
    code, found = folder.json(*paths)
    assert (code, found["code"]) == (1, 1)
    assert [log["code"] for log in found["logs"]] == [3, 3, 3]
    assert found["games"] == [
        {"files": paths, "code": 1, "line": len(one.lines), "histories": [[paths[0]], [paths[1]]]}
    ]


def test_a_dispute_is_no_other_continuation(folder: Folder) -> None:
    """The host need not relay it, and it is the last line of its log."""
    forge = mid_play(5)
    disputed = forge.copy()
    disputed.put(disputed.dispute(1))
    forge.step()
    code, lines = folder.verify(folder.save("a", forge), folder.save("b", disputed))
    assert code == 3
    assert lines[-1].startswith("ONE GAME: ")


def test_other_games_are_told_apart(folder: Folder) -> None:
    paths = [folder.save("a", at(Phase.ENDED)), folder.save("b", two_hands())]
    code, lines = folder.verify(*paths)
    assert code == 0
    assert lines[-2:] == [f"BY ITSELF: {path}; no other log here is of its game." for path in paths]


def test_the_same_table_with_other_nonces_parts_at_the_nonces(folder: Folder) -> None:
    one, other = at(Phase.PLAYS), cut(at(Phase.PLAYS), 2)
    other.lines += [Forge(4, salt="x").to(Phase.PLAYS).lines[2]]
    code, lines = folder.verify(folder.save("a", one), folder.save("b", other))
    assert code == 1
    assert any("part at line 3." in line for line in lines)


@pytest.mark.parametrize(
    ("logs", "code"),
    [(("whole", "torn"), 3), (("torn", "broken"), 1), (("whole", "missing"), 1), (("whole", "whole"), 0)],
)
def test_the_worst_verdict_counts(folder: Folder, logs: tuple[str, ...], code: int) -> None:
    """In the order 1, 3, 0."""
    folder.save("whole", at(Phase.ENDED))
    folder.save("torn", two_hands(), b"torn")
    folder.save("broken", Forge(4), b"nothing\n")
    paths = [str(folder.path / name) for name in logs]
    assert folder.verify(*paths)[0] == code
    assert folder.json(*paths)[0] == code
    assert folder.json(*paths)[1]["code"] == code


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_checked(folder: Folder) -> None:
    missing, good = str(folder.path / "missing"), folder.save("a", at(Phase.ENDED))
    code, lines = folder.verify(missing, good)
    assert code == 1
    assert lines[1].startswith(f"NOT READ: {missing} cannot be read: ")
    assert any(line.startswith("VERIFIED") for line in lines)
    assert folder.verify(str(folder.path))[0] == 1


def test_a_version_is_told_in_the_same_words_with_and_without_a_parser(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    quick = capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--version", "--version"])
    assert capsys.readouterr().out == quick


def test_no_log_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["verify"])
    assert left.value.code == 2
    assert "LOG" in capsys.readouterr().err


# -- the document -----------------------------------------------------------------------------------------------------

LOG_FIELDS = {
    *("file", "verdict", "code", "error", "fault", "reasons", "lines", "head", "head_cards", "game_id", "table_code"),
    *("started", "variant", "rules", "host", "players", "hands", "events", "totals", "end"),
}


def test_every_log_has_the_same_fields(folder: Folder) -> None:
    forge, _ = illegal()
    paths = [folder.save("a", at(Phase.ENDED)), folder.save("b", forge), folder.save("c", Forge(4), b"x\n"), "missing"]
    _, found = folder.json(*paths)
    assert set(found) == {"format", "code", "logs", "games"}
    assert [set(log) for log in found["logs"]] == [LOG_FIELDS] * 4
    assert [log["verdict"] for log in found["logs"]] == ["verified", "not_verified", "not_verified", "unreadable"]


def test_the_document_of_a_whole_game(folder: Folder) -> None:
    forge = two_hands()
    _, found = folder.json(folder.save("a", forge))
    (log,) = found["logs"]
    assert (log["code"], log["lines"], log["head"]) == (0, 135, forge.state.head.hex())
    assert (log["game_id"], log["totals"]) == (forge.state.game_id.hex(), [4, 36, 12])
    assert log["end"] == {"reason": "target", "winners": [0]}
    assert log["rules"]["target"] == 20
    assert log["hands"][1] == {
        "number": 2,
        "outcome": "counted",
        "points": [3, 20, 3],
        "totals": [4, 36, 12],
        "vouched": True,
        "not_own": [],
        "unopened": [],
        "void": None,
        "agreed": 3,
    }


def test_the_document_of_a_failure(folder: Folder) -> None:
    forge, line = illegal()
    code, found = folder.json(folder.save("a", forge))
    fault = found["logs"][0]["fault"]
    assert code == 1
    assert (fault["line"], fault["check"], fault["rule"]) == (line, "V11", "T1")
    assert fault["name"] == f"player{fault['who']}"


def test_events_have_their_lines(folder: Folder) -> None:
    forge = mid_play(2).take_over(1)
    forge.put(forge.dispute(1, reason="it: was me"))
    _, found = folder.json(folder.save("a", forge))
    first = len(forge.lines) - 1
    assert found["logs"][0]["events"] == [
        {"line": first, "text": "seat 1: bot1 (bot) takes over (away)"},
        {"line": first + 1, "text": "seat 1 disputes: it: was me"},
    ]


def test_a_void_in_the_document(folder: Folder) -> None:
    forge = at(Phase.REVEALS)
    forge.put(forge.void(0, "no_reveal"))
    _, found = folder.json(folder.save("a", forge))
    hand = found["logs"][0]["hands"][0]
    assert (hand["outcome"], hand["void"]) == ("void", {"seat": 0, "reason": "no_reveal"})


# -- the bar ----------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_after_a_while_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hearts_lan.cli.progress.PATIENCE", 0)
    monkeypatch.setattr("hearts_lan.cli.progress.STEP", 0)
    out = Terminal()
    with Progress([b"1234"] * 2, 8, "Reading", out) as pieces:
        assert list(pieces) == [b"1234", b"1234"]
    drawn = out.getvalue().split("\r")
    assert [text.split()[-1] for text in drawn if text.strip()] == ["50%", "100%"]
    assert not drawn[-2].strip()
    assert "\x1b" not in out.getvalue()


def test_no_bar_for_a_short_log_or_without_a_terminal() -> None:
    for out in (Terminal(), io.StringIO()):
        with Progress([b"12"], 2, "Reading", out) as pieces:
            assert list(pieces) == [b"12"]
        assert out.getvalue() == ""


def test_a_bar_is_removed_when_reading_stops_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hearts_lan.cli.progress.PATIENCE", 0)
    monkeypatch.setattr("hearts_lan.cli.progress.STEP", 0)
    out = Terminal()
    file = io.BytesIO(b"".join(at(Phase.ENDED).raw[:2]) + b"bad\nmore\n")
    with Progress(raw_lines(file), 10_000, "Reading", out) as pieces:
        assert examine(pieces).verdict.code == 1
    assert (
        out.getvalue().endswith("\r" + " " * len(out.getvalue().split("\r")[-4]) + "\r") or out.getvalue()[-1] == "\r"
    )


def test_rules_that_are_unusual_are_in_the_document(folder: Folder) -> None:
    options = rules.Options(target=1, tie=rules.Tie.PLAY_ON)
    forge = Forge(3, options).to(Phase.PLAYS)
    forge.put(r.Resume(by="host", seen=forge.state.head.hex(), reason="restart"))
    _, found = folder.json(folder.save("a", forge))
    assert found["logs"][0]["rules"]["tie"] == "play_on"
