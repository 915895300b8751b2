"""The ways into a game: inviting, joining, answering, letting people in."""
