"""Turns to learn from: tried ones, own mistakes, and one for each module."""
