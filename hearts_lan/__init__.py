"""Hearts in the terminal for one local network, with deals that every player can verify.

This module imports nothing, so that asking for a version costs nothing.
"""

__version__ = "0.1.0"

PROTOCOL_VERSION = 1
"""The version of ``protocol/`` that this program speaks; a change that older programs cannot read raises it."""
