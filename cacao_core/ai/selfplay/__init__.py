"""Learning the numbers in :mod:`cacao_core.ai.learned` from self-play (docs/dev/ai.md).

``games`` has the equations of games, ``quick`` those of the quick player, ``squares`` solves least
squares, and ``command`` is ``python -m cacao_core learn``. ``tables``, ``outlooks``, ``chances``
and ``module_values`` each say how one of the modules is learned.
"""
