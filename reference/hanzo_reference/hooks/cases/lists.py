"""Cases of lists of hooks: which are refused, and for which member of which hook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §9"
GOOD = {"event": "pre_tool_use", "command": "true", "tool_pattern": "*"}


def hook(**members: Any) -> dict[str, Any]:
    """A hook that is right but for these members; ``...`` leaves one out."""
    return {name: value for name, value in {**GOOD, **members}.items() if value is not ...}


def _select(
    slug: str,
    description: str,
    requirements: str,
    hooks: list[dict[str, Any]],
    expected: dict[str, Any],
    *flags: str,
    event: str = "pre_tool_use",
    tool_name: str = "fs.write",
) -> Case:
    return Case(
        slug, description, requirements.split(), "select",
        {"hooks": hooks, "event": event, "tool_name": tool_name},
        flags=flags, expected=expected, anchor=HIP,
    )  # fmt: skip


def _refused(index: int, member: str) -> dict[str, Any]:
    return error("INVALID_HOOK", {"index": index, "member": member})


def cases() -> Iterator[Case]:
    """Members one by one, then lists."""
    yield from _events()
    yield from _texts()
    yield from _timeouts()
    yield from _order()


def _events() -> Iterator[Case]:
    for word, value in (
        ("camel-case", "PreToolUse"), ("upper-case", "PRE_TOOL_USE"), ("with-a-blank", "pre_tool_use "),
        ("empty", ""), ("null", None), ("number", 1), ("list", ["pre_tool_use"]),
    ):  # fmt: skip
        yield _select(
            f"hook-event-{word}", f"{value!r} is no event of a hook", "HOOK-2",
            [hook(event=value)], _refused(0, "event"),
        )  # fmt: skip
    yield _select(
        "hook-event-missing", "A hook without an event is refused", "HOOK-8",
        [hook(event=...)], _refused(0, "event"),
    )  # fmt: skip
    yield _select(
        "hook-event-of-the-other-kind", "The other event is right, and is not asked", "HOOK-2 HOOK-11",
        [hook(event="post_tool_use"), hook()], result({"matching": [1]}),
    )  # fmt: skip


def _texts() -> Iterator[Case]:
    for member, requirement in (("command", "HOOK-3"), ("tool_pattern", "HOOK-5")):
        name = member.replace("_", "-")
        for word, value in (("null", None), ("number", 0), ("list", ["true"]), ("boolean", False)):
            yield _select(
                f"hook-{name}-{word}", f"{value!r} is no {member}", requirement,
                [hook(**{member: value})], _refused(0, member),
            )  # fmt: skip
        yield _select(
            f"hook-{name}-missing", f"A hook without a {member} is refused", "HOOK-8",
            [hook(**{member: ...})], _refused(0, member),
        )  # fmt: skip
    yield _select(
        "hook-command-with-nul", "A command with a NUL is refused, wherever that stands", "HOOK-3",
        [hook(command="true\0")], _refused(0, "command"),
    )  # fmt: skip
    yield _select(
        "hook-command-empty", "An empty command is a command", "HOOK-4",
        [hook(tool_pattern="net.*"), hook(command="")], result({"matching": [1]}),
    )  # fmt: skip
    yield _select(
        "hook-pattern-empty", "An empty pattern is one, and covers the empty name alone", "HOOK-5",
        [hook(), hook(tool_pattern="")], result({"matching": [0, 1]}), tool_name="",
    )  # fmt: skip
    yield _select(
        "hook-pattern-with-nul", "A pattern may have any code point", "HOOK-5 HOOK-12",
        [hook(tool_pattern="a\0*"), hook(tool_pattern="a")], result({"matching": [0]}),
        tool_name="a\0b",
    )  # fmt: skip


def _timeouts() -> Iterator[Case]:
    for word, value in (
        ("zero", 0), ("negative", -1), ("too-long", 600_001), ("text", "5000"), ("true", True),
        ("list", [1]), ("huge", 9_007_199_254_740_991),
        ("fraction", 1.5),
    ):  # fmt: skip
        yield _select(
            f"hook-timeout-{word}", f"{value!r} is no timeout_ms", "HOOK-6",
            [hook(timeout_ms=value)], _refused(0, "timeout_ms"), "late-judgement",
        )  # fmt: skip
    for word, value in (("shortest", 1), ("longest", 600_000)):
        yield _select(
            f"hook-timeout-{word}", f"{value} ms is a time that a hook may have", "HOOK-6",
            [hook(event="post_tool_use"), hook(timeout_ms=value), hook()],
            result({"matching": [1, 2]}),
        )  # fmt: skip
    yield _select(
        "hook-timeout-null", "A timeout_ms of null is no mistake", "HOOK-7",
        [hook(timeout_ms=None), hook(event="post_tool_use"), hook()],
        result({"matching": [0, 2]}),
    )  # fmt: skip


def _order() -> Iterator[Case]:
    yield _select(
        "first-bad-hook-by-index", "Of two hooks that are ill-formed the first is reported",
        "HOOK-1", [hook(), hook(timeout_ms=0), hook(event="x")], _refused(1, "timeout_ms"),
    )  # fmt: skip
    order = ("event", "command", "tool_pattern", "timeout_ms")
    for start in range(len(order)):
        bad = dict.fromkeys(order[start:], 0)
        yield _select(
            f"first-bad-member-is-{order[start].replace('_', '-')}",
            f"Of the members from {order[start]} on, all ill-formed, that one is reported",
            "HOOK-1", [hook(), hook(**dict(reversed(bad.items())))], _refused(1, order[start]),
        )  # fmt: skip
    yield _select(
        "bad-hook-that-is-not-asked", "A hook of the other event and another tool is judged, too",
        "HOOK-1", [hook(), hook(event="post_tool_use", tool_pattern="net.*", timeout_ms=-5)],
        _refused(1, "timeout_ms"), "late-judgement",
    )  # fmt: skip
    yield _select(
        "bad-hook-before-bad-event", "The hooks are judged before the event of the call", "HOOK-10",
        [hook(), hook(), hook(command=None)], _refused(2, "command"), event="stop",
    )  # fmt: skip
    yield _select(
        "other-members-of-a-hook", "Members that hooks do not have mean nothing", "HOOK-9",
        [hook(tool_pattern="net.*"), hook(tool_pattern="net.*"), hook(name=7, enabled=False)],
        result({"matching": [2]}),
    )  # fmt: skip
