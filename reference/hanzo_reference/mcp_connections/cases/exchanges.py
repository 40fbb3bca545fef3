"""Cases of servers that answer: what they read, in which order, and what else they may write."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_connections.cases.play_case import (
    GREETED,
    HIP,
    LIST,
    READ,
    answer,
    call,
    code,
    greets,
    page,
    play_case,
    said,
    say,
    texts,
    tools,
)
from hanzo_reference.spec.cases import Case

# Each of these reads one line and keeps it.
KEEP = 'read -r line; printf "%s\\n" "$line" >> heard.txt'
PING = say({"jsonrpc": "2.0", "id": "p", "method": "ping"})
CALLED = '{"id":"%s","jsonrpc":"2.0","method":"tools/call","params":{"arguments":%s,"name":"%s"}}\n'


def cases() -> Iterator[Case]:
    """Lists and calls, then what a server hears, then what else it writes."""
    yield from _answers()
    yield from _heard()
    yield from _noise()


def _answers() -> Iterator[Case]:
    yield play_case(
        "list", "The tools of a server", "MCPIO-1 MCPIO-4",
        server=[GREETED, READ, answer("2", page("a", "b"))], calls=[LIST], results=[tools("a", "b")],
    )  # fmt: skip
    yield play_case(
        "call", "A call of a tool", "MCPIO-1 MCPIO-4",
        server=[GREETED, READ, answer("2", texts("x", "y"))], calls=[call()], results=[said("x\ny")],
    )  # fmt: skip
    yield play_case(
        "list-of-two-pages", "Pages are fetched one after the other, and kept", "MCPIO-9",
        server=[GREETED, READ, answer("2", page("a", nextCursor="n")), READ, answer("3", page("b")),
                READ, answer("4", texts("x"))],
        calls=[LIST, LIST, call()], results=[tools("a", "b"), tools("a", "b"), said("x")],
    )  # fmt: skip
    yield play_case(
        "changed-tools", "A change that is told before an answer counts behind it", "MCPIO-4 MCPIO-9",
        server=[GREETED, READ, answer("2", page("a")), READ,
                say({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}),
                answer("3", texts("x")), READ, answer("4", page("b"))],
        calls=[LIST, call(), LIST], results=[tools("a"), said("x"), tools("b", generation=1)],
    )  # fmt: skip
    yield play_case(
        "no-tools", "A server without tools is not asked for any", "MCPIO-9",
        server=[READ, greets({}), "cat > heard.txt"], calls=[LIST, call(), LIST],
        results=[tools(), code("NO_TOOLS"), tools()],
        after={"files": {"heard.txt": {
            "text": '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'}}},
    )  # fmt: skip
    error = {"jsonrpc": "2.0", "id": "2", "error": {"code": -32602, "message": "Unknown tool"}}
    yield play_case(
        "refused-call", "A call that is refused, and one that is not", "MCPIO-9",
        server=[GREETED, READ, say(error), READ, answer("3", texts("x"))],
        calls=[call("no"), call()], results=[code("RPC_ERROR"), said("x")],
    )  # fmt: skip
    yield play_case(
        "no-calls", "A server of which nothing is asked", "MCPIO-9",
        server=[GREETED, "printf done > greeted.txt"], calls=[], results=[],
        after={"files": {"greeted.txt": {"text": "done"}}},
    )  # fmt: skip


def _heard() -> Iterator[Case]:
    hello = (
        '{"id":"1","jsonrpc":"2.0","method":"initialize","params":{"capabilities":{},'
        '"clientInfo":{"name":"hanzo-conformance","version":"0.1.0"},'
        '"protocolVersion":"2025-11-25"}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    )
    yield play_case(
        "lines-that-are-heard", "Every message is one line of canonical JSON, in their order",
        "MCPIO-3", "framing",
        server=[KEEP, greets(), KEEP, KEEP, answer("2", page("a")), KEEP, answer("3", texts("x"))],
        calls=[LIST, call("a", text="two\nlines", n=1.0, é="\u2028")], results=[tools("a"), said("x")],
        after={"files": {"heard.txt": {
            "text": hello + '{"id":"2","jsonrpc":"2.0","method":"tools/list","params":{}}\n'
            + CALLED % ("3", '{"n":1,"text":"two\\nlines","é":"\u2028"}', "a")}}},
        anchor="MCP 2025-11-25, Transports, stdio; RFC 8785 §3.2",
    )  # fmt: skip
    yield play_case(
        "large-arguments", "A line that no pipe holds is written whole", "MCPIO-3", "framing",
        server=[GREETED, "head -n 1 | wc -c | tr -d ' ' > size.txt", answer("2", texts("x"))],
        calls=[call(text="x" * 70_000)], results=[said("x")],
        after={"files": {"size.txt": {"text": "70095\n"}}},
    )  # fmt: skip
    yield play_case(
        "server-that-asks", "A server that asks is answered in between", "MCPIO-3 MCPIO-4", "framing",
        server=[GREETED, READ, PING, KEEP,
                say({"jsonrpc": "2.0", "id": 7, "method": "roots/list"}), KEEP,
                answer("2", texts("x"))],
        calls=[call()], results=[said("x")],
        after={"files": {"heard.txt": {
            "text": '{"id":"p","jsonrpc":"2.0","result":{}}\n{"error":{"code":-32601,"message":'
            '"Method not found"},"id":7,"jsonrpc":"2.0"}\n'}}},
    )  # fmt: skip
    yield play_case(
        "words-of-a-command", "The program gets its arguments as they are, without a shell",
        "MCPIO-1", "framing", server=[],
        command=["sh", "server.sh", "$HOME", "", "a b", "'\""],
        files={"server.sh": {"text": "\n".join((
            "printf '%s|' \"$#\" \"$@\" > words.txt", GREETED, READ, answer("2", texts("x")), ""))}},
        calls=[call()], results=[said("x")],
        after={"files": {"words.txt": {"text": "4|$HOME||a b|'\"|"}, "server.sh": {"text": "\n".join((
            "printf '%s|' \"$#\" \"$@\" > words.txt", GREETED, READ, answer("2", texts("x")), ""))}}},
    )  # fmt: skip
    for name in ("TMPDIR", "XDG_CACHE_HOME", "GIT_CONFIG_GLOBAL"):
        slug = name.lower().replace("_", "-")
        yield play_case(
            f"environment-{slug}", f"{name} is none of the server's business", "MCPIO-2",
            "environment", server=[f'printf %s "${{{name}-nothing}}" > told.txt', GREETED, READ,
                                   answer("2", texts("x"))],
            calls=[call()], results=[said("x")], after={"files": {"told.txt": {"text": "nothing"}}},
            anchor=HIP,
        )  # fmt: skip
    yield play_case(
        "environment-path", "The path is passed on", "MCPIO-2", "environment",
        server=['[ -n "$PATH" ] && printf there > told.txt', GREETED, READ, answer("2", texts("x"))],
        calls=[call()], results=[said("x")], after={"files": {"told.txt": {"text": "there"}}},
        anchor=HIP,
    )  # fmt: skip


def _noise() -> Iterator[Case]:
    for slug, noise, shows in (
        ("log-lines", "echo 'Listening on stdio'; echo", "Log lines on standard output"),
        ("carriage-returns", "printf '\\r\\n'", "Empty lines of a server on Windows"),
        ("binary", "printf '\\377\\000\\n'", "Bytes that are no text"),
        (
            "standard-error",
            "head -c 300000 /dev/zero | tr '\\000' x >&2",
            "300 kB of standard error",
        ),
        (
            "foreign-answers",
            f"{answer('9', {})}; {answer('1', {})}",
            "Answers that nobody asked for",
        ),
    ):
        yield play_case(
            f"noise-{slug}", f"{shows} are passed over", "MCPIO-4", "noise",
            server=[noise, READ, greets(), READ, noise, READ, noise, answer("2", texts("x")), noise],
            calls=[call()], results=[said("x")],
        ) if slug != "foreign-answers" else play_case(
            "noise-foreign-answers", "Answers that nobody waits for are passed over", "MCPIO-4",
            "noise", server=[GREETED, READ, noise, answer("2", texts("x")), answer("2", texts("y")),
                             READ, answer("3", texts("z"))],
            calls=[call(), call()], results=[said("x"), said("z")],
        )  # fmt: skip
    yield play_case(
        "answer-in-pieces", "An answer that comes in pieces, with CRLF at its end", "MCPIO-4",
        "framing", server=[GREETED, READ, "printf '{\"jsonrpc\":\"2.0\",\"id\"'", "sleep 0.05",
                           "printf ':\"2\",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\\303'",
                           "sleep 0.05", "printf '\\251\"}]}}\\r\\n'"],
        calls=[call()], results=[said("é")],
    )  # fmt: skip
