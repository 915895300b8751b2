"""The end of a game: who won and why."""
