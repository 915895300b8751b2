"""Draws a game: the board, village boards, the tray, the log, and animations."""
