"""The commands that only print: ``rules`` and ``id``."""

from argparse import Namespace

from hearts_lan import rules
from hearts_lan.cli.places import Places
from hearts_lan.fairness.identity import fingerprint, pin


def show_rules(args: Namespace, _places: Places) -> int:
    """Print the rules of a table in plain words."""
    for line in rules.rules_text(rules.make_rules(args.options, args.players)):
        print(line)
    return 0


def show_id(_args: Namespace, places: Places) -> int:
    """Print the fingerprint of the own key, and where things lie."""
    key = places.identity().key
    print(f"Fingerprint of your key: {fingerprint(key)}")
    print(f"PIN of tables you host:  {pin(key)}")
    print(f"Your key lies in:        {places.key_file}")
    print(f"Your logs lie in:        {places.logs}")
    return 0
