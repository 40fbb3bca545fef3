"""The harness: drives implementations over test vectors and judges what they answer.

It knows vectors, schemas, processes and verdicts, and no behaviour: nothing here names a domain,
an operation or a language. Below stands what drives and judges (``contract``, ``implementations``,
``transports``, ``engine``), over it what is told of it (``story``, ``terminal``, ``report``), and
then one folder for each thing that a person does, with its ``verb``. The order in which they may
import each other is in the test of the house.
"""

from hanzo_conformance.version import __version__

__all__ = ["__version__"]
