"""The harness: drives implementations over test vectors and judges what they answer.

It knows vectors, schemas, processes and verdicts, and no behaviour: nothing here names a domain,
an operation or a language. Layers, each importing only from those before it: ``values``, ``pure``,
``files``, ``transports``, ``engine``, ``sinks``, ``authoring``, ``commands``, ``pytest_plugin``.
"""

from hanzo_conformance.version import __version__

__all__ = ["__version__"]
