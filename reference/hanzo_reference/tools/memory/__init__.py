"""The optional tool ``memory``: texts and facts that outlive a session, in the workspace.

It has no vectors: of the implementations here only this one has it. Its rules are in ``spec.md``.
"""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration
from hanzo_reference.tools.memory import actions
from hanzo_reference.tools.memory.models import (
    CreateParams,
    FactsParams,
    RecallParams,
    UpdateParams,
)

__all__ = ["TOOLS"]

TOOLS = (
    ToolDeclaration(
        "memory",
        {
            "recall": Declared("Finds memories.", RecallParams, actions.recall),
            "create": Declared("Remembers a text.", CreateParams, actions.create),
            "update": Declared("Changes a memory.", UpdateParams, actions.update),
            "facts": Declared("Adds facts, and finds them.", FactsParams, actions.facts),
        },
        backend="sqlite",
    ),
)
