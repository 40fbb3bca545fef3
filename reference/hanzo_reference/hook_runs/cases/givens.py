"""Cases of what a hook is given, seen from inside of it."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hook_runs.cases.run_case import behind, denied, hook, run_case
from hanzo_reference.hooks.cases.endings import allowed
from hanzo_reference.spec.cases import Case

TELL = 'printf "%s|%s|%s|%s" "$HANZO_TOOL_NAME" "$HANZO_TOOL_INPUT" "$HANZO_SESSION_ID" \
"${HANZO_TOOL_OUTPUT-none}" >&2; exit 2'
LONG = "x" * 70_000


def cases() -> Iterator[Case]:
    """Variables, then the input."""
    yield from _variables()
    yield from _input()


def _variables() -> Iterator[Case]:
    yield run_case(
        "variables-before-the-tool", "Three variables, and no output", "HOOKRUN-6", [hook(TELL)],
        denied('mcp__a__b|{"n":1,"path":"a"}|s 7|none'),
        given={"tool_name": "mcp__a__b", "input": {"path": "a", "n": 1}, "session_id": "s 7"},
    )  # fmt: skip
    for word, value, text in (
        ("quotes", 'it\'s "so" \\', '{"a":"it\'s \\"so\\" \\\\"}'),
        (
            "commands",
            "$(touch x) `touch y` ${HOME}; touch z",
            '{"a":"$(touch x) `touch y` ${HOME}; touch z"}',
        ),
        ("line-ends", "a\nb\r\n", '{"a":"a\\nb\\r\\n"}'),
        ("other-scripts", "é 雪 😀", '{"a":"é 雪 😀"}'),
        ("percents", "%s %n -n", '{"a":"%s %n -n"}'),
    ):
        yield run_case(
            f"variable-with-{word}", f"{word.replace('-', ' ').capitalize()} are data", "HOOKRUN-6",
            [hook('printf %s "$HANZO_TOOL_INPUT" >&2; exit 2')], denied(text), "shell-quoting",
            given={"input": {"a": value}}, after={},
        )  # fmt: skip
    yield run_case(
        "variable-with-a-prototype", "A member named __proto__ is a member", "HOOKRUN-6",
        [hook('printf %s "$HANZO_TOOL_INPUT" >&2; exit 2')],
        denied('{"__proto__":{"a":1},"toString":2}'),
        given={"input": {"toString": 2, "__proto__": {"a": 1}}},
    )  # fmt: skip
    yield run_case(
        "variables-behind-the-tool", "Behind the tool its output is a variable, too", "HOOKRUN-6",
        [behind('printf %s "$HANZO_TOOL_OUTPUT" > out; exit 1')], allowed(1, [0]),
        given={
            "event": "post_tool_use",
            "result": {"output": "a\n\nb\n", "error": None, "is_error": False},
        },
        after={"out": "a\n\nb\n"},
    )  # fmt: skip
    yield run_case(
        "output-with-nul", "An output with a NUL is only in the input", "HOOKRUN-6 HOOKRUN-7",
        [behind('cat > in; printf "[%s]%s" "$HANZO_TOOL_OUTPUT" "$HANZO_TOOL_OUTPUT_TRUNCATED" > out')],
        allowed(1),
        given={
            "event": "post_tool_use",
            "result": {"output": "a\0b", "error": "bad", "is_error": True},
        },
        after={
            "out": "[]1",
            "in": '{"error":"bad","event":"post_tool_use","input":{},"is_error":true,'
            '"output":"a\\u0000b","session_id":"s-1","tool_name":"fs.write"}\n',
        },
    )  # fmt: skip
    tell = 'printf "%s %s" "${#HANZO_TOOL_NAME}" "${HANZO_TOOL_NAME_TRUNCATED-whole}" >&2; exit 2'
    yield run_case(
        "longest-variable", "A name of 65536 bytes is passed", "HOOKRUN-6", [hook(tell)],
        denied("65536 whole"), given={"tool_name": "n" * 65536},
    )  # fmt: skip
    yield run_case(
        "variable-too-long", "A name of 65537 bytes is said to be too long", "HOOKRUN-6",
        [hook(tell)], denied("0 1"), given={"tool_name": "n" * 65537},
    )  # fmt: skip
    yield run_case(
        "parents-variables", "What the runner has, hooks have", "HOOKRUN-6",
        [hook('test -n "$PATH" && echo there is a path >&2; exit 2')], denied("there is a path"),
    )  # fmt: skip


def _input() -> Iterator[Case]:
    yield run_case(
        "input-to-its-end", "A hook can read its input, which ends", "HOOKRUN-7",
        [hook("cat >&2; exit 2")],
        denied('{"event":"pre_tool_use","input":{"a":"😀"},"session_id":"s-1","tool_name":"fs.write"}'),
        given={"input": {"a": "😀"}},
    )  # fmt: skip
    yield run_case(
        "input-ends-with-a-line-feed", "The last byte of the input is a line feed", "HOOKRUN-7",
        [hook("tail -c 2 | od -An -tx1 | tr -d ' ' >&2; exit 2")], denied("7d0a"),
    )  # fmt: skip
    yield run_case(
        "long-input", "More than a pipe holds is read whole", "HOOKRUN-7",
        [hook("wc -c | tr -d ' ' >&2; exit 2")], denied("70088"), "pipe-full",
        given={"input": {"a": LONG}, "session_id": "session"},
    )  # fmt: skip
    yield run_case(
        "long-input-not-read", "Whoever does not read does not fail", "HOOKRUN-8",
        [hook("echo not read >&2; exit 2")], denied("not read"), "broken-pipe",
        given={"input": {"a": LONG}},
    )  # fmt: skip
    yield run_case(
        "long-input-closed", "Whoever closes the input does not fail", "HOOKRUN-8",
        [hook("exec <&-; sleep 0.2; echo closed >&2; exit 2")], denied("closed"), "broken-pipe",
        given={"input": {"a": LONG}},
    )  # fmt: skip
    yield run_case(
        "input-read-in-part", "Whoever reads the beginning only does not fail", "HOOKRUN-8",
        [hook("head -c 8 >&2; exit 2")], denied('{"event"'), "broken-pipe",
        given={"input": {"a": LONG}},
    )  # fmt: skip
    yield run_case(
        "input-for-each", "Each hook has the input from its beginning", "HOOKRUN-7 HOOKRUN-19",
        [hook("cat > /dev/null"), hook("head -c 5 >&2; exit 2")], denied('{"eve', 1, 2),
    )  # fmt: skip
