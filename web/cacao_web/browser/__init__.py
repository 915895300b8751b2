"""The browser as the app needs it: protocols and plain values."""
