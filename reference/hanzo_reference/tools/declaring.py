"""How a tool is declared: typed parameters, data and a function for each action, and its domain.

The JSON Schema of an action's parameters comes from its model, written with the keywords that the
envelope's page honours and no others, so that every implementation judges parameters alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Any

from pydantic import Field, create_model

from hanzo_reference.envelope import Action, Outcome, Tool
from hanzo_reference.envelope.models import Envelope
from hanzo_reference.spec.declaration import Domain, Model, Operation, ResultLayout
from hanzo_reference.tools.calling import ActionInput, respond
from hanzo_reference.tools.context import Context

VERSION = "1.0.0"
# Words for people: they have to be there, and may be any.
LOOSE = {"/error/message": {"type": "string", "minLength": 1}}
# Every answer is an envelope.
LAYOUT = ResultLayout(refused={"/ok": (False,)}, code="/error/code", data="/data")
KEYWORDS = {
    "type", "enum", "minimum", "maximum", "items", "properties", "required",
    "additionalProperties", "description",
}  # fmt: skip


class Params(Model):
    """Base of the parameters of an action; one that may be left out has a default.

    ``None`` as default stands for absence and is no value that a caller may give.
    """


@dataclass(frozen=True)
class Declared:
    """One action: what it is for, its parameters, what it does in a context, what it answers.

    The last is for tools that are a domain, whose data are published.
    """

    description: str
    params: type[Params]
    run: Callable[[Context, Any], Outcome]
    data: type[Model] | UnionType | None = None


@dataclass(frozen=True)
class ToolDeclaration:
    """A tool as its room declares it; ``backend`` is None when there is nothing to name."""

    name: str
    actions: Mapping[str, Declared]
    backend: str | None = None

    def schemas(self) -> dict[str, dict[str, Any]]:
        """The schemas of the actions' parameters, by action."""
        return {
            name: parameters_schema(item.params, item.description)
            for name, item in self.actions.items()
        }

    def within(self, context: Context) -> Tool:
        """The tool as it works in one workspace."""
        actions = {name: _action(item, context) for name, item in self.actions.items()}
        return Tool(self.name, VERSION, self.backend, actions)


def tool_domain(
    tool: ToolDeclaration,
    title: str,
    requirement_prefix: str,
    sources: tuple[str, ...],
    pure: tuple[str, ...] = (),
) -> Domain:
    """The domain of a tool: each of its actions is an operation, asked in a workspace.

    ``pure`` are the modules of its room that are mutated.
    """
    return Domain(
        id=tool.name,
        title=title,
        vector_file=f"tool-actions-{tool.name}",
        requirement_prefix=requirement_prefix,
        sources=sources,
        operations=tuple(_operation(tool.name, *item) for item in tool.actions.items()),
        wing="tools",
        loose=LOOSE,
        touches_system=True,
        pure=pure,
        layout=LAYOUT,
    )


def _operation(tool: str, name: str, item: Declared) -> Operation:
    assert item.data is not None
    data: Any = item.data | None
    answer = create_model(
        f"{tool}.{name}",
        __base__=Envelope,
        __doc__=item.description,
        data=(data, Field(description="Null on error.")),
    )

    def run(given: ActionInput) -> Envelope:
        # An action whose data are not what it declares is a mistake, and no answer.
        return answer.model_validate(respond(given, tool, name))

    def valid() -> dict[str, Any]:
        asked = ActionInput.model_json_schema()
        asked["properties"]["params"] = parameters_schema(item.params, item.description)
        return {"input": asked, "output": answer.model_json_schema(mode="serialization")}

    return Operation(name, ActionInput, Envelope, run, valid=valid)


@cache
def parameters_schema(params: type[Params], description: str) -> dict[str, Any]:
    """The schema of an action's parameters; the same one every time, to be read only."""
    whole = params.model_json_schema()
    schema = _honoured(whole, whole.get("$defs", {}))
    return {**schema, "description": description}


def _action(item: Declared, context: Context) -> Action:
    def run(given: Mapping[str, Any]) -> Outcome:
        return item.run(context, item.params.model_validate(given))

    return Action(parameters_schema(item.params, item.description), run)


def _honoured(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """A schema in the honoured keywords: references resolved, the null of a default dropped."""
    if "$ref" in schema:
        return _honoured(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema:
        kinds = [_honoured(item, parts) for item in schema["anyOf"] if item != {"type": "null"}]
        told = {"description": schema["description"]} if "description" in schema else {}
        if len(kinds) == 1:
            return {**kinds[0], **told}
        # Several types, whose other keywords hold for one of them each.
        names = [item["type"] for item in kinds]
        return (
            {key: value for item in kinds for key, value in item.items()} | {"type": names} | told
        )
    found = {key: value for key, value in schema.items() if key in KEYWORDS}
    if "const" in schema:
        found["enum"] = [schema["const"]]
    if "items" in found:
        found["items"] = _honoured(found["items"], parts)
    if "properties" in found:
        found["properties"] = {
            name: _honoured(item, parts) for name, item in found["properties"].items()
        }
    if isinstance(found.get("additionalProperties"), dict):
        found["additionalProperties"] = _honoured(found["additionalProperties"], parts)
    return found
