"""Cases of a session: its beginning, its end, answers, time."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_client.cases.client_case import (
    CLIENT,
    CLOSE,
    CONNECT,
    DECISION,
    INITIALIZED,
    LIST_CHANGED,
    READY,
    SERVER,
    Turn,
    answer,
    ask_call,
    ask_tools,
    at,
    call,
    cancel,
    greeted,
    greeting,
    known,
    listed,
    notification,
    receive,
    refusal,
    reject,
    rejection,
    request,
    resolve,
    said,
    send,
    session_case,
    texts,
    tools,
)
from hanzo_reference.spec.cases import Case

LIFECYCLE = "MCP 2025-11-25, Lifecycle"
RPC = "JSON-RPC 2.0 §5"
ANEW = greeting("3")


def cases() -> Iterator[Case]:
    """From connect to the end."""
    yield from _greetings()
    yield from _refused_greetings()
    yield from _not_connected()
    yield from _asked_by_the_server()
    yield from _answers()
    yield from _time()
    yield from _ends()
    yield from _expiries()


def _greetings() -> Iterator[Case]:
    yield session_case(
        "connect", "Initialize, its answer, initialized", "MCPC-19 MCPC-20 MCPC-21 MCPC-18",
        turns=READY, anchor=LIFECYCLE,
    )  # fmt: skip
    for version in ("2025-06-18", "2025-03-26", "2024-11-05"):
        yield session_case(
            f"version-{version}", f"A server that answers {version} is understood",
            "MCPC-23", "version", turns=[
                CONNECT,
                (receive(answer("1", greeted(protocolVersion=version))),
                 [INITIALIZED, resolve(0, known(protocol_version=version))]),
            ], anchor=LIFECYCLE,
        )  # fmt: skip
    server = {**SERVER, "title": "Files", "icons": []}
    capabilities = {"tools": {"listChanged": True}, "prompts": {}, "__proto__": {"x": 1}}
    more = greeted(serverInfo=server, capabilities=capabilities, instructions="Be kind.")
    yield session_case(
        "connect-to-a-server-with-more", "Capabilities and server info are given as they came",
        "MCPC-21", turns=[
            CONNECT,
            (receive(answer("1", more)),
             [INITIALIZED, resolve(0, known(server_info=server, capabilities=capabilities))]),
        ], anchor=LIFECYCLE,
    )  # fmt: skip


def _refused_greetings() -> Iterator[Case]:
    def lacking(name: str) -> dict[str, object]:
        return {key: value for key, value in greeted().items() if key != name}

    for slug, result, code in (
        ("version-newer", greeted(protocolVersion="2026-01-01"), "UNSUPPORTED_VERSION"),
        ("version-of-nothing", greeted(protocolVersion=""), "UNSUPPORTED_VERSION"),
        ("version-absent", lacking("protocolVersion"), "INVALID_RESPONSE"),
        ("version-number", greeted(protocolVersion=20251125), "INVALID_RESPONSE"),
        ("capabilities-absent", lacking("capabilities"), "INVALID_RESPONSE"),
        ("capabilities-list", greeted(capabilities=[]), "INVALID_RESPONSE"),
        ("server-absent", lacking("serverInfo"), "INVALID_RESPONSE"),
        ("server-text", greeted(serverInfo="files"), "INVALID_RESPONSE"),
        ("server-without-name", greeted(serverInfo={"version": "7"}), "INVALID_RESPONSE"),
        ("server-without-version", greeted(serverInfo={"name": "f"}), "INVALID_RESPONSE"),
        ("server-with-version-7", greeted(serverInfo={"name": "f", "version": 7}),
         "INVALID_RESPONSE"),
        ("everything-wrong", greeted(protocolVersion="x", capabilities=None), "INVALID_RESPONSE"),
    ):  # fmt: skip
        yield session_case(
            f"greeting-{slug}", f"An answer to initialize like this one is {code}, and closes",
            "MCPC-23 MCPC-24" if code == "UNSUPPORTED_VERSION" else "MCPC-22 MCPC-24",
            "version", turns=[CONNECT, (receive(answer("1", result)), [reject(0, code), CLOSE])],
            anchor=LIFECYCLE,
        )  # fmt: skip
    told = rejection(-32602, "Unsupported", {"supported": ["2024-11-05"]})
    for slug, step, code, details in (
        ("error", receive(refusal("1", -32602, "Unsupported", data={"supported": ["2024-11-05"]})),
         "RPC_ERROR", told),
        ("invalid", at(0, "invalid", code=-32600, id="1"), "INVALID_RESPONSE", None),
        ("failed", at(0, "failed", id="1", code="HTTP_ERROR"), "HTTP_ERROR", None),
        ("late", at(1000, "tick"), "TIMEOUT", None),
    ):  # fmt: skip
        yield session_case(
            f"greeting-{slug}", f"An initialize that ends with {code} closes, uncancelled",
            "MCPC-24 MCPC-34 MCPC-32 MCPC-30", "cancel",
            turns=[CONNECT, (step, [reject(0, code, details), CLOSE]),
                   (call(), [reject(2, "NOT_CONNECTED")]), (receive(request("p")), []),
                   (at(0, "close"), [])],
            anchor=LIFECYCLE,
        )  # fmt: skip


def _not_connected() -> Iterator[Case]:
    asks = (("list", at(0, "list")), ("call", call()),
            ("request", at(0, "request", method="prompts/list", params={})))  # fmt: skip
    for slug, ask in asks:
        yield session_case(
            f"{slug}-before-connect", "Nothing can be asked before connecting", "MCPC-25",
            "not-connected", turns=[(ask, [reject(0, "NOT_CONNECTED")])], anchor=LIFECYCLE,
        )  # fmt: skip
        yield session_case(
            f"{slug}-while-connecting", "Nor before the answer to initialize", "MCPC-25",
            "not-connected", turns=[CONNECT, (ask, [reject(1, "NOT_CONNECTED")])], anchor=LIFECYCLE,
        )  # fmt: skip
        yield session_case(
            f"{slug}-while-connecting-anew", "Nor while a second initialize is on its way",
            "MCPC-25 MCPC-37", "not-connected", turns=[
                *READY, (at(0, "closed", reason="expired"), [greeting("2")]),
                (ask, [reject(3, "NOT_CONNECTED")])],
            anchor=LIFECYCLE,
        )  # fmt: skip
        yield session_case(
            f"{slug}-after-the-end", "Nor after the end", "MCPC-39", "not-connected", turns=[
                *READY, (at(0, "close"), [CLOSE]), (ask, [reject(3, "NOT_CONNECTED")])],
            anchor=LIFECYCLE,
        )  # fmt: skip
    again = at(0, "connect", client=CLIENT)
    yield session_case(
        "connect-twice", "Only the first connect greets", "MCPC-25", "not-connected",
        turns=[CONNECT, (again, [reject(1, "NOT_CONNECTED")]),
               (receive(answer("1", greeted())), [INITIALIZED, resolve(0, known())]),
               (again, [reject(3, "NOT_CONNECTED")])], anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "connect-after-the-end", "What is closed is not opened", "MCPC-39", "not-connected",
        turns=[(at(0, "close"), [CLOSE]), (again, [reject(1, "NOT_CONNECTED")])], anchor=LIFECYCLE,
    )  # fmt: skip


def _asked_by_the_server() -> Iterator[Case]:
    missing = {"code": -32601, "message": "Method not found"}
    none = {"jsonrpc": "2.0", "error": missing}
    for slug, message, told in (
        ("ping", request("p"), answer("p")),
        ("ping-of-a-number", request(7), answer(7)),
        ("ping-of-zero", request(0, x=1), answer(0)),
        ("ping-with-an-id-of-ours", request("1"), answer("1")),
        ("sampling", request("s", "sampling/createMessage", messages=[]), {**none, "id": "s"}),
        ("roots", request(2, "roots/list"), {**none, "id": 2}),
        ("ping-in-capitals", request("", "PING"), {**none, "id": ""}),
    ):
        rule = "MCPC-27" if "error" in told else "MCPC-26"
        yield session_case(
            f"server-asks-{slug}", "A server's request is answered", f"{rule} MCPC-27",
            "server-request", turns=[*READY, (receive(message), [send(told)])],
            anchor="MCP 2025-11-25, Ping; JSON-RPC 2.0 §5.1",
        )  # fmt: skip
    yield session_case(
        "server-asks-before-it-is-greeted", "A ping is answered before everything else",
        "MCPC-26", "server-request", turns=[
            (receive(request("p")), [send(answer("p"))]), CONNECT_LATER,
            (receive(request("q")), [send(answer("q"))])],
        anchor="MCP 2025-11-25, Ping",
    )  # fmt: skip
    yield session_case(
        "server-asks-after-the-end", "After the end nobody is answered", "MCPC-39",
        "server-request", turns=[CONNECT, (at(0, "closed", reason="end"), [reject(0, "CLOSED")]),
                                 (receive(request("p")), [])], anchor=LIFECYCLE,
    )  # fmt: skip
    for method in ("notifications/message", "notifications/prompts/list_changed",
                   "notifications/progress", "notifications/cancelled", "ping", ""):  # fmt: skip
        yield session_case(
            f"server-tells-{method.replace('/', '-').replace('_', '-') or 'nothing'}",
            "Other notifications are ignored", "MCPC-28", "server-request",
            turns=[*READY, (at(0, "list"), [ask_tools("2")]),
                   (receive(answer("2", listed("a"))), [resolve(2, tools("a"))]),
                   (receive(notification(method, requestId="2")), []),
                   (at(0, "list"), [resolve(5, tools("a"))])],
            anchor="JSON-RPC 2.0 §4.1",
        )  # fmt: skip


CONNECT_LATER: Turn = (at(5, "connect", client=CLIENT), [greeting()])


def _answers() -> Iterator[Case]:
    asked: Turn = (call(), [ask_call("2")])
    for slug, identity in (
        ("of-a-number", 2), ("of-somebody-else", "x"), ("not-yet-asked", "3"),
        ("with-a-space", " 2"), ("with-a-zero", "02"), ("long-answered", "1"),
    ):  # fmt: skip
        yield session_case(
            f"answer-{slug}", f"An answer with the id {identity!r} is not that of the call",
            "MCPC-29 MCPC-17", "foreign-answer", turns=[
                *READY, asked, (receive(answer(identity, texts("no"))), []),
                (receive(answer("2", texts("yes"))), [resolve(2, said("yes"))])],
            anchor=RPC,
        )  # fmt: skip
    yield session_case(
        "answer-twice", "A second answer is that of nobody", "MCPC-17", "foreign-answer", turns=[
            *READY, asked, (receive(answer("2", texts("a"))), [resolve(2, said("a"))]),
            (receive(answer("2", texts("b"))), []), (receive(refusal("2")), [])],
        anchor=RPC,
    )  # fmt: skip
    yield session_case(
        "answers-out-of-order", "Answers find their calls in any order", "MCPC-29 MCPC-51",
        "foreign-answer", turns=[
            *READY, (call("a", x=1), [ask_call("2", "a", x=1)]), (call("b"), [ask_call("3", "b")]),
            (receive(answer("3", texts("b"))), [resolve(3, said("b"))]),
            (receive(answer("2", texts("a"))), [resolve(2, said("a"))])],
        anchor=RPC,
    )  # fmt: skip
    for slug, message, details in (
        ("plain", refusal("2", -32602, "Unknown tool: t"), rejection(-32602, "Unknown tool: t")),
        ("with-data", refusal("2", 1, "", data=[None]), rejection(1, "", [None])),
        ("with-data-null", refusal("2", 0, "x", data=None), rejection(0, "x")),
        ("with-whole-fraction", refusal("2", -3.0, "x", extra=1), rejection(-3, "x")),
    ):
        yield session_case(
            f"call-error-{slug}", "An error ends a call with what it says", "MCPC-30",
            turns=[*READY, asked, (receive(message), [reject(2, "RPC_ERROR", details)])], anchor=RPC,
        )  # fmt: skip
    for slug, step in (
        ("without-an-id", receive({key: value for key, value in refusal("x").items()
                                   if key != "id"})),
        ("with-id-null", receive(refusal(None))),
        ("of-a-number", receive(refusal(2))),
        ("no-message", receive({"jsonrpc": "2.0", "id": "2"})),
        ("no-message-of-ours", receive({"id": "2", "result": {}})),
        ("invalid-without-an-id", at(0, "invalid", code=-32700, id=None)),
        ("invalid-of-a-number", at(0, "invalid", code=-32600, id=2)),
        ("invalid-of-somebody-else", at(0, "invalid", code=-32600, id="9")),
        ("failed-of-somebody-else", at(0, "failed", id="9", code="HTTP_ERROR")),
    ):  # fmt: skip
        yield session_case(
            f"nobody-{slug}", "What belongs to no request ends none", "MCPC-17 MCPC-29",
            "foreign-answer", turns=[*READY, asked, (step, []),
                                     (receive(answer("2")), [resolve(2, said(""))])],
            anchor=RPC,
        )  # fmt: skip
    for slug, step, code, rule in (
        ("invalid", at(0, "invalid", code=-32600, id="2"), "INVALID_RESPONSE", "MCPC-31"),
        ("failed", at(0, "failed", id="2", code="STREAM_ENDED"), "STREAM_ENDED", "MCPC-32"),
        ("failed-with-any-code", at(0, "failed", id="2", code="x y"), "x y", "MCPC-32"),
    ):
        yield session_case(
            f"call-ends-{slug}", f"A call ends with {code}, and its answer comes too late", rule,
            turns=[*READY, asked, (step, [reject(2, code)]), (receive(answer("2")), [])],
            anchor=DECISION,
        )  # fmt: skip
    yield session_case(
        "request", "Anything else is asked as it stands, and its result given so", "MCPC-58",
        turns=[*READY, (at(0, "request", method="prompts/get", params={"name": "p", "n": 1}),
                        [send(request("2", "prompts/get", name="p", n=1))]),
               (receive(answer("2", {"b": [0.5], "a": None})),
                [resolve(2, {"b": [0.5], "a": None})])],
        anchor="HIP-0301 §1",
    )  # fmt: skip
    yield session_case(
        "request-without-tools", "A server without tools may have all else", "MCPC-58 MCPC-50",
        turns=[CONNECT, (receive(answer("1", greeted(capabilities={}))),
                         [INITIALIZED, resolve(0, known(capabilities={}))]),
               (at(0, "request", method="ping", params={}),
                [send({**request("2"), "params": {}})]), (receive(refusal("2", 5, "x")),
                                         [reject(2, "RPC_ERROR", rejection(5, "x"))])],
        anchor="HIP-0301 §1",
    )  # fmt: skip


def _time() -> Iterator[Case]:
    yield session_case(
        "answer-in-time", "An answer one millisecond before the limit is in time", "MCPC-33",
        "late", turns=[*READY, (call(time_ms=10), [ask_call("2")]),
                       (receive(answer("2"), 1009), [resolve(2, said(""))]),
                       (at(5000, "tick"), [])], anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "answer-at-the-limit", "An answer at the very limit comes too late", "MCPC-33 MCPC-16",
        "late", turns=[*READY, (call(time_ms=10), [ask_call("2")]),
                       (receive(answer("2"), 1010), [cancel("2"), reject(2, "TIMEOUT")])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "answer-after-the-limit", "An answer after the limit is that of nobody", "MCPC-33 MCPC-17",
        "late", turns=[*READY, (call(), [ask_call("2")]),
                       (at(1000, "tick"), [cancel("2"), reject(2, "TIMEOUT")]),
                       (receive(answer("2"), 1001), [])], anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "several-due", "What is due happens in its order, each with its own cancellation",
        "MCPC-16 MCPC-18", "late", turns=[
            *READY, (call("a", 1), [ask_call("2", "a")]), (call("b", 2), [ask_call("3", "b")]),
            (call("c", 3), [ask_call("4", "c")]),
            (at(1002, "tick"), [cancel("2"), reject(2, "TIMEOUT"), cancel("3"), reject(3, "TIMEOUT")]),
            (at(1003, "tick"), [cancel("4"), reject(4, "TIMEOUT")])], anchor=DECISION,
    )  # fmt: skip
    yield session_case(
        "due-before-what-is-asked", "What is due comes before what the step itself leads to",
        "MCPC-16", "late", turns=[
            *READY, (call("a", 1), [ask_call("2", "a")]),
            (call("b", 2000), [cancel("2"), reject(2, "TIMEOUT"), ask_call("3", "b")]),
            (at(2999, "tick"), []),
            (at(3000, "close"), [cancel("3"), reject(3, "TIMEOUT"), CLOSE])], anchor=DECISION,
    )  # fmt: skip
    for slug, ask in (("list", at(1500, "list")), ("connect", at(1500, "connect", client=CLIENT)),
                      ("call", call(time_ms=1500))):  # fmt: skip
        yield session_case(
            f"{slug}-after-a-late-greeting", "A greeting that is due ends before what is asked",
            "MCPC-16 MCPC-24 MCPC-34", "late",
            turns=[CONNECT, (ask, [reject(0, "TIMEOUT"), CLOSE, reject(1, "NOT_CONNECTED")])],
            anchor=DECISION,
        )  # fmt: skip
    yield session_case(
        "time-runs-back", "A smaller time is the one before it", "MCPC-15", "clock", turns=[
            *READY, (at(500, "tick"), []), (call(time_ms=100), [ask_call("2")]),
            (at(1499, "tick"), []), (at(1500, "tick"), [cancel("2"), reject(3, "TIMEOUT")])],
        anchor=DECISION,
    )  # fmt: skip
    yield session_case(
        "each-page-has-its-time", "Every page of a list is waited for as long", "MCPC-33 MCPC-41",
        "late", turns=[
            *READY, (at(0, "list"), [ask_tools("2")]),
            (receive(answer("2", listed("a", nextCursor="n")), 900), [ask_tools("3", "n")]),
            (at(1899, "tick"), []), (at(1900, "tick"), [cancel("3"), reject(2, "TIMEOUT")])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "shortest-time", "A limit of a millisecond", "MCPC-33", "late", timeout_ms=1, turns=[
            (at(0, "connect", client=CLIENT), [greeting()]),
            (receive(answer("1", greeted())), [INITIALIZED, resolve(0, known())]),
            (call(time_ms=7), [ask_call("2")]), (receive(answer("2"), 7), [resolve(2, said(""))]),
            (call(time_ms=7), [ask_call("3")]),
            (at(8, "tick"), [cancel("3"), reject(4, "TIMEOUT")])], anchor=LIFECYCLE,
    )  # fmt: skip


def _ends() -> Iterator[Case]:
    busy: tuple[Turn, ...] = (
        *READY, (at(0, "list"), [ask_tools("2")]), (call(), [ask_call("3")]), (at(0, "list"), []),
    )  # fmt: skip
    gone = [reject(2, "CLOSED"), reject(3, "CLOSED"), reject(4, "CLOSED")]
    yield session_case(
        "close-in-flight", "All that is in flight ends, by step, and then the transport",
        "MCPC-35 MCPC-18", "end", turns=[*busy, (at(0, "close"), [*gone, CLOSE]),
                                         (receive(answer("3")), []), (at(9000, "tick"), [])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    for reason in ("end", "truncated", "too_long"):
        yield session_case(
            f"closed-{reason.replace('_', '-')}-in-flight", "A transport that has ended ends all",
            "MCPC-36 MCPC-18", "end",
            turns=[*busy, (at(0, "closed", reason=reason), gone), (at(0, "close"), [])],
            anchor=LIFECYCLE,
        )  # fmt: skip
    yield session_case(
        "close-twice", "A second close is none, and so is the end behind it", "MCPC-35 MCPC-39",
        "end", turns=[*READY, (at(0, "close"), [CLOSE]), (at(0, "close"), []),
                      (at(0, "closed", reason="end"), []), (receive(LIST_CHANGED), []),
                      (at(0, "closed", reason="expired"), [])], anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "close-while-connecting", "A greeting ends, too", "MCPC-35", "end",
        turns=[CONNECT, (at(0, "close"), [reject(0, "CLOSED"), CLOSE]),
               (receive(answer("1", greeted())), [])], anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "closed-while-connecting", "A server that ends at once", "MCPC-36", "end",
        turns=[CONNECT, (at(0, "closed", reason="end"), [reject(0, "CLOSED")]),
               (at(2000, "tick"), []), (at(2000, "list"), [reject(3, "NOT_CONNECTED")])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "closed-before-connecting", "A transport that ended before anything", "MCPC-36 MCPC-39",
        "end", turns=[(at(0, "closed", reason="end"), []),
                      (at(0, "connect", client=CLIENT), [reject(1, "NOT_CONNECTED")])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "expired-before-connecting", "Before anything there is no session to expire", "MCPC-37",
        "expiry", turns=[(at(0, "closed", reason="expired"), []), CONNECT_LATER],
        anchor=LIFECYCLE,
    )  # fmt: skip


def _expiries() -> Iterator[Case]:
    expired = at(1, "closed", reason="expired")
    yield session_case(
        "expired", "A session that expires begins anew, and its connect is not answered again",
        "MCPC-37 MCPC-40", "expiry", turns=[
            *READY, (expired, [greeting("2")]), (receive(answer("2", greeted()), 2), [INITIALIZED]),
            (at(3, "list"), [ask_tools("3")]),
            (receive(answer("3", listed("a")), 4), [resolve(4, tools("a", generation=1))])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "expired-in-flight", "Nothing is sent again: a call may have done what it was for",
        "MCPC-37 MCPC-18", "expiry", turns=[
            *READY, (call(), [ask_call("2")]), (at(0, "list"), [ask_tools("3")]),
            (at(0, "list"), []),
            (expired, [greeting("4"), *(reject(step, "SESSION_EXPIRED") for step in (2, 3, 4))]),
            (receive(answer("2", texts("late")), 2), []),
            (receive(answer("4", greeted()), 3), [INITIALIZED]),
            (at(4, "list"), [ask_tools("5")])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "expired-forgets-tools", "Another session may have other tools, and none at all",
        "MCPC-37 MCPC-40 MCPC-50", "expiry", turns=[
            *READY, (at(0, "list"), [ask_tools("2")]),
            (receive(answer("2", listed("a"))), [resolve(2, tools("a"))]),
            (expired, [greeting("3")]),
            (receive(answer("3", greeted(capabilities={})), 2), [INITIALIZED]),
            (at(3, "list"), [resolve(6, tools(generation=1))]),
            (call(time_ms=3), [reject(7, "NO_TOOLS")])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    for slug, step in (
        ("expires", at(2, "closed", reason="expired")),
        ("is-refused", receive(refusal("2"), 2)),
        ("is-late", at(1001, "tick")),
        ("has-another-version", receive(answer("2", greeted(protocolVersion="1")), 2)),
        ("fails", at(2, "failed", id="2", code="HTTP_ERROR")),
    ):
        yield session_case(
            f"second-greeting-{slug}", "A second initialize that fails closes; nobody waits for it",
            "MCPC-38 MCPC-24", "expiry", turns=[
                *READY, (expired, [greeting("2")]), (step, [CLOSE]),
                (call(time_ms=2), [reject(4, "NOT_CONNECTED")])],
            anchor=LIFECYCLE,
        )  # fmt: skip
    yield session_case(
        "first-greeting-expires", "A session that expires during initialize is its failure",
        "MCPC-38", "expiry", turns=[CONNECT, (expired, [reject(0, "SESSION_EXPIRED"), CLOSE])],
        anchor=LIFECYCLE,
    )  # fmt: skip
    yield session_case(
        "expired-twice", "Each expiry counts, and each begins anew", "MCPC-37 MCPC-40", "expiry",
        turns=[*READY, (expired, [greeting("2")]),
               (receive(answer("2", greeted()), 2), [INITIALIZED]),
               (at(3, "closed", reason="expired"), [ANEW]),
               (receive(answer("3", greeted()), 4), [INITIALIZED]),
               (at(5, "list"), [ask_tools("4")]),
               (receive(answer("4", listed()), 6), [resolve(6, tools(generation=2))])],
        anchor=LIFECYCLE,
    )  # fmt: skip
