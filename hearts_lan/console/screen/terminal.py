"""The terminal as prompt_toolkit reads it, except that a lost one ends the input instead of being read for ever."""

import sys

from prompt_toolkit.input import Input, create_input

if sys.platform == "win32":

    def terminal_input() -> Input:
        """The input of this terminal."""
        return create_input()

else:
    import errno
    import termios

    from prompt_toolkit.input.posix_utils import PosixStdinReader
    from prompt_toolkit.input.vt100 import Vt100Input

    class _Reader(PosixStdinReader):
        """A reader that knows a terminal that is gone: it can be read at once, but nothing comes."""

        def read(self, count: int = 1024) -> str:
            text = super().read(count)
            if not text and _is_lost(self.stdin_fd):
                self.closed = True
            return text

    def _is_lost(fd: int) -> bool:
        try:
            termios.tcgetattr(fd)
        except termios.error as error:
            return bool(error.args[0] == errno.EIO)
        return False

    def terminal_input() -> Input:
        """The input of this terminal."""
        found = create_input()
        if isinstance(found, Vt100Input):
            found.stdin_reader = _Reader(found.stdin_reader.stdin_fd, encoding=found.stdin.encoding)
        return found
