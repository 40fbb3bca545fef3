"""What an agent remembers: texts with tags, and facts, in three scopes (HIP-0300).

Here lives the memory as a value. Where it is kept between calls is the business of the tool
``memory``.
"""

from hanzo_reference.memory.applied import Applied
from hanzo_reference.memory.memory import ACTIONS, Memory, MemoryAction
from hanzo_reference.memory.models import ApplyInput, ApplyOutput, Entry, Fact, State
from hanzo_reference.memory.operations import apply
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "ACTIONS",
    "DOMAIN",
    "Applied",
    "Entry",
    "Fact",
    "Memory",
    "MemoryAction",
    "State",
]

DOMAIN = Domain(
    id="memory",
    title="Memories and facts",
    vector_file="memory-actions",
    requirement_prefix="MEMORY",
    sources=("HIP-0300 (memory; Implementation Status)", "tools-memory.md"),
    operations=(
        Operation(
            "apply",
            ApplyInput,
            ApplyOutput,
            apply,
            {
                "UNKNOWN_ACTION": "There is no such action; details have those that are available.",
                "INVALID_PARAMS": "Parameters break rules; details have the violations.",
                "NOT_FOUND": "No memory has the id that details name.",
            },
        ),
    ),
)
