"""A game that is played at a real table: laid, written down, and put right."""
