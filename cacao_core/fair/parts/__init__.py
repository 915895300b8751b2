"""The parts of a device: ending a game, giving seats, showing the game, parcels at a relay."""
