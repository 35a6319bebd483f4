"""A player's side of the table, sans-IO: messages in, effects out."""
