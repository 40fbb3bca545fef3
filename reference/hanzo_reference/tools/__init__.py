"""The tools of HIP-0300: one room each, and in this hall what they share.

A tool is its actions by name, each with a typed model of its parameters. ``declaring`` makes a
tool of them, ``calling`` answers ``tools.call``, ``workspace`` keeps every path inside, ``context``
holds what outlives a call. How an answer looks and how a call finds its action is the business of
``hanzo_reference.envelope``.
"""
