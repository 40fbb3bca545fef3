"""The tool ``ws``: what project this is, and what there is to work on it with."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.ws.models import (
    CapabilitiesData,
    CapabilitiesParams,
    DetectData,
    DetectParams,
)
from hanzo_reference.tools.ws.operations import capabilities, detect

__all__ = ["DOMAIN", "TOOLS"]

TOOLS = (
    ToolDeclaration(
        "ws",
        {
            "detect": Declared(
                "Says what project this is: its folder, languages, build systems, test runners.",
                DetectParams,
                detect,
                DetectData,
            ),
            "capabilities": Declared(
                "Says what there is on this machine to work with.",
                CapabilitiesParams,
                capabilities,
                CapabilitiesData,
            ),
        },
    ),
)

DOMAIN = tool_domain(
    TOOLS[0],
    "Tool ws, and what holds for every tool",
    "WS",
    ("HIP-0300", "tools.md", "RFC 8089", "RFC 3986"),
    pure=("markers",),
)
