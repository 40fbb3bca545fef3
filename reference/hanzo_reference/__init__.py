"""The executable specification: one package per domain, found by walking this folder.

Here live behaviours as pure functions, with their requirements and cases. Nothing here knows how
implementations are driven or compared, nor any language but this one. ``contract`` is the door
through which the rest of the project looks in.
"""

__version__ = "0.1.0"
