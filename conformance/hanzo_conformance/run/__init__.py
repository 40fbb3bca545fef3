"""``run``: what is chosen, how it is carried out, and what is remembered of it."""
