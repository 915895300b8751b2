"""The ways out of a game: seats that are given, moved or passed on, and games that do not go on."""
