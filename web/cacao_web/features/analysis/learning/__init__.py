"""Learning from mistakes: costly turns that are played again, at once or on a later day."""
