"""The one way a command fails: a plain sentence and an exit code."""

FAILED, USAGE, INTERRUPTED = 1, 2, 130


class Failure(Exception):
    """One plain sentence for the person, and the exit code."""

    def __init__(self, sentence: str, code: int = FAILED) -> None:
        super().__init__(sentence)
        self.code = code
