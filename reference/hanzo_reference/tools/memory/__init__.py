"""The optional tool ``memory``: texts and facts that outlive a call, in three scopes.

What its actions do is the domain ``memory``; here is where the state is kept.
"""

from hanzo_reference.memory import ACTIONS
from hanzo_reference.tools.declaring import Declared, ToolDeclaration
from hanzo_reference.tools.memory.operations import acting

__all__ = ["TOOLS"]

TOOLS = (
    ToolDeclaration(
        "memory",
        {
            name: Declared(action.description, action.params, acting(name))
            for name, action in ACTIONS.items()
        },
    ),
)
