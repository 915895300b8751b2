"""The messages of devices, as values and as text."""
