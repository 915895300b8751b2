"""Turns that are tried freely beside a finished game, and kept as variations."""
