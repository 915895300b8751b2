"""The ways of a game to the page: from the form for a new game, or from a link or a text."""
