"""Cases of servers that do not answer: not there, hanging, babbling, dying."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_connections.cases.play_case import (
    GREETED,
    HIP,
    LIST,
    READ,
    SHUTDOWN,
    answer,
    call,
    code,
    greets,
    play_case,
    said,
    say,
    texts,
)
from hanzo_reference.spec.cases import Case

DECISION = "a decision of mcp-client.md"


def cases() -> Iterator[Case]:
    """Starts that fail, then time, then ends in the middle, then too much."""
    yield from _starts()
    yield from _time()
    yield from _deaths()
    yield from _babble()


def _starts() -> Iterator[Case]:
    for count, (slug, command, files) in enumerate((
        ("no-such-program", ["no-such-program-anywhere"], {}),
        ("no-such-path", ["./missing"], {}),
        ("not-executable", ["./plain"], {"plain": {"text": "no program\n"}}),
        ("empty-name", [""], {}),
    ), start=1):  # fmt: skip
        calls = [LIST, call(), call("u"), LIST][:count]
        yield play_case(
            slug, "What cannot be started is closed, for every call", "MCPIO-8", server=[],
            command=command, files=files, calls=calls,
            results=[code("CLOSED")] * count, after={"files": files}, anchor=DECISION,
        )  # fmt: skip
    error = {"jsonrpc": "2.0", "id": "1", "error": {"code": -32600, "message": "no"}}
    for count, (slug, server, wanted) in enumerate((
        ("refuses-to-greet", [READ, say(error), "cat"], "RPC_ERROR"),
        ("greets-in-another-version", [READ, greets(version="1.0"), "cat"], "UNSUPPORTED_VERSION"),
        ("greets-without-a-word", [READ, answer("1", {}), "cat"], "INVALID_RESPONSE"),
        ("ends-at-once", ["exit 0"], "CLOSED"), ("fails-at-once", ["exit 3"], "CLOSED"),
        ("ends-behind-the-greeting", [READ], "CLOSED"),
        ("ends-in-the-middle-of-a-line", [READ, "printf '{\"jsonrpc\"'"], "CLOSED"),
    )):  # fmt: skip
        calls = [call(), LIST, LIST, call("u"), call(), LIST, call("u"), LIST][: 2 + count]
        yield play_case(
            slug, f"Connecting fails with {wanted}, and so does every call", "MCPIO-8 MCPIO-7",
            server=server, calls=calls, results=[code(wanted)] * len(calls), anchor=DECISION,
        )  # fmt: skip


def _time() -> Iterator[Case]:
    yield play_case(
        "never-greets", "A server that never greets", "MCPIO-8 MCPIO-6", "hang",
        server=["exec sleep 600"], calls=[call(), LIST], results=[code("TIMEOUT"), code("TIMEOUT")],
        timeout_ms=200, anchor=SHUTDOWN,
    )  # fmt: skip
    yield play_case(
        "call-that-hangs", "A call that hangs is called off, and the next one is answered",
        "MCPIO-9 MCPIO-3", "hang", timeout_ms=3000,
        server=[GREETED, READ, 'read -r line; printf "%s\\n" "$line" > heard.txt',
                answer("2", texts("late")), READ, answer("3", texts("x"))],
        calls=[call("slow"), call("quick")], results=[code("TIMEOUT"), said("x")],
        after={"files": {"heard.txt": {
            "text": '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"timeout",'
            '"requestId":"2"}}\n'}}},
    )  # fmt: skip


def _deaths() -> Iterator[Case]:
    for slug, end, shows in (
        ("exits", "exit 0", "ends"), ("exits-with-a-status", "exit 7", "ends with a status"),
        ("is-killed", "kill -9 $$", "is killed"),
        ("ends-its-output", "exec sleep 600 >&-", "ends its output, and lives on"),
        ("truncates", "printf '{\"jsonrpc\":\"2.0\",\"id\":\"3\",\"result\":{}}'; exit 0",
         "ends in the middle of its answer"),
        ("leaves-a-child", "sleep 600 & exit 0", "leaves a child that holds its output"),
        ("leaves-a-writer", "sh -c 'while :; do sleep 1; done' & exit 0", "leaves a child behind"),
    ):  # fmt: skip
        yield play_case(
            f"server-{slug}", f"A server that {shows}: the call is closed, and the next one is none",
            "MCPIO-7", "orphan",
            server=[GREETED, READ, answer("2", texts(f"it {shows}")), READ, end],
            calls=[call("first"), call(), LIST],
            results=[said(f"it {shows}"), code("CLOSED"), code("NOT_CONNECTED")], anchor=SHUTDOWN,
        )  # fmt: skip
    yield play_case(
        "answers-and-exits", "What was written before the end counts", "MCPIO-7",
        server=[GREETED, READ, answer("2", texts("last words")), "exit 0"],
        calls=[call()], results=[said("last words")], anchor=SHUTDOWN,
    )  # fmt: skip


def _babble() -> Iterator[Case]:
    yield play_case(
        "line-without-end", "A line without end closes the connection", "MCPIO-5", "unbounded",
        server=[GREETED, READ, "exec tr '\\000' x < /dev/zero"], calls=[call(), LIST],
        results=[code("CLOSED"), code("NOT_CONNECTED")], anchor=HIP,
    )  # fmt: skip
    ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}'
    yield play_case(
        "asks-and-does-not-read", "A server that asks without end and reads nothing", "MCPIO-5",
        "unbounded", timeout_ms=1500,
        server=[GREETED, READ, f"exec yes '{ping}'"], calls=[call()], results=[code("TIMEOUT")],
        anchor=HIP,
    )  # fmt: skip
