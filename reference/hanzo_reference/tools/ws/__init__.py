"""The tool ``ws``: what project this is, and what there is to work on it with."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.ws.actions import capabilities, detect
from hanzo_reference.tools.ws.models import (
    CapabilitiesData,
    CapabilitiesParams,
    DetectData,
    DetectParams,
)

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
)
