"""Use without a network, and new versions of the page."""
