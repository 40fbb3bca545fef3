"""The optional tool ``hanzo``: the platform behind an endpoint that the environment names.

Its vectors name the endpoint in the call: a server of their own, which plays the platform.
"""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.hanzo.models import AskData, AskParams
from hanzo_reference.tools.hanzo.operations import AREAS, asking

__all__ = ["DOMAIN", "TOOLS"]

TOOLS = (
    ToolDeclaration(
        "hanzo",
        {
            name: Declared(description, AskParams, asking(name), AskData)
            for name, description in AREAS
        },
    ),
)

DOMAIN = tool_domain(TOOLS[0], "Tool hanzo", "HANZO", ("HIP-0300", "tools.md", "RFC 3986"))
