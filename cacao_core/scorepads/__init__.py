"""Sums of games that people play with real pieces."""
