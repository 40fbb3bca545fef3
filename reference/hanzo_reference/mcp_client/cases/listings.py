"""Cases of lists of tools: pages, entries, generations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.mcp_client.cases.client_case import (
    CONNECT,
    HIP,
    INITIALIZED,
    LIST_CHANGED,
    READY,
    Turn,
    answer,
    ask_call,
    ask_tools,
    at,
    call,
    cancel,
    greeted,
    known,
    listed,
    receive,
    refusal,
    reject,
    rejection,
    resolve,
    session_case,
    tools,
)
from hanzo_reference.spec.cases import Case

PAGES = "MCP 2025-11-25, Pagination; MCP 2025-11-25, Tools"
CACHE = f"{HIP} (tool cache)"
LIST = at(0, "list")
ASKED: Turn = (LIST, [ask_tools("2")])


def cases() -> Iterator[Case]:
    """Pages, then entries, then generations."""
    yield from _pages()
    yield from _entries()
    yield from _generations()
    yield from _without()


def _pages() -> Iterator[Case]:
    yield session_case(
        "list", "One page of tools, in its order", "MCPC-41 MCPC-47", turns=[
            *READY, ASKED, (receive(answer("2", listed("b", "a"))), [resolve(2, tools("b", "a"))])],
        anchor=PAGES,
    )  # fmt: skip
    yield session_case(
        "three-pages", "Pages follow one another, an empty cursor, too", "MCPC-41", "cursor",
        turns=[*READY, ASKED,
               (receive(answer("2", listed("a", nextCursor=""))), [ask_tools("3", "")]),
               (receive(answer("3", listed(nextCursor="é"))), [ask_tools("4", "é")]),
               (receive(answer("4", listed("b"))), [resolve(2, tools("a", "b"))])], anchor=PAGES,
    )  # fmt: skip
    for slug, cursor in (("null", None), ("number", 2), ("false", False), ("object", {"page": 2})):
        yield session_case(
            f"cursor-{slug}", f"A cursor {cursor!r} ends the pages", "MCPC-43", "cursor",
            turns=[*READY, ASKED, (receive(answer("2", listed("a", nextCursor=cursor))),
                                   [resolve(2, tools("a"))])], anchor=PAGES,
        )  # fmt: skip
    yield session_case(
        "cursor-twice", "A cursor that was there before is a loop", "MCPC-44", "cursor", turns=[
            *READY, ASKED, (receive(answer("2", listed("a", nextCursor="x"))), [ask_tools("3", "x")]),
            (receive(answer("3", listed("b", nextCursor="y"))), [ask_tools("4", "y")]),
            (receive(answer("4", listed("c", nextCursor="x"))), [reject(2, "PAGING_LOOP")]),
            (LIST, [ask_tools("5")])], anchor=PAGES,
    )  # fmt: skip
    yield session_case(
        "cursor-of-another-fetch", "Another fetch may meet the same cursors", "MCPC-44 MCPC-49",
        "cursor", turns=[
            *READY, ASKED, (receive(answer("2", listed(nextCursor="x"))), [ask_tools("3", "x")]),
            (receive(refusal("3")), [reject(2, "RPC_ERROR", rejection(-32000))]),
            (LIST, [ask_tools("4")]),
            (receive(answer("4", listed(nextCursor="x"))), [ask_tools("5", "x")]),
            (receive(answer("5", listed("a"))), [resolve(5, tools("a"))])], anchor=PAGES,
    )  # fmt: skip
    for slug, result in (("absent", {}), ("null", {"tools": None}), ("object", {"tools": {}}),
                         ("text", {"tools": "", "nextCursor": "x"})):  # fmt: skip
        yield session_case(
            f"tools-{slug}", "A page whose tools are no list is none", "MCPC-42", "shape",
            turns=[*READY, ASKED, (receive(answer("2", result)), [reject(2, "INVALID_RESPONSE")])],
            anchor=PAGES,
        )  # fmt: skip
    yield session_case(
        "second-page-is-none", "A page that is none ends the whole list", "MCPC-42 MCPC-31", "shape",
        turns=[*READY, ASKED, (receive(answer("2", listed("a", nextCursor="x"))),
                               [ask_tools("3", "x")]),
               (at(0, "invalid", code=-32600, id="3"), [reject(2, "INVALID_RESPONSE")])],
        anchor=PAGES,
    )  # fmt: skip


def _entries() -> Iterator[Case]:
    schema = {"type": "object", "properties": {"a": {"minimum": 0.5}}}
    full = {"name": "a", "description": "Does.", "inputSchema": schema}
    shown = {"name": "a", "description": "Does.", "input_schema": schema}
    rows: tuple[tuple[str, Any, dict[str, Any] | None], ...] = (
        ("with-all", {**full, "title": "A", "annotations": {}}, shown),
        ("without-description", {"name": "a", "inputSchema": schema}, {**shown, "description": ""}),
        ("with-description-null", {**full, "description": None}, {**shown, "description": ""}),
        ("with-description-list", {**full, "description": ["x"]}, {**shown, "description": ""}),
        ("with-empty-name", {**full, "name": ""}, {**shown, "name": ""}),
        ("with-the-name-of-a-method", {**full, "name": "__proto__"}, {**shown, "name": "__proto__"}),
        ("without-name", {"inputSchema": schema}, None),
        ("with-name-number", {**full, "name": 1}, None),
        ("without-schema", {"name": "a"}, None),
        ("with-schema-null", {**full, "inputSchema": None}, None),
        ("with-schema-list", {**full, "inputSchema": []}, None),
        ("with-schema-under-another-name", {"name": "a", "input_schema": schema}, None),
        ("text", "a", None), ("null", None, None), ("list", [full], None),
    )  # fmt: skip
    last = {"name": "z", "inputSchema": {}}
    behind = {"name": "z", "description": "", "input_schema": {}}
    for slug, entry, expected in rows:
        found = [*([] if expected is None else [expected]), behind]
        yield session_case(
            f"entry-{slug}", "An entry is a tool, or is left out alone", "MCPC-42 MCPC-47", "shape",
            turns=[*READY, ASKED, (receive(answer("2", {"tools": [entry, last]})),
                                   [resolve(2, {"tools": found, "generation": 0})])],
            anchor=PAGES,
        )  # fmt: skip
    again = {"name": "a", "description": "Other.", "inputSchema": {}}
    yield session_case(
        "name-twice", "Of tools of one name the first counts, also on another page",
        "MCPC-46", "shadow", turns=[
            *READY, ASKED,
            (receive(answer("2", {"tools": [full, again, last], "nextCursor": "x"})),
             [ask_tools("3", "x")]),
            (receive(answer("3", {"tools": [again]})),
             [resolve(2, {"tools": [shown, behind], "generation": 0})])],
        anchor=PAGES,
    )  # fmt: skip
    yield session_case(
        "name-twice-after-one-without-schema", "What is left out takes no name", "MCPC-46 MCPC-42",
        "shadow", turns=[*READY, ASKED, (
            receive(answer("2", {"tools": [{"name": "a"}, full]})),
            [resolve(2, {"tools": [shown], "generation": 0})])],
        anchor=PAGES,
    )  # fmt: skip


def _generations() -> Iterator[Case]:
    first: Turn = (receive(answer("2", listed("a"))), [resolve(2, tools("a"))])
    changed: Turn = (receive(LIST_CHANGED), [])
    yield session_case(
        "kept", "What was fetched is given at once", "MCPC-48", "cache",
        turns=[*READY, ASKED, first, (LIST, [resolve(4, tools("a"))]),
               (at(9_000_000, "list"), [resolve(5, tools("a"))])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "kept-behind-a-failed-call", "A call that fails takes no tools away", "MCPC-48 MCPC-32",
        "cache", turns=[
            *READY, ASKED, first, (call(), [ask_call("3")]),
            (at(0, "failed", id="3", code="HTTP_ERROR"), [reject(4, "HTTP_ERROR")]),
            (LIST, [resolve(6, tools("a"))])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "changed", "After a change tools are fetched anew", "MCPC-40 MCPC-48", "cache",
        turns=[*READY, ASKED, first, changed, (LIST, [ask_tools("3")]),
               (receive(answer("3", listed("b"))), [resolve(5, tools("b", generation=1))]),
               (LIST, [resolve(7, tools("b", generation=1))])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "changed-before-connecting", "Changes count from the beginning", "MCPC-40", "cache",
        turns=[changed, CONNECT_SECOND, changed,
               (receive(answer("1", greeted())), [INITIALIZED, resolve(1, known())]), changed,
               (LIST, [ask_tools("2")]),
               (receive(answer("2", listed())), [resolve(5, tools(generation=3))])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "shared", "Who asks while tools are fetched waits for them", "MCPC-49", "cache",
        turns=[*READY, ASKED, (LIST, []),
               (receive(answer("2", listed("a", nextCursor="x"))), [ask_tools("3", "x")]),
               (LIST, []), (receive(answer("3", listed("b"))),
                            [resolve(step, tools("a", "b")) for step in (2, 3, 5)])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "shared-failure", "Who waits shares the failure, and the next one fetches anew",
        "MCPC-49 MCPC-32", "cache", turns=[
            *READY, ASKED, (LIST, []), (at(0, "failed", id="2", code="HTTP_ERROR"),
                                        [reject(2, "HTTP_ERROR"), reject(3, "HTTP_ERROR")]),
            (LIST, [ask_tools("3")]), (receive(answer("3", listed("a"))), [resolve(5, tools("a"))])],
        anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "shared-timeout", "Who waits shares the end of the time, whenever they came",
        "MCPC-49 MCPC-33 MCPC-18", "cache", turns=[
            *READY, ASKED, (at(999, "list"), []),
            (at(1000, "list"), [cancel("2"), reject(2, "TIMEOUT"), reject(3, "TIMEOUT"),
                                ask_tools("3")])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "two-generations", "A change while tools are fetched: the old list, and a new one",
        "MCPC-45 MCPC-40", "cache", turns=[
            *READY, ASKED, changed, (LIST, [ask_tools("3")]),
            (receive(answer("2", listed("old"))), [resolve(2, tools("old"))]),
            (LIST, []),
            (receive(answer("3", listed("new"))),
             [resolve(4, tools("new", generation=1)), resolve(6, tools("new", generation=1))]),
            (LIST, [resolve(8, tools("new", generation=1))])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "two-generations-the-new-one-first", "What is of the past is not kept over what is new",
        "MCPC-45 MCPC-48", "cache", turns=[
            *READY, ASKED, changed, (LIST, [ask_tools("3")]),
            (receive(answer("3", listed("new"))), [resolve(4, tools("new", generation=1))]),
            (receive(answer("2", listed("old"))), [resolve(2, tools("old"))]),
            (LIST, [resolve(7, tools("new", generation=1))])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "changed-while-fetched-and-nobody-asks", "What is of the past is kept for nobody",
        "MCPC-45", "cache", turns=[
            *READY, ASKED, changed, (receive(answer("2", listed("old"))), [resolve(2, tools("old"))]),
            (LIST, [ask_tools("3")])], anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "old-failure", "A fetch of the past that fails takes the new one with it not",
        "MCPC-45 MCPC-49", "cache", turns=[
            *READY, ASKED, changed, (LIST, [ask_tools("3")]),
            (receive(refusal("2")), [reject(2, "RPC_ERROR", rejection(-32000))]),
            (LIST, []), (receive(answer("3", listed())), [resolve(4, tools(generation=1)),
                                                          resolve(6, tools(generation=1))])],
        anchor=CACHE,
    )  # fmt: skip
    yield session_case(
        "changed-between-pages", "Pages of one fetch stay those of its generation", "MCPC-45",
        "cache", turns=[
            *READY, ASKED, (receive(answer("2", listed("a", nextCursor="x"))), [ask_tools("3", "x")]),
            changed, (receive(answer("3", listed("b"))), [resolve(2, tools("a", "b"))]),
            (LIST, [ask_tools("4")])], anchor=CACHE,
    )  # fmt: skip


CONNECT_SECOND: Turn = CONNECT


def _without() -> Iterator[Case]:
    for slug, capabilities in (
        ("no-capability", {}), ("true", {"tools": True}), ("null", {"tools": None}),
        ("list", {"tools": []}), ("others", {"Tools": {}, "prompts": {}}),
    ):  # fmt: skip
        yield session_case(
            f"tools-capability-{slug}", "A server that states no tools has none, and is not asked",
            "MCPC-50", "capability", turns=[
                CONNECT, (receive(answer("1", greeted(capabilities=capabilities))),
                          [INITIALIZED, resolve(0, known(capabilities=capabilities))]),
                (LIST, [resolve(2, tools())]), (call(), [reject(3, "NO_TOOLS")]),
                (receive(LIST_CHANGED), []), (LIST, [resolve(5, tools(generation=1))])],
            anchor="MCP 2025-11-25, Tools, Capabilities",
        )  # fmt: skip
