"""Matches of several games."""
