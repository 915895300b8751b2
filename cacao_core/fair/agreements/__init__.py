"""The signed statements of devices, and what they agree on by these."""
