"""Links and files, out and in."""
