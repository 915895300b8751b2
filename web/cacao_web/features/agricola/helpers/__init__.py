"""Helpers of Agricola: the board round by round, and dealing hands."""
