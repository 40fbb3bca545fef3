"""``compare``: who agrees with whom."""
