"""Sets up on the first start, then plays: ``python3 scripts/play.py [arguments of hearts-lan]``.

Without arguments it is ``hearts-lan play``.  The game takes this process's place, so it has the terminal to itself.
"""

import os
import signal
import subprocess
import sys

import setup_env


def main() -> int:
    """The exit code of ``hearts-lan``, where the platform cannot replace a process."""
    command = [str(setup_env.ready()), "-P", "-m", "hearts_lan", *(sys.argv[1:] or ["play"])]
    if os.name == "posix":
        os.execv(command[0], command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the game's to handle
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
