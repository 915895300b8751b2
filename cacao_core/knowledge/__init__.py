"""Games of which not every tile is known: a ``?`` in a hand, a pile or the display.

``players`` has the hands and piles, ``counts`` what the unknown tiles may be, ``seats`` what a seat
knows. ``positions`` is what a game can do with it: ``revealing`` names tiles that turn up,
``completing`` deals those that have not, ``middle`` starts a game from a laid ``table``. ``notary``
writes a game down that is played elsewhere.
"""
