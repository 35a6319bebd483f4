"""Plain mode: one event per line, cards in words, no escape byte ever.  For screen readers, pipes and scripts."""

from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import trio

from hearts_lan.console.commands import COMMANDS
from hearts_lan.console.model import Model
from hearts_lan.console.stdin import stdin_lines
from hearts_lan.console.stopping import STOP
from hearts_lan.player.news import Question
from hearts_lan.wire.text import clean


class Plain:
    """The plain face of a model: prints what is told, and asks when something is asked."""

    def __init__(
        self, model: Model, *, tell_rules: bool = False, typed: Callable[[], AsyncIterator[str]] = stdin_lines
    ) -> None:
        """``tell_rules`` tells all the rules of the table as soon as they are known; ``typed`` are the lines that
        the person types."""
        self._model = model
        self._tell_rules = tell_rules
        self._typed = typed
        self._asked: tuple[Question, bytes] | None = None

    async def run(self, on_seat: Callable[[], None] = lambda: None) -> None:
        """Play until the table, the person or a signal ends it; ``on_seat`` is called once when the host has welcomed
        us.

        *Error handling*: as `Client.run`.
        """
        client = self._model.client
        try:
            async with trio.open_nursery() as nursery:
                player = await nursery.start(client.run)
                STOP.get().leave = self._model.leave
                self._print(
                    f"You sit at the table as {clean(player.name)}." if player.seat >= 0 else "You watch the table."
                )
                self._model.changed = self.show
                on_seat()
                self.show()
                nursery.start_soon(self._read)
                await client.ended.wait()
                nursery.cancel_scope.cancel()
            self.show()
        finally:
            self._part()

    def _part(self) -> None:
        """Why it is over, unless the person wanted it so or it was told, and where the log lies."""
        model = self._model
        told = model.lines[-1].text if model.lines else ""
        with suppress(OSError):  # nobody may be there any more
            if model.client.farewell and model.client.farewell != told and not model.done:
                self._print(clean(model.client.farewell))
            for line in model.parting:
                self._print(line)

    async def _read(self) -> None:
        async for line in self._typed():
            self._model.enter(line)
            if self._model.done:
                return
        self._print("End of input: leaving the table.")
        self._model.quit()

    def show(self) -> None:
        """Print what is new, then the question if it is a new one."""
        player = self._model.client.player
        if self._tell_rules and player and player.lobby:
            self._tell_rules = False
            COMMANDS["rules"].run(self._model, "")
        self._print_new()
        asked = (player.question, player.state.head) if player and player.question else None
        if asked and asked != self._asked:
            if asked[0] in (Question.PASS, Question.CARD):
                COMMANDS["hand"].run(self._model, "")
                self._print_new()
            for line in self._model.outcomes:
                self._print(line)
            self._print(self._model.prompt)
        self._asked = asked

    def _print_new(self) -> None:
        for told in self._model.new_lines():
            self._print(told.text)

    @staticmethod
    def _print(text: str) -> None:
        print(text, flush=True)
