"""The command line: what may be written, exit codes, and failures as one plain sentence."""

import io
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hearts_lan import PROTOCOL_VERSION, __version__, rules
from hearts_lan.cli import main
from hearts_lan.cli.failure import Failure
from hearts_lan.cli.parser import parser
from hearts_lan.cli.run import _sentence
from hearts_lan.fairness.identity import fingerprint, pin
from hearts_lan.fairness.keyfile import load_or_create
from hearts_lan.net.dial import JoinError
from tests.cli.conftest import Run, Said

LOGS = Path(__file__).parents[2] / "protocol" / "vectors" / "logs"
COMMANDS = ("play", "host", "join", "find", "verify", "show", "rules", "id")


def fails(said: Said, code: int, *parts: str) -> None:
    """The command ended with a code and one sentence on the error stream that has these parts."""
    assert said.code == code
    assert "Traceback" not in said.err
    [sentence] = [line for line in said.err.splitlines() if line.startswith("hearts-lan")]
    for part in parts:
        assert part in sentence


# -- help -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_every_command_has_help(run: Run, monkeypatch: pytest.MonkeyPatch, command: str, columns: str) -> None:
    """At every width: argparse of some versions fails when it wraps brackets."""
    monkeypatch.setenv("COLUMNS", columns)
    said = run(command, "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"usage: hearts-lan {command}")
    assert "--profile NAME" in said.out


def test_the_help_names_every_command_with_what_it_does(run: Run) -> None:
    out = run("--help").out
    for command in COMMANDS:
        [line] = [line for line in out.splitlines() if re.match(rf" +{command} +\w", line)]
        assert len(line.split()) > 3


def test_the_version(run: Run) -> None:
    assert run("--version") == Said(0, f"hearts-lan {__version__} (protocol {PROTOCOL_VERSION})\n", "")


@pytest.mark.parametrize("line", ["--level expert", "--target 0", "play --target 0"])
def test_no_command_is_play(run: Run, line: str) -> None:
    said = run(*line.split())
    assert said.code == 2
    assert "level" in said.err or "target" in said.err


def test_an_unknown_command_is_a_usage_error(run: Run) -> None:
    said = run("ply")
    assert said.code == 2
    assert "'play'" in said.err


# -- options --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["play", "host", "rules"])
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--variant", "whist"], ["hearts", "omnibus", "cancellation"]),
        (["--preset", "mine"], ["classic", "microsoft", "bicycle", "pagat"]),
        (["--preset", ""], ["classic", "microsoft", "bicycle", "pagat"]),
        (["--target", "0"], ["target"]),
        (["--target", "many"], ["target"]),
        (["--option", "moon=maybe"], ["choose", "add", "subtract"]),
        (["--option", "moon"], ["'moon'", "KEY=VALUE"]),
        (["--option", "colour=red"], ["moon", "passing", "tie"]),
        (["--option", "tie="], ["shared", "play_on"]),
        (["--players", "9"], ["players"]),
        (["--variant", "cancellation", "--players", "4"], ["5 to 11 players"]),
        (["--variant", "omnibus", "--players", "8"], ["Omnibus", "3 to 7 players"]),
        (["--variant", "cancellation", "--option", "end_early=yes"], ["end_early", "no"]),
        (["--variant", "cancellation", "--option", "passing=none"], ["passing", "standard"]),
        (["--preset", "microsoft", "--players", "5"], ["microsoft", "4 players"]),
        (["--preset", "microsoft", "--variant", "cancellation"], ["5 to 11 players", "microsoft is for 4"]),
        (["--variant", "omnibus", "--option", "variant=hearts"], ["variant", "twice", "cancellation"]),
        (["--option", "moon=add", "--option", "moon=add"], ["moon", "twice", "choose, add or subtract"]),
        (["--target", "50", "--target", "60"], ["target", "twice", "whole number from 1"]),
        (["--variant", "hearts", "--variant", "omnibus"], ["variant", "twice", "cancellation"]),
        (["--preset", "pagat", "--preset", "classic"], ["--preset", "twice"]),
        (["--players", "4", "--players", "5"], ["--players", "twice"]),
    ],
)
def test_impossible_rules_end_before_anything_begins(
    run: Run, home: Path, command: str, options: list[str], parts: list[str]
) -> None:
    """No port is opened, no key and no log is made; the sentence names what is allowed."""
    fails(run(command, *options), 2, *parts)
    assert list(home.iterdir()) == []


@pytest.mark.parametrize(
    ("line", "seats"), [("host --bots 4", "0 to 3"), ("host --headless --players 5 --bots 6", "0 to 5")]
)
def test_more_bots_than_seats(run: Run, line: str, seats: str) -> None:
    fails(run(*line.split()), 2, "--bots", seats)


def test_a_contradiction_is_told_before_the_port_is_opened(run: Run) -> None:
    """A port that is taken would be told if it were opened."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        fails(run("host", "--bind", "127.0.0.1", "--port", port, "--preset", "microsoft", "--players", "3"), 2, "4 pl")


@pytest.mark.parametrize(
    ("options", "players"),
    [("", 4), ("--variant omnibus", 4), ("--variant cancellation", 5), ("--preset microsoft", 4), ("--players 7", 7)],
)
def test_how_many_play_where_it_is_not_said(run: Run, options: str, players: int) -> None:
    assert f" for {players} players, with " in run("rules", *options.split()).out


@pytest.mark.parametrize("name", rules.PRESETS)
def test_the_rules_of_a_preset_are_told_as_the_engine_plays_them(run: Run, name: str) -> None:
    preset = rules.preset(name)
    told = run("rules", "--preset", name).out.splitlines()
    assert told == list(rules.rules_text(rules.make_rules(preset.options, preset.players or 4)))


@pytest.mark.parametrize(
    "line",
    [
        "play --players 2", "play --players 12", "play --players four", "play --level expert", "play --pace -1",
        "play --pace nan", "play --pace 1e9", "play --hands 0", "host --port 65536", "host --port -1", "host --bots 11",
        "host --port 00000000099999", "host --port x", "find 1.2.3.4", "join a:b:c", "join host:0", "join host#pin",
        "join host --bot expert", "join host --watch --bot", "verify", "show --hand 0 x", "--colour", "play extra",
    ],
)  # fmt: skip
def test_usage_errors(run: Run, line: str) -> None:
    said = run(*line.split())
    assert said.code == 2
    assert "hearts-lan" in said.err
    assert "Traceback" not in said.err


def test_a_log_that_nothing_can_follow_is_not_gone_on_with(run: Run, tmp_path: Path) -> None:
    fails(run("host", "--resume", str(tmp_path / "none")), 1, "No such file")
    (tmp_path / "text").write_text("Dear diary,\n")
    fails(run("host", "--resume", str(tmp_path / "text")), 1, "is not a log")
    (tmp_path / "empty").touch()
    fails(run("host", "--resume", str(tmp_path / "empty")), 1, "had not begun")
    fails(run("host", "--resume", str(LOGS / "cut.hearts")), 1, "another key hosted")
    for option in (("--target", "50"), ("--players", "5"), ("--bots", "1"), ("--log", "y"), ("--preset", "pagat")):
        fails(run("host", "--resume", "x", *option), 2, "leave those options out")


def test_rules_in_plain_words(run: Run) -> None:
    said = run("rules", "--variant", "omnibus", "--target", "77", "--players", "3")
    assert said.code == 0
    assert said.out.startswith("Omnibus")
    assert "77" in said.out
    assert "3 players" in said.out


# -- places ---------------------------------------------------------------------------------------------------------


def test_id_makes_a_key_once_and_shows_it(run: Run, home: Path) -> None:
    first, second = run("id"), run("id")
    assert first == second
    key = load_or_create(home / "conf" / "hearts-lan" / "identity").key
    assert fingerprint(key) in first.out
    assert pin(key) in first.out
    assert str(home / "data" / "hearts-lan" / "logs") in first.out


def test_a_profile_is_somebody_else(run: Run) -> None:
    assert len({run("id").out, run("id", "--profile", "p1").out, run("id", "--profile", "p2").out}) == 3


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "a b", "-x", "x" * 41, "é", "a\n"])
def test_names_that_are_no_profile(run: Run, name: str) -> None:
    fails(run("id", f"--profile={name}"), 2, "profile", "letters")


def _key_file(home: Path) -> Path:
    folder = home / "conf" / "hearts-lan"
    folder.mkdir(parents=True, mode=0o700)
    return folder / "identity"


@pytest.mark.parametrize("command", ["id", "play", "host"])
def test_a_key_file_that_is_none(run: Run, home: Path, command: str) -> None:
    path = _key_file(home)
    path.write_text("something else that is quite long, to be sure that it is whole already " * 2)
    path.chmod(0o600)
    fails(run(command), 1, str(path), "no key")


def test_a_key_file_that_others_can_read(run: Run, home: Path) -> None:
    run("id")
    path = home / "conf" / "hearts-lan" / "identity"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    fails(run("id"), 1, str(path), "chmod 600")


def test_a_config_folder_that_cannot_be_made(run: Run, home: Path) -> None:
    (home / "conf").write_text("")
    fails(run("id"), 1, "cannot be written")


def test_a_log_that_is_there_already(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.hearts").write_text("precious")
    fails(run("play", "--log", str(tmp_path / "game.hearts")), 1, "never overwritten")
    assert (tmp_path / "game.hearts").read_text() == "precious"


def test_a_log_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    fails(run("play", "--log", str(tmp_path / "file" / "game.hearts")), 1, "No log can be written", "--log FILE")


@pytest.mark.parametrize("name", ["", "\u200b", "\x1b"])
def test_a_name_that_shows_nothing(run: Run, name: str) -> None:
    fails(run("play", f"--name={name}"), 2, "visible")


# -- the network ----------------------------------------------------------------------------------------------------


def test_a_port_in_use(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        fails(
            run("host", "--headless", "--bind", "127.0.0.1", "--port", str(port)), 1, f"Port {port} is in use", "--port"
        )


@pytest.mark.parametrize("bind", ["no.such.host.invalid", "203.0.113.7", "::zz"])
def test_an_address_that_is_not_here(run: Run, bind: str) -> None:
    fails(run("host", "--headless", "--bind", bind, "--port", "0"), 1, bind)


@pytest.mark.parametrize("options", [[], ["--bot"], ["--watch"]])
def test_nobody_hosts_there(run: Run, options: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closing:
        port = closing.getsockname()[1]
    fails(run("join", f"127.0.0.1:{port}", *options), 1, f"Nobody hosts a table at 127.0.0.1 port {port}")


def test_a_host_that_is_not_known(run: Run) -> None:
    fails(run("join", "no.such.host.invalid"), 1, "Could not reach no.such.host.invalid port 9829")


# -- the terminal ---------------------------------------------------------------------------------------------------


def _process(home: Path, *arguments: str, **variables: str) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home / "c"), "XDG_DATA_HOME": str(home / "d"), **variables}
    command, pipe = [sys.executable, "-m", "hearts_lan", *arguments], subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)


def test_ctrl_c_is_130_and_no_traceback(home: Path) -> None:
    with _process(home, "play", "--plain", "--players", "4") as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Interrupted." in err
    assert b"Traceback" not in err


def test_ctrl_c_before_the_command_line_is_read_is_130_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hearts_lan.cli.parser.parser", interrupt)
    assert run("rules") == Said(130, "", "\nInterrupted.\n")


def test_a_reader_that_goes_away_is_no_traceback(home: Path) -> None:
    with _process(home, "rules") as process:
        assert process.stdout
        process.stdout.close()
        assert process.wait(timeout=20) in (0, 1)
        assert process.stderr
        assert process.stderr.read() == b""


def test_an_encoding_without_suits_is_no_traceback(home: Path) -> None:
    with _process(home, "play", "--plain", "--name", "Zoë♥", PYTHONIOENCODING="ascii", PYTHONUTF8="0") as process:
        out, err = process.communicate(b"", timeout=20)
    assert b"Traceback" not in err
    assert b"Zo\\xeb\\u2665" in out


def test_closed_standard_streams_are_no_traceback(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del home
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main(["rules"]) == 0


def test_what_a_host_answers_to_somebody_it_refuses_is_shown_cleaned() -> None:
    """No byte of it moves the cursor or begins another line."""
    failure = _sentence(ExceptionGroup("", [JoinError("\x1b[2J\x1b[31mGo\n\x07away\u202e.")]))
    assert (type(failure), str(failure)) == (Failure, "[2J[31mGo away.")


@pytest.mark.parametrize("name", ["Ana", "田中é", "\ufffd"])
def test_a_name_is_what_was_typed_also_in_a_locale_without_letters(name: str) -> None:
    hidden = name.encode().decode("ascii", errors="surrogateescape")
    assert parser().parse_args(["play", "--name", hidden]).name == name
