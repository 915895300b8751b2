"""The written forms of games and positions: links, records as text, positions as a line, boards."""
