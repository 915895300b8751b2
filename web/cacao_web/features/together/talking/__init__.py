"""The remarks and gestures of the people in a game."""
