"""How games and positions are written: links, records as text, positions as a line, boards."""
