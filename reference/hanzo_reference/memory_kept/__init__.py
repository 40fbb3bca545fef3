"""What the optional tool ``memory`` keeps between calls, and where (HIP-0300).

What its actions answer is the domain ``memory``; how it is kept is in ``tools.memory``. It is asked
as a tool is, for each implementation keeps it in its own way.
"""

from hanzo_reference.spec.declaration import Domain
from hanzo_reference.tools.declaring import LAYOUT, LOOSE

__all__ = ["DOMAIN"]

DOMAIN = Domain(
    id="memory_kept",
    title="Memories, kept",
    vector_file="memory-kept",
    requirement_prefix="KEPT",
    sources=("HIP-0300 (memory)", "HIP-0301 §4", "XDG Base Directory Specification", "tools-memory.md"),
    operations=(),
    loose=LOOSE,
    touches_system=True,
    layout=LAYOUT,
)  # fmt: skip
