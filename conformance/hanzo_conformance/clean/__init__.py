"""``clean``: what runs have left on the container engine."""
