"""Evenings at the table: games that were played, years of them, matches, and a clock for turns."""
