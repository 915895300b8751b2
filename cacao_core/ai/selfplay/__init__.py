"""Learning the values of the computer players from self-play (docs/dev/ai.md).

``games`` plays, ``squares`` solves least squares, and ``command`` is ``python -m cacao_core
learn``. ``tables`` says how the values of the rulebook's goods are learned, ``module_values`` those
of modules.
"""
