"""Cases of messages: which values are one, and of which kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hanzo_reference.mcp_client.cases.client_case import (
    RPC,
    answer,
    event,
    invalid,
    lines_case,
    notification,
    refusal,
    request,
)
from hanzo_reference.spec.cases import Case

MESSAGES = f"MCP 2025-11-25, Base protocol; {RPC} §4, §5"
LARGEST = 9007199254740991
INVALID = -32600
ABSENT = object()


def _with(message: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """The message with other members, those left out that are ABSENT."""
    members = {**message, **changed}
    return {name: value for name, value in members.items() if value is not ABSENT}


def _case(slug: str, shows: str, requirements: str, value: Any, expected: dict[str, Any]) -> Case:
    line = value if isinstance(value, str) else json.dumps(value)
    return lines_case(
        slug, shows, requirements, "message-shape", chunks=[f"{line}\n"], events=[expected],
        anchor=MESSAGES,
    )  # fmt: skip


def cases() -> Iterator[Case]:
    """Ids, then each kind, then what is none."""
    yield from _ids()
    yield from _asking()
    yield from _results()
    yield from _errors()
    yield from _others()


def _ids() -> Iterator[Case]:
    for slug, spelt, value in (
        ("text", '"a"', "a"), ("empty", '""', ""), ("digits", '"1"', "1"), ("zero", "0", 0),
        ("negative", "-7", -7), ("largest", str(LARGEST), LARGEST),
        ("smallest", str(-LARGEST), -LARGEST), ("fraction-of-nothing", "1.0", 1),
        ("exponent", "12e1", 120), ("negative-exponent", "50e-1", 5),
    ):  # fmt: skip
        line = f'{{"jsonrpc":"2.0","id":{spelt},"method":"ping"}}'
        yield _case(
            f"id-{slug}", f"An id may be {spelt}", "MCPC-9", line, event("request", request(value))
        )
        wrong = f'{{"jsonrpc":"1.0","id":{spelt},"method":"ping"}}'
        yield _case(
            f"id-{slug}-of-what-is-invalid", f"What is invalid tells its id {spelt}",
            "MCPC-8 MCPC-9 MCPC-10", wrong, invalid(INVALID, value),
        )  # fmt: skip
    for slug, spelt in (
        ("half", "0.5"), ("too-large", "9007199254740992"), ("too-small", "-9007199254740992"),
        ("much-too-large", "1e300"), ("true", "true"), ("list", '["a"]'), ("object", '{"a":1}'),
    ):  # fmt: skip
        line = f'{{"jsonrpc":"2.0","id":{spelt},"method":"ping"}}'
        yield _case(f"id-{slug}", f"An id is not {spelt}", "MCPC-8 MCPC-9", line, invalid(INVALID))


def _asking() -> Iterator[Case]:
    asked, told = request("a", "m"), notification("m")
    for slug, message, expected, shows in (
        ("request-with-params", _with(asked, params={"a": [1]}), "request", "A request with params"),
        ("request-with-empty-params", _with(asked, params={}), "request", "Params may be empty"),
        ("request-without-a-name", _with(asked, method=""), "request", "A method may be empty"),
        ("request-with-result", _with(asked, result={}, error=7), "request",
         "A result beside a method means nothing"),
        ("notification-with-params", _with(told, params={"a": 1}), "notification",
         "A notification with params"),
        ("notification-with-error", _with(told, error=None), "notification",
         "An error beside a method means nothing"),
        ("further-members", _with(told, extra=[True], ID=1), "notification",
         "Further members mean nothing and are kept"),
        ("request-with-prototype", json.loads('{"jsonrpc":"2.0","id":"a","method":"m",'
         '"params":{"__proto__":{"x":1},"constructor":2,"10":3}}'), "request",
         "Names that some languages know are names as any other"),
        ("request-with-id-null", _with(asked, id=None), None, "An id is never null in a request"),
        ("method-null", _with(asked, method=None, result={}), None,
         "A method that is null is no method, and not the absence of one"),
        ("method-number", _with(told, method=1), None, "A method is text"),
        ("params-list", _with(asked, params=[1]), None, "Params are no list in MCP"),
        ("params-null", _with(asked, params=None), None, "Params are not null"),
        ("params-of-a-notification", _with(told, params="x"), None, "Nor text"),
    ):  # fmt: skip
        what = event(expected, message) if expected else invalid(INVALID, _id_of(message))
        yield _case(slug, shows, "MCPC-11 MCPC-14" if expected else "MCPC-11 MCPC-8", message, what)


def _results() -> Iterator[Case]:
    given = answer("a", {"x": None})
    for slug, message, valid, shows in (
        ("result", given, True, "A result"),
        ("result-of-a-number", _with(given, id=3), True, "The result of a request with a number"),
        ("result-with-params", _with(given, params=[1]), True, "Params of a result mean nothing"),
        ("result-without-id", _with(given, id=ABSENT), False, "A result has an id"),
        ("result-with-id-null", _with(given, id=None), False, "A result's id is not null"),
        ("result-null", _with(given, result=None), False, "A result is an object, not null"),
        ("result-list", _with(given, result=[]), False, "A result is no list"),
        ("result-and-error", _with(given, error=refusal("a")["error"]), False, "Not both"),
        ("result-and-error-null", _with(given, error=None), False, "Not both, even as null"),
        ("neither-result-nor-error", _with(given, result=ABSENT), False, "One of the two"),
    ):
        what = event("result", message) if valid else invalid(INVALID, _id_of(message))
        yield _case(slug, shows, "MCPC-12" if valid else "MCPC-12 MCPC-8", message, what)


def _errors() -> Iterator[Case]:
    given = refusal("a", -32601, "Method not found")
    for slug, message, valid, shows in (
        ("error", given, True, "An error"),
        ("error-with-data", refusal("a", 1, "", data=None), True, "Data may be anything"),
        ("error-without-id", _with(given, id=ABSENT), True, "An error may lack its id"),
        ("error-with-id-null", _with(given, id=None), True, "An error's id may be null"),
        ("error-with-whole-fraction", refusal("a", -32000.0), True, "A code may be spelt so"),
        ("error-with-bad-id", _with(given, id=0.5), False, "An error's id is one, if it is there"),
        ("error-null", _with(given, error=None), False, "An error is an object"),
        ("error-text", _with(given, error="no"), False, "An error is not its message"),
        ("error-without-code", _with(given, error={"message": "no"}), False, "It has a code"),
        ("error-with-half-a-code", refusal("a", 0.5), False, "The code is a whole number"),
        ("error-with-text-code", refusal("a", "-1"), False, "The code is no text"),
        ("error-with-true-code", refusal("a", True), False, "The code is not true"),
        ("error-without-message", _with(given, error={"code": 1}), False, "It has a message"),
        ("error-with-null-message", refusal("a", 1, None), False, "The message is text"),
    ):
        what = event("error", message) if valid else invalid(INVALID, _id_of(message))
        yield _case(slug, shows, "MCPC-13" if valid else "MCPC-13 MCPC-8", message, what)


def _others() -> Iterator[Case]:
    asked = request("a", "m")
    for slug, value, expected, shows in (
        ("batch", [asked, asked], None, "A list of messages is none"),
        ("empty-batch", [], None, "Nor is an empty list"),
        ("text", "ping", None, "Text is no message"),
        ("null", None, None, "Null is no message"),
        ("number", 7, None, "A number is no message"),
        ("empty-object", {}, None, "Nor is an empty object"),
        ("jsonrpc-absent", _with(asked, jsonrpc=ABSENT), "a", "The version is there"),
        ("jsonrpc-number", _with(asked, jsonrpc=2.0), "a", "The version is text"),
        ("jsonrpc-longer", _with(asked, jsonrpc="2.0.0"), "a", "The version is 2.0"),
    ):
        rules = "MCPC-8 MCPC-10" if slug.startswith("jsonrpc") else "MCPC-8 MCPC-14"
        line = json.dumps(value)
        yield _case(slug, shows, rules, line, invalid(INVALID, expected))


def _id_of(message: dict[str, Any]) -> Any:
    return message.get("id") if message.get("id") != 0.5 else None
