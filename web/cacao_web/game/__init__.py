"""A game at this device, as data."""
