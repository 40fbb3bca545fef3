"""``completion``: names for a shell to complete."""
