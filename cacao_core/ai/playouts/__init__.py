"""The fast player, with which searches play on: positions as numbers, and tables of gains.

``encoding`` explains the numbers. ``state`` is a position, ``tables`` has what each turn brings,
``policy`` picks one. ``weights`` has the learned values; ``outlook`` looks closer.
"""
