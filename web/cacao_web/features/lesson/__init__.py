"""The guided first game."""
