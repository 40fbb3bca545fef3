"""The operations of the domain: from input models to the behaviour and back."""

from __future__ import annotations

from hanzo_reference.mcp import models
from hanzo_reference.mcp.names import is_reversible, normalize, parse
from hanzo_reference.mcp.registry import Registry


def normalize_tool(given: models.NormalizeInput) -> models.NormalizeOutput:
    """``mcp.normalize``."""
    return models.NormalizeOutput(
        name=normalize(given.server, given.tool),
        reversible=is_reversible(given.server, given.tool),
    )


def parse_name(given: models.ParseInput) -> models.ParseOutput:
    """``mcp.parse``."""
    server, tool = parse(given.name)
    return models.ParseOutput(server=server, tool=tool)


def register_tools(given: models.RegistryInput) -> models.RegistryOutput:
    """``mcp.registry``."""
    registry = Registry([(item.server, item.tool) for item in given.tools], given.max_length)
    return models.RegistryOutput(
        names=[
            models.RegisteredTool(server=entry.server, tool=entry.tool, name=entry.name)
            for entry in registry.entries
        ]
    )
