"""The page's Python: session (what is), views (what to show), dom (the browser)."""
