"""The rule book and its examples."""
