"""``requirements``: what is specified, and which vectors show it."""
