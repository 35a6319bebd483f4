"""Whole programs over real sockets: tables of bots, a person at a pipe, and what is no host."""

import signal
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from hearts_lan.net.tls import server_context
from tests.end_to_end.programs import Program, Programs, programs_in


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[Programs]:
    with programs_in(tmp_path) as programs:
        yield programs


def test_four_bots_and_a_headless_host_play_a_whole_game(programs: Programs, tmp_path: Path) -> None:
    """Five logs, the same to the byte, that verify; nobody read standard input."""
    logs = [tmp_path / f"{name}.hearts" for name in ("host", "p1", "p2", "p3", "p4")]
    host, address = programs.host("--players", "4", "--target", "1", "--log", str(logs[0]))
    bots = [
        programs.start("join", address, "--bot", "easy", "--profile", log.stem, "--log", str(log)) for log in logs[1:]
    ]
    assert [program.end() for program in (*bots, host)] == [0] * 5
    assert len({log.read_bytes() for log in logs}) == 1
    verify = programs.start("verify", *map(str, logs))
    assert verify.end() == 0
    assert all(f"hearts-lan verify {log}" in bot.text for bot, log in zip(bots, logs[1:], strict=True))


def _play_a_hand(person: Program) -> None:
    """Answer what is asked until the game is over, by what the program itself says is allowed."""
    hand: list[str] = []
    while True:
        line = person.line("You hold ", "You may play ", "Choose three", "Your turn", "shot the moon! Type", "is over")
        if line.startswith("You hold "):
            hand = _cards(line)
        elif line.startswith("You may play "):
            hand = line.removeprefix("You may play ").rstrip(".").split()
        elif line.startswith("Choose three"):
            person.type(" ".join(hand[:3]))
        elif line.startswith("Your turn: lead the two of clubs"):
            person.type("2c")
        elif line.startswith("Your turn"):
            person.type(hand[0])
        elif "Type add" in line:
            person.type("add")
        else:
            return


def _cards(line: str) -> list[str]:
    groups = line.removeprefix("You hold ").rstrip(".").split("; ")
    return [rank + group.split()[0][0] for group in groups for rank in group.split()[1:]]


def test_a_person_at_a_pipe_plays_a_hand_and_leaves_at_the_end_of_input(programs: Programs) -> None:
    person = programs.start("play", "--plain", "--pace", "0", "--target", "1", "--name", "Pat", "--level", "easy")
    person.line("You sit at the table as Pat.")
    _play_a_hand(person)
    log = person.line("Check it with: hearts-lan verify ").rpartition(" ")[2]
    person.end_input()
    assert person.end() == 0
    assert "End of input: leaving the table." in person.text
    assert "\x1b" not in person.text
    assert "Traceback" not in person.text
    assert programs.start("verify", log).end() == 0


def test_the_end_of_input_in_the_middle_leaves_cleanly(programs: Programs) -> None:
    person = programs.start("play", "--plain", "--pace", "0")
    person.line("Choose three")
    person.end_input()
    assert person.end() == 0
    assert person.lines[-3] == "End of input: leaving the table."
    assert_log_is_told(person, programs)


def test_a_host_that_is_interrupted_says_goodbye(programs: Programs) -> None:
    host, address = programs.host("--players", "3")
    watcher = programs.start("join", address, "--watch", "--plain", "--profile", "w")
    watcher.line("You watch the table.")
    watcher.line("Hearts for 3 players, with one pack of 52 cards without the two of diamonds.")
    host.process.send_signal(signal.SIGINT)
    assert host.end() == 130
    watcher.line("The host has closed the table.")
    assert watcher.end() == 0
    assert "Traceback" not in host.text


def assert_log_is_told(program: Program, programs: Programs) -> None:
    """The last two lines say where the log lies and how to check it, and they are right."""
    path = program.lines[-2].removeprefix("The log of this game: ")
    assert program.lines[-1] == f"Check it with: hearts-lan verify {path}"
    assert programs.start("verify", path).end() == 3


ASKED_TO_END = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", ASKED_TO_END)
def test_a_person_in_plain_mode_is_asked_to_end(programs: Programs, number: signal.Signals) -> None:
    person = programs.start("play", "--plain", "--pace", "0")
    person.line("Choose three")
    person.process.send_signal(number)
    assert person.end() == 128 + number
    assert (
        "Interrupted." in person.lines[-1]
        if number is signal.SIGINT
        else person.lines[-1] == f"Ended by {number.name}."
    )
    person.lines = [line for line in person.lines[:-1] if line]
    assert_log_is_told(person, programs)


def test_whoever_is_asked_to_end_tells_the_others_and_where_the_log_lies(programs: Programs) -> None:
    """A bot, then the host: each ends with its log, and the person who is left hears why."""
    host, address = programs.host("--players", "3", "--bots", "1")
    bot = programs.start("join", address, "--bot", "easy", "--profile", "bot")
    person = programs.start("join", address, "--plain", "--profile", "person", "--name", "Pat")
    person.line("Press Enter when you are ready")
    person.type("")
    person.line("Choose three")
    bot.process.send_signal(signal.SIGTERM)
    assert bot.end() == 128 + signal.SIGTERM
    assert "The log of this game: " in bot.text
    host.process.send_signal(signal.SIGTERM)
    assert host.end() == 128 + signal.SIGTERM
    assert "The log of this game: " in host.text
    assert person.end() == 0
    assert "hearts-lan host --resume" in host.text
    assert "starts it again with --resume" in person.text
    assert "The log of this game: " in person.text
    assert not [each for each in (host, bot, person) if "Traceback" in each.text]


@contextmanager
def somebody_else(context: ssl.SSLContext | None) -> Iterator[int]:
    """A server that answers every connection as a web server does, with TLS or without; its port."""

    def answer() -> None:
        with suppress(OSError):
            plug, _ = listener.accept()
            with context.wrap_socket(plug, server_side=True) if context else plug as stream:
                stream.recv(65_536)
                stream.sendall(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")

    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        thread = threading.Thread(target=answer)
        thread.start()
        yield listener.getsockname()[1]
    thread.join()


@pytest.mark.parametrize("context", [None, server_context().context], ids=["http", "https"])
def test_what_is_no_host_is_named_so(programs: Programs, context: ssl.SSLContext | None) -> None:
    with somebody_else(context) as port:
        join = programs.start("join", f"127.0.0.1:{port}", "--bot")
        assert join.end() == 1
    assert join.text.startswith("hearts-lan: What answers")
    assert join.text.endswith("is not a hearts-lan host.")
    assert len(join.lines) == 1


def limited(blocks: int) -> tuple[str, ...]:
    """Run a program whose files may have so many blocks of 512 bytes: a disk that fills up."""
    return ("sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh")


TABLE = ("host", "--headless", "--bind", "127.0.0.1", "--port", "0", "--bots", "3", "--players", "3", "--pace", "0")


def test_a_disk_that_fills_up_is_told_and_the_game_played_to_its_end(programs: Programs) -> None:
    program = programs.start(*TABLE, "--target", "100", "--level", "easy", inside=limited(140))
    assert program.end() == 0
    assert "The log cannot be written: File too large. Make room; the game goes on." in program.lines
    assert any(line.startswith("The log of this game lacks its last ") for line in program.lines)


def test_a_disk_without_room_is_named_before_anybody_comes(programs: Programs) -> None:
    program = programs.start(*TABLE, inside=limited(8))
    assert program.end() == 1
    assert program.lines[-1].startswith("hearts-lan: No log can be written to ")
    assert program.lines[-1].endswith("File too large. Choose a place with --log FILE.")
