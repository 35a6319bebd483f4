"""The two kinds of wire error.

What a peer sends can only ever raise ``ProtocolError``; what this program does wrong raises ``LocalProtocolError``.
The sentences may be shown and sent: they are clean, short text, even where they quote the peer.
"""

from hearts_lan.wire.limits import SENTENCE_CHARS
from hearts_lan.wire.text import clean


def _short(text: str) -> str:
    return clean(text[:SENTENCE_CHARS])[:SENTENCE_CHARS]


class ProtocolError(Exception):
    """The peer broke the protocol.  The connection can say goodbye with ``sentence`` and must then be closed.

    ``code`` is one of ``stranger``, ``frame``, ``encoding``, ``message`` and ``order``; ``path`` names the field at
    fault as ``$.cards[2]``, or the whole message as ``$``.
    """

    def __init__(self, code: str, sentence: str, path: str = "$") -> None:
        self.code = code
        self.path = _short(path)
        self.sentence = _short(sentence)
        super().__init__(self.sentence if path == "$" else f"{self.sentence} (at {self.path})")


class LocalProtocolError(Exception):
    """This program tried to send what the protocol does not allow here; nothing was sent and no state changed."""
