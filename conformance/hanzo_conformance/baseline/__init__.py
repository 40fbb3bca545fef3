"""``baseline``: the list of known differences kept true."""
