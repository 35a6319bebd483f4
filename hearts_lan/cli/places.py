"""Where this user's things lie: the key, the last name used, the logs; a profile has its own."""

import getpass
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from hearts_lan.fairness.identity import Identity
from hearts_lan.fairness.keyfile import load_or_create
from hearts_lan.wire.text import TextError, clean_name

_PROFILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class ProfileError(ValueError):
    """A profile's name that cannot be a folder's."""


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of a user or of one of the user's profiles."""

    config: Path
    data: Path

    @classmethod
    def of(cls, profile: str | None) -> "Places":
        """The places of a profile, or of the user.  Raises `ProfileError`."""
        config = platformdirs.user_config_path("hearts-lan", appauthor=False)
        data = platformdirs.user_data_path("hearts-lan", appauthor=False)
        if profile is None:
            return cls(config, data)
        if not _PROFILE.fullmatch(profile):
            raise ProfileError(f"{profile!r} is not a profile: use up to 40 letters, digits, dots and dashes.")
        return cls(config / "profiles" / profile, data / "profiles" / profile)

    @property
    def key_file(self) -> Path:
        """The file with the identity."""
        return self.config / "identity"

    @property
    def known(self) -> Path:
        """The file of people met before."""
        return self.config / "known_players"

    @property
    def logs(self) -> Path:
        """The folder of the logs."""
        return self.data / "logs"

    def identity(self) -> Identity:
        """The identity, made at the first use.  Raises ``KeyFileError``."""
        return load_or_create(self.key_file)

    def name(self, wanted: str | None, profile: str | None) -> str:
        """The name to play under: the one wanted, the last one used, the profile's, or the login name.

        Raises ``TextError`` for a wanted name that shows nothing.
        """
        if wanted is not None:
            name = clean_name(wanted)
            self._remember(name)
            return name
        return _first_good([self._last_name(), profile or "", _login()])

    def _remember(self, name: str) -> None:
        try:
            self.config.mkdir(parents=True, exist_ok=True)
            (self.config / "name").write_text(name + "\n", encoding="utf-8")
        except OSError:
            pass  # only a convenience

    def _last_name(self) -> str:
        try:
            return (self.config / "name").read_text(encoding="utf-8")[:200]
        except (OSError, UnicodeDecodeError):
            return ""


def _first_good(candidates: list[str]) -> str:
    for candidate in candidates:
        try:
            return clean_name(candidate)
        except TextError:
            continue
    return "Player"


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
