"""The news of games that are not on the page, and calls to their people."""
