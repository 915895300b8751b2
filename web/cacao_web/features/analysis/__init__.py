"""A whole game analysed."""
