"""The inputs and outputs of the ``envelope`` operations as typed models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, with_config
from typing_extensions import TypedDict

from hanzo_reference.spec.declaration import Model

Code = Literal[
    "UNKNOWN_ACTION", "INVALID_PARAMS", "NOT_FOUND", "EXISTS", "CONFLICT", "PATCH_FAILED",
    "PERMISSION_DENIED", "CONFIRM_REQUIRED", "TIMEOUT", "UNSUPPORTED", "ERROR",
]  # fmt: skip
Rule = Literal[
    "missing", "unknown", "type", "intent", "error-on-success", "data-on-error", "no-error",
    "code", "alias", "available", "cursor", "more",
]  # fmt: skip
TypeName = Literal["null", "boolean", "integer", "number", "string", "array", "object"]

TRACE_ID = "Written to meta.trace_id; null is the same as none."


def _distinct(names: list[str]) -> list[str]:
    if len(set(names)) < len(names):
        raise ValueError("each name stands once")
    return names


Names = Annotated[
    list[str], AfterValidator(_distinct), Field(json_schema_extra={"uniqueItems": True})
]
TypeNames = Annotated[
    list[TypeName],
    AfterValidator(_distinct),
    Field(min_length=1, json_schema_extra={"uniqueItems": True}),
]


Intent = Literal["inspect", "apply", "verify", "ship"]


class Paging(Model):
    """Where the next page begins, and whether there is one."""

    cursor: str | None = Field(description="For the next page; null when there is none.")
    more: bool = Field(description="Whether the cursor is not null.")


class SuccessInput(Model):
    """What a success consists of."""

    tool: str
    action: str
    data: Any = Field(description="Any JSON value, null too.")
    trace_id: str | None = Field(default=None, description=TRACE_ID)
    backend: str | None = Field(default=None, description="What did the work, if that has a name.")
    paging: Paging | None = Field(default=None, description="None for what has no pages.")


class ErrorInput(Model):
    """What an error consists of."""

    tool: str
    action: str = Field(description="What was asked for, whether the tool has it or not.")
    code: str = Field(description="Any text; what is no code becomes ERROR.")
    message: str = Field(description="For people.")
    details: dict[str, Any] | None = Field(default=None, description="Null is the same as {}.")
    trace_id: str | None = Field(default=None, description=TRACE_ID)


class ErrorBody(Model):
    """What went wrong."""

    code: Code
    message: str = Field(description="For people.")
    details: dict[str, Any] = Field(description="What the code needs to be acted upon.")


class Meta(Model):
    """Who answered what; ``intent`` is there where the call said one."""

    tool: str
    action: str
    trace_id: str | None
    backend: str | None
    paging: Paging
    intent: Intent | None = None


class Envelope(Model):
    """The answer of every tool."""

    ok: bool
    data: Any = Field(description="Any JSON value; null on error.")
    error: ErrorBody | None = Field(description="Null on success.")
    meta: Meta


class CheckInput(Model):
    """A value that should be an envelope."""

    envelope: Any = Field(description="Any JSON value.")


class EnvelopeViolation(Model):
    """One departure from the envelope's shape."""

    pointer: str = Field(description="JSON Pointer (RFC 6901) into the envelope.")
    rule: Rule


class CheckOutput(Model):
    """Everything that is wrong with the envelope."""

    violations: list[EnvelopeViolation] = Field(description="By pointer, then by rule.")


# A typed dict, because in a schema an absent keyword is not one with a default.
@with_config(ConfigDict(strict=True, extra="forbid"))
class ParameterSchema(TypedDict, total=False):
    """A JSON Schema of the part that is honoured, with annotations; help shows the description."""

    type: TypeName | TypeNames
    title: str
    description: str
    default: Any
    properties: dict[str, ParameterSchema]
    required: Names
    additionalProperties: bool | ParameterSchema
    enum: list[Any]
    minimum: int
    maximum: int
    items: ParameterSchema


class FoundOutcome(Model):
    """The action succeeds."""

    data: Any = Field(description="Any JSON value.")
    backend: str | None = Field(default=None, description="If it is not the tool's.")
    paging: Paging | None = Field(default=None, description="None for what has no pages.")


class FailedBody(Model):
    """A failure that the action foresees."""

    code: str = Field(description="Any text; what is no code becomes ERROR.")
    message: str
    details: dict[str, Any] | None = None


class FailedOutcome(Model):
    """The action fails in a way that it foresees."""

    error: FailedBody


class RaisedOutcome(Model):
    """The action fails in a way that nobody foresaw."""

    raised: str = Field(description="The text of the exception, panic or rejection.")


class DeclaredAction(Model):
    """An action with its parameters, and what it comes to when it is run."""

    params: ParameterSchema
    outcome: FoundOutcome | FailedOutcome | RaisedOutcome


class DeclaredTool(Model):
    """A tool with its actions by name."""

    name: str
    version: str
    backend: str | None
    actions: dict[str, DeclaredAction]


class Call(Model):
    """What is asked of the tool."""

    action: str | None = Field(default=None, description="None, or null, means help.")
    params: dict[str, Any]
    intent: Intent | None = Field(default=None, description="Written to meta.intent.")


class DispatchInput(Model):
    """A tool and one call of it."""

    tool: DeclaredTool
    call: Call
    trace_id: str | None = Field(description="Written to meta.trace_id.")


class PageItem(Model):
    """One entry of a list."""

    key: str = Field(description="Its own in the list, else INVALID_PARAMS.")
    value: Any = Field(description="Any JSON value.")


class PageInput(Model):
    """A list and which part of it is asked for."""

    items: list[PageItem] = Field(description="The whole list, in its order.")
    limit: int | None = Field(
        default=None, description="Items on a page, 1 to 1000, else INVALID_PARAMS; 100 if null."
    )
    cursor: str | None = Field(default=None, description="From the page before; null at first.")
    query: Any = Field(description="What the list is the answer to: any JSON value.")


class PageOutput(Model):
    """A part of the list."""

    items: list[PageItem]
    paging: Paging
