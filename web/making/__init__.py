"""How the site is made: the steps of build.py, with the standard library only."""
