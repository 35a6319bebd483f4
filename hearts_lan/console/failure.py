"""How a console fails."""


class ScreenError(Exception):
    """The screen failed: one plain sentence."""
