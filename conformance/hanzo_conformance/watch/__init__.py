"""``watch``: run again whenever a file changes."""
