"""What an audit remembers."""

from hearts_lan.transcript.audit.state import Keys


def test_a_set_of_keys_grows_at_little_cost() -> None:
    """A log may name any number of keys; thousands of them are in a few parts, and adding one copies little."""
    names = [f"key {number}".encode() for number in range(5000)]
    keys, copied = Keys((frozenset(names[:5]),)), 0
    for name in names[5:]:
        assert name not in keys
        before, keys = keys, keys + name
        copied += sum(len(part) for part in keys.parts if part not in before.parts)
    assert all(name in keys for name in names)
    assert b"another" not in keys
    assert len(keys.parts) < 15
    assert copied < 5000 * 15
