"""MCP tool names: one name for each tool of each server, and the registry that keeps them apart.

Here live the rule that joins a server and a tool into one name, the splitting of such a name, and
the registry that settles collisions and lengths. Connections, tool caches and calls do not.
"""

from hanzo_reference.mcp import models, operations
from hanzo_reference.mcp.names import is_reversible, normalize, parse
from hanzo_reference.mcp.registry import DEFAULT_MAX_LENGTH, Entry, Registry
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DEFAULT_MAX_LENGTH",
    "DOMAIN",
    "Entry",
    "Registry",
    "is_reversible",
    "normalize",
    "parse",
]

EMPTY_PART = "A server or a tool is empty."

DOMAIN = Domain(
    id="mcp",
    title="MCP tool names",
    vector_file="mcp-normalization",
    requirement_prefix="MCP",
    sources=("HIP-0301 §1", "HIP-10", "MCP 2025-11-25 server/tools"),
    operations=(
        Operation(
            name="normalize",
            input=models.NormalizeInput,
            output=models.NormalizeOutput,
            function=operations.normalize_tool,
            errors={"INVALID_NAME": EMPTY_PART},
        ),
        Operation(
            name="parse",
            input=models.ParseInput,
            output=models.ParseOutput,
            function=operations.parse_name,
            errors={"INVALID_NAME": "The name is not mcp__, a server, __ and a tool."},
        ),
        Operation(
            name="registry",
            input=models.RegistryInput,
            output=models.RegistryOutput,
            function=operations.register_tools,
            errors={"INVALID_NAME": EMPTY_PART},
        ),
    ),
)
