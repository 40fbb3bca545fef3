"""The test cases that HIP-0300 names, for every tool that they hold for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hanzo_reference.spec.cases import Case, Step, result
from hanzo_reference.tools.case_words import answered, asked, at, call, from_step, refused, tree

NAMED = "HIP-0300, Test Cases"
CURSOR = {"/meta/paging/cursor": {"type": "string", "minLength": 1}}
# By tool, the actions of the tables of HIP-0300.
ACTIONS: Mapping[str, Sequence[str]] = {
    "ws": ("detect", "capabilities"),
    "fs": (
        "read", "write", "stat", "list", "mkdir", "rm", "apply_patch", "search_text", "diff",
    ),
    "code": (
        "definition", "references", "rename", "format", "diagnostics", "search_symbol", "hover",
        "completion",
    ),
    "proc": ("exec", "ps", "kill", "logs"),
    "test": ("list", "run", "status"),
    "vcs": ("status", "diff", "apply", "commit", "branch", "checkout", "log"),
    "net": ("request", "download", "open"),
    "ui": ("click", "type", "screenshot", "focus", "record", "stop", "session"),
}  # fmt: skip


def named_cases() -> Iterator[Case]:
    """help, schema, unknown action, base_hash conflict, paging, composability."""
    yield from _every_tool()
    yield from _named_by_the_hip()
    yield from _saying_of_themselves()


def _afterwards(files: Mapping[str, Any]) -> dict[str, Any]:
    return dict(tree(files)["files"])


def _every_tool() -> Iterator[Case]:
    for tool, actions in ACTIONS.items():
        named = {"type": "object", "required": sorted(actions)}
        yield Case(
            f"help-action-{tool}",
            f"help of {tool} is a manual with every action of the HIP",
            ["WS-6"],
            *asked(tool, "help"),
            where={
                "/data": {
                    "type": "object",
                    "required": ["actions", "text"],
                    "properties": {
                        "actions": named,
                        "text": {"type": "string", "pattern": f"^# {tool}\n[\\s\\S]*{actions[-1]}"},
                    },
                }
            },
            expected=answered(tool, "help", {}, backend=_backend(tool)),
            anchor=NAMED,
            workspace={},
        )
        schema = {
            "type": "object",
            "required": ["type", "additionalProperties"],
            "properties": {"type": {"const": "object"}, "additionalProperties": {"const": False}},
        }
        yield Case(
            f"schema-action-{tool}",
            f"schema of {tool} has a closed JSON Schema for every action of the HIP",
            ["WS-7"],
            *asked(tool, "schema"),
            where={
                "/data": {
                    "type": "object",
                    "required": ["schemas"],
                    "properties": {"schemas": {**named, "additionalProperties": schema}},
                }
            },
            expected=answered(tool, "schema", {}, backend=_backend(tool)),
            anchor=NAMED,
            workspace={},
        )
        available = sorted({*actions, "help", "schema", "status"})
        yield Case(
            f"unknown-action-{tool}",
            f"{tool} names its actions when it is asked for one that it does not have",
            ["WS-8"],
            *asked(tool, "teleport", x=1),
            expected=refused(tool, "teleport", "UNKNOWN_ACTION", {"available": available}),
            anchor=NAMED,
            workspace={},
        )


def _backend(tool: str) -> str | None:
    return "git" if tool == "vcs" else None


def _named_by_the_hip() -> Iterator[Case]:
    patch = "--- a\n+++ b\n@@ -1 +1 @@\n-hello\n+goodbye\n"
    uri = at("hello.txt")
    yield Case(
        slug="base-hash-conflict",
        description="A file that changed between read and patch is left as it is",
        requirements=["WS-9"],
        steps=[
            call("fs", "read", uri=uri),
            Step(
                *asked(
                    "fs", "apply_patch", uri=uri, patch=patch, base_hash=from_step(0, "/data/hash")
                ),
                before={"hello.txt": {"text": "changed\n"}},
                expected=refused(
                    "fs", "apply_patch", "CONFLICT",
                    {
                        # printf 'hello\n' | sha256sum; printf 'changed\n' | sha256sum
                        "expected": "sha256:5891b5b522d5df086d0ff0b110fbd9d2"
                        "1bb4fc7163af34d08286a2e846f6be03",
                        "actual": "sha256:7f8b1dfc466b6249f06cbe55c9174df2"
                        "578e7754da793fded244ef5cba2a38f1",
                    },
                ),
            ),
        ],
        anchor=NAMED,
        flags=["interpretation"],
        workspace=tree({"hello.txt": "hello\n"}),
        after={"files": {"hello.txt": {"text": "changed\n"}}},
    )  # fmt: skip
    names = [f"f{number}.txt" for number in range(5)]
    listed = {"uri": at(""), "limit": 2}
    yield Case(
        slug="paging",
        description="Pages of a list together are the list, and the last one says so",
        requirements=["WS-10"],
        # A cursor is made of the URI that was asked for, too, and so of the workspace's place.
        steps=[
            replace(call("fs", "list", **listed), where=CURSOR),
            replace(
                call("fs", "list", **listed, cursor=from_step(0, "/meta/paging/cursor")),
                where=CURSOR,
            ),
            replace(
                call("fs", "list", **listed, cursor=from_step(1, "/meta/paging/cursor")),
                expected=answered(
                    "fs", "list", {"entries": [{"uri": at("f4.txt"), "type": "file", "size": 1}]}
                ),
            ),
            call("fs", "list", uri=at("")),
        ],
        anchor=NAMED,
        flags=["interpretation"],
        workspace=tree(dict.fromkeys(names, "x")),
    )
    yield Case(
        slug="composability",
        description="Search, read, patch and diff hand on what they answer",
        requirements=["WS-11"],
        steps=[
            call("fs", "search_text", pattern="error"),
            call("fs", "read", uri=from_step(0, "/data/matches/0/uri")),
            call(
                "fs", "apply_patch", uri=from_step(0, "/data/matches/0/uri"),
                base_hash=from_step(1, "/data/hash"),
                patch="--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n one = 1\n-error = 2\n+fine = 2\n",
            ),
            replace(
                call("fs", "stat", uri=from_step(2, "/data/uri")),
                where={"/data/mtime": {"type": "integer"}},
                expected=answered(
                    "fs",
                    "stat",
                    {
                        "uri": at("src/a.py"),
                        "type": "file",
                        "size": 17,
                        # printf 'one = 1\nfine = 2\n' | sha256sum
                        "hash": "sha256:55737e6d5301c4d4e1af22fee1d9967e"
                        "e411e147cff0e9fff00b10d986efb956",
                        "mtime": 0,
                    },
                ),
            ),
            call("vcs", "diff"),
        ],
        anchor=NAMED,
        flags=["interpretation"],
        workspace={**tree({"src/a.py": "one = 1\nerror = 2\n", "b.py": "two = 2\n"}), "git": True},
        after={"files": _afterwards({"src/a.py": "one = 1\nfine = 2\n", "b.py": "two = 2\n"})},
    )  # fmt: skip


def _saying_of_themselves() -> Iterator[Case]:
    open_ = {"/data": {"type": "object", "required": ["uri", "size"]}}
    available = ["capabilities", "detect", "help", "schema", "status"]
    nothing: dict[str, Any] = {}
    for mode in ("inspect", "apply", "verify", "ship"):
        for slug, (operation, given), expected, where in (
            ("action", asked("fs", "stat", uri=at("a.txt")),
             answered("fs", "stat", nothing), open_),
            ("help", asked("ws", "help"), answered("ws", "help", nothing),
             {"/data": {"type": "object", "required": ["text"]}}),
            ("unknown-action", asked("ws", "detekt"),
             refused("ws", "detekt", "UNKNOWN_ACTION", {"available": available}), nothing),
            ("refusal", asked("fs", "read", uri=at("b.txt")),
             refused("fs", "read", "NOT_FOUND", {"uri": at("b.txt")}), nothing),
        ):  # fmt: skip
            envelope = expected["result"]
            meta = {**envelope["meta"], "trace_id": f"t-{mode}", "intent": mode}
            yield Case(
                f"intent-{mode}-of-{slug}", "A call's mode and trace stand in its answer",
                ["WS-22"], operation, {**given, "trace_id": f"t-{mode}", "intent": mode},
                expected=result({**envelope, "meta": meta}), where=where, anchor=NAMED,
                workspace=tree({"a.txt": "x"}),
            )  # fmt: skip
