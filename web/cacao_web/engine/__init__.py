"""Computers that decide, in a web worker: client, supervisor, protocol and server."""
