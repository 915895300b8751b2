"""Sums of games that people play with real pieces; nothing here plays a game.

``cacao`` scores the game of this package, ``agricola`` the 2016 edition of Agricola, as far as its
supplement lays it down.
"""
