"""Cases of what a hook is given: variables and input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0301 §9 (environment)"
RFC = "RFC 8785 §3.2"
LINUX = "execve(2), E2BIG; HIP-0301 §9"
NAME, INPUT = "HANZO_TOOL_NAME", "HANZO_TOOL_INPUT"
SESSION, OUTPUT = "HANZO_SESSION_ID", "HANZO_TOOL_OUTPUT"
BEFORE = {"event": "pre_tool_use", "tool_name": "fs.read", "input": {}, "session_id": "s-1"}
TOLD = '{"event":"pre_tool_use","input":{},"session_id":"s-1","tool_name":"fs.read"}\n'
LIMIT = 65536


def _done(output: str, problem: str | None = None) -> dict[str, Any]:
    return {"output": output, "error": problem, "is_error": problem is not None}


def _prepare(
    slug: str,
    description: str,
    requirements: str,
    given: Mapping[str, Any],
    expected: Mapping[str, Any],
    *flags: str,
    anchor: str = HIP,
) -> Case:
    asked = {**BEFORE, "parent": {}, **given}
    return Case(
        slug, description, requirements.split(), "prepare", asked, flags=flags,
        expected=expected, anchor=anchor,
    )  # fmt: skip


def _given(stdin: str, env: Mapping[str, str]) -> dict[str, Any]:
    usual = {NAME: "fs.read", INPUT: "{}", SESSION: "s-1"}
    return result({"env": {**usual, **env}, "stdin": stdin})


def cases() -> Iterator[Case]:
    """Every preparation."""
    yield from _plain()
    yield from _inputs()
    yield from _parents()
    yield from _limits()
    yield from _refusals()


def _plain() -> Iterator[Case]:
    yield _prepare(
        "before-a-tool", "Three variables, and an object of four members", "HOOK-18 HOOK-20 HOOK-22",
        {"tool_name": "mcp__a__b", "session_id": "s 7", "input": {"path": "a.txt"}},
        _given(
            '{"event":"pre_tool_use","input":{"path":"a.txt"},"session_id":"s 7",'
            '"tool_name":"mcp__a__b"}\n',
            {NAME: "mcp__a__b", SESSION: "s 7", INPUT: '{"path":"a.txt"}'},
        ),
    )  # fmt: skip
    yield _prepare(
        "after-a-tool", "The result stands beside the four members, its output in a variable, too",
        "HOOK-21 HOOK-23",
        {"event": "post_tool_use", "result": _done("two\nlines", None)},
        _given(
            '{"error":null,"event":"post_tool_use","input":{},"is_error":false,'
            '"output":"two\\nlines","session_id":"s-1","tool_name":"fs.read"}\n',
            {OUTPUT: "two\nlines"},
        ),
    )  # fmt: skip
    yield _prepare(
        "after-a-failure", "The error of a result is told in the input, its output in the variable",
        "HOOK-21 HOOK-23", {"event": "post_tool_use", "result": _done("", "gone")},
        _given(
            '{"error":"gone","event":"post_tool_use","input":{},"is_error":true,"output":"",'
            '"session_id":"s-1","tool_name":"fs.read"}\n',
            {OUTPUT: ""},
        ),
    )  # fmt: skip
    yield _prepare(
        "null-result-before-a-tool", "A result of null is none", "HOOK-14",
        {"result": None, "tool_name": "a"}, _given(TOLD.replace("fs.read", "a"), {NAME: "a"}),
    )  # fmt: skip
    yield _prepare(
        "empty-names", "Empty names are names", "HOOK-18 HOOK-20",
        {"tool_name": "", "session_id": ""},
        _given(
            '{"event":"pre_tool_use","input":{},"session_id":"","tool_name":""}\n',
            {NAME: "", SESSION: ""},
        ),
    )  # fmt: skip


def _inputs() -> Iterator[Case]:
    for word, value, text, flags in (
        ("quotes", {"a": "it's \"so\"", "b": "\\"}, '{"a":"it\'s \\"so\\"","b":"\\\\"}', []),
        ("shell", {"a": "$(rm -rf ~) `id` ${HOME}; &"}, '{"a":"$(rm -rf ~) `id` ${HOME}; &"}', []),
        ("line-ends", {"a": "x\ny\r\n", "b": "\t"}, '{"a":"x\\ny\\r\\n","b":"\\t"}', []),
        ("nul", {"a": "x\0y"}, '{"a":"x\\u0000y"}', []),
        ("other-scripts", {"雪": "é😀\u2028"}, '{"雪":"é😀\u2028"}', []),
        ("order", {"b": 1, "a": 2, "😀": 3, "\ufb33": 4}, '{"a":2,"b":1,"😀":3,"\ufb33":4}', []),
        ("nested", {"a": [{"d": None, "c": True}, []]}, '{"a":[{"c":true,"d":null},[]]}', []),
        ("prototype", {"__proto__": {"x": 1}, "constructor": ""},
         '{"__proto__":{"x":1},"constructor":""}', ["prototype"]),
    ):  # fmt: skip
        yield _prepare(
            f"input-with-{word}", f"An input with {word.replace('-', ' ')} as canonical JSON",
            "HOOK-19 HOOK-22", {"input": value},
            _given(TOLD.replace('"input":{}', f'"input":{text}'), {INPUT: text}),
            "not-canonical", *flags, anchor=RFC,
        )  # fmt: skip


def _parents() -> Iterator[Case]:
    yield _prepare(
        "parent-is-passed-on", "What the parent has, its children have", "HOOK-16",
        {"parent": {"PATH": "/bin", "API_KEY": "k", "EMPTY": "", "a b": "=x\n"}},
        _given(TOLD, {"PATH": "/bin", "API_KEY": "k", "EMPTY": "", "a b": "=x\n"}),
    )  # fmt: skip
    yield _prepare(
        "parent-is-a-hook", "What an outer agent told its hook is not told again", "HOOK-17",
        {
            "parent": {
                NAME: "proc.exec", OUTPUT: "secret", SESSION: "outer", "HANZO_TOOL_": "x",
                f"{OUTPUT}_TRUNCATED": "1", f"{SESSION}_TRUNCATED": "1", "HANZO_SESSION_IDS": "y",
                "HOME": "/h",
            }
        },
        _given(TOLD, {"HOME": "/h"}), "environment-leak",
    )  # fmt: skip
    near = {"HANZO_TOOL": "1", "hanzo_tool_name": "2", "HANZO_SESSION": "3", "X_HANZO_TOOL_A": "4",
            "Hanzo_Session_Id": "5", "HANZO_TOOLS": "6", "HANZO_SESSION_IX": "7"}  # fmt: skip
    yield _prepare(
        "parent-with-names-like-ours", "Names that only look like ours stay", "HOOK-17",
        {"parent": near}, _given(TOLD, near),
    )  # fmt: skip
    yield _prepare(
        "parent-with-an-output-before-the-tool", "Before the tool there is no output, whoever had one",
        "HOOK-21 HOOK-17", {"parent": {OUTPUT: "old"}, "session_id": "s-2"},
        _given(TOLD.replace("s-1", "s-2"), {SESSION: "s-2"}), "environment-leak",
    )  # fmt: skip
    yield _prepare(
        "parent-with-a-long-variable", "The limit is for the four, not for what the parent has",
        "HOOK-24", {"parent": {"LONG": "x" * (LIMIT + 1)}, "session_id": "s-3"},
        _given(TOLD.replace("s-1", "s-3"), {SESSION: "s-3", "LONG": "x" * (LIMIT + 1)}), "limit",
    )  # fmt: skip


def _limits() -> Iterator[Case]:
    longest = "n" * LIMIT
    yield _prepare(
        "longest-name", "A value of 65536 bytes is told", "HOOK-24",
        {"tool_name": longest}, _given(TOLD.replace("fs.read", longest), {NAME: longest}), "limit",
        anchor=LINUX,
    )  # fmt: skip
    yield _prepare(
        "name-too-long", "A name of 65537 bytes is only in the input", "HOOK-24 HOOK-26",
        {"tool_name": longest + "n"},
        _given(TOLD.replace("fs.read", longest + "n"), {NAME: "", f"{NAME}_TRUNCATED": "1"}),
        "limit", anchor=LINUX,
    )  # fmt: skip
    # 21845 times three bytes is one byte less than the limit.
    session = "雪" * 21845 + "ab"
    yield _prepare(
        "session-too-long-in-bytes", "Bytes are counted: 21847 code points are 65537 of them",
        "HOOK-24 HOOK-26", {"session_id": session},
        _given(TOLD.replace("s-1", session), {SESSION: "", f"{SESSION}_TRUNCATED": "1"}),
        "limit", anchor=LINUX,
    )  # fmt: skip
    # Its canonical JSON is eight bytes longer.
    text = "x" * (LIMIT - 7)
    yield _prepare(
        "input-too-long", "An input whose JSON has 65537 bytes is told in the input alone",
        "HOOK-24 HOOK-26", {"input": {"a": text}},
        _given(
            TOLD.replace('"input":{}', f'"input":{{"a":"{text}"}}'),
            {INPUT: "", f"{INPUT}_TRUNCATED": "1"},
        ),
        "limit", anchor=LINUX,
    )  # fmt: skip
    yield _prepare(
        "output-too-long", "An output of 65537 bytes is told in the input alone", "HOOK-24 HOOK-26",
        {"event": "post_tool_use", "result": _done("o" * (LIMIT + 1))},
        _given(
            '{"error":null,"event":"post_tool_use","input":{},"is_error":false,"output":"'
            + "o" * (LIMIT + 1)
            + '","session_id":"s-1","tool_name":"fs.read"}\n',
            {OUTPUT: "", f"{OUTPUT}_TRUNCATED": "1"},
        ),
        "limit", anchor=LINUX,
    )  # fmt: skip
    yield _prepare(
        "output-with-nul", "An output with a NUL is told in the input alone", "HOOK-25 HOOK-26",
        {"event": "post_tool_use", "result": _done("a\0b")},
        _given(
            '{"error":null,"event":"post_tool_use","input":{},"is_error":false,'
            '"output":"a\\u0000b","session_id":"s-1","tool_name":"fs.read"}\n',
            {OUTPUT: "", f"{OUTPUT}_TRUNCATED": "1"},
        ),
        anchor="POSIX.1-2017 XBD §8.1",
    )  # fmt: skip


def _refusals() -> Iterator[Case]:
    for word, given, requirement in (
        ("event-that-is-none", {"event": "pre_tool"}, "HOOK-10"),
        ("result-before-the-tool", {"result": _done("x")}, "HOOK-14"),
        ("no-result-after-the-tool", {"event": "post_tool_use"}, "HOOK-14"),
        ("null-result-after-the-tool", {"event": "post_tool_use", "result": None}, "HOOK-14"),
        ("name-with-nul", {"tool_name": "fs.read\0"}, "HOOK-15"),
        ("session-with-nul", {"session_id": "\0"}, "HOOK-15"),
    ):
        yield _prepare(
            word, f"{word.replace('-', ' ').capitalize()} is refused", requirement, given,
            error("INVALID_CALL"),
        )  # fmt: skip
