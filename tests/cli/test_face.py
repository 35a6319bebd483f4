"""Which face a console has, and which characters it may draw."""

import sys
from types import SimpleNamespace

import pytest

from hearts_lan.cli.face import can_draw, has_screen
from hearts_lan.cli.parser import parser

UTF8 = "utf-8"


@pytest.mark.parametrize(
    ("environment", "drawn"),
    [
        ({}, True),
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LC_CTYPE": "C.UTF-8"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, False),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "C"}, True),
        ({"LC_CTYPE": "ja_JP.UTF-8", "LANG": "C"}, True),
        ({"TERM": "vt100"}, False),
        ({"TERM": "xterm-256color"}, True),
    ],
)
def test_locale_and_terminal_may_ask_for_ascii(environment: dict[str, str], drawn: bool) -> None:
    assert can_draw(environment, UTF8) is drawn


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "nonsense"])
def test_an_encoding_without_suits_asks_for_ascii(encoding: str) -> None:
    assert not can_draw({}, encoding)


def face(monkeypatch: pytest.MonkeyPatch, command: str, *, tty: bool = True, term: str = "xterm") -> bool:
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, SimpleNamespace(isatty=lambda: tty))
    monkeypatch.setenv("TERM", term)
    return has_screen(parser().parse_args(command.split()))


@pytest.mark.parametrize(
    "command", ["play", "host", "join 10.0.0.1", "join 10.0.0.1 --watch", "play --ascii --no-bell"]
)
def test_people_at_terminals_get_a_screen(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    assert face(monkeypatch, command)


@pytest.mark.parametrize("command", ["play --plain", "host --headless", "join 10.0.0.1 --bot", "rules", "id"])
def test_others_get_plain_lines(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    assert not face(monkeypatch, command)


def test_pipes_and_dumb_terminals_get_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not face(monkeypatch, "play", tty=False)
    assert not face(monkeypatch, "play", term="dumb")
