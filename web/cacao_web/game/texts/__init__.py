"""What the page says about moves, turns and results, in the present language."""
