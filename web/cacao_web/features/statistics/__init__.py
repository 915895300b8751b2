"""Statistics of the games played here."""
