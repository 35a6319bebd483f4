"""The host's table, sans-IO: events in, effects out."""
