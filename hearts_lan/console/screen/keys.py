"""Keys and what they mean."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from hearts_lan.console.screen.scene import Overlay

if TYPE_CHECKING:
    from hearts_lan.console.screen.app import Screen

NO_SUSPEND = "A host does not stop for Ctrl-Z: everybody would wait."


def bindings(screen: "Screen") -> KeyBindings:
    """The keys of the screen; all others edit the line."""
    desk, keys = screen.desk, KeyBindings()
    nothing_typed = Condition(lambda: not screen.buffer.text)

    def bind(key: str, intent: Callable[[], None], *, empty: bool = False, wakes: bool = True) -> None:
        @keys.add(key, filter=nothing_typed if empty else True, eager=key == "escape")
        def _(_event: KeyPressEvent) -> None:
            screen.intend(intent, wakes=wakes)

    bind("left", lambda: desk.move(-1), empty=True)
    bind("right", lambda: desk.move(1), empty=True)
    bind("up", lambda: desk.jump(-1), empty=True)
    bind("down", lambda: desk.jump(1), empty=True)
    bind(" ", desk.space, empty=True)
    bind("escape", lambda: _escape(screen))
    bind("c-d", desk.ask_to_quit, empty=True, wakes=False)
    bind("tab", desk.toggle_chat, wakes=False)
    bind("pageup", lambda: desk.page(1, screen.page_rows), wakes=False)
    bind("pagedown", lambda: desk.page(-1, screen.page_rows), wakes=False)
    bind("f1", lambda: desk.show(Overlay.HELP), wakes=False)
    bind("f2", lambda: desk.show(Overlay.SCORES), wakes=False)
    bind("f3", lambda: desk.show(Overlay.LOG), wakes=False)
    bind("f4", desk.peek, wakes=False)
    _bind_typing(screen, keys)
    _bind_leaving(screen, keys)
    return keys


def _escape(screen: "Screen") -> None:
    if screen.buffer.text:
        screen.buffer.reset()
    else:
        screen.desk.close()


def _bind_typing(screen: "Screen", keys: KeyBindings) -> None:
    @keys.add("enter")
    def _(_event: KeyPressEvent) -> None:
        screen.enter()

    @keys.add(Keys.Any)
    def _(event: KeyPressEvent) -> None:
        if event.data.isprintable():
            screen.desk.typing()
            screen.buffer.insert_text(event.data)


def _bind_leaving(screen: "Screen", keys: KeyBindings) -> None:
    @keys.add("c-c")
    @keys.add("<sigint>")
    def _(_event: KeyPressEvent) -> None:
        screen.interrupt()

    @keys.add("c-l")
    def _(event: KeyPressEvent) -> None:
        event.app.renderer.clear()

    @keys.add("c-z")
    def _(event: KeyPressEvent) -> None:
        if screen.may_suspend:
            event.app.suspend_to_background()
        else:
            screen.desk.error = NO_SUSPEND
            event.app.invalidate()
