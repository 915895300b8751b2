"""The daily game."""
