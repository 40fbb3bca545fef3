"""Generation: from what the reference declares to the files of the contract.

``schemas`` makes the schemas, ``generate`` the files and what changed in them, ``workers`` the
vectors of domains that lay out workspaces, side by side, ``rooms`` says in words what keeps a room
of the reference from being generated.
"""
