"""The full-screen console: what it shows is a pure function of a scene, a size and a look; keys become intents.

``desk`` holds what belongs to the screen alone (selection, overlays, scrolling), ``scene`` puts it together with the
model into one frozen value, ``layout`` and its helpers draw that into lines, and ``app`` shows them.
"""

from hearts_lan.console.screen.app import run_screen
from hearts_lan.console.screen.guest import run_with_screen
from hearts_lan.console.screen.look import Look
from hearts_lan.console.screen.tale import tell

__all__ = ["Look", "run_screen", "run_with_screen", "tell"]
