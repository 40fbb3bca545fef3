"""One module per domain; each has ``OPERATIONS``, from full operation name to ``Operation``.

The modules translate shapes in both directions and nothing else. Where the build says something
wrong, it is passed on; where it says nothing, the comment beside the mapping tells what stands in.
"""
