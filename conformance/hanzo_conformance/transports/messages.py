"""The messages of the adapter protocol, version 1: JSON-RPC 2.0, one object a line.

Their schemas are generated from here, and what an adapter writes is checked against the same
types. A member that these do not name breaks the protocol.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hanzo_vectors.vector import Frozen, OperationName

PROTOCOL: Literal[1] = 1
# A domain error: a specified outcome, named by data.code.
DOMAIN_ERROR = -32000

RequestId = Annotated[int, msgspec.Meta(ge=0, description="Counts up from 0 in a session.")]


class Party(Frozen, frozen=True):
    """Who speaks for the harness."""

    name: str
    version: str


class InitializeParams(Frozen, frozen=True):
    """What the harness says of itself first."""

    protocol: Literal[1]
    harness: Party


class Initialize(Frozen, frozen=True):
    """The first request of a session."""

    jsonrpc: Literal["2.0"]
    id: RequestId
    method: Literal["initialize"]
    params: InitializeParams


class Request(Frozen, frozen=True):
    """Each further request: an operation, with a vector's input and nothing else of it."""

    jsonrpc: Literal["2.0"]
    id: RequestId
    method: OperationName
    params: dict[str, Any]


class Identity(Frozen, frozen=True):
    """Who answers."""

    name: str
    version: str
    language: str


class Handshake(Frozen, frozen=True):
    """The result of initialize."""

    protocol: Literal[1]
    implementation: Identity
    operations: list[OperationName]


class ErrorBody(Frozen, frozen=True):
    """The error of a response; what ``data`` must be depends on ``code``."""

    code: int
    message: str
    data: Any = None


class DomainErrorData(Frozen, frozen=True):
    """``data`` of an error whose code is -32000."""

    code: str
    details: Annotated[
        dict[str, Any] | None, msgspec.Meta(description="Compared where the vector gives it.")
    ] = None


class Success(Frozen, frozen=True):
    """An answer with a result."""

    jsonrpc: Literal["2.0"]
    id: RequestId
    result: Any


class Refusal(Frozen, frozen=True):
    """An answer with an error; ``id`` is null when the request could not be read."""

    jsonrpc: Literal["2.0"]
    id: RequestId | None
    error: ErrorBody
