"""How a game comes to the page: from the form for a new game, or from a link or a text."""
