"""Flights, counting figures and sounds: all that moves on the page or is heard."""
