"""The player for rules that the quick one does not know: those with modules, and any others.

It plays on :class:`~cacao_core.game.Game` itself, so it needs no numbers of its own for tiles and
goods. ``values`` has what was learned, and ``worths`` says what things are worth in gold with it.
``workers`` plans how the edges of a turn act best, ``lookahead`` which turns bring most at once.
``deciding`` has the choices of the seat to move, for the search of :mod:`cacao_core.ai.search`;
``thinking`` is how the levels decide.
"""
