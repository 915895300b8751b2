"""Several games as one match."""
