"""The page's Python code. See docs/dev/architecture.md for its layers."""
