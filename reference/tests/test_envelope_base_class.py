"""The base class by the names of HIP-0300: registering, calling, failing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hanzo_reference.envelope import Outcome, check, success
from hanzo_reference.tools.unified_tool_base import BaseTool, ConflictError, UnifiedToolBase

READ = {"description": "Reads.", "properties": {"uri": {"type": "string"}}, "required": ["uri"]}


class Files(UnifiedToolBase):
    """A tool as the HIP writes one."""

    name = "fs"

    def __init__(self) -> None:
        super().__init__()

        @self.action("read", schema=READ)
        async def read(ctx: Any, uri: str) -> dict[str, Any]:
            await asyncio.sleep(0)
            return {"ctx": ctx, "uri": uri}

        @self.action("patch")
        async def patch(ctx: Any, **params: Any) -> None:
            del ctx, params
            raise ConflictError("base_hash mismatch", {"expected": "a", "code": "b"})

        @self.action("list")
        async def entries(ctx: Any) -> Outcome:
            del ctx
            return Outcome([1], paging={"cursor": "c", "more": True})

        @self.action("break")
        async def broken(ctx: Any) -> None:
            del ctx
            raise ValueError("broken")


def called(action: str | None = None, **params: Any) -> dict[str, Any]:
    tool = Files()
    given = {} if action is None else {"action": action}
    return asyncio.run(tool.call("here", **given, **params))


def test_a_handler_is_awaited_with_the_context_and_the_parameters() -> None:
    assert called("read", uri="a") == success("fs", "read", {"ctx": "here", "uri": "a"})


def test_a_call_without_an_action_is_one_of_help() -> None:
    assert set(called()["data"]["actions"]) == {"break", "list", "patch", "read"}
    assert called("schema")["data"]["schemas"]["read"]["required"] == ["uri"]


def test_pages_are_told() -> None:
    assert called("list")["meta"]["paging"] == {"cursor": "c", "more": True}


@pytest.mark.parametrize(
    ("action", "params", "code", "details"),
    [
        ("patch", {"anything": 1}, "CONFLICT", {"expected": "a", "code": "b"}),
        ("break", {}, "ERROR", {}),
        ("read", {}, "INVALID_PARAMS", {"violations": [{"pointer": "/uri", "rule": "required"}]}),
        ("raed", {}, "UNKNOWN_ACTION", {"available": [
            "break", "help", "list", "patch", "read", "schema", "status"]}),
    ],
)  # fmt: skip
def test_what_fails_is_an_envelope(
    action: str, params: dict[str, Any], code: str, details: dict[str, Any]
) -> None:
    answer = called(action, **params)
    assert check(answer) == []
    assert (answer["error"]["code"], answer["error"]["details"]) == (code, details)


def test_a_base_tool_says_how_it_is_called() -> None:
    assert issubclass(UnifiedToolBase, BaseTool)
    with pytest.raises(TypeError):
        BaseTool()  # type: ignore[abstract]
