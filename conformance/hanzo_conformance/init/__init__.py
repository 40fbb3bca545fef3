"""``init``: a new adapter to begin with."""
