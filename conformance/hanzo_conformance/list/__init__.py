"""``list``: what there is to run, and against whom."""
