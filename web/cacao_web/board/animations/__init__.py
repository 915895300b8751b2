"""The motions when a position changes, and the sounds with it, as effects for the browser."""
