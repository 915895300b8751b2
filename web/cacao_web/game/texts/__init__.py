"""The page's sentences about moves, turns and results, in the present language."""
