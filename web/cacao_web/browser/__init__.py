"""What is asked of a browser: protocols and plain values."""
