"""The carrier that people are themselves: links."""
