"""The fair deal: hashes, commitments, keys, identities and the channel proof."""
