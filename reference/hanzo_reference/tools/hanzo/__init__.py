"""The optional tool ``hanzo``: the platform behind an endpoint that the environment names.

It has no vectors: of the implementations here only this one has it. Its rules are in ``spec.md``.
"""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration
from hanzo_reference.tools.hanzo.actions import AREAS, asking
from hanzo_reference.tools.hanzo.models import AskParams

__all__ = ["TOOLS"]

TOOLS = (
    ToolDeclaration(
        "hanzo",
        {name: Declared(description, AskParams, asking(name)) for name, description in AREAS},
    ),
)
