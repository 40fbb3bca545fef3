"""Calls: from the names of a tool and an action to an envelope, and the operation ``tools.call``.

Here the outside comes in: the environment of this process and its clock. Contexts are kept by
workspace, so that calls follow one another.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import time
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from hanzo_reference import tools
from hanzo_reference.envelope import dispatch, intended
from hanzo_reference.envelope.models import Envelope, Intent
from hanzo_reference.spec.declaration import Model, Operation
from hanzo_reference.tools.context import Context

if TYPE_CHECKING:
    # It needs what is here to declare a tool's operations.
    from hanzo_reference.tools.declaring import ToolDeclaration


@cache
def tool_names() -> tuple[str, ...]:
    """Every tool that has a room, sorted."""
    return tuple(sorted(item.name for item in pkgutil.iter_modules(tools.__path__) if item.ispkg))


def declaration(name: str) -> ToolDeclaration:
    """What a tool's room declares."""
    module = importlib.import_module(f"{tools.__name__}.{name}")
    found: ToolDeclaration = module.TOOLS[0]
    return found


def _known(name: str) -> str:
    if name not in tool_names():
        raise ValueError(f"there is no tool {name!r}, there are {', '.join(tool_names())}")
    return name


class Asking(Model):
    """What every call says, whoever it is for."""

    workspace: str = Field(description="Absolute path of the folder that the call may touch.")
    params: dict[str, Any]
    trace_id: str | None = Field(default=None, description="Written to meta.trace_id.")
    intent: Intent | None = Field(default=None, description="The mode in which it is made.")


class ActionInput(Asking):
    """One call of one action in one workspace."""

    params: dict[str, Any] = Field(
        description="Any members: the answer says which rules they break."
    )


class CallInput(Asking):
    """One call of one tool in one workspace, for what is about finding its action."""

    tool: Annotated[str, AfterValidator(_known)]
    action: str | None = Field(default=None, description="Without one, help.")
    params: dict[str, Any] = Field(default_factory=dict)


class Toolbox:
    """The tools of one workspace after the other; each keeps what its earlier calls left."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self._contexts: dict[str, Context] = {}

    def call(
        self,
        root: str,
        tool: str,
        action: str | None,
        params: Mapping[str, Any],
        trace_id: str | None = None,
    ) -> dict[str, Any]:
        """The envelope that answers a call."""
        context = self._context(root)
        return dispatch(declaration(tool).within(context), action, params, trace_id)

    def _context(self, root: str) -> Context:
        if root not in self._contexts:
            self._contexts[root] = Context(
                root, self._environment, time.time,
                lambda tool, action, params: self.call(root, tool, action, params),
            )  # fmt: skip
        return self._contexts[root]


@cache
def _toolbox() -> Toolbox:
    return Toolbox(dict(os.environ))


def respond(given: Asking, tool: str, action: str | None) -> dict[str, Any]:
    """The envelope that answers a call, from the one toolbox of this process."""
    answer = _toolbox().call(given.workspace, tool, action, given.params, given.trace_id)
    return intended(answer, given.intent)


def _call(given: CallInput) -> Envelope:
    return Envelope.model_validate(respond(given, given.tool, given.action))


CALL = Operation(name="call", input=CallInput, output=Envelope, function=_call)
