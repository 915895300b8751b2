"""Pure functions from a session to markup; they run without a browser."""
