"""``python -m hearts_lan`` is ``hearts-lan``."""

import sys

from hearts_lan.cli import main

if __name__ == "__main__":
    sys.exit(main())
