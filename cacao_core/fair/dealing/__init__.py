"""The course of a game, its draws, and the deal that a device shows."""
