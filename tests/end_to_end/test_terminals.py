"""People at real terminals, in tmux: what they type, what they see, and how they leave."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.terminals import PROMPT, Tmux, Window, goes_within, hosted, is_gone, needs_tmux, tmux_in

pytestmark = needs_tmux
MOST_ROUNDS = 1000
"""How often three screens are looked at before a hand must be over."""
TO_END = 5.0
"""Seconds in which a program that lost its terminal must be gone."""


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    with tmux_in(tmp_path) as tmux:
        yield tmux


# -- what one person does ---------------------------------------------------------------------------------------------


def test_a_visit(tmux: Tmux) -> None:
    """Pass, stop and go on, make the window smaller and larger, ask for an impossible card, interrupt."""
    window = tmux.window()
    before = window.settings()
    window.run("play", "--pace", "0", "--level", "easy")
    window.see("Pass three cards")
    window.press("C-z", "Stopped")
    window.type("fg")
    window.see("Pass three cards")
    window.resize(38, 8)
    window.see("too small")
    window.resize(60, 20)
    window.see("Pass three cards")
    pass_three(window)
    window.see("Your turn", "Press Enter")
    window.type("2c 3c")
    window.see("! Play one card at a time.", "! ")
    window.press("C-c", "Interrupted.")
    assert window.see("hearts-lan verify").count("The log: ") == 1
    assert window.settings() == before


def pass_three(window: Window) -> None:
    window.keys(*("Right", "Space") * 3)
    window.see("Enter passes")
    window.keys("Enter")
    window.see("trick 1/", "t1/")


# -- a table ----------------------------------------------------------------------------------------------------------


def table(tmux: Tmux, *arguments: str) -> list[Window]:
    """A host, two who join, and a bot, all in the lobby."""
    windows = [tmux.window() for _ in range(3)]
    address = hosted(windows[0], "--players", "4", "--bots", "1", *arguments)
    windows[0].see("Press Enter when you are ready")
    for window, name in zip(windows[1:], ("Ina", "Jan"), strict=True):
        window.run("join", address, "--name", name, "--profile", name)
        window.see("Press Enter when you are ready")
    windows[0].see("Jan")
    return windows


def begin(windows: list[Window]) -> None:
    for window in windows:
        window.keys("Enter")
    for window in windows:
        window.see("Pass three cards")


def act(window: Window) -> bool:
    """Do what the screen asks for; whether the hand is over."""
    prompt = window.prompt
    if "is over" in prompt or "Press Enter" in prompt:
        return True
    if "Enter plays" in prompt or "Enter: " in prompt:
        window.keys("Enter")
    elif prompt.startswith("!"):
        window.keys("Escape")
    elif not prompt.startswith(("Waiting", "One moment")):
        window.keys("Right")  # to the first card that may be played, or on from one that may not
    return False


def illegal_card(window: Window) -> str:
    """A card of the hand that must not be played now, as one types it; empty if every card may be."""
    cards, marks = window.rows[21:23]
    for place in (found.start() for found in re.finditer(r"\.", marks)):
        suit = next(char for char in reversed(cards[:place]) if char in "♣♦♠♥")
        return cards[place].lower() + dict(zip("♣♦♠♥", "cdsh", strict=True))[suit]
    return ""


@pytest.mark.slow
def test_a_whole_hand_at_a_table(tmux: Tmux) -> None:
    """Chat while a trick runs, a card that is forbidden, a window that changes its size, and the sheet at the end."""
    windows = table(tmux, "--hands", "1")
    begin(windows)
    codes = {re.search(r"table code (.*?) ·", window.see("table code")) for window in windows}
    assert len({found[1] for found in codes if found}) == 1
    for window in windows:
        window.keys(*("Right", "Space") * 3)
        window.see("Enter passes")
        window.keys("Enter")
    for window in windows:
        window.see("trick 1/13")
    windows[1].type("/say good luck to all of you")
    for window in windows:
        window.see("Ina: good luck to all of you")
    refused = False
    windows[2].resize(100, 30)
    done = [False] * 3
    for _ in range(MOST_ROUNDS):
        for number, window in enumerate(windows):
            done[number] = done[number] or act(window)
        if all(done):
            break
        if not refused and "Your turn" in windows[0].prompt and (card := illegal_card(windows[0])):
            windows[0].type(card)
            refused = bool(windows[0].see("! "))
    assert (refused, done) == (True, [True] * 3)
    for window in windows:
        window.press("Enter", "The game was stopped", "Ready to play again", "total")
        window.see("hearts-lan verify", "The log: ")
    windows[0].type("/quit")
    windows[0].see("Close the table for everybody?")
    windows[0].keys("Enter")
    for window in windows:
        window.see(PROMPT)
        assert "total" in window.see("hearts-lan verify")


@pytest.mark.slow
def test_ctrl_c_in_every_phase(tmux: Tmux) -> None:
    """While connecting, in the lobby, while passing, and at a trick: the terminal is as before, the host goes on."""
    window = tmux.window()
    before = window.settings()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        window.run("join", f"127.0.0.1:{silent.getsockname()[1]}")
        window.see("Connecting to 127.0.0.1 port ")
        window.press("C-c", "Interrupted.")
    assert window.settings() == before
    for phase in ("Press Enter when you are ready", "Pass three cards", "trick 1/"):
        windows = table(tmux)
        if phase != "Press Enter when you are ready":
            begin(windows)
        if phase == "trick 1/":
            for each in windows:
                each.keys(*("Right", "Space") * 3)
                each.see("Enter passes")
                each.keys("Enter")
        windows[1].see(phase)
        windows[1].press("C-c", "Interrupted.")
        assert windows[1].settings() == before
        assert not is_gone(windows[0].program)
        for each in windows:
            each.close()


@pytest.mark.slow
def test_a_host_is_asked_to_end_and_everybody_hears_it(tmux: Tmux) -> None:
    windows = table(tmux)
    begin(windows)
    os.kill(windows[0].program, signal.SIGTERM)
    for window in windows:
        window.until(lambda window=window: window.text.count(PROMPT) == 2, "the shell")  # type: ignore[misc]
        assert "hearts-lan verify" in window.text
    for window in windows[1:]:
        assert "The host's program was ended." in window.text
    assert "hearts-lan host --resume" in windows[0].text


@pytest.mark.slow
def test_a_closed_terminal_ends_its_program(tmux: Tmux) -> None:
    """In the lobby, then in a game; nothing spins, and the host says goodbye."""
    windows = table(tmux)
    begin(windows)
    for window in reversed(windows):
        pid = window.program
        window.close()
        assert goes_within(pid, TO_END), f"process {pid} still runs"


@pytest.mark.slow
def test_a_host_that_dies(tmux: Tmux) -> None:
    """The others are told, and their terminals come back."""
    windows = table(tmux)
    begin(windows)
    os.kill(windows[0].program, signal.SIGKILL)
    windows[1].see("lost", "silent")
    windows[2].keys("C-c")
    windows[2].see("Interrupted.", "lost", "silent")


@pytest.mark.slow
def test_a_host_refuses_to_stop(tmux: Tmux) -> None:
    window = tmux.window()
    hosted(window)
    window.see("Press Enter when you are ready")
    window.press("C-z", "A host does not stop for Ctrl-Z")
    window.press("C-c", "Interrupted.")
