"""Markup, words of the language, and widgets: nothing of the game."""
