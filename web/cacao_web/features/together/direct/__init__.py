"""Direct connections between the devices of a game (WebRTC, docs/live.md)."""
