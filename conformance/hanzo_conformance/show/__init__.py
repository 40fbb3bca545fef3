"""``show``: everything about one vector, operation or requirement."""
