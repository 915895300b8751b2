"""Choices for the forms of new games."""
