"""Cases of exchanges over HTTP: what is requested, and how responses end them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.mcp_client.cases.client_case import (
    EVENTS,
    EXPIRED,
    JSON,
    LISTEN,
    Turn,
    answer,
    broken,
    chunk,
    deleted,
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
)
from hanzo_reference.spec.cases import Case

HTTP = "MCP 2025-11-25, Transports, Streamable HTTP"
FIELDS = "RFC 9110 §5.1, §8.3"
HELLO = request("1", "initialize", protocolVersion="2025-11-25")
HELLO_BODY = (
    '{"id":"1","jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-11-25"}}'
)
WELCOME = answer("1", {"protocolVersion": "2025-06-18"})
WELCOME_BODY = '{"jsonrpc":"2.0","id":"1","result":{"protocolVersion":"2025-06-18"}}'
ASK, ASK_BODY = request("2", "ping"), '{"id":"2","jsonrpc":"2.0","method":"ping"}'
ANSWER_BODY = '{"jsonrpc":"2.0","id":"2","result":{}}'
NOTE = notification("n")
NOTE_BODY = '{"jsonrpc":"2.0","method":"n"}'
# What requests bear once these have been answered.
KNOWN = {"mcp_session_id": "s-1", "mcp_protocol_version": "2025-06-18"}
DONE: Turn = (step("end", 4), [took(answer("2")), done(4)])


def greeted(
    headers: Mapping[str, str] | None = None, body: str = WELCOME_BODY, message: Any = None
) -> tuple[Turn, ...]:
    """The first four steps of most cases: initialize is answered as JSON."""
    session = {"Mcp-Session-Id": "s-1"} if headers is None else headers
    return (
        (post(HELLO), [posted(0, HELLO_BODY)]),
        (response(0, 200, {**JSON, **session}), []),
        (chunk(0, body), []),
        (step("end", 0), [took(message or WELCOME), done(0)]),
    )


def cases() -> Iterator[Case]:
    """Requests, then the session, then bodies, then refusals, then ends."""
    yield from _requests()
    yield from _sessions()
    yield from _bodies()
    yield from _refusals()
    yield from _expiries()
    yield from _ends()


def _requests() -> Iterator[Case]:
    odd = request("2", "m", b=[1.0, 0.5], a={"\u20ac": 1, "\r": None, "10": True, "😀": "é\u2028"})
    yield http_case(
        "canonical-body", "A message is posted in canonical JSON", "MCPC-60 MCPC-61", "body",
        turns=[(post(odd), [posted(0, '{"id":"2","jsonrpc":"2.0","method":"m","params":{"a":{"\\r":'
                                      'null,"10":true,"€":1,"😀":"é\u2028"},"b":[1,0.5]}}')])],
        anchor="RFC 8785 §3.2",
    )  # fmt: skip
    yield http_case(
        "each-message-alone", "Every message is a request of its own", "MCPC-60",
        turns=[(post(NOTE), [posted(0, NOTE_BODY)]), (post(answer("x")), [
            posted(1, '{"id":"x","jsonrpc":"2.0","result":{}}')]), (post(ASK), [posted(2, ASK_BODY)])],
        anchor=HTTP,
    )  # fmt: skip
    for slug, given, shown in (
        ("others", {"Authorization": "Bearer é", "X-A": ""}, {"authorization": "Bearer é", "x_a": ""}),
        ("of-our-own", {"Accept": "*/*", "CONTENT-TYPE": "text/plain"}, {}),
        ("equal-but-for-case", {"x-a": "1", "X-a": "2", "X-A": "3"}, {"x_a": "1"}),
        ("with-other-letters", {"X-É": "1"}, {"x_É": "1"}),
        ("at-the-ends-of-the-letters", {"@AZ[": "1"}, {"@az[": "1"}),
        ("of-a-session", {"MCP-Protocol-Version": "x", "Mcp-Session-Id": "y"},
         {"mcp_session_id": "y", "mcp_protocol_version": "x"}),
    ):  # fmt: skip
        yield http_case(
            f"headers-{slug}", "The caller's headers are in lower case, and under our own",
            "MCPC-61 MCPC-62", "headers", headers=given,
            turns=[(post(NOTE), [posted(0, NOTE_BODY, **shown)])],
            anchor=f"{FIELDS}; a decision of mcp-client.md",
        )  # fmt: skip
    yield http_case(
        "headers-of-a-listener", "A GET accepts event streams alone", "MCPC-61 MCPC-78", "headers",
        headers={"Accept": "x", "A": "b"}, turns=[(LISTEN, [got(0, a="b")])], anchor=HTTP,
    )  # fmt: skip


def _sessions() -> Iterator[Case]:
    yield http_case(
        "session", "Later requests bear session and version, all of them", "MCPC-63 MCPC-64",
        "session", turns=[
            *greeted(), (post(ASK), [posted(4, ASK_BODY, **KNOWN)]),
            (post(NOTE), [posted(5, NOTE_BODY, **KNOWN)]), (LISTEN, [got(6, **KNOWN)]),
            ({"type": "close"}, [deleted(7, **KNOWN)])], anchor=HTTP,
    )  # fmt: skip
    for slug, headers, shown in (
        ("none", {}, {}), ("empty", {"mcp-session-id": ""}, {}),
        ("in-capitals", {"MCP-SESSION-ID": "A b"}, {"mcp_session_id": "A b"}),
    ):  # fmt: skip
        yield http_case(
            f"session-{slug}", "A server need not have sessions; an empty id is none", "MCPC-63",
            "session", turns=[*greeted(headers), (post(NOTE), [
                posted(4, NOTE_BODY, mcp_protocol_version="2025-06-18", **shown)])], anchor=HTTP,
        )  # fmt: skip
    yield http_case(
        "session-before-the-answer", "The session is known with the response, the version with "
        "the answer", "MCPC-63 MCPC-64", "session", turns=[
            (post(HELLO), [posted(0, HELLO_BODY)]),
            (response(0, 200, {**JSON, "mcp-session-id": "s"}), []),
            (post(NOTE), [posted(2, NOTE_BODY, mcp_session_id="s")])], anchor=HTTP,
    )  # fmt: skip
    for slug, to, headers, status in (
        ("of-a-refusal", HELLO, JSON, 401), ("of-another-answer", ASK, JSON, 200),
    ):  # fmt: skip
        yield http_case(
            f"session-{slug}", "Only a successful response to initialize states a session",
            "MCPC-63", "session", turns=[
                (post(to), [posted(0, HELLO_BODY if to is HELLO else ASK_BODY)]),
                (response(0, status, {**headers, "mcp-session-id": "s"}), []),
                (post(NOTE), [posted(2, NOTE_BODY)])], anchor=HTTP,
        )  # fmt: skip
    for slug, body, message, shown in (
        ("refused", '{"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"no"}}',
         refusal("1", 1), {}),
        ("number", '{"jsonrpc":"2.0","id":"1","result":{"protocolVersion":7}}',
         answer("1", {"protocolVersion": 7}), {}),
        ("any-text", '{"jsonrpc":"2.0","id":"1","result":{"protocolVersion":"x"}}',
         answer("1", {"protocolVersion": "x"}), {"mcp_protocol_version": "x"}),
    ):  # fmt: skip
        yield http_case(
            f"version-{slug}", "The version is the text that the server answered", "MCPC-64",
            "session", turns=[*greeted({}, body, message),
                              (post(NOTE), [posted(4, NOTE_BODY, **shown)])], anchor=HTTP,
        )  # fmt: skip
    foreign = answer("2", {"protocolVersion": "x"})
    foreign_body = '{"jsonrpc":"2.0","id":"2","result":{"protocolVersion":"x"}}'
    yield http_case(
        "version-of-another-answer", "An answer to anything else states no version", "MCPC-64",
        "session", turns=[
            *greeted(), (post(ASK), [posted(4, ASK_BODY, **KNOWN)]), (response(4, 200, JSON), []),
            (chunk(4, foreign_body), []), (step("end", 4), [took(foreign), done(4)]),
            (post(NOTE), [posted(8, NOTE_BODY, **KNOWN)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "version-of-a-foreign-answer", "Nor does a foreign one in the stream of initialize",
        "MCPC-64", "session", turns=[
            (post(HELLO), [posted(0, HELLO_BODY)]), (response(0, 200, EVENTS), []),
            (chunk(0, f"data: {foreign_body}\n\n"), [took(foreign)]),
            (post(NOTE), [posted(3, NOTE_BODY)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "greeting-again", "Another initialize bears neither, and its response counts", "MCPC-65",
        "session", turns=[
            *greeted(), (post(HELLO), [posted(4, HELLO_BODY)]), (post(NOTE), [
                posted(5, NOTE_BODY, **KNOWN)]),
            (response(4, 200, {**JSON, "mcp-session-id": "s-2"}), []),
            (post(NOTE), [posted(7, NOTE_BODY, **{**KNOWN, "mcp_session_id": "s-2"})])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "greeting-with-callers-session", "Nor does it bear the caller's", "MCPC-65", "session",
        headers={"Mcp-Session-Id": "mine", "MCP-Protocol-Version": "mine", "a": "b"},
        turns=[(post(HELLO), [posted(0, HELLO_BODY, a="b")]),
               (post(NOTE), [posted(1, NOTE_BODY, a="b", mcp_session_id="mine",
                                    mcp_protocol_version="mine")])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "notification-called-initialize", "A notification of that name is none", "MCPC-65 MCPC-63",
        "session", turns=[*greeted(), (post(notification("initialize")), [
            posted(4, '{"jsonrpc":"2.0","method":"initialize"}', **KNOWN)])], anchor=HTTP,
    )  # fmt: skip


def _bodies() -> Iterator[Case]:
    asked: Turn = (post(ASK), [posted(0, ASK_BODY)])
    for status in (200, 202, 204, 299):
        for slug, message, body in (("notification", NOTE, NOTE_BODY),
                                    ("answer", refusal("x", 1),
                                     '{"error":{"code":1,"message":"no"},"id":"x","jsonrpc":"2.0"}')):  # fmt: skip
            yield http_case(
                f"{slug}-{status}", "Nothing is waited for behind what is no request", "MCPC-66",
                turns=[(post(message), [posted(0, body)]), (response(0, status, JSON), [done(0)]),
                       (chunk(0, ANSWER_BODY), []), (step("end", 0), [])], anchor=HTTP,
            )  # fmt: skip
    for slug, stated in (
        ("plain", "application/json"), ("with-charset", "application/json; charset=utf-8"),
        ("in-capitals", "APPLICATION/Json"), ("with-space", " application/json ;x"),
        ("with-tab", "\tapplication/json\t; x"),
    ):  # fmt: skip
        yield http_case(
            f"json-{slug}", "A JSON body is judged at its end", "MCPC-67 MCPC-68", "media-type",
            turns=[asked, (response(0, 200, {"Content-Type": stated}), []),
                   (chunk(0, ANSWER_BODY[:9]), []), (chunk(0, ANSWER_BODY[9:] + "\n"), []),
                   (step("end", 0), [took(answer("2")), done(0)]), (step("end", 0), [])],
            anchor=f"{FIELDS}; {HTTP}",
        )  # fmt: skip
    for slug, headers in (
        ("text", {"content-type": "text/plain"}), ("html", {"content-type": "text/html"}),
        ("none", {}), ("empty", {"content-type": ""}),
        ("longer", {"content-type": "application/jsonl"}),
        ("suffix", {"content-type": "application/problem+json"}),
        ("two", {"content-type": "text/plain, application/json"}),
    ):  # fmt: skip
        yield http_case(
            f"media-type-{slug}", "Other media types are no answer", "MCPC-67", "media-type",
            turns=[asked, (response(0, 200, headers), [broken(0, "BAD_CONTENT_TYPE")]),
                   (chunk(0, ANSWER_BODY), [])], anchor=f"{FIELDS}; {HTTP}",
        )  # fmt: skip
    yield http_case(
        "json-to-a-listener", "JSON answers a POST alone", "MCPC-67 MCPC-78", "media-type",
        turns=[(LISTEN, [got(0)]), (response(0, 200, JSON), [broken(0, "BAD_CONTENT_TYPE")])],
        anchor=HTTP,
    )  # fmt: skip
    for slug, body in (
        ("empty", ""), ("no-json", "OK"), ("half", ANSWER_BODY[:-1]), ("mark", "\ufeff" + ANSWER_BODY),
        ("foreign", ANSWER_BODY.replace('"2"}', '"3"}').replace('"id":"2"', '"id":"3"')),
        ("number", ANSWER_BODY.replace('"id":"2"', '"id":2')), ("request", ASK_BODY),
        ("notification", NOTE_BODY), ("batch", f"[{ANSWER_BODY}]"), ("invalid", '{"id":"2"}'),
        ("error-of-nobody", '{"jsonrpc":"2.0","error":{"code":1,"message":"no"}}'),
    ):  # fmt: skip
        yield http_case(
            f"body-{slug}", "A body that is not the answer is none", "MCPC-68", "foreign-answer",
            turns=[asked, (response(0, 200, JSON), []), (chunk(0, body), []),
                   (step("end", 0), [broken(0, "INVALID_RESPONSE")])], anchor=HTTP,
        )  # fmt: skip
    number = request(7)
    for slug, spelt in (("plain", "7"), ("fraction", "7.0"), ("exponent", "70e-1")):
        yield http_case(
            f"body-of-a-number-{slug}", "Ids that are numbers are compared by value",
            "MCPC-68 MCPC-9", "foreign-answer", turns=[
                (post(number), [posted(0, '{"id":7,"jsonrpc":"2.0","method":"ping"}')]),
                (response(0, 200, JSON), []),
                (chunk(0, f'{{"jsonrpc":"2.0","id":{spelt},"result":{{}}}}'), []),
                (step("end", 0), [took(answer(7)), done(0)])], anchor="JSON-RPC 2.0 §5",
        )  # fmt: skip
    yield http_case(
        "body-that-fails", "Half a body is no answer, though it looks like one", "MCPC-77", "cut",
        turns=[asked, (response(0, 200, JSON), []), (chunk(0, ANSWER_BODY), []),
               (step("fail", 0), [broken(0, "STREAM_ENDED")])], anchor=HTTP,
    )  # fmt: skip
    for slug, limit, size, actions in (
        ("at-the-limit", len(ANSWER_BODY), 0, []),
        ("beyond-the-limit", len(ANSWER_BODY) - 1, 0, [broken(0, "INVALID_RESPONSE")]),
        ("beyond-the-limit-in-bytes", len(ANSWER_BODY) + 1, 1, [broken(0, "INVALID_RESPONSE")]),
    ):
        text = ANSWER_BODY + "é" * size
        yield http_case(
            f"body-{slug}", "A body is bounded, in bytes", "MCPC-80", "unbounded", max_body=limit,
            turns=[asked, (response(0, 200, JSON), []), (chunk(0, text[:5]), []),
                   (chunk(0, text[5:]), actions),
                   (step("end", 0), [] if actions else [took(answer("2")), done(0)])],
            anchor="HIP-0301 §1; a decision of mcp-client.md",
        )  # fmt: skip


def _refusals() -> Iterator[Case]:
    asked: Turn = (post(ASK), [posted(0, ASK_BODY)])
    for status in (300, 301, 307, 400, 401, 403, 404, 405, 410, 429, 500, 503, 599):
        yield http_case(
            f"notification-refused-{status}", f"Status {status} is an error at once", "MCPC-72",
            "status", turns=[(post(NOTE), [posted(0, NOTE_BODY)]),
                             (response(0, status, {**JSON, "location": "http://127.0.0.1/"}),
                              [broken(0, "HTTP_ERROR", status)])], anchor=HTTP,
        )  # fmt: skip
        yield http_case(
            f"request-refused-{status}", f"To a request status {status} is one at the end",
            "MCPC-72 MCPC-73", "status", turns=[
                asked, (response(0, status, EVENTS), []), (chunk(0, "<html>"), []),
                (step("end", 0), [broken(0, "HTTP_ERROR", status)])], anchor=HTTP,
        )  # fmt: skip
    told = '{"jsonrpc":"2.0","id":"2","error":{"code":-32600,"message":"no"}}'
    for slug, body, kind, headers in (
        ("json", told, "end", JSON), ("no-media-type", told, "end", {}),
        ("another-media-type", told, "end", EVENTS),
    ):  # fmt: skip
        yield http_case(
            f"refusal-with-{slug}", "A body that is the error to this request is the answer",
            "MCPC-73", "status", turns=[
                asked, (response(0, 400, headers), []), (chunk(0, body), []),
                (step(kind, 0), [took(refusal("2", -32600)), done(0)])], anchor=HTTP,
        )  # fmt: skip
    for slug, body, kind in (
        ("result", ANSWER_BODY, "end"), ("foreign-error", told.replace('"2",', '"3",'), "end"),
        ("error-of-nobody", told.replace('"id":"2",', ""), "end"), ("nothing", "", "end"),
        ("error-that-fails", told, "fail"), ("two-errors", told + told, "end"),
    ):  # fmt: skip
        yield http_case(
            f"refusal-with-{slug}", "Any other body leaves the status", "MCPC-73", "status",
            turns=[asked, (response(0, 400, JSON), []), (chunk(0, body), []),
                   (step(kind, 0), [broken(0, "HTTP_ERROR", 400)])], anchor=HTTP,
        )  # fmt: skip
    yield http_case(
        "refusal-beyond-the-limit", "A refusal's body is bounded, too", "MCPC-80 MCPC-73",
        "unbounded", max_body=3, turns=[
            asked, (response(0, 500, {}), []), (chunk(0, "abc"), []),
            (chunk(0, "d"), [broken(0, "HTTP_ERROR", 500)]), (step("end", 0), [])],
        anchor="HIP-0301 §1; a decision of mcp-client.md",
    )  # fmt: skip
    for kind in ("fail", "end"):
        yield http_case(
            f"{kind}-before-a-response", "A server that is not there", "MCPC-77", "cut",
            turns=[asked, (step(kind, 0), [broken(0, "STREAM_ENDED")]),
                   (post(NOTE), [posted(2, NOTE_BODY)]), (step(kind, 2), [broken(2, "STREAM_ENDED")])],
            anchor=HTTP,
        )  # fmt: skip


def _expiries() -> Iterator[Case]:
    later = {**KNOWN}
    for slug, message, body in (("request", ASK, ASK_BODY), ("notification", NOTE, NOTE_BODY)):
        yield http_case(
            f"expired-by-a-{slug}", "A 404 to what bears the session ends all, and forgets it",
            "MCPC-71", "expiry", turns=[
                *greeted(), (post(request("3")), [
                    posted(4, '{"id":"3","jsonrpc":"2.0","method":"ping"}', **later)]),
                (response(4, 200, EVENTS), []), (post(message), [posted(6, body, **later)]),
                (response(6, 404, {}), [EXPIRED]),
                (chunk(4, 'data: {"jsonrpc":"2.0","id":"3","result":{}}\n\n'), []),
                (step("end", 4), []), (post(NOTE), [posted(10, NOTE_BODY)])], anchor=HTTP,
        )  # fmt: skip
    yield http_case(
        "expired-by-a-listener", "A listener that finds no session", "MCPC-71 MCPC-78", "expiry",
        turns=[*greeted(), (LISTEN, [got(4, **later)]), (response(4, 404, {}), [EXPIRED]),
               ({"type": "close"}, [])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "not-expired-before-the-session", "A 404 to what was sent before the session is an error",
        "MCPC-71 MCPC-72", "expiry", turns=[
            (post(NOTE), [posted(0, NOTE_BODY)]), (post(HELLO), [posted(1, HELLO_BODY)]),
            (response(1, 200, {**JSON, "mcp-session-id": "s"}), []),
            (response(0, 404, {}), [broken(0, "HTTP_ERROR", 404)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "not-expired-by-the-callers-session", "The caller's own header is no session of ours",
        "MCPC-71 MCPC-72", "expiry", headers={"mcp-session-id": "mine"}, turns=[
            (post(NOTE), [posted(0, NOTE_BODY, mcp_session_id="mine")]),
            (response(0, 404, {}), [broken(0, "HTTP_ERROR", 404)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "not-expired-by-a-greeting", "An initialize bears no session that could expire",
        "MCPC-71 MCPC-73", "expiry", turns=[
            *greeted(), (post(HELLO), [posted(4, HELLO_BODY)]), (response(4, 404, {}), []),
            (step("end", 4), [broken(4, "HTTP_ERROR", 404)])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "greeted-after-an-expiry", "After an expiry another session begins", "MCPC-71 MCPC-63",
        "expiry", turns=[
            *greeted(), (post(NOTE), [posted(4, NOTE_BODY, **later)]),
            (response(4, 404, {}), [EXPIRED]), (post(HELLO), [posted(6, HELLO_BODY)]),
            (response(6, 200, {**JSON, "mcp-session-id": "s-2"}), []),
            (chunk(6, WELCOME_BODY), []), (step("end", 6), [took(WELCOME), done(6)]),
            (post(NOTE), [posted(10, NOTE_BODY, **{**later, "mcp_session_id": "s-2"})])],
        anchor=HTTP,
    )  # fmt: skip


def _ends() -> Iterator[Case]:
    close = {"type": "close"}
    yield http_case(
        "close-with-a-session", "A session is deleted, once, and then nothing happens", "MCPC-79",
        "end", headers={"A": "b"}, turns=[
            (post(HELLO), [posted(0, HELLO_BODY, a="b")]),
            (response(0, 200, {**EVENTS, "mcp-session-id": "s-1"}), []),
            (close, [deleted(2, a="b", mcp_session_id="s-1")]), (response(2, 405, {}), []),
            (chunk(0, f"data: {WELCOME_BODY}\n\n"), []), (close, []), (post(NOTE), []),
            (LISTEN, []), (step("end", 0), [])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "close-without-a-session", "Without a session nobody is told", "MCPC-79", "end",
        turns=[(post(ASK), [posted(0, ASK_BODY)]), (close, []), (response(0, 200, JSON), []),
               (step("fail", 0), [])], anchor=HTTP,
    )  # fmt: skip
    yield http_case(
        "close-at-once", "What was never used is closed, too", "MCPC-79", "end",
        turns=[(close, []), (close, []), (post(ASK), [])], anchor=HTTP,
    )  # fmt: skip
    for slug, before in (
        ("asked", []), ("half-answered", [(response(0, 200, JSON), []), (chunk(0, ANSWER_BODY), [])]),
        ("waiting", [(response(0, 200, EVENTS), []), (chunk(0, "id: 1\n\n"), []),
                     (step("end", 0), [{"type": "wait", "to": 0, "ms": 1000}])]),
    ):  # fmt: skip
        yield http_case(
            f"abandoned-{slug}", "What nobody waits for any more is gone without a word", "MCPC-83",
            "stray", turns=[
                (post(ASK), [posted(0, ASK_BODY)]), *before, (step("abandon", 0), []),
                (response(0, 200, JSON), []), (step("resume", 0), []), (step("end", 0), []),
                (step("abandon", 0), []), (post(NOTE), [posted(6 + len(before), NOTE_BODY)])],
            anchor=HTTP,
        )  # fmt: skip
    strays = [step(kind, to) for kind in ("end", "fail", "resume") for to in (0, 1, 99)]
    yield http_case(
        "nobodys-steps", "What belongs to no exchange leads to nothing", "MCPC-81", "stray",
        turns=[(close_nothing, []) for close_nothing in (*strays, response(0), chunk(5, "x"))],
        anchor="a decision of mcp-client.md",
    )  # fmt: skip
    yield http_case(
        "no-message-to-send", "What is no message is not sent", "MCPC-81", "stray", turns=[
            (post({"jsonrpc": "2.0", "id": "1"}), []), (post({}), []),
            (response(0, 200, JSON), []), (post(NOTE), [posted(3, NOTE_BODY)])],
        anchor="a decision of mcp-client.md",
    )  # fmt: skip
    yield http_case(
        "misplaced-steps", "What does not fit the state of its exchange leads to nothing",
        "MCPC-81", "stray", turns=[
            (post(ASK), [posted(0, ASK_BODY)]), (chunk(0, ANSWER_BODY), []),
            (step("resume", 0), []), (response(0, 200, JSON), []), (response(0, 500, JSON), []),
            (step("resume", 0), []), (chunk(0, ANSWER_BODY), []),
            (step("end", 0), [took(answer("2")), done(0)]), (response(0, 200, JSON), []),
            (step("resume", 0), [])],
        anchor="a decision of mcp-client.md",
    )  # fmt: skip
