"""Explanations of turns, beside their values.

``outcomes`` is what a turn leads to, ``answers`` what the next player makes of it. ``reasons`` says
why a turn is good or worse than the best one, ``comparing`` what decides between two of them.
"""
