"""The ladder of games against stronger and stronger computers."""
