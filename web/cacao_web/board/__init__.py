"""Draws a game: the board, village boards, and the parts that other drawings are made of."""
