"""Cases of event streams: what is received, when they are resumed, when they end."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp_client.cases.client_case import (
    DECISION,
    EVENTS,
    EXPIRED,
    JSON,
    LISTEN,
    Turn,
    answer,
    broken,
    chunk,
    done,
    got,
    http_case,
    notification,
    post,
    posted,
    refusal,
    request,
    response,
    step,
    took,
    wait,
)
from hanzo_reference.mcp_client.cases.exchanges import (
    ANSWER_BODY,
    ASK,
    ASK_BODY,
    HELLO,
    HELLO_BODY,
    HTTP,
    KNOWN,
    NOTE,
    NOTE_BODY,
    WELCOME,
    WELCOME_BODY,
    greeted,
)
from hanzo_reference.spec.cases import Case

RESUMED = "MCP 2025-11-25, Resumability and redelivery; WHATWG HTML §9.2"
# A request whose response is an event stream.
ASKED: tuple[Turn, ...] = (
    (post(ASK), [posted(0, ASK_BODY)]),
    (response(0, 200, EVENTS), []),
)
HEARD: tuple[Turn, ...] = ((LISTEN, [got(0)]), (response(0, 200, EVENTS), []))
ANSWER = [took(answer("2")), done(0)]
PRIMING = "id: p\ndata:\n\n"


def cases() -> Iterator[Case]:
    """Events, then streams that end too early, then listening."""
    yield from _events()
    yield from _resumed()
    yield from _given_up()
    yield from _listening()


def _events() -> Iterator[Case]:
    answered = f"data: {ANSWER_BODY}\n\n"
    yield http_case(
        "stream", "The answer in an event stream", "MCPC-69 MCPC-70", "stream",
        turns=[*ASKED, (chunk(0, answered), ANSWER), (step("end", 0), [])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "stream-by-media-type", "A media type with capitals and parameters", "MCPC-67", "media-type",
        turns=[ASKED[0], (response(0, 201, {"CONTENT-type": "Text/Event-Stream;charset=utf-8"}), []),
               (chunk(0, answered), ANSWER)], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "stream-with-others", "What comes before the answer is received, what follows is not",
        "MCPC-69 MCPC-70", "stream", turns=[
            *ASKED, (chunk(0, f'data: {NOTE_BODY}\n\ndata: {{"jsonrpc":"2.0","id":"s",'
                     f'"method":"ping"}}\n\ndata: {ANSWER_BODY.replace("2", "3").replace("3.0", "2.0")}'
                     "\n\n"),
                     [took(NOTE), took(request("s")), took(answer("3"))]),
            (chunk(0, f"{answered}data: {NOTE_BODY}\n\n"), ANSWER), (chunk(0, answered), [])],
        anchor=HTTP,
    )  # fmt: skip
    for cut in (3, 20, len(answered) - 1):
        yield http_case(
            f"stream-cut-at-{cut}", "A stream may be cut anywhere", "MCPC-69", "cut",
            turns=[*ASKED, (chunk(0, answered[:cut]), []), (chunk(0, ""), []),
                   (chunk(0, answered[cut:]), ANSWER)], anchor=HTTP,
        )  # fmt: skip
    half = len(ANSWER_BODY) // 2
    for slug, text in (
        ("message-event", f"event: message\n{answered}"),
        ("two-lines", f"data: {ANSWER_BODY[:16]}\ndata: {ANSWER_BODY[16:]}\n\n"),
        ("carriage-returns", f"data: {ANSWER_BODY}\r\n\r\n"),
        ("comment", f": keep\n\n:\n{answered}"), ("byte-order-mark", f"\ufeff{answered}"),
    ):  # fmt: skip
        yield http_case(
            f"stream-with-{slug}", "Events are those of sse", "MCPC-69", "stream",
            turns=[*ASKED, (chunk(0, text), ANSWER)], anchor=f"WHATWG HTML §9.2; {HTTP}",
        )  # fmt: skip
    for slug, text in (
        ("another-type", f"event: ping\n{answered}"), ("a-type-in-capitals", f"event: Message\n{answered}"),
        ("no-data", "data\n\n"), ("no-json", "data: OK\n\n"), ("half", f"data: {ANSWER_BODY[:half]}\n\n"),
        ("no-message", "data: {}\n\n"), ("batch", f"data: [{ANSWER_BODY}]\n\n"),
        ("invalid-answer", 'data: {"jsonrpc":"2.0","id":"2","result":null}\n\n'),
        ("no-blank-line", f"data: {ANSWER_BODY}\n"),
    ):  # fmt: skip
        yield http_case(
            f"stream-skips-{slug}", "What is no message, or of another event, is skipped", "MCPC-69",
            "stream", turns=[*ASKED, (chunk(0, text), []), (chunk(0, f"\n{answered}"),
                             ANSWER)], anchor=HTTP,
        ) if slug != "no-blank-line" else http_case(
            "stream-without-blank-line", "An event without its blank line is none", "MCPC-69 MCPC-77",
            "stream", turns=[*ASKED, (chunk(0, text), []),
                             (step("end", 0), [broken(0, "STREAM_ENDED")])], anchor=HTTP,
        )  # fmt: skip
    yield http_case(
        "stream-with-an-error", "An error is an answer", "MCPC-70", "stream", turns=[
            *ASKED, (chunk(0, 'data: {"jsonrpc":"2.0","error":{"code":5,"message":"no"}}\n\n'),
                     [took({"jsonrpc": "2.0", "error": {"code": 5, "message": "no"}})]),
            (chunk(0, 'data: {"jsonrpc":"2.0","id":"2","error":{"code":5,"message":"no"}}\n\n'),
             [took(refusal("2", 5)), done(0)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "stream-of-initialize", "The version is known from a stream, too", "MCPC-64 MCPC-63",
        "session", turns=[
            (post(HELLO), [posted(0, HELLO_BODY)]),
            (response(0, 200, {**EVENTS, "Mcp-Session-Id": "s-1"}), []),
            (chunk(0, f"data: {NOTE_BODY}\n\ndata: {WELCOME_BODY}\n\n"),
             [took(NOTE), took(WELCOME), done(0)]),
            (post(NOTE), [posted(3, NOTE_BODY, **KNOWN)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "two-streams", "Each exchange has its own answer", "MCPC-70", "foreign-answer", turns=[
            *ASKED, (post(request("3")), [posted(2, ASK_BODY.replace('"2"', '"3"'))]),
            (response(2, 200, EVENTS), []), (chunk(2, answered), [took(answer("2"))]),
            (chunk(0, answered), ANSWER),
            (chunk(2, answered.replace('"id":"2"', '"id":"3"')), [took(answer("3")), done(2)])],
        anchor=HTTP,
    )  # fmt: skip
    size = len(f"data: {ANSWER_BODY}")
    for slug, limit, actions in (
        ("at-the-limit", size, ANSWER), ("beyond-the-limit", size - 1,
                                         [took(NOTE), broken(0, "INVALID_RESPONSE")]),
    ):  # fmt: skip
        before = "" if actions is ANSWER else f"data: {NOTE_BODY}\n\n"
        yield http_case(
            f"event-{slug}", "What is held back of an event is bounded", "MCPC-80", "unbounded",
            max_body=limit, turns=[*ASKED, (chunk(0, before + answered), actions),
                                   (chunk(0, answered), [])],
            anchor=f"HIP-0301 §1; {DECISION}",
        )  # fmt: skip
    yield http_case(
        "event-without-end", "An event that never ends", "MCPC-80", "unbounded", max_body=40, turns=[
            *HEARD, *((chunk(0, "data: 12\n"), []) for _ in range(10)),
            (chunk(0, "data: 1234567890"), [broken(0, "INVALID_RESPONSE")]),
            (chunk(0, "\n\n"), []), (step("end", 0), [])],
        anchor=f"HIP-0301 §1; {DECISION}",
    )  # fmt: skip


def _resumed() -> Iterator[Case]:
    answered = f"data: {ANSWER_BODY}\n\n"
    for kind in ("end", "fail"):
        yield http_case(
            f"resumed-after-{kind}", "A stream with an event id is resumed, and answers then",
            "MCPC-74 MCPC-75", "resume", turns=[
                *ASKED, (chunk(0, PRIMING), []), (step(kind, 0), [wait(0)]),
                (step("resume", 0), [got(0, last_event_id="p")]), (response(0, 200, EVENTS), []),
                (chunk(0, answered), ANSWER)], anchor=RESUMED,
        )  # fmt: skip
    for slug, text, time_ms, identity in (
        ("retry", f"retry: 250\n{PRIMING}", 250, "p"), ("retry-zero", f"retry: 0\n{PRIMING}", 0, "p"),
        ("retry-twice", f"retry: 9\n{PRIMING}retry: 70\n\n", 70, "p"),
        ("retry-that-is-none", f"retry: 1.5\n{PRIMING}", 1000, "p"),
        ("retry-without-blank-line", f"{PRIMING}retry: 5\n", 5, "p"),
        ("id-without-data", "id: q\n\n", 1000, "q"), ("last-id", f"{PRIMING}id: é 2\n\n", 1000, "é 2"),
        ("id-without-blank-line", f"{PRIMING}id: lost\n", 1000, "p"),
        ("id-of-another-event", f"event: x\n{PRIMING}", 1000, "p"),
    ):  # fmt: skip
        yield http_case(
            f"resumed-with-{slug}", "The last retry and the last id count, as in sse",
            "MCPC-74 MCPC-75", "resume", turns=[
                *ASKED, (chunk(0, text), []), (step("end", 0), [wait(0, time_ms)]),
                (step("resume", 0), [got(0, last_event_id=identity)])], anchor=RESUMED,
        )  # fmt: skip
    yield http_case(
        "resumed-with-what-it-had", "Id and retry live on in the next stream", "MCPC-75", "resume",
        turns=[*ASKED, (chunk(0, f"retry: 30\n{PRIMING}"), []), (step("end", 0), [wait(0, 30)]),
               (step("resume", 0), [got(0, last_event_id="p")]), (response(0, 200, EVENTS), []),
               (chunk(0, f"data: {NOTE_BODY}\n\n"), [took(NOTE)]), (step("end", 0), [wait(0, 30)]),
               (step("resume", 0), [got(0, last_event_id="p")]), (response(0, 200, EVENTS), []),
               (chunk(0, "id: q\nretry: 40\ndata: x\n\n"), []), (step("fail", 0), [wait(0, 40)]),
               (step("resume", 0), [got(0, last_event_id="q")])], anchor=RESUMED,
    )  # fmt: skip
    yield http_case(
        "resumed-stream-begins-anew", "Half an event is not continued by the next stream",
        "MCPC-75", "resume", turns=[
            *ASKED, (chunk(0, f"{PRIMING}data: {ANSWER_BODY}\n"), []), (step("end", 0), [wait(0)]),
            (step("resume", 0), [got(0, last_event_id="p")]), (response(0, 200, EVENTS), []),
            (chunk(0, f"\n\ufeff\ndata: {NOTE_BODY}\n\n"), [took(NOTE)]), (chunk(0, answered), ANSWER)],
        anchor=RESUMED,
    )  # fmt: skip
    yield http_case(
        "resumed-in-the-session", "A resumed stream bears session and version", "MCPC-75 MCPC-63",
        "resume", headers={"a": "b"}, turns=[
            (post(HELLO), [posted(0, HELLO_BODY, a="b")]),
            (response(0, 200, {**EVENTS, "Mcp-Session-Id": "s-1"}), []), (chunk(0, PRIMING), []),
            (step("end", 0), [wait(0)]),
            (step("resume", 0), [got(0, a="b", mcp_session_id="s-1", last_event_id="p")]),
            (response(0, 200, {**EVENTS, "Mcp-Session-Id": "s-2"}), []),
            (chunk(0, f"data: {WELCOME_BODY}\n\n"), [took(WELCOME), done(0)]),
            (post(NOTE), [posted(7, NOTE_BODY, a="b", **KNOWN)])], anchor=RESUMED,
    )  # fmt: skip
    yield http_case(
        "while-it-waits", "While an exchange waits nothing else happens to it", "MCPC-81", "stray",
        turns=[*ASKED, (chunk(0, PRIMING), []), (step("end", 0), [wait(0)]),
               (step("end", 0), []), (step("fail", 0), []), (chunk(0, answered), []),
               (response(0, 200, EVENTS), []),
               (step("resume", 0), [got(0, last_event_id="p")]), (step("resume", 0), []),
               (chunk(0, answered), [])], anchor=DECISION,
    )  # fmt: skip


def _given_up() -> Iterator[Case]:
    answered = f"data: {ANSWER_BODY}\n\n"
    again: tuple[Turn, ...] = (
        (step("resume", 0), [got(0, last_event_id="p")]), (response(0, 200, EVENTS), []),
    )  # fmt: skip
    waits: tuple[Turn, ...] = ((step("end", 0), [wait(0)]),)
    for kind in ("end", "fail"):
        for slug, text in (("nothing", ""), ("half-an-event", f"data: {ANSWER_BODY}"),
                           ("a-retry-alone", "retry: 5\n\n"), ("an-empty-id", "id: 1\n\nid\n\n")):  # fmt: skip
            yield http_case(
                f"{kind}-after-{slug}", "A stream without an event id is not resumed", "MCPC-77",
                "resume", turns=[*ASKED, (chunk(0, text), []),
                                 (step(kind, 0), [broken(0, "STREAM_ENDED")]),
                                 (step("resume", 0), [])], anchor=RESUMED,
            )  # fmt: skip
    yield http_case(
        "resumed-twice-for-nothing", "Twice running without an event, and no third time", "MCPC-76",
        "resume", turns=[*ASKED, (chunk(0, PRIMING), []), *waits, *again, *waits, *again,
                         (step("end", 0), [broken(0, "STREAM_ENDED")])], anchor=DECISION,
    )  # fmt: skip
    yield http_case(
        "resumed-twice-after-an-id-alone", "Before the first event it is twice as well", "MCPC-76",
        "resume", turns=[*ASKED, (chunk(0, "id: p\n\n"), []), *waits, *again, *waits, *again,
                         (step("end", 0), [broken(0, "STREAM_ENDED")])], anchor=DECISION,
    )  # fmt: skip
    yield http_case(
        "resumed-and-failing", "A resumed request that finds nobody counts as well", "MCPC-76",
        "resume", turns=[*ASKED, (chunk(0, PRIMING), []), *waits, again[0],
                         (step("fail", 0), [wait(0)]), again[0],
                         (step("end", 0), [broken(0, "STREAM_ENDED")])], anchor=DECISION,
    )  # fmt: skip
    yield http_case(
        "resumed-with-an-event-between", "An event begins the count anew, whatever it says",
        "MCPC-76", "resume", turns=[
            *ASKED, (chunk(0, PRIMING), []), *waits, *again, *waits, *again,
            (chunk(0, "event: x\ndata: y\n\n"), []), *waits, *again, *waits, *again,
            (chunk(0, answered), ANSWER)], anchor=DECISION,
    )  # fmt: skip
    yield http_case(
        "resumed-with-comments-between", "Comments, ids and retries alone are no events", "MCPC-76",
        "resume", turns=[
            *ASKED, (chunk(0, PRIMING), []), *waits, *again, (chunk(0, ": x\n\nid: p\n\n"), []),
            *waits, *again, (chunk(0, "retry: 3\n\n"), []),
            (step("end", 0), [broken(0, "STREAM_ENDED")])], anchor=DECISION,
    )  # fmt: skip
    for slug, status, headers, actions in (
        ("status-500", 500, {}, [broken(0, "HTTP_ERROR", 500)]),
        ("status-405", 405, {}, [broken(0, "HTTP_ERROR", 405)]),
        ("status-302", 302, {}, [broken(0, "HTTP_ERROR", 302)]),
        ("status-404", 404, {}, [broken(0, "HTTP_ERROR", 404)]),
        ("json", 200, JSON, [broken(0, "BAD_CONTENT_TYPE")]),
        ("nothing", 204, {}, [broken(0, "BAD_CONTENT_TYPE")]),
    ):  # fmt: skip
        yield http_case(
            f"resumed-to-{slug}", "A resumed stream is an event stream, or the end", "MCPC-82",
            "status", turns=[*ASKED, (chunk(0, PRIMING), []), *waits, again[0],
                             (response(0, status, headers), actions)], anchor=RESUMED,
        )  # fmt: skip
    yield http_case(
        "resumed-to-an-expiry", "A session may expire meanwhile", "MCPC-71 MCPC-82", "expiry", turns=[
            *greeted(), (post(ASK), [posted(4, ASK_BODY, **KNOWN)]), (response(4, 200, EVENTS), []),
            (chunk(4, PRIMING), []), (step("end", 4), [wait(4)]),
            (step("resume", 4), [got(4, **KNOWN, last_event_id="p")]),
            (response(4, 404, {}), [EXPIRED])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "expired-while-waiting", "Who waits is gone with the session", "MCPC-71", "expiry", turns=[
            *greeted(), (post(ASK), [posted(4, ASK_BODY, **KNOWN)]), (response(4, 200, EVENTS), []),
            (chunk(4, PRIMING), []), (step("end", 4), [wait(4)]), (LISTEN, [got(8, **KNOWN)]),
            (response(8, 404, {}), [EXPIRED]), (step("resume", 4), [])], anchor=HTTP,
    )  # fmt: skip


def _listening() -> Iterator[Case]:
    changed = "notifications/tools/list_changed"
    text = f'data: {{"jsonrpc":"2.0","method":"{changed}"}}\n\n'
    yield http_case(
        "listen", "What the server says by itself is received, answers as well", "MCPC-78 MCPC-69",
        "listen", turns=[*HEARD, (chunk(0, text), [took(notification(changed))]),
                         (chunk(0, f"data: {ANSWER_BODY}\n\n"), [took(answer("2"))]),
                         (chunk(0, text), [took(notification(changed))])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "listen-405", "A server that says nothing by itself", "MCPC-78", "listen",
        turns=[(LISTEN, [got(0)]), (response(0, 405, {}), [done(0)])], anchor=HTTP,
    )  # fmt: skip
    for status in (302, 400, 401, 404, 406, 500):
        yield http_case(
            f"listen-{status}", "Any other status is an error at once", "MCPC-72 MCPC-78", "status",
            turns=[(LISTEN, [got(0)]), (response(0, status, {}), [broken(0, "HTTP_ERROR", status)])],
            anchor=HTTP,
        )  # fmt: skip
    for kind in ("end", "fail"):
        yield http_case(
            f"listen-{kind}", "Without an event id a listener is done", "MCPC-78", "listen",
            turns=[*HEARD, (chunk(0, text), [took(notification(changed))]), (step(kind, 0), [done(0)])],
            anchor=HTTP,
        )  # fmt: skip
        yield http_case(
            f"listen-{kind}-before-a-response", "Nor does it need a response for that", "MCPC-78",
            "listen", turns=[(LISTEN, [got(0)]), (step(kind, 0), [done(0)])], anchor=HTTP,
        )  # fmt: skip
        yield http_case(
            f"listen-resumed-after-{kind}", "With an event id it is resumed, twice running at most",
            "MCPC-74 MCPC-76 MCPC-78", "listen", turns=[
                *HEARD, (chunk(0, f"retry: 1\nid: 7\n{text}"), [took(notification(changed))]),
                (step(kind, 0), [wait(0, 1)]), (step("resume", 0), [got(0, last_event_id="7")]),
                (step(kind, 0), [wait(0, 1)]), (step("resume", 0), [got(0, last_event_id="7")]),
                (step(kind, 0), [broken(0, "STREAM_ENDED")])], anchor=RESUMED,
        )  # fmt: skip
    yield http_case(
        "listen-resumed-to-405", "A listener that may not go on is done", "MCPC-78 MCPC-82",
        "listen", turns=[*HEARD, (chunk(0, "id: 7\n\n"), []), (step("end", 0), [wait(0)]),
                         (step("resume", 0), [got(0, last_event_id="7")]),
                         (response(0, 405, {}), [done(0)])], anchor=RESUMED,
    )  # fmt: skip
