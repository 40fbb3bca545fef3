"""``vectors``: the contract's files made from the reference, and held against it."""
