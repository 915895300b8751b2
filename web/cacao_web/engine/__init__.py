"""Computer players in a web worker: client, supervisor, protocol and server."""
