"""The network: host server, client, TLS and discovery, all in Trio."""
