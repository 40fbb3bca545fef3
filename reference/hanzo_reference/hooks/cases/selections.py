"""Cases of selections: which hooks of a list a call concerns."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hooks.cases.lists import HIP, hook
from hanzo_reference.spec.cases import Case, error, result

BOTH = [
    hook(tool_pattern="fs.*"),
    hook(event="post_tool_use", tool_pattern="fs.*"),
    hook(tool_pattern="mcp__*__write"),
    hook(event="post_tool_use", tool_pattern="*"),
    hook(tool_pattern="[!f]*"),
    hook(tool_pattern="FS.*"),
]


def cases() -> Iterator[Case]:
    """Every selection."""
    for word, event, tool_name, matching in (
        ("before-a-tool", "pre_tool_use", "fs.write", [0]),
        ("after-a-tool", "post_tool_use", "fs.write", [1, 3]),
        ("before-a-tool-of-a-server", "pre_tool_use", "mcp__a__write", [2, 4]),
        ("after-a-tool-of-a-server", "post_tool_use", "mcp__a__write", [3]),
        ("before-upper-case", "pre_tool_use", "FS.write", [4, 5]),
        ("before-nothing-that-is-named", "pre_tool_use", "f", []),
        ("before-the-empty-name", "pre_tool_use", "", []),
    ):
        yield Case(
            f"asked-{word}", f"{event} of {tool_name!r}", ["HOOK-11", "HOOK-12"], "select",
            {"hooks": BOTH, "event": event, "tool_name": tool_name},
            expected=result({"matching": matching}), anchor=HIP, flags=["index"],
        )  # fmt: skip
    yield Case(
        "asked-in-their-order", "Hooks are asked in the order of the list, twice if they stand twice",
        ["HOOK-13"], "select",
        {"hooks": [hook(command="b"), hook(command="a"), hook(command="b"), hook(timeout_ms=9)],
         "event": "pre_tool_use", "tool_name": "x"},
        expected=result({"matching": [0, 1, 2, 3]}), anchor=HIP,
    )  # fmt: skip
    for word, event in (("other", "session_start"), ("empty", ""), ("upper-case", "Pre_tool_use")):
        yield Case(
            f"call-event-{word}", f"{event!r} is no event of a call", ["HOOK-10"], "select",
            {"hooks": BOTH, "event": event, "tool_name": "fs.write"},
            expected=error("INVALID_CALL"), anchor=HIP,
        )  # fmt: skip
    yield Case(
        "call-event-without-hooks", "The event of a call is judged where there are no hooks, too",
        ["HOOK-10"], "select", {"hooks": [], "event": "pre", "tool_name": "fs.write"},
        expected=error("INVALID_CALL"), anchor=HIP,
    )  # fmt: skip
