"""What belongs to the screen alone: selection, picked cards, overlays, scrolling; and what keys mean.

Every method below "intents" is one thing a person can want; keys, clicks and tests call them.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hearts_lan import rules
from hearts_lan.cards import SUIT_OF, Card, cards_text
from hearts_lan.console.model import MOST_LINES, Model, Told
from hearts_lan.console.screen.scene import Overlay
from hearts_lan.console.typed import typed_cards
from hearts_lan.player.news import Question

ASKED = (Question.PASS, Question.CARD, Question.MOON)
"""What rings the bell."""


class Moment(NamedTuple):
    """A moment of a game: another one comes with the next card."""

    hand: int
    tricks: int
    cards: int


class Desk:
    """The state of the screen beside that of its model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.selected: int | None = None
        self.picked: frozenset[int] = frozenset()
        self.choice: rules.Choice | None = None
        self.overlay: Overlay | None = None
        self.answer: tuple[str, ...] = ()
        self.scroll = 0
        self.error = ""
        self.notice = ""
        self.chatting = False
        self.log: list[Told] = []
        model.new_lines()
        self._hear(model.lines)
        self._hand: tuple[Card, ...] = ()
        self._asked: object = None
        self._seen: Moment | None = None
        self._peek: Moment | None = None

    # -- what the scene asks -------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment | None:
        """Now; nothing before the first hand."""
        hand = self.model.player.state.maybe_hand
        return Moment(hand.number, len(hand.play.tricks), len(hand.play.trick)) if hand else None

    @property
    def confirming(self) -> bool:
        """The person is asked whether to do something."""
        return self.model.pending is not None

    @property
    def peeking(self) -> bool:
        """The trick before is shown instead of the one on the table."""
        return self._peek is not None and self._peek == self.moment

    @property
    def holding(self) -> bool:
        """A complete trick still lies on the table, for everybody to see."""
        now = self.moment
        return now is not None and now.tricks > 0 and now.cards == 0 and now != self._seen

    # -- events --------------------------------------------------------------------------------------------------

    def refresh(self) -> bool:
        """Take in what the model has learned; whether something new is asked of the person."""
        new = self.model.new_lines()
        self._hear(new)
        player = self.model.player
        hand = player.view.hand if player.in_game else ()
        if hand != self._hand:
            self._hand, self.selected, self.picked = hand, None, frozenset()
        question = player.question
        asked = (question, player.state.head) if question in ASKED else None
        is_new = asked is not None and asked != self._asked
        if is_new:
            self.notice = self.error = ""
        self.error = next((told.text for told in reversed(new) if told.kind == "error"), self.error)
        self._asked = asked
        if question is not Question.MOON:
            self.choice = None
        return is_new

    def _hear(self, lines: Iterable[Told]) -> None:
        """Into the log goes everything but who sits in the lobby, which is shown."""
        self.log.extend(told for told in lines if told.kind != "shown")
        del self.log[:-MOST_LINES]

    # -- intents -------------------------------------------------------------------------------------------------

    def wake(self) -> bool:
        """Any key was pressed: what waits for one goes.  True if that is all the key does."""
        self.error = self.notice = ""
        if self.confirming:
            self.model.pending = None
            return True
        if self.overlay is not None:
            return False
        if self.holding or self.peeking:
            self._clear_table()
            return True
        return False

    def typing(self) -> None:
        """A character was typed: as `wake`, but the character counts."""
        self.error = self.notice = ""
        self.model.pending = None
        if self.overlay is None:
            self._clear_table()

    def _clear_table(self) -> None:
        if self.holding:
            self._seen = self.moment
        self._peek = None

    def move(self, step: int) -> None:
        """The card to the left or right; the other choice of the moon."""
        if self._asked_for_moon():
            self._other_choice()
        elif self._hand:
            self.selected = self._first(step) if self.selected is None else (self.selected + step) % len(self._hand)

    def _first(self, step: int) -> int:
        """Where moving begins: at the first legal card, or at the last one."""
        legal = set(self.model.player.view.legal)
        good = [index for index, card in enumerate(self._hand) if card in legal] or [*range(len(self._hand))]
        return good[0] if step > 0 else good[-1]

    def jump(self, step: int) -> None:
        """The first card of the next or previous suit; one row in an overlay; the other choice of the moon."""
        if self.overlay is not None:
            self.page(-step, 1)
        elif self._asked_for_moon():
            self._other_choice()
        elif self._hand:
            starts = [i for i, card in enumerate(self._hand) if not i or SUIT_OF[card] != SUIT_OF[self._hand[i - 1]]]
            at = max((n for n, i in enumerate(starts) if i <= (self.selected or 0)), default=0)
            self.selected = starts[(at + step) % len(starts)] if self.selected is not None else starts[0]

    def _asked_for_moon(self) -> bool:
        return self.model.player.question is Question.MOON

    def _other_choice(self) -> None:
        adds = self.choice is rules.Choice.ADD
        self.choice = rules.Choice.SUBTRACT if adds else rules.Choice.ADD

    def page(self, step: int, rows: int) -> None:
        """Scroll up (1) or down (-1) by rows; the scene holds it to what there is."""
        down = self.overlay is not None and self.overlay is not Overlay.LOG
        self.scroll = max(0, self.scroll + (-step if down else step) * rows)

    def space(self) -> None:
        """Pick the selected card, or put it back."""
        if self.model.player.question is Question.PASS and self.selected is not None:
            self._toggle(self.selected)

    def _toggle(self, index: int) -> None:
        if index in self.picked:
            self.picked -= {index}
        elif len(self.picked) == rules.PASS_SIZE:
            self.error = "You have picked three; take one back first, or press Enter."
        else:
            self.picked |= {index}

    def click(self, target: str) -> None:
        """A click on something: the first on a card selects it, the second plays it."""
        kind, _, which = target.partition(":")
        match kind:
            case "card" if self.model.player.question is Question.PASS:
                self.selected = int(which)
                self._toggle(self.selected)
            case "card" if self.selected == int(which):
                self._play_selected()
            case "card":
                self.selected = int(which)
            case "moon":
                self._choose_moon(rules.Choice(which))
            case "close":
                self.close()
            case _:
                self.enter("")

    def _choose_moon(self, choice: rules.Choice) -> None:
        if self.choice is choice:
            self._command(choice.value)
        self.choice = choice

    def close(self) -> None:
        """Escape: away with the overlay, or the question, or the selection."""
        if self.overlay is not None:
            self._show(None)
        elif self.chatting:
            self.chatting = False
        elif self.selected is not None:
            self.selected = None
        else:
            self.picked = frozenset()

    def toggle_chat(self) -> None:
        """What is typed is chat from now on, or no longer."""
        self.chatting = not self.chatting

    def show(self, overlay: Overlay) -> None:
        """Open an overlay, or close it if it is open."""
        self._show(None if self.overlay is overlay else overlay)

    def _show(self, overlay: Overlay | None, answer: tuple[str, ...] = ()) -> None:
        self.overlay, self.answer, self.scroll = overlay, answer, 0

    def enter(self, text: str) -> None:
        """Enter was pressed, with what has been typed."""
        line = text.strip()
        if self.confirming and not line:
            self._command("")
        elif self.chatting and line and not line.startswith("/"):
            self._command(f"say {line}")
        elif line:
            self._typed(line)
        elif self.overlay is not None:
            self._show(None)
        else:
            self._confirm()

    def _typed(self, line: str) -> None:
        word = line.removeprefix("/").lower()
        own = self._own_commands().get(word)
        cards = typed_cards(line)
        if own:
            own()
        elif cards and self.model.player.question is Question.PASS:
            self._pick(cards)
        else:
            self._command(line)

    def _own_commands(self) -> dict[str, Callable[[], None]]:
        """Commands that the screen shows in its own way."""
        return {
            "help": lambda: self._show(Overlay.HELP),
            "scores": lambda: self._show(Overlay.SCORES),
            "log": lambda: self._show(Overlay.LOG),
            "last": self.peek,
        }

    def peek(self) -> None:
        """Show the trick before, until a key is pressed or a card is played."""
        now = self.moment
        if now is None or not now.tricks:
            self.error = "There is no trick before this one."
        else:
            self._peek = now

    def ask_to_quit(self) -> None:
        """Leave; in a game only after a question."""
        self._command("quit")

    def _pick(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            if card not in self._hand:
                self.error = f"You do not hold {self.model.voice.card(card)}."
                return
            self._toggle(self._hand.index(card))

    def _confirm(self) -> None:
        match self.model.player.question:
            case Question.PASS:
                self._confirm_pass()
            case Question.MOON:
                if self.choice is not None:
                    self._command(self.choice.value)
            case _ if self.selected is not None:
                self._play_selected()
            case Question.READY | Question.GO_ON:
                self._command("")
            case _:
                pass

    def _confirm_pass(self) -> None:
        if len(self.picked) == rules.PASS_SIZE:
            self._command(cards_text(self._hand[index] for index in sorted(self.picked)))
            self.notice = ""
        elif self.selected is not None:
            self._toggle(self.selected)

    def _play_selected(self) -> None:
        if self.selected is not None and self.model.player.question is Question.CARD:
            self._command(cards_text([self._hand[self.selected]]))
        elif self.model.player.question is not Question.CARD:
            self.error = "It is not your turn."

    def _command(self, line: str) -> None:
        """Let the model do it; its answers are shown where they fit."""
        self.refresh()
        mark = len(self.log)
        self.model.enter(line)
        self.refresh()
        new = self.log[mark:]
        answers = tuple(told.text for told in new if told.kind == "answer")
        errors = [told.text for told in new if told.kind == "error"]
        self.error = errors[-1] if errors else ""
        if self.confirming:
            self.log[mark:] = [told for told in new if told.kind != "answer"]
            self.notice = ""
        elif len(answers) > 1:
            self._show(Overlay.ANSWER, answers)
            self.log[mark:] = [told for told in new if told.kind != "answer"]
        else:
            self.log[mark:] = [told for told in new if told.kind != "error"]
            self.notice = answers[0] if answers else ""
