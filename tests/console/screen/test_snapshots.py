"""The screen in every phase, at every size and number of players, as text files that one can look at."""

from dataclasses import replace

import msgspec
import pytest

from hearts_lan import rules
from hearts_lan.cards import cards_text, parse_cards
from hearts_lan.console.screen.compose import scene_of
from hearts_lan.console.screen.layout import draw
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.parts import plain
from hearts_lan.console.screen.scene import Overlay
from hearts_lan.player import news
from hearts_lan.player.news import Question
from hearts_lan.transcript.audit import Phase
from hearts_lan.wire import messages as m
from tests.console.screen.kit import CANCELLATION, Console, ToldMoonlit, check, console

SIZES = ((80, 24), (120, 40), (60, 20), (40, 12), (40, 9))
COUNTS = ((3, rules.Options()), (4, rules.Options()), (7, rules.Options()), (8, CANCELLATION), (11, CANCELLATION))


def sized(table: Console, name: str, *sizes: tuple[int, int]) -> None:
    for wanted, rows in sizes or SIZES:
        check(f"{name}-{wanted}x{rows}", table.screen(wanted, rows))


def test_lobby() -> None:
    table = console()
    table.run()
    table.model.invitation = ("Others join with: hearts-lan join 192.168.1.20",)
    sized(table, "lobby")


def test_pass() -> None:
    table = console()
    table.until(Question.PASS)
    table.desk.move(1)
    table.desk.space()
    table.desk.move(1)
    sized(table, "pass")


def test_passed() -> None:
    table = console()
    table.until(Question.PASS)
    table.desk.enter(cards_text(table.player.view.hand[:3]))
    table.desk.enter("")
    sized(table, "passed", (80, 24), (40, 9))


def test_my_turn() -> None:
    table = console()
    table.until(Question.CARD, 3)
    sized(table, "my-turn")


def test_selected_card() -> None:
    table = console()
    table.until(Question.CARD, 3)
    table.desk.move(1)
    sized(table, "selected", (80, 24))


def test_complaint() -> None:
    table = console()
    table.until(Question.CARD, 3)
    table.desk.enter("2c 3c")
    sized(table, "complaint", (80, 24), (40, 9))


def test_waiting() -> None:
    """For somebody, then somebody else, then me."""
    table = console()
    table.until(Question.CARD, 2)
    table.room.run(lambda _room: waits_for_two(table))
    sized(table, "waiting")


def waits_for_two(table: Console) -> bool:
    play = table.player.state.hand.play
    return rules.turn(play) == 1 and bool(play.trick)


def test_trick_complete() -> None:
    table = console()
    table.until(Question.CARD, 2)
    table.step(0)
    sized(table, "trick-complete")


def test_trick_before() -> None:
    table = console()
    table.until(Question.CARD, 2)
    table.desk.enter("/last")
    sized(table, "trick-before", (80, 24))


def moonlit() -> Console:
    table = Console(ToldMoonlit(), 0)
    table.until(Question.MOON)
    return table


def test_moon() -> None:
    table = moonlit()
    sized(table, "moon-trick", (80, 24))
    table.desk.wake()
    table.desk.move(1)
    sized(table, "moon")


def test_between_hands() -> None:
    table = console()
    table.until(Question.GO_ON)
    table.until(Question.PASS)
    table.until(Question.GO_ON)
    sized(table, "hand-over", (80, 24))
    table.desk.wake()
    sized(table, "between")


def test_end() -> None:
    table = console(options=rules.Options(target=1))
    table.until_phase(Phase.PASSES)
    table.run(by_itself=True)
    sized(table, "end-trick", (80, 24))
    table.desk.wake()
    sized(table, "end")


def test_help() -> None:
    table = console()
    table.until(Question.CARD)
    table.desk.show(Overlay.HELP)
    sized(table, "help")


def test_sheet() -> None:
    table = console()
    for _ in range(3):
        table.until(Question.GO_ON)
        table.until(Question.PASS if table.player.state.hand_number < 3 else Question.CARD)
    table.desk.enter("/scores")
    sized(table, "sheet")


def test_answer() -> None:
    table = console()
    table.until(Question.CARD)
    table.desk.enter("/rules")
    sized(table, "rules", (80, 24), (40, 9))


@pytest.mark.parametrize(("players", "options"), COUNTS)
def test_every_number_of_players(players: int, options: rules.Options) -> None:
    """With wide and long names."""
    table = console(players, options)
    table.until(Question.CARD, 1)
    sized(table, f"players{players}", (80, 24), (120, 40), (72, 20), (60, 20), (40, 12))


def test_twenty_cards() -> None:
    table = console(5, CANCELLATION)
    table.until(Question.CARD)
    sized(table, "twenty-cards", (80, 24), (72, 20), (40, 12))


def test_cancelled_and_carried() -> None:
    """Cancelled cards, carried points and the widow are marked."""
    table = console(11, CANCELLATION)
    table.until(Question.CARD)
    put(table, "2C 2C 9H 9H 3C 3C 4C 4C 5C 5C AS", "7D TD TD 9D")
    sized(table, "carried", (80, 24), (40, 12))


def put(table: Console, before: str, now: str) -> None:
    """Put a trick that was carried, and the cards of the next one, on the table."""
    state, hand = table.player.state, table.player.state.hand
    trick = rules.Trick(3, parse_cards(before.split()), None)
    play = rules.Play(state.rules, 3, parse_cards(now.split()), broken=True, tricks=(trick,))
    table.player.state = replace(state, maybe_hand=replace(hand, play=play))


def test_ascii() -> None:
    table = console(look=Look(ascii=True))
    table.until(Question.CARD, 2)
    sized(table, "ascii", (80, 24), (40, 9))
    assert table.screen().replace("田中さくらのおうち", "").isascii()


def test_too_small() -> None:
    table = console()
    table.until(Question.CARD)
    check("too-small-38x8", table.screen(38, 8))
    for size in ((40, 8), (39, 24), (200, 3)):
        assert "terminal too small" in table.screen(*size)


def test_lengths_from_nothing_to_everything() -> None:
    """Every size is drawn, in rows of exactly its width."""
    table = console(7)
    table.until(Question.CARD, 1)
    for wanted in range(1, 140, 3):
        for rows in range(1, 50, 3):
            table.screen(wanted, rows)


def test_watching() -> None:
    """The public table only, from seat 0's side."""
    table = console()
    table.until(Question.CARD, 1)
    seat = table.room.watch()
    table.room.run(lambda room: not room.to_seat)
    table.sit(table.room.seats.index(seat))
    sized(table, "watching", (80, 24), (40, 9))


def test_away_and_chat() -> None:
    table = console()
    table.until(Question.CARD, 1)
    table.model.hear(news.Told(m.Status(seat=1, state="away")))
    table.model.hear(news.Told(m.Said(seat=1, name="Ben", text="Back in a minute, K♠ \u202eis mine.")))
    table.model.hear(news.Told(m.Refused(code="no", sentence="That was refused.")))
    sized(table, "away", (80, 24), (40, 9))


def test_a_limit_and_a_bot_that_plays_on() -> None:
    """Ben is away, a bot plays for Ana: both are marked, and the seconds are counted."""
    table = console()
    table.until(Question.CARD, 2)
    table.room.run(lambda _room: waits_for_two(table))
    state = table.player.state
    bot = replace(state.speakers[0], key=bytes(32), name="Robin", bot=True)
    table.player.state = replace(state, speakers=(bot, *state.speakers[1:]))
    table.model.hear(news.Told(m.Status(seat=1, state="away")))
    waiting = m.Waiting(seats=(1,), doing="play", seconds=60)
    table.player.receive(waiting)
    table.model.hear(news.Told(waiting))
    table.seconds = 48.5
    sized(table, "limit")


def test_quit_question() -> None:
    table = console()
    table.until(Question.CARD, 1)
    table.desk.enter("/quit")
    sized(table, "quit")


@pytest.mark.parametrize("players", [3, 7, 11])
def test_lobby_and_sheet_of_every_number_of_players(players: int) -> None:
    """All seats, the line to join with, and all totals are there, also where it is narrow."""
    table = console(players, CANCELLATION if players > 7 else None)
    table.run()
    table.model.invitation = ("Others join with: hearts-lan join 192.168.1.20",)
    sized(table, f"lobby{players}", (80, 24), (60, 20), (40, 12))
    table.until(Question.GO_ON)
    table.desk.wake()
    sized(table, f"between{players}", (80, 24), (60, 20), (40, 12))


def test_moon_of_many() -> None:
    """Mine, and the range of the others', where there is no room for all."""
    table = moonlit()
    table.desk.wake()
    scene = scene_of(table.desk)
    totals = tuple(range(0, 110, 10))
    sheet = replace(scene.sheet, names=tuple("ABCDEFGHIJK"), totals=totals)
    moon = ((rules.Choice.ADD, (0, *(total + 52 for total in totals[1:]))), (rules.Choice.SUBTRACT, (-52, *totals[1:])))
    picture = draw(replace(scene, sheet=sheet, moon=moon), 40, 12, table.look)
    check("moon11-40x12", plain([*picture.rows, picture.foot]) + "\n")


@pytest.mark.parametrize(
    ("doing", "told"),
    [("paused", "The game is paused · the host lets it go on"), ("return", "Waiting until Ben is back")],
)
def test_a_game_that_stands_still(doing: str, told: str) -> None:
    """The wire's words for it come with the host that can do it."""
    table = console()
    table.until(Question.CARD, 2)
    table.room.run(lambda _room: waits_for_two(table))
    table.player.waiting = msgspec.structs.replace(m.Waiting(seats=(1,), doing="play", seconds=-1), doing=doing)
    assert table.prompt == told


def test_a_bot_that_plays_for_me() -> None:
    table = console()
    table.until(Question.CARD, 1)
    state = table.player.state
    bot = replace(state.speakers[3], key=bytes(32), bot=True)
    table.player.state = replace(state, speakers=(*state.speakers[:3], bot))
    assert "A bot plays for you: /sit to play yourself" in table.prompt


def test_disputed() -> None:
    table = console()
    table.until(Question.CARD, 1)
    deal = m.Dealt(hand=1, cards=("2C",), signature="00" * 64)
    table.room.take(3, table.player.receive(deal))
    sized(table, "disputed", (80, 24), (40, 9))
