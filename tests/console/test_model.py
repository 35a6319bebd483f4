"""Lines in, sentences out: every question and every command of the console in plain words."""

import unicodedata
from dataclasses import replace
from typing import Literal

import msgspec
import pytest

from hearts_lan import rules
from hearts_lan.cards import card_text
from hearts_lan.console.commands import COMMANDS
from hearts_lan.console.model import Model
from hearts_lan.console.words import in_words
from hearts_lan.player.news import Question
from hearts_lan.table import events
from hearts_lan.wire import messages as m
from tests.console.person import Person, missing, one_of, seated
from tests.console.screen.kit import Told, ToldMoonlit
from tests.kit import identity

# -- getting ready ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["", "  ", "y", "Yes", "ready", "GO"])
def test_getting_ready(word: str) -> None:
    person = Person()
    assert person.model.prompt.startswith("Press Enter when you are ready to play.")
    assert person.type(word) == []
    person.room.run()
    assert person.player.in_game


def test_empty_seats_are_no_reason_to_be_lost() -> None:
    person = Person(Told(4))
    assert person.type("nonsense") == ["I do not understand 'nonsense'. Type help for what you can do."]
    assert person.player.question is Question.READY


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hand", "You hold no cards."),
        ("/hand", "You hold no cards."),
        ("HAND", "You hold no cards."),
        ("trick", "No card lies on the table."),
        ("last", "There is no trick before this one."),
        ("scores", "There are no scores yet."),
        ("table", "The table code is shown when the game begins."),
        ("hint", "There is nothing to choose now."),
        ("turn", "Press Enter when you are ready to play."),
        ("say", "Say what? For example: say good luck"),
        ("say \x1b \u200b", "Say what? For example: say good luck"),
        ("qs", "It is not your turn. Press Enter when you are ready to play."),
        ("/nothing", "There is no command '/nothing'. Type help for what you can do."),
        ("/", "There is no command '/'. Type help for what you can do."),
        ("hand over", "I do not understand 'hand over'. Type help for what you can do."),
        ("/hand over", "There is no command '/hand over'. Type help for what you can do."),
        ("add", "I do not understand 'add'. Type help for what you can do."),
    ],
)
def test_before_a_game(line: str, answer: str) -> None:
    assert Person().type(line) == [answer]


def test_help_names_every_command() -> None:
    told = Person().type("help")
    assert all(any(line.strip().startswith(name) for line in told) for name in COMMANDS)


def test_rules_that_change_in_the_lobby_are_told() -> None:
    """S6: also that a game to less than 50 is short."""
    person = Person(Told(4, host=identity("player0")))
    assert set_option(person, "target=30") == [
        "The game ends after the hand in which a total reaches or passes 30; the lowest total wins.",
        "A target of 50 or more makes a better game.",
    ]
    assert set_option(person, "tie=play_on") == ["As long as the lowest total is tied, another hand is played."]
    assert set_option(person, "tie=play_on") == []
    early = "A hand ends as soon as all the hearts and the queen of spades are taken; the rest of it is not played."
    assert set_option(person, "end_early=yes") == [early]
    assert set_option(person, "end_early=no") == [f"No longer: {early}"]


def set_option(person: Person, option: str) -> list[str]:
    """What is told when the host sets an option, but for that and the seats."""
    person.read()
    person.room.handle(events.Received(0, m.Control(command="set", argument=option)))
    person.room.run()
    return [line for line in person.read() if not line.startswith("Table: ") and not line.endswith(" ready.")]


def test_rules_are_those_of_the_table() -> None:
    told = seated(target=77, variant=rules.Variant.OMNIBUS).type("rules")
    assert any("77" in line for line in told)
    assert any("jack of diamonds" in line for line in told)


# -- passing ------------------------------------------------------------------------------------------------------


@pytest.fixture
def passing() -> Person:
    return Person().wait(Question.PASS)


def held(person: Person, count: int) -> str:
    return " ".join(map(card_text, person.player.view.hand[:count]))


def test_the_pass_is_asked_for_with_its_direction(passing: Person) -> None:
    assert passing.model.prompt == "Choose three cards to pass to the left, for example: qs ah 10d"


@pytest.mark.parametrize("count", [1, 2, 4, 13])
def test_another_number_of_cards_than_three_is_refused(passing: Person, count: int) -> None:
    [told] = passing.type(held(passing, count))
    assert told.endswith("(rule P1)")
    assert passing.player.question is Question.PASS


def test_a_card_twice_or_not_held_is_refused(passing: Person) -> None:
    hand = passing.player.view.hand
    first, second = map(card_text, hand[:2])
    assert passing.type(f"{first} {first} {second}")[0].endswith("(rule P1)")
    assert passing.type(f"{first} {second} {missing(hand)}")[0].endswith("(rule P1)")


def test_three_cards_are_passed_and_said(passing: Person) -> None:
    first, second, third = passing.player.view.hand[:3]
    told = passing.type(f"{card_text(third)},{card_text(first)} {card_text(second)}")
    assert told == [f"You pass {passing.model.voice.cards((first, second, third))}."]
    passing.room.run()
    assert any(" passed you the " in line for line in passing.read())


def test_the_hand_is_shown_suit_by_suit(passing: Person) -> None:
    [line] = passing.type("hand")
    assert line.startswith(("You hold clubs ", "You hold diamonds "))
    assert len(line.replace("You hold", "").replace(".", "").split()) == 13 + line.count(";") + 1


# -- playing ------------------------------------------------------------------------------------------------------


def test_whoever_holds_the_two_of_clubs_leads_it() -> None:
    """D2: any other card is refused with the rule's id."""
    person = leading(Person(), first=True)
    assert person.model.prompt == "Your turn: lead the two of clubs."
    told = person.type(card_text(person.player.view.hand[-1]))
    assert told == ["The two of clubs opens the first trick. (rule D2)"]


def leading(person: Person, first: bool) -> Person:
    """Play until this person leads: to the first trick, or to a later one before hearts are broken."""
    while True:
        person.wait_for("H", "C")
        play = person.player.view.play
        assert play
        if (play.leader is None) == first and not play.broken:
            return person
        person.decide()
        person.room.run()


def test_no_points_are_discarded_on_the_first_trick() -> None:
    """T3: here seat 2 has no clubs."""
    room = Told(4, rules.Options(passing=rules.Passing.NONE), host=identity("void1"))
    person = Person(room, 2).wait(Question.CARD)
    assert person.model.prompt == "Your turn: you have no clubs; play another suit."
    told = person.type(one_of(person.player.view.hand, "H"))
    assert told == ["You may not discard a heart or the queen of spades on the first trick. (rule T3)"]


@pytest.mark.parametrize(("led", "name"), [("C", "clubs"), ("D", "diamonds"), ("S", "spades")])
def test_who_can_follow_must_follow(led: str, name: str) -> None:
    """T1: the sentence says which suit, the command `hand` which cards."""
    other = "D" if led != "D" else "C"
    person = Person().wait_for(led, other, led=led)
    assert person.model.prompt == f"Your turn: follow {name}."
    [told] = person.type(one_of(person.player.view.hand, other))
    assert told == f"You must follow {name}. (rule T1)"
    legal = " ".join(map(card_text, person.player.view.legal))
    assert person.type("hand")[1] == f"You may play {legal}."


def test_hearts_may_not_be_led_before_they_are_broken() -> None:
    """T4."""
    person = leading(Person(), first=False)
    assert person.model.prompt == "Your turn: lead a card."
    told = person.type(one_of(person.player.view.hand, "H"))
    assert told == ["You may not lead hearts until a heart or the queen of spades has been played. (rule T4)"]


def test_a_card_that_is_not_held_is_refused() -> None:
    person = Person().wait(Question.CARD)
    assert person.type(missing(person.player.view.hand)) == ["You do not hold that card. (rule T1)"]


def test_one_card_at_a_time() -> None:
    person = Person().wait(Question.CARD)
    assert person.type("2c 3c") == ["Play one card at a time."]


def test_a_legal_card_is_played_and_told() -> None:
    person = Person().wait(Question.CARD)
    card = person.player.view.legal[0]
    assert person.type(card_text(card)) == []
    assert person.player.question is None
    assert person.type(card_text(card))[0].startswith("It is not your turn. ")
    person.room.run()
    name = person.model.voice.card(card)
    assert {f"You lead {name}.", f"You play {name}."} & set(person.read())


def test_trick_and_last_show_who_played_what() -> None:
    person = Person().wait_for("C", led="C")
    play = person.player.view.play
    assert play
    [told] = person.type("trick")
    assert told.count(" the ") == len(play.trick)
    person.wait(Question.CARD).decide()
    person.room.run()
    told, taken = person.wait(Question.CARD).type("last")
    assert " the trick" in taken
    assert told.count(" the ") == 4
    assert "You the " in told


def test_an_empty_line_repeats_what_is_asked() -> None:
    person = Person().wait(Question.CARD)
    assert person.type("") == [person.model.prompt] == person.type("turn")


def test_the_table_shows_the_code_and_every_key() -> None:
    person = Person().wait(Question.CARD)
    told = person.type("table")
    assert told[0].startswith("Table code: the ")
    assert [line.split(":")[0].strip() for line in told[1:]] == ["You", "player1", "player2", "player3"]
    assert all(": key " in line for line in told[1:])


def test_no_hint_while_other_people_play() -> None:
    assert Person().wait(Question.CARD).type("hint") == ["No hints while other people play."]


@pytest.mark.parametrize("question", [Question.PASS, Question.CARD])
def test_a_hint_when_only_bots_play(question: Question) -> None:
    person = Person(Told(4, bots=[1, 2, 3])).wait(question)
    [told] = person.type("hint")
    assert " the " in f" {told}"
    assert person.player.question is question


def test_a_forced_card_is_played_by_itself() -> None:
    person = Person(auto=True).wait(Question.CARD)
    while person.player.question is Question.CARD or not person.player.in_game:
        assert len(person.player.view.legal) != 1
        person.decide()
        person.room.run()


# -- the end of a hand --------------------------------------------------------------------------------------------


def test_the_next_hand_and_the_scores() -> None:
    person = Person().wait(Question.GO_ON)
    assert person.model.prompt == "Press Enter for the next hand."
    head, first, total = person.type("scores")
    assert head.split() == ["hand", "You", "player1", "player2", "player3"]
    assert first.split()[0] == "1"
    assert sum(map(int, first.split()[1:])) == sum(map(int, total.split()[1:]))
    assert person.type("") == []
    person.room.run()
    assert person.player.question is not Question.GO_ON


def test_the_moon_is_chosen_with_both_outcomes_in_view() -> None:
    """S3: the totals after each choice are told before the question, and again when it is asked again."""
    person = Person(ToldMoonlit()).wait(Question.MOON)
    prompt = "You shot the moon! Type add (26 more for everybody else) or subtract (26 off your own total)."
    outcomes = [
        "add: You 0, player1 26, player2 26. The game ends: you win.",
        "subtract: You -26, player1 0, player2 0.",
    ]
    assert (person.model.outcomes, person.model.prompt) == (outcomes, prompt)
    assert person.type("turn") == person.type("") == [*outcomes, prompt]
    assert person.type("maybe")[0].startswith("I do not understand")
    assert person.type("Subtract") == []
    person.room.run()
    told = person.read()
    assert "You shot the moon!" in " ".join(told)
    assert any("You -26 = -26" in line for line in told)


# -- other people's words -----------------------------------------------------------------------------------------


def test_chat_is_sent_and_told() -> None:
    person = Person()
    person.type("say good luck to all")
    assert person.sitting.said == ["good luck to all"]
    assert person.tell(m.Said(seat=2, name="Ana", text="hi")) == ["Ana: hi"]
    assert person.tell(m.Said(seat=-2, name="host", text="Hello.")) == ["Table: Hello."]


def test_a_card_typed_wrong_never_becomes_chat() -> None:
    person = Person().wait(Question.CARD)
    person.type("10 of hearts")
    assert person.sitting.said == []


@pytest.mark.parametrize(
    "message",
    [
        m.Said(seat=1, name="\x1b[31mEve\u202e", text="\x1b]0;x\x07\u2028two\nlines"),
        m.Said(seat=-2, name="host", text="\x9b2J\x00"),
        m.Refused(code="x", sentence="\x1b[2J\r\n"),
        m.Goodbye(reason="\x1bc\u200b"),
    ],
)
def test_words_of_strangers_are_harmless(message: m.HostMessage) -> None:
    for line in Person().tell(message):
        assert not [char for char in line if unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")]


def test_a_whole_game_holds_no_control_character() -> None:
    """Plain mode never writes an escape, whatever people are called."""
    room = Told(4, rules.Options(target=1))
    for seat, name in zip(room.seats, ("\x1b[1mAda", "B\u202eob", "C\x07leo", "D\u200ban"), strict=True):
        seat.name = name
    person = Person(room)
    while person.player.state.end is None:
        person.decide()
        room.run()
    told = [line.text for line in person.model.lines]
    assert len(told) > 60
    assert not [line for line in told if not line.isprintable()]


def test_quitting_leaves_at_once_where_nobody_loses_by_it() -> None:
    person = Person()
    person.type("quit")
    assert (person.model.done, person.sitting.left) == (True, True)


LEAVING = "Leave the game? Enter or yes: do it. Anything else: do not."


@pytest.mark.parametrize("yes", ["", "y", "YES", "quit", "/quit"])
def test_quitting_a_game_asks_once(passing: Person, yes: str) -> None:
    assert passing.type("quit") == [LEAVING]
    assert not passing.sitting.left
    passing.type(yes)
    assert passing.sitting.left


@pytest.mark.parametrize("no", ["n", "No"])
def test_no_takes_a_question_back(passing: Person, no: str) -> None:
    passing.type("quit")
    assert passing.type(no) == []
    assert passing.type("quit") == [LEAVING]


def test_anything_else_takes_a_question_back_and_is_done(passing: Person) -> None:
    passing.type("quit")
    assert passing.type("hand")[0].startswith("You hold ")
    assert passing.type("") == [passing.model.prompt]
    assert not passing.sitting.left


def hosting(players: int = 4) -> Person:
    """The host, at a table in memory."""
    return Person(Told(players, host=identity("player0")))


def test_a_host_is_asked_before_the_table_closes_for_others() -> None:
    person = hosting()
    assert person.player.hosts
    [question] = person.type("quit")
    assert question.startswith("Close the table for everybody?")
    person.type("y")
    assert person.sitting.left


def test_a_host_is_asked_before_a_game_ends_for_everybody() -> None:
    person = hosting().wait(Question.PASS)
    [question] = person.type("end")
    assert question.startswith("Stop this game for everybody?")
    assert person.sitting.controls == []
    person.type("end")
    assert person.sitting.controls == [("end", "")]


def test_a_host_is_asked_before_bots_take_the_empty_seats() -> None:
    person = hosting()
    person.room.handle(events.Received(0, m.Control(command="players", argument="6")))
    person.room.run()
    [question] = person.type("start")
    assert question.startswith("Give 2 empty seats to bots and begin?")
    person.type("yes")
    assert person.sitting.controls == [("start", "")]
    assert person.player.question is None


def test_others_ask_the_host_to_start() -> None:
    """Its program answers; whoever types it is ready."""
    person = Person()
    assert person.type("start") == []
    assert (person.sitting.controls, person.player.question) == ([("start", "")], None)


def test_what_was_typed_is_never_echoed_raw() -> None:
    for line in ("\x1b[31m", "/\x1b[31m", "x" * 1000):
        for told in Person().type(line):
            assert told.isprintable()
            assert len(told) < 120


@pytest.mark.parametrize("command", ["set target=50", "players 5", "bot easy", "kick Ana", "start", "pause", "end"])
def test_controls_go_to_the_host(command: str) -> None:
    person = Person()
    name, _, argument = command.partition(" ")
    person.type(command)
    assert person.sitting.controls == [(name, argument)]


# -- waiting --------------------------------------------------------------------------------------------------------


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def waited(seconds: int, seats: tuple[int, ...] = (2,)) -> m.Waiting:
    return m.Waiting(seats=seats, doing="pass", seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def patient(clock: Clock) -> Person:
    """Somebody who has passed, and waits for the others."""
    person = Person(clock=clock).wait(Question.PASS)
    person.type(held(person, 3))
    return person


def wait(person: Person, message: m.Waiting) -> list[str]:
    person.player.receive(message)
    return person.tell(message)


def test_seconds_are_counted_down_only_while_there_is_a_limit(patient: Person, clock: Clock) -> None:
    assert wait(patient, waited(-1)) == []
    assert patient.model.seconds_left is None
    assert patient.model.prompt == "Waiting for player2."
    assert wait(patient, waited(30)) == []
    assert patient.model.prompt == "Waiting for player2. 30 seconds are left."
    clock.now += 28.2
    assert patient.model.seconds_left == 2
    clock.now += 1
    assert patient.type("turn") == ["Waiting for player2. 1 second is left."]
    clock.now += 100
    assert patient.model.seconds_left == 0
    patient.room.run()
    assert patient.model.seconds_left is None


def test_who_is_away_and_for_how_long_the_table_waits_is_told(patient: Person) -> None:
    gone = m.Status(seat=2, state="away")
    assert patient.tell(gone) == ["player2 is away."]
    assert patient.tell(gone) == []
    assert wait(patient, waited(60)) == ["Waiting for player2. 60 seconds are left."]
    assert patient.tell(m.Status(seat=2, state="here")) == ["player2 is back."]
    assert patient.tell(m.Status(seat=2, state="here")) == []


def test_who_comes_back_from_a_bot_is_told_by_the_log_alone(patient: Person) -> None:
    states: tuple[Literal["away", "bot", "here"], ...] = ("away", "bot", "here")
    told = [patient.tell(m.Status(seat=1, state=state)) for state in states]
    assert told == [["player1 is away."], [], []]


def test_my_own_seat_and_seats_that_are_not_there_are_not_told(patient: Person) -> None:
    assert patient.tell(m.Status(seat=0, state="away")) == []
    assert patient.tell(m.Status(seat=9, state="away")) == []


def test_a_limit_for_myself_is_told_with_the_question(clock: Clock) -> None:
    person = Person(clock=clock).wait(Question.PASS)
    wait(person, m.Waiting(seats=(0,), doing="pass", seconds=20))
    assert person.model.prompt.endswith("for example: qs ah 10d. 20 seconds are left.")


def test_a_pause_is_told_when_asked(patient: Person) -> None:
    """The wire's word for it comes with the host that can pause."""
    paused = msgspec.structs.replace(waited(-1, ()), doing="paused")
    wait(patient, paused)
    assert patient.type("turn") == ["The game is paused; the host lets it go on with pause."]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ((2,), "Waiting until player2 is back."),
        ((0, 1, 2), "Waiting until player1 and player2 are back."),
        ((), "One moment."),
    ],
)
def test_players_that_a_new_start_waits_for(patient: Person, seats: tuple[int, ...], told: str) -> None:
    wait(patient, msgspec.structs.replace(waited(-1, seats), doing="return"))
    assert patient.type("turn") == [told]


def test_a_bot_that_plays_for_me_is_told(patient: Person) -> None:
    state = patient.player.state
    bot = replace(state.speakers[0], key=bytes(32), bot=True)
    patient.player.state = replace(state, speakers=(bot, *state.speakers[1:]))
    assert patient.type("turn") == ["A bot plays for you. Type sit to play yourself."]


def passed(person: Person, giver: int) -> m.Passed:
    """The host tells what a seat has passed, once more."""
    view = person.player.view
    cards = view.passed if giver == person.player.seat else view.received
    first, second, third = map(card_text, cards)
    return m.Passed(giver=giver, hand=1, cards=(first, second, third), nonce="00" * 32)


def test_who_comes_back_hears_of_passed_cards_once(patient: Person) -> None:
    patient.room.run()
    assert any(text.startswith("player3 passed you ") for text in patient.read())
    assert [patient.tell(passed(patient, giver)) for giver in (0, 3)] == [[], []]


def test_a_new_program_of_the_same_player_hears_what_it_passed() -> None:
    person = Person().wait(Question.CARD)
    person.model = Model(person.sitting, in_words, None)
    cards = person.model.voice.cards(sorted(person.player.view.passed))
    assert person.tell(passed(person, 0)) == [f"You passed {cards}."]
