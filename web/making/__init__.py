"""The steps of build.py, written with the standard library only."""
