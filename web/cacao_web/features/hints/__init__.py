"""Hints in a game."""
