"""The relays that a person chooses and tries, and those that are known."""
