"""Bots that people bring."""
