"""The codec of the adapter protocol: requests to bytes, bytes to answers.

An adapter is hostile until proved otherwise: a line is an answer only if it is strict JSON and has
exactly the members that ``values.messages`` names.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from hanzo_conformance.transports.messages import (
    DOMAIN_ERROR,
    PROTOCOL,
    DomainErrorData,
    Handshake,
    Initialize,
    InitializeParams,
    Party,
    Refusal,
    Success,
)
from hanzo_vectors.strict_json import NotStrictJsonError, loads
from hanzo_vectors.vector import Question

# How a plainly written line begins; the id follows. Lines that begin otherwise are parsed.
PLAIN_START = b'{"jsonrpc":"2.0","id":'

# The end of a plainly written domain error: any text that needs no escape, then its data.
PLAIN_ERROR = re.compile(
    rb',"error":\{"code":-32000,"message":"[ !#-\[\]-~]*","data":(\{.*\})\}\}', re.DOTALL
)


class GarbledError(ValueError):
    """A line that breaks the protocol; ``number`` is the request it names, if any."""

    def __init__(self, what: str, number: int | None = None) -> None:
        super().__init__(what)
        self.number = number


def initialize_line(version: str) -> bytes:
    """The first line of a session."""
    message = Initialize(
        jsonrpc="2.0",
        id=0,
        method="initialize",
        params=InitializeParams(
            protocol=PROTOCOL, harness=Party(name="hanzo-conformance", version=version)
        ),
    )
    return msgspec.json.encode(message) + b"\n"


def is_plainly(vector: Question, end: bytes) -> bool:
    """Whether an answer's bytes alone show that it is the expected one; most right ones' do.

    ``end`` is its line from the comma after the id. What is not plain has to be parsed.
    """
    if vector.answer is not None:
        return end == vector.answer and vector.where is None
    found = PLAIN_ERROR.fullmatch(end)
    return found is not None and found[1] == vector.error


def read_answer(line: bytes) -> Success | Refusal:
    """The answer that a line holds; raises ``GarbledError`` with the reason."""
    try:
        value = loads(line)
    except NotStrictJsonError as problem:
        raise GarbledError(f"not strict JSON: {problem}") from None
    if not isinstance(value, dict):
        raise GarbledError("not a JSON object")
    named = value.get("id")
    number = named if isinstance(named, int) and not isinstance(named, bool) else None
    if "result" in value and "error" in value:
        raise GarbledError("has both result and error", number)
    shape: type[Success | Refusal] = Refusal if "error" in value else Success
    try:
        answer = msgspec.convert(value, shape)
    except msgspec.ValidationError as problem:
        raise GarbledError(f"not an answer of the protocol: {problem}", number) from None
    if isinstance(answer, Refusal) and answer.error.code == DOMAIN_ERROR:
        domain_error(answer)
    return answer


def domain_error(answer: Refusal) -> DomainErrorData:
    """``data`` of a domain error; raises ``GarbledError`` when it is not as the protocol says."""
    try:
        return msgspec.convert(answer.error.data, DomainErrorData)
    except msgspec.ValidationError as problem:
        raise GarbledError(
            f"error {DOMAIN_ERROR} without the data it needs: {problem}", answer.id
        ) from None


def read_handshake(line: bytes) -> Handshake:
    """The result of initialize; raises ``GarbledError`` with the reason."""
    answer = read_answer(line)
    if isinstance(answer, Refusal):
        raise GarbledError(f"initialize was refused: {answer.error.message}")
    if answer.id != 0:
        raise GarbledError(f"the first answer has the id {answer.id}, initialize has 0")
    try:
        return msgspec.convert(answer.result, Handshake)
    except msgspec.ValidationError as problem:
        raise GarbledError(f"not a handshake of protocol {PROTOCOL}: {problem}") from None


def plain_error(answer: Refusal) -> dict[str, Any]:
    """A domain error as vectors state it: code, and details where there are some."""
    data = domain_error(answer)
    body: dict[str, Any] = {"code": data.code}
    if data.details is not None:
        body["details"] = data.details
    return body


def shown(line: bytes, limit: int = 200) -> str:
    """A line from an adapter, cut and made printable, for messages."""
    text = line[: limit * 4].decode("utf-8", "replace")
    text = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return text if len(text) <= limit and len(line) <= limit * 4 else text[:limit] + "…"
