"""Markup, translations, and widgets: independent of the game."""
