"""Draws the regions of the page around the board; ``screen`` puts all regions together."""
