"""Keys in, screen out: the application on a terminal in memory."""

import signal

import msgspec
import pytest
import trio

from hearts_lan.cards import card_text
from hearts_lan.console.failure import ScreenError
from hearts_lan.console.screen.app import Screen
from hearts_lan.console.screen.look import Look
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.wire import messages as m
from tests.console.screen.terminal import Terminal, drive

LEFT, RIGHT, UP, DOWN, ESC = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b"
F1, PAGE_UP, PAGE_DOWN, TAB, ENTER, CTRL_C, CTRL_Z = "\x1bOP", "\x1b[5~", "\x1b[6~", "\t", "\r", "\x03", "\x1a"


def click(column: int, row: int) -> str:
    """Button down and up, as a terminal reports it."""
    return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"


def test_the_screen_is_what_was_drawn() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.see("Your turn")
        assert [row.rstrip() for row in terminal.table.screen().splitlines()] == terminal.text.splitlines()

    drive(script, Question.CARD)


def test_a_card_is_played_with_arrows() -> None:
    async def script(terminal: Terminal) -> None:
        hand = terminal.table.player.view.hand
        await terminal.press(RIGHT, "Enter plays")
        await terminal.press(ENTER, "Trick 1:")
        assert len(terminal.table.player.view.hand) == len(hand) - 1

    drive(script, Question.CARD)


def test_a_card_is_played_by_typing() -> None:
    async def script(terminal: Terminal) -> None:
        card = terminal.table.player.view.legal[0]
        await terminal.press(card_text(card).lower(), f"> {card_text(card).lower()}")
        terminal.type(ENTER)
        await terminal.until(lambda: card not in terminal.table.player.view.hand)
        await terminal.see_not(f"> {card_text(card).lower()}")

    drive(script, Question.CARD)


def test_a_card_is_played_by_two_clicks() -> None:
    async def script(terminal: Terminal) -> None:
        rows = terminal.text.splitlines()
        column = rows[-2].index("=") + 1
        await terminal.press(click(column, 22), "^", "Enter plays")
        await terminal.press(click(column, 23), "Trick 1:")

    drive(script, Question.CARD)


def test_three_cards_are_passed() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press(f"{RIGHT} {RIGHT} {RIGHT} ", "Enter passes")
        await terminal.press(ENTER, "trick 1/13")
        assert len(terminal.table.player.view.passed) == 3

    drive(script, Question.PASS)


def test_half_typed_input_is_not_disturbed() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press("/say hel", "> /say hel")
        terminal.table.model.say("chat", "Ana: are you there?")
        terminal.table.model.changed()
        await terminal.see("are you there?", "> /say hel")
        await terminal.press("lo" + ENTER, "Dora: hello")
        assert terminal.table.sitting.said == ["hello"]

    drive(script, Question.CARD)


def test_tab_turns_typing_into_chat() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press(TAB, "say>")
        await terminal.press("qs" + ENTER, "Dora: qs")
        terminal.type(TAB)
        await terminal.see_not("say>")

    drive(script, Question.CARD)


def test_overlays_open_scroll_and_close() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press(F1, "Help", "Points are bad")
        terminal.type(PAGE_DOWN)
        await terminal.see_not("Points are bad")
        terminal.type(ESC)
        await terminal.see_not("Esc closes")
        await terminal.press("/scores" + ENTER, "Scores")

    drive(script, Question.CARD)


def test_escape_takes_back_what_was_typed() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press("qs", "> qs")
        terminal.type(ESC)
        await terminal.see_not("> qs")

    drive(script, Question.CARD)


def test_a_smaller_and_larger_terminal_keeps_what_was_typed() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press("qs", "> qs")
        await resized(terminal, 38, 8)
        await terminal.see("too small", "> qs")
        await resized(terminal, 40, 9)
        await terminal.see("Your turn", "> qs")
        await resized(terminal, 80, 24)
        await terminal.see("hearts NOT broken", "> qs")

    drive(script, Question.CARD)


async def resized(terminal: Terminal, columns: int, rows: int) -> None:
    terminal.tty.pyte.resize(rows, columns)
    signal.raise_signal(signal.SIGWINCH)
    await trio.sleep(0)


async def settled() -> None:
    """Let the program do all it has to do."""
    for _ in range(200):
        await trio.sleep(0)


def shown_by(terminal: Terminal) -> Screen:
    """The screen behind a terminal."""
    screen = terminal.table.model.changed.__self__  # type: ignore[attr-defined]
    assert isinstance(screen, Screen)
    return screen


def test_nothing_is_drawn_while_nothing_changes() -> None:
    """Once the screen is there, and after a key that means nothing."""

    async def script(terminal: Terminal) -> None:
        await terminal.see("Your turn")
        await settled()
        screen, raw = shown_by(terminal), len(terminal.tty.raw)
        before = screen.app.render_counter
        await settled()
        assert (screen.app.render_counter, len(terminal.tty.raw)) == (before, raw)
        assert screen.ticking is None

    drive(script, Question.CARD)


def test_seconds_are_drawn_anew_only_while_they_are_counted() -> None:
    """There is a timer while there is a limit, and none after it."""

    async def script(terminal: Terminal) -> None:
        table = terminal.table
        waiting = m.Waiting(seats=(3,), doing="play", seconds=30)
        table.player.receive(waiting)
        table.model.hear(news.Told(waiting))
        await terminal.see("30 s")
        assert shown_by(terminal).ticking
        table.seconds += 1
        shown_by(terminal).app.invalidate()  # as the timer does
        await terminal.see("29 s")
        table.model.hear(news.Told(msgspec.structs.replace(waiting, seconds=-1)))
        await terminal.see_not(" s ")
        assert shown_by(terminal).ticking is None

    drive(script, Question.CARD)


def test_the_bell_rings_when_something_is_asked() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.see("Pass three")

    assert "\a" in drive(script, Question.PASS).tty.raw
    assert "\a" not in drive(script, Question.PASS, Look(bell=False)).tty.raw


def test_suits_have_colours_and_nothing_has_a_background() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.see("Your turn")
        cells = [cell for row in terminal.tty.pyte.buffer.values() for cell in row.values()]
        assert {cell.fg for cell in cells if cell.data == "♥"} == {"red"}
        assert {cell.fg for cell in cells if cell.data == "♣"} == {"green"}
        assert {cell.bg for cell in cells} == {"default"}
        assert not any(cell.reverse for cell in cells)

    drive(script, Question.CARD)


def test_quit_leaves_after_a_question() -> None:
    async def script(terminal: Terminal) -> None:
        await terminal.press("/quit" + ENTER, "Leave the game?")
        await terminal.press("x" + ESC, "Your turn")
        await terminal.press("/quit" + ENTER, "Leave the game?")
        terminal.type(ENTER)
        await terminal.table.sitting.ended.wait()

    terminal = drive(script, Question.CARD)
    assert terminal.table.sitting.left
    assert "\x1b[?1049l" in terminal.tty.raw


def test_ctrl_c_leaves_politely() -> None:
    async def script(terminal: Terminal) -> None:
        terminal.type(CTRL_C)
        await terminal.table.sitting.ended.wait()
        assert terminal.table.sitting.left

    with pytest.raises(KeyboardInterrupt):
        drive(script, Question.CARD)


def test_a_lost_host_ends_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    async def script(terminal: Terminal) -> None:
        terminal.table.sitting.farewell = "The connection to the host was lost."
        terminal.table.sitting.ended.set()

    terminal = drive(script, Question.CARD)
    assert "\x1b[?1049l" in terminal.tty.raw
    assert "The connection to the host was lost." in capsys.readouterr().out


def test_a_failing_key_ends_the_program_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(terminal: Terminal) -> None:
        monkeypatch.setattr(terminal.table.model, "enter", broken)
        terminal.type("qs" + ENTER)
        await trio.sleep_forever()

    with pytest.raises(ScreenError, match="The screen failed: ZeroDivisionError"):
        drive(script, Question.CARD)


def test_a_failing_drawing_ends_the_program_with_a_sentence() -> None:
    async def script(terminal: Terminal) -> None:
        terminal.table.model.rows = None  # type: ignore[assignment]
        terminal.type(RIGHT)
        await trio.sleep_forever()

    with pytest.raises(ScreenError, match="The screen failed: TypeError"):
        drive(script, Question.CARD)


def broken(_text: str) -> None:
    raise ZeroDivisionError("division by zero")


def test_ctrl_z_is_refused_to_a_host() -> None:
    async def script(terminal: Terminal) -> None:
        terminal.type(CTRL_Z)
        await terminal.see("Ctrl-Z")

    drive(script, Question.CARD, may_suspend=False)
