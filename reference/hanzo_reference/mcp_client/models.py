"""Inputs and outputs of the client's machines: scripts of steps, and turns of actions."""

from __future__ import annotations

import base64
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from hanzo_reference.mcp_client.lines import MAX_LINE_BYTES
from hanzo_reference.mcp_client.message import Kind
from hanzo_reference.spec.declaration import Base64, Model

LARGEST_INTEGER = 9007199254740991
# Half of what numbers hold exactly, so that a time and a limit can be added.
LATEST_MS = 4503599627370495
LONGEST_TIMEOUT_MS = 2147483647

TO = Field(ge=0, le=LARGEST_INTEGER, description="Index of the step that began the exchange")
MESSAGE = Field(description="A message of JSON-RPC 2.0; what is none is ignored")
HEADERS = Field(description="Header fields by their names, in any case")


class LinesInput(Model):
    """What a server writes, in chunks, as text or as bytes."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": ["chunks"]}, {"required": ["chunks_b64"]}]}
    )

    chunks: list[str] = Field(default_factory=list, description="As text, one item for each read")
    chunks_b64: list[Base64] = Field(
        default_factory=list, description="As bytes, base64 (RFC 4648 §4), one item for each read"
    )
    max_line: int = Field(
        default=MAX_LINE_BYTES,
        ge=0,
        le=LARGEST_INTEGER,
        description="Bytes of a line, its line feed not counted",
    )

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if ("chunks" in self.model_fields_set) == ("chunks_b64" in self.model_fields_set):
            raise ValueError("exactly one of chunks and chunks_b64 is given")
        return self

    def byte_chunks(self) -> list[bytes]:
        """The chunks as bytes."""
        if "chunks" in self.model_fields_set:
            return [chunk.encode() for chunk in self.chunks]
        return [base64.b64decode(chunk) for chunk in self.chunks_b64]


class MessageEvent(Model):
    """A message, as it came."""

    type: Kind
    message: dict[str, Any]


class InvalidEvent(Model):
    """A line that is no message."""

    type: Literal["invalid"]
    code: Literal[-32700, -32600]
    id: str | int | None = Field(description="Its id, where that is one")


class ClosedEvent(Model):
    """Nothing comes any more."""

    type: Literal["closed"]
    reason: Literal["end", "truncated", "too_long"]


class LinesOutput(Model):
    """What the lines say; the last event is closed."""

    events: list[MessageEvent | InvalidEvent | ClosedEvent]


class Timed(Model):
    """A step of a session, which happens at a time."""

    at: int = Field(
        ge=0, le=LATEST_MS, description="In ms; below that of an earlier step it is the same as it"
    )


class Client(Model):
    """Who greets."""

    name: str
    version: str


class ConnectStep(Timed):
    """Greet the server."""

    type: Literal["connect"]
    client: Client


class PlainStep(Timed):
    """Ask for the tools, end the session, or let time pass."""

    type: Literal["list", "close", "tick"]


class CallStep(Timed):
    """Call a tool."""

    type: Literal["call"]
    name: str
    arguments: dict[str, Any]


class RequestStep(Timed):
    """Ask for something that the machine knows nothing of."""

    type: Literal["request"]
    method: str
    params: dict[str, Any]


class ReceiveStep(Timed):
    """A message comes."""

    type: Literal["receive"]
    message: dict[str, Any] = MESSAGE


class InvalidStep(Timed):
    """Something comes that is no message."""

    type: Literal["invalid"]
    code: int = Field(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)
    id: str | int | None


class FailedStep(Timed):
    """A request has ended without an answer."""

    type: Literal["failed"]
    id: str
    code: str


class ClosedStep(Timed):
    """The transport has ended; expired: the server has forgotten the session."""

    type: Literal["closed"]
    reason: Literal["end", "truncated", "too_long", "expired"]


SessionStep = (
    ConnectStep
    | PlainStep
    | CallStep
    | RequestStep
    | ReceiveStep
    | InvalidStep
    | FailedStep
    | ClosedStep
)


class SessionInput(Model):
    """A session, step by step."""

    timeout_ms: int = Field(
        ge=1, le=LONGEST_TIMEOUT_MS, description="How long an answer is waited for"
    )
    script: list[SessionStep]


class SendAction(Model):
    """A message for the server."""

    type: Literal["send"]
    message: dict[str, Any]


class ResolveAction(Model):
    """A step has what it asked for."""

    type: Literal["resolve"]
    step: int
    value: dict[str, Any]


class RejectAction(Model):
    """A step will never have what it asked for."""

    type: Literal["reject"]
    step: int
    code: str
    details: dict[str, Any] | None


class CloseAction(Model):
    """The transport is to be closed."""

    type: Literal["close"]


class SessionOutput(Model):
    """What is to be done, for each step."""

    turns: list[list[SendAction | ResolveAction | RejectAction | CloseAction]]


class SendStep(Model):
    """Send a message."""

    type: Literal["send"]
    message: dict[str, Any] = MESSAGE


class BareStep(Model):
    """Ask for what the server says by itself, or end the session."""

    type: Literal["listen", "close"]


class ResponseStep(Model):
    """A response begins."""

    type: Literal["response"]
    to: int = TO
    status: int = Field(ge=200, le=599)
    headers: dict[str, str] = HEADERS


class ChunkStep(Model):
    """Some more of a body."""

    type: Literal["chunk"]
    to: int = TO
    text: str


class ExchangeStep(Model):
    """A body ends; a connection breaks; a wait is over; nobody waits for the answer any more."""

    type: Literal["end", "fail", "resume", "abandon"]
    to: int = TO


class HttpInput(Model):
    """Exchanges over HTTP, step by step."""

    headers: dict[str, str] = HEADERS
    max_body: int = Field(
        default=MAX_LINE_BYTES,
        ge=0,
        le=LARGEST_INTEGER,
        description="Bytes of a message that is a body, and of what is held back of an event",
    )
    script: list[SendStep | BareStep | ResponseStep | ChunkStep | ExchangeStep]


class RequestAction(Model):
    """A request to the endpoint."""

    type: Literal["request"]
    to: int
    method: Literal["POST", "GET", "DELETE"]
    headers: dict[str, str] = Field(description="Header fields by their names in lower case")
    body: str | None


class ReceiveAction(Model):
    """A message of the server."""

    type: Literal["receive"]
    message: dict[str, Any]


class WaitAction(Model):
    """The exchange is to be resumed after so long."""

    type: Literal["wait"]
    to: int
    ms: int


class DoneAction(Model):
    """The exchange has ended as it should."""

    type: Literal["done"]
    to: int


class FailedAction(Model):
    """The exchange has ended, and nothing is to be had from it."""

    type: Literal["failed"]
    to: int
    code: str
    status: int | None = Field(description="Of HTTP_ERROR, else null")


class ExpiredAction(Model):
    """The server has forgotten the session."""

    type: Literal["expired"]


class HttpOutput(Model):
    """What is to be done, for each step."""

    turns: list[
        list[RequestAction | ReceiveAction | WaitAction | DoneAction | FailedAction | ExpiredAction]
    ]
