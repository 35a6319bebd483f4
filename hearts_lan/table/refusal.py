"""Why an offer of a seat is not taken."""

CODES = {
    "V3": "stale",
    "V4": "not_now",
    "V6": "stale",
    "V7": "wrong_seed",
    "D1": "not_held",
    "D2": "opening_card",
    "T2": "not_your_turn",
}
"""Refusal codes of the wire for failed checks and rules of play; any other check is a ``bad_record``."""


class Refusal(Exception):
    """An offer of a seat that the game does not take; nothing has changed.  ``code`` is for programs."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
