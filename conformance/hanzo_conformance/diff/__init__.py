"""``diff``: what changed from one run to another."""
