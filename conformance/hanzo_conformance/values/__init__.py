"""Domain-free, frozen values and the tree of errors. No I/O, no rules."""
