"""Keys as intents: what a person wants, and what comes of it."""

from hearts_lan import rules
from hearts_lan.cards import SUIT_OF, Suit, card_text, cards_text
from hearts_lan.console.screen.scene import Overlay
from hearts_lan.player.news import Question
from tests.console.screen.kit import Console, ToldMoonlit, console


def at(question: Question, tricks: int = 0) -> Console:
    table = console()
    table.until(question, tricks)
    table.desk.wake()
    return table


# -- playing a card -------------------------------------------------------------------------------------------------


def test_nothing_is_selected_until_an_arrow_is_pressed() -> None:
    table = at(Question.CARD)
    assert "^" not in table.marks
    hand = table.player.view.hand
    table.desk.enter("")
    assert table.player.view.hand == hand
    table.desk.move(1)
    assert table.marks.count("^") == 1


def test_arrows_begin_at_a_legal_card_and_go_round() -> None:
    table = at(Question.CARD, 3)
    view = table.player.view
    table.desk.move(1)
    assert table.desk.selected == view.hand.index(view.legal[0])
    table.desk.selected = 0
    table.desk.move(-1)
    assert table.desk.selected == len(view.hand) - 1
    table.desk.move(1)
    assert table.desk.selected == 0


def test_up_and_down_go_from_suit_to_suit() -> None:
    table = at(Question.CARD)
    hand, seen = table.player.view.hand, []
    for _ in range(4):
        table.desk.jump(1)
        assert table.desk.selected is not None
        seen.append(SUIT_OF[hand[table.desk.selected]])
    assert seen == list(Suit)


def test_enter_plays_the_selected_card() -> None:
    table = at(Question.CARD)
    card = table.player.view.legal[0]
    table.desk.move(1)
    table.desk.enter("")
    table.run()
    assert card not in table.player.view.hand


def test_typed_cards_are_played() -> None:
    for form in (str.lower, lambda text: text.replace("T", "10")):
        table = at(Question.CARD)
        card = table.player.view.legal[0]
        table.desk.enter(form(card_text(card)))
        table.run()
        assert card not in table.player.view.hand


def test_an_illegal_card_says_which_rule_forbids_it() -> None:
    """Selected, it says so before; played, it says so with the rule's number, and nothing happens."""
    table = at(Question.CARD, 3)
    view = table.player.view
    assert view.play
    bad = next(index for index, card in enumerate(view.hand) if card not in view.legal)
    table.desk.selected = bad
    violation = rules.why_illegal(view.play, view.hand, view.hand[bad])
    assert violation
    assert table.prompt == violation.sentence
    table.desk.enter("")
    assert table.prompt.startswith(f"! {violation.sentence}")
    assert f"(rule {violation.rule})" in table.desk.error
    assert table.player.view.hand == view.hand


def test_a_complaint_goes_with_the_next_key() -> None:
    table = at(Question.CARD)
    table.desk.enter("nonsense")
    assert table.prompt.startswith("! ")
    table.desk.wake()
    assert table.prompt.startswith("Your turn")


def test_a_card_out_of_turn_stays_in_hand() -> None:
    table = at(Question.CARD, 1)
    table.desk.enter(card_text(table.player.view.legal[0]))
    hand = table.player.view.hand
    table.desk.move(1)
    table.desk.enter("")
    assert table.desk.error == "It is not your turn."
    assert table.player.view.hand == hand


def test_a_click_selects_and_a_second_click_plays() -> None:
    table = at(Question.CARD)
    view = table.player.view
    target = f"card:{view.hand.index(view.legal[0])}"
    table.desk.click(target)
    assert table.player.view.hand == view.hand
    table.desk.click(target)
    table.run()
    assert view.legal[0] not in table.player.view.hand


def test_what_others_play_does_not_touch_my_selection() -> None:
    table = at(Question.CARD, 2)
    table.step(1)
    table.desk.wake()
    table.desk.selected = 5
    table.run()
    assert table.desk.selected == 5


# -- passing ----------------------------------------------------------------------------------------------------------


def test_three_cards_are_picked_changed_and_confirmed() -> None:
    table = at(Question.PASS)
    hand = table.player.view.hand
    table.desk.move(1)
    for _ in range(3):
        table.desk.space()
        table.desk.move(1)
    assert table.desk.picked == {0, 1, 2}
    table.desk.space()
    assert "picked three" in table.prompt
    assert not table.desk.wake()
    table.desk.move(-1)
    table.desk.space()
    assert table.desk.picked == {0, 1}
    table.desk.selected = 7
    table.desk.enter("")
    assert table.desk.picked == {0, 1, 7}
    assert table.prompt.startswith("Enter passes")
    table.desk.enter("")
    assert table.player.view.passed == (hand[0], hand[1], hand[7])
    assert table.marks.count("*") == 3


def test_three_typed_cards_are_picked_and_wait_for_enter() -> None:
    table = at(Question.PASS)
    hand = table.player.view.hand
    table.desk.enter(cards_text(hand[:3]))
    assert not table.player.view.passed
    table.desk.enter(card_text(hand[0]))
    table.desk.enter(card_text(hand[4]))
    table.desk.enter("")
    assert table.player.view.passed == (hand[1], hand[2], hand[4])


def test_a_card_that_i_do_not_hold_is_not_picked() -> None:
    table = at(Question.PASS)
    other = next(card for card in table.player.state.rules.pack if card not in table.player.view.hand)
    table.desk.enter(card_text(other))
    assert table.desk.error.startswith("You do not hold")
    assert not table.desk.picked


def test_clicks_pick_and_put_back() -> None:
    table = at(Question.PASS)
    table.desk.click("card:3")
    table.desk.click("card:4")
    table.desk.click("card:3")
    assert table.desk.picked == {4}
    table.desk.close()
    table.desk.close()
    assert not table.desk.picked


def test_received_cards_are_marked_during_the_first_trick() -> None:
    table = at(Question.CARD)
    assert table.marks.count("+") == 3
    table.until(Question.CARD, 1)
    assert "+" not in table.marks


# -- moon -------------------------------------------------------------------------------------------------------------


def at_moon() -> Console:
    table = Console(ToldMoonlit(), 0)
    table.until(Question.MOON)
    return table


def test_the_moon_shows_both_outcomes_and_is_chosen_with_arrows() -> None:
    table = at_moon()
    assert table.desk.wake()
    screen = table.screen()
    assert "add" in screen
    assert "-26" in screen
    table.desk.enter("")
    assert table.player.question is Question.MOON
    table.desk.move(1)
    table.desk.move(1)
    table.desk.enter("")
    table.run(by_itself=True)
    assert table.model.rows[0].points == (-26, 0, 0)


def test_the_moon_can_be_typed_or_clicked() -> None:
    for act in (lambda d: d.enter("add"), lambda d: [d.click("moon:add"), d.click("moon:add")]):
        table = at_moon()
        table.desk.wake()
        act(table.desk)
        table.run(by_itself=True)
        assert table.model.rows[0].points == (0, 26, 26)


# -- what waits for a key -------------------------------------------------------------------------------------------


def test_a_complete_trick_stays_until_a_key_that_does_nothing_else() -> None:
    table = console()
    table.until(Question.CARD, 2)
    table.step(0)
    assert table.desk.holding
    assert "wins" in table.screen()
    assert table.desk.wake()
    assert "wins" not in table.screen()
    assert not table.desk.wake()


def test_a_complete_trick_goes_with_the_next_card() -> None:
    table = console()
    table.until(Question.CARD, 2)
    table.step(0)
    table.step(1)
    assert "wins" not in table.screen()


def test_a_typed_character_counts_though_it_clears_the_table() -> None:
    table = console()
    table.until(Question.CARD, 2)
    table.step(0)
    table.desk.typing()
    assert not table.desk.holding


def test_the_hand_ends_with_its_last_trick_then_scores_then_the_next() -> None:
    table = console()
    table.until(Question.GO_ON)
    assert table.prompt.startswith("The hand is over")
    table.desk.wake()
    assert "Hand 1 is over" in table.screen()
    table.desk.enter("")
    table.run()
    assert table.player.question is Question.PASS


def test_the_trick_before_is_shown_until_a_key() -> None:
    table = at(Question.CARD, 2)
    table.desk.enter("last")
    assert "the trick before" in table.screen()
    assert table.desk.wake()
    assert "the trick before" not in table.screen()
    table = at(Question.PASS)
    table.desk.enter("/last")
    assert table.desk.error


# -- overlays and commands ------------------------------------------------------------------------------------------


def test_overlays_open_and_close() -> None:
    table = at(Question.CARD)
    for word, overlay in (("help", Overlay.HELP), ("/scores", Overlay.SCORES), ("/log", Overlay.LOG)):
        table.desk.enter(word)
        assert table.desk.overlay is overlay
        table.desk.enter("")
        assert table.desk.overlay is None
    table.desk.show(Overlay.HELP)
    table.desk.show(Overlay.HELP)
    assert table.desk.overlay is None


def test_a_long_answer_lies_over_the_middle_and_not_in_the_log() -> None:
    table = at(Question.CARD)
    before = len(table.desk.log)
    table.desk.enter("/rules")
    assert table.desk.overlay is Overlay.ANSWER
    assert "52 cards" in table.screen()
    assert len(table.desk.log) == before
    table.desk.close()
    assert table.desk.overlay is None


def test_a_short_answer_is_told_at_the_prompt() -> None:
    table = at(Question.CARD)
    table.desk.enter("/trick")
    assert table.prompt == table.desk.log[-1].text


def test_an_unknown_command_is_a_complaint() -> None:
    table = at(Question.CARD)
    table.desk.enter("/dance")
    assert "no command" in table.desk.error


def test_overlays_scroll() -> None:
    table = at(Question.CARD)
    table.desk.enter("help")
    top = table.screen()
    table.desk.page(-1, 6)
    assert table.screen() != top
    assert table.desk.scroll == 6
    table.desk.jump(-1)
    assert table.desk.scroll == 5


def test_the_log_scrolls_back() -> None:
    table = at(Question.CARD, 10)
    assert "The game begins" not in table.screen()
    table.desk.page(1, 1000)
    assert "Nobody can choose" in table.screen()
    assert "PgDn: newer" in table.screen()


# -- chat and leaving -----------------------------------------------------------------------------------------------


def test_a_mistyped_card_is_never_chat() -> None:
    table = at(Question.CARD)
    table.desk.enter("qsx")
    assert table.sitting.said == []
    assert table.desk.error


def test_with_the_chat_focus_everything_is_chat_but_commands() -> None:
    table = at(Question.CARD)
    hand = table.player.view.hand
    table.desk.toggle_chat()
    assert "say>" in table.screen()
    table.desk.enter(card_text(hand[0]))
    table.desk.enter("/scores")
    assert table.sitting.said == [card_text(hand[0])]
    assert table.player.view.hand == hand
    assert table.desk.overlay is Overlay.SCORES
    table.desk.toggle_chat()
    assert "say>" not in table.screen()


def test_chat_reaches_the_log() -> None:
    table = at(Question.CARD)
    table.desk.enter("/say well played")
    table.run()
    assert "Dora: well played" in table.screen()


def test_quit_asks_once() -> None:
    table = at(Question.CARD)
    table.desk.enter("/quit")
    assert "Leave the game?" in table.prompt
    assert table.desk.wake()
    assert not table.sitting.left
    table.desk.enter("quit")
    table.desk.enter("")
    assert table.sitting.left


def test_quit_twice_leaves() -> None:
    table = at(Question.CARD)
    for _ in range(2):
        table.desk.ask_to_quit()
    assert table.sitting.left


def test_a_question_is_no_part_of_the_log() -> None:
    table = at(Question.CARD)
    table.desk.enter("/quit")
    assert table.screen().count("Leave the game?") == 1
    table.desk.wake()
    assert "Leave the game?" not in table.screen()


def test_quit_in_the_lobby_asks_nothing() -> None:
    table = console()
    table.run()
    table.desk.enter("/quit")
    assert table.sitting.left


def test_something_new_that_is_asked_rings_once() -> None:
    table = console()
    table.room.by_itself = True
    table.room.run(lambda room: table.player.question is Question.PASS and not room.to_seat)
    assert table.desk.refresh()
    assert not table.desk.refresh()
