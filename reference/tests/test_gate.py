"""The gate: a truth table from its rules, random conversations, and what nobody may change."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hanzo_reference.gate import (
    DOMAIN,
    AgentLoop,
    Allow,
    Budget,
    Cancelled,
    ContentDelta,
    Conversation,
    Deny,
    Escalate,
    Gate,
    InvalidLimit,
    MessageStop,
    Passage,
    StreamError,
    ToolUse,
    route,
)
from hanzo_reference.gate import inputs as gate_inputs
from hanzo_reference.hook_runs import HookRunner
from hanzo_reference.hooks import HookConfig, ToolResult
from hanzo_reference.permissions import PermissionMode, PermissionPolicy, PermissionRule
from hanzo_reference.session import SessionCompactor
from hanzo_reference.session.message import check_messages
from hanzo_reference.spec.calls import answer

OPEN = PermissionPolicy([PermissionRule("*", PermissionMode.ALLOW)])


class Tool:
    """A tool that says what it got, after it has changed it."""

    def __init__(self, raises: BaseException | None = None) -> None:
        self.got: list[tuple[str, Any, str]] = []
        self._raises = raises

    async def execute(
        self, name: str, tool_input: Mapping[str, Any], session_id: str
    ) -> ToolResult:
        self.got.append((name, dict(tool_input), session_id))
        if self._raises is not None:
            raise self._raises
        return ToolResult("done", None, is_error=False)


class Meddler:
    """A prompter and hooks that note what they see, and change whatever they can reach."""

    def __init__(self, *, fails: bool = False) -> None:
        self.seen: list[Any] = []
        self._fails = fails

    def _meddle(self, name: str, tool_input: Any) -> None:
        self.seen.append((name, {**tool_input, "list": list(tool_input["list"])}))
        tool_input["list"].append("changed")
        tool_input["action"] = "read"
        if self._fails:
            raise OSError("not today")

    async def request_permission(self, tool_name: str, tool_input: Mapping[str, Any]) -> Allow:
        self._meddle(tool_name, tool_input)
        return Allow()

    async def run_pre(self, tool_name: str, tool_input: Mapping[str, Any]) -> Any:
        self._meddle(tool_name, tool_input)
        return HookVerdict()

    async def run_post(
        self, tool_name: str, tool_input: Mapping[str, Any], result: ToolResult
    ) -> None:
        assert result.output == "done"
        self._meddle(tool_name, tool_input)


class HookVerdict:
    decision = "allow"
    reason = None


def passed(gate: Gate, name: str, tool_input: Mapping[str, Any]) -> Passage:
    return asyncio.run(gate.call(name, tool_input))


def test_everybody_sees_the_input_as_it_came() -> None:
    tool, meddler = Tool(), Meddler()
    ask = PermissionPolicy([])
    gate = Gate(ask, tool, now_ms=lambda: 0, session_id="s", prompters=[meddler], hooks=meddler)
    given = {"action": "write", "list": ["a"]}
    assert passed(gate, "fs", given).result.output == "done"
    assert meddler.seen == [("fs.write", {"action": "write", "list": ["a"]})] * 3
    assert tool.got == [("fs", {"action": "write", "list": ["a"]}, "s")]
    assert given == {"action": "write", "list": ["a"]}


def test_whoever_fails_to_decide_has_not_allowed() -> None:
    broken = Meddler(fails=True)
    for gate, by, error in (
        (Gate(PermissionPolicy([]), Tool(), now_ms=int, session_id="", prompters=[broken]),
         "prompter", "prompter failed"),
        (Gate(OPEN, Tool(), now_ms=int, session_id="", hooks=broken), "hook", "hook failed"),
    ):  # fmt: skip
        told = passed(gate, "tool", {"list": []})
        assert (told.blocked_by, told.result.error) == (by, error)


def test_a_call_that_the_caller_gives_up_is_not_swallowed() -> None:
    gate = Gate(OPEN, Tool(asyncio.CancelledError()), now_ms=int, session_id="")
    with pytest.raises(asyncio.CancelledError):
        passed(gate, "tool", {})
    told = passed(Gate(OPEN, Tool(Cancelled()), now_ms=int, session_id=""), "tool", {})
    assert (told.cancelled, told.result.error, told.blocked_by) == (True, "cancelled", None)


PROMPTERS = (
    {"type": "allow"},
    {"type": "escalate"},
    {"type": "raise"},
    {"type": "deny", "reason": "no"},
)
PRES = (None, *({"decision": word, "reason": "why"} for word in ("allow", "deny", "error")))
EXECUTES = ({"output": "o", "error": None, "is_error": False}, {"raise": "r"}, {"cancel": True})


def truth(
    mode: str, chain: Sequence[Mapping[str, str]], pre: Any, execute: Any, post: str | None
) -> tuple[str, str | None, str | None]:
    """Who is asked, who blocks, and with which error: from the rules, one after the other."""
    asked = "policy"
    if mode == "deny":
        return asked, "policy", "denied by policy"
    if mode == "prompt":
        if not chain:
            return asked, "prompter", "no prompter available"
        deciding = [place for place, item in enumerate(chain) if item["type"] != "escalate"]
        last = deciding[0] if deciding else len(chain) - 1
        asked += " prompter" * (last + 1)
        kind = chain[last]["type"]
        if kind != "allow":
            words = {"escalate": "nobody decided", "raise": "prompter failed", "deny": "no"}
            return asked, "prompter", words[kind]
    if pre is not None:
        asked += " pre"
        if pre["decision"] != "allow":
            return asked, "hook", "why" if pre["decision"] == "deny" else "hook failed"
    asked += " execute"
    if "cancel" in execute:
        return asked, None, "cancelled"
    return asked + (" post" if post else ""), None, execute.get("raise")


def test_every_combination_is_as_the_truth_table_says() -> None:
    chains = [chain for length in range(4) for chain in itertools.product(PROMPTERS, repeat=length)]
    count = 0
    for mode, chain, pre, execute, post in itertools.product(
        ("allow", "deny", "prompt"), chains, PRES, EXECUTES, (None, "ok", "raise")
    ):
        told = answer(
            DOMAIN,
            "gate.call",
            {
                "call": {"name": "tool", "input": {}},
                "rules": [{"tool_pattern": "*", "mode": mode}],
                "session_id": "s",
                "timestamp_ms": 0,
                "outcomes": {
                    "prompters": list(chain), "pre": pre, "execute": execute, "post": post,
                },
            },
        )["result"]  # fmt: skip
        found = " ".join(told["asked"]), told["blocked_by"], told["result"]["error"]
        assert found == truth(mode, chain, pre, execute, post), (mode, chain, pre, execute, post)
        assert told["audit"]["mode"] == mode
        count += 1
    assert count == 3 * 85 * 4 * 3 * 3


def test_in_random_conversations_each_tool_use_is_answered_in_the_next_message() -> None:
    random = Random(7)  # noqa: S311 - test data, nothing secret
    seen = set()
    for _ in range(4000):
        name, params = gate_inputs.well_formed(random)
        if name != "run":
            continue
        told = answer(DOMAIN, "gate.run", params)
        if "error" in told:
            assert told["error"]["code"] == "INVALID_MESSAGE"
            continue
        done = told["result"]
        seen.add(done["stop"])
        check_messages(done["messages"])
        for place in range(len(done["messages"])):
            message = done["messages"][place]
            if message in params["messages"] or isinstance(message["content"], str):
                continue
            ids = [block["id"] for block in message["content"] if block["type"] == "tool_use"]
            if ids:
                answers = done["messages"][place + 1]["content"]
                assert [block["tool_use_id"] for block in answers] == ids
        assert done["requests"] <= params["max_requests"]
    assert seen == {"end", "error", "limit", "cancelled"}


class Model:
    """A model that says what it was told to, and notes what it was sent."""

    def __init__(self, *streams: Sequence[Any]) -> None:
        self._streams = list(streams)
        self.sent: list[int] = []

    async def send_message(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[str]
    ) -> AsyncIterator[Any]:
        assert list(tools) == ["fs", "tool"]
        self.sent.append(len(messages))
        for event in self._streams.pop(0):
            yield event


def converse(gate: Gate, model: Model, **more: Any) -> Conversation:
    loop = AgentLoop(model, gate, tools=["fs", "tool"], max_requests=5, **more)
    return asyncio.run(loop.run([{"role": "user", "content": "go"}]))


def test_a_conversation_runs_with_real_hooks_and_leaves_its_audit_trail(tmp_path: Path) -> None:
    hooks = HookRunner(
        [HookConfig("pre_tool_use", "grep -q secret && { echo no secrets >&2; exit 2; }; exit 0", "fs.*")],
        workspace=tmp_path, session_id="s", environment=os.environ,
    )  # fmt: skip
    gate = Gate(OPEN, Tool(), now_ms=lambda: 1000, session_id="s", hooks=hooks)
    model = Model(
        [ContentDelta("I "), ContentDelta("look"), ToolUse("1", "fs", {"action": "read"}), MessageStop()],
        [ToolUse("2", "fs", {"action": "read", "path": "secret"}), ToolUse("3", "nope", {}), MessageStop()],
        [ContentDelta("done"), MessageStop()],
    )  # fmt: skip
    trail: list[Mapping[str, Any]] = []
    told = converse(gate, model, log=trail.append)
    assert (told.stop, told.requests, told.blocked) == ("end", 3, ["2"])
    assert model.sent == [1, 3, 5]
    assert [record["tool_name"] for record in trail] == ["fs.read", "fs.read"]
    assert trail[0]["timestamp"] == "1970-01-01T00:00:01.000Z"
    assert told.messages[4]["content"][0]["content"] == "no secrets"
    assert told.messages[4]["content"][1]["content"] == "unknown tool"


def test_a_stream_that_breaks_leaves_its_text() -> None:
    gate = Gate(OPEN, Tool(), now_ms=int, session_id="")
    told = converse(gate, Model([ContentDelta("half"), StreamError("overloaded")]))
    assert (told.stop, told.partial, len(told.messages)) == ("error", "half", 1)


def test_a_budget_asks_who_sums_up_with_the_conversation() -> None:
    asked: list[int] = []

    def summarise(messages: Sequence[Mapping[str, Any]]) -> str:
        asked.append(len(messages))
        return "so far"

    gate = Gate(OPEN, Tool(), now_ms=int, session_id="")
    model = Model([ToolUse("1", "tool", {}), MessageStop()], [MessageStop()])
    converse(gate, model, budget=Budget(SessionCompactor(1000), summarise))
    assert asked == [1, 3]


def test_a_loop_without_requests_is_refused() -> None:
    gate = Gate(OPEN, Tool(), now_ms=int, session_id="")
    with pytest.raises(InvalidLimit):
        AgentLoop(Model(), gate, tools=[], max_requests=0)


def test_prompters_may_escalate_and_deny() -> None:
    class Person:
        def __init__(self, decision: Escalate | Deny) -> None:
            self._decision = decision

        async def request_permission(
            self, tool_name: str, tool_input: Mapping[str, Any]
        ) -> Escalate | Deny:
            assert (tool_name, dict(tool_input)) == ("ws.help", {})
            return self._decision

    chain = [Person(Escalate()), Person(Deny("not here"))]
    gate = Gate(PermissionPolicy([]), Tool(), now_ms=int, session_id="", prompters=chain)
    assert passed(gate, "ws", {}).result == ToolResult("", "not here", is_error=True)


def test_a_route_is_what_the_registry_names() -> None:
    servers = [("my files", ["read"]), ("", ["x"])]
    assert route(servers, "mcp__my_files__read") == ("my files", "read")
    assert route(servers, "fs") is None


def test_the_agent_of_the_readme_runs_and_leaves_its_audit_trail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    readme = Path(__file__).resolve().parents[2] / "README.md"
    block = re.search(r"^```python\n(.*?)^```$", readme.read_text(), re.DOTALL | re.MULTILINE)
    assert block is not None
    exec(compile(block[1], "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 - our own
    *trail, end = capsys.readouterr().out.splitlines()
    assert [line.count("'tool_name': 'fs.write'") for line in trail] == [1, 1, 0]
    assert end == "end 3 ['2', '3'] ['a.txt']"
