"""Cases of calls: what is sent, and what the result of a tool amounts to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.mcp_client.cases.client_case import (
    READY,
    Turn,
    answer,
    ask_call,
    call,
    receive,
    reject,
    resolve,
    said,
    session_case,
    texts,
)
from hanzo_reference.spec.cases import Case

CALLS = "MCP 2025-11-25, Tools; HIP-0301 §2 (ToolResult)"
STRUCTURED = "MCP 2025-11-25, Tools, Structured content; RFC 8785 §3.2"
ASKED: Turn = (call(), [ask_call("2")])
IMAGE = {"type": "image", "data": "AA==", "mimeType": "image/png"}


def text(value: Any) -> dict[str, Any]:
    """A block of text."""
    return {"type": "text", "text": value}


def cases() -> Iterator[Case]:
    """What is sent, outputs, structured content, then what is no result."""
    yield from _sent()
    yield from _outputs()
    yield from _structured()
    yield from _refused()


def _told(
    slug: str, shows: str, rules: str, result: dict[str, Any], value: dict[str, Any], anchor: str
) -> Case:
    return session_case(
        f"call-{slug}", shows, rules, "output", turns=[
            *READY, ASKED, (receive(answer("2", result)), [resolve(2, value)])], anchor=anchor,
    )  # fmt: skip


def _sent() -> Iterator[Case]:
    for slug, name, arguments in (
        ("no-arguments", "t", {}), ("unknown-name", "mcp__files__read", {"path": "a.txt"}),
        ("empty-name", "", {"": None}), ("nested-arguments", "t", {"a": [{"b": 0.5}, "é"]}),
    ):  # fmt: skip
        yield session_case(
            f"call-with-{slug}", "A call is sent as it is, whatever the list says", "MCPC-51",
            turns=[*READY, (call(name, **arguments), [ask_call("2", name, **arguments)]),
                   (receive(answer("2", texts("x"))), [resolve(2, said("x"))])], anchor=CALLS,
        )  # fmt: skip


def _outputs() -> Iterator[Case]:
    rows: tuple[tuple[str, dict[str, Any], dict[str, Any], str], ...] = (
        ("text", texts("hello"), said("hello"), "A block of text"),
        ("texts", texts("a", "", "b\n"), said("a\n\nb\n"), "Blocks are joined by LF"),
        ("empty-text", texts(""), said(""), "An empty block"),
        ("two-empty-texts", texts("", ""), said("\n"), "Two empty blocks are an LF"),
        ("image", {"content": [IMAGE]}, said("[image]"), "A picture is told by its type"),
        ("mixed", {"content": [text("a"), IMAGE, {"type": "resource_link"}, text("b")]},
         said("a\n[image]\n[resource_link]\nb"), "Others stand between texts"),
        ("unknown-type", {"content": [{"type": "x y", "text": "no"}]}, said("[x y]"),
         "A type that nobody knows, with a text of its own"),
        ("empty-type", {"content": [{"type": ""}]}, said("[]"), "An empty type"),
        ("type-in-capitals", {"content": [{"type": "Text", "text": "no"}]}, said("[Text]"),
         "Types have a case"),
        ("no-blocks", {"content": []}, said(""), "No blocks"),
        ("no-content", {}, said(""), "No content at all"),
        ("failed", {**texts("no such file"), "isError": True}, said("no such file", failed=True),
         "A tool that failed: the output is the error"),
        ("failed-without-a-word", {"isError": True}, said("", failed=True), "And says nothing"),
        ("not-failed", {**texts("x"), "isError": False}, said("x"), "A tool that did not fail"),
        ("with-more", {**texts("x"), "_meta": {"a": 1}}, said("x"), "Further members are ignored"),
    )  # fmt: skip
    rules = {"image": "MCPC-54", "failed": "MCPC-56", "no": "MCPC-52"}
    for slug, result, value, shows in rows:
        rule = next((rules[key] for key in rules if slug.startswith(key)), "MCPC-53")
        if "type" in slug or slug == "mixed":
            rule = "MCPC-54"
        yield _told(slug, shows, f"{rule} MCPC-53", result, value, CALLS)


def _structured() -> Iterator[Case]:
    data = {"b": [1.0, 0.5, None], "a": {"\u20ac": "\n", "\r": True}, "10": 1e21}
    canonical = '{"10":1e+21,"a":{"\\r":true,"€":"\\n"},"b":[1,0.5,null]}'
    for slug, result, output, shows in (
        (
            "structured",
            {"structuredContent": data},
            canonical,
            "Without a block the structured content is the output, in canonical JSON",
        ),
        (
            "structured-without-blocks",
            {"content": [], "structuredContent": {}},
            "{}",
            "An empty list of blocks is none",
        ),
        (
            "structured-and-text",
            {**texts("x"), "structuredContent": {"a": 1}},
            "x",
            "Beside blocks it is not told twice",
        ),
        (
            "structured-and-empty-text",
            {**texts(""), "structuredContent": {"a": 1}},
            "",
            "An empty block is a block",
        ),
        (
            "structured-with-prototype",
            {"structuredContent": {"__proto__": {"a": 1}, "a": []}},
            '{"__proto__":{"a":1},"a":[]}',
            "Names that some languages know",
        ),
    ):
        yield _told(slug, shows, "MCPC-55", result, said(output), STRUCTURED)
    yield _told(
        "structured-failure", "A failure may be structured, too", "MCPC-55 MCPC-56",
        {"structuredContent": {"why": "é"}, "isError": True}, said('{"why":"é"}', failed=True),
        STRUCTURED,
    )  # fmt: skip


def _refused() -> Iterator[Case]:
    rows: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("content-null", {"content": None}, "MCPC-52"),
        ("content-text", {"content": "hello"}, "MCPC-52"),
        ("content-object", {"content": text("a")}, "MCPC-52"),
        ("block-text", {"content": ["hello"]}, "MCPC-52"),
        ("block-null", {"content": [text("a"), None]}, "MCPC-52"),
        ("block-without-type", {"content": [{"text": "a"}]}, "MCPC-52"),
        ("block-with-type-number", {"content": [{"type": 1, "text": "a"}]}, "MCPC-52"),
        ("text-absent", {"content": [{"type": "text"}]}, "MCPC-52"),
        ("text-null", {"content": [text(None)]}, "MCPC-52"),
        ("text-number", {"content": [text("a"), text(1)]}, "MCPC-52"),
        ("failed-text", {**texts("a"), "isError": "true"}, "MCPC-56"),
        ("failed-null", {**texts("a"), "isError": None}, "MCPC-56"),
        ("failed-one", {**texts("a"), "isError": 1}, "MCPC-56"),
        ("structured-null", {"structuredContent": None}, "MCPC-57"),
        ("structured-list", {**texts("a"), "structuredContent": [1]}, "MCPC-57"),
        ("structured-text", {"content": [], "structuredContent": "x"}, "MCPC-57"),
    )
    for slug, result, rule in rows:
        yield session_case(
            f"no-result-{slug}", "A result of another shape is refused, not guessed at", rule,
            "shape", turns=[*READY, ASKED, (receive(answer("2", result)),
                                            [reject(2, "INVALID_RESPONSE")])], anchor=CALLS,
        )  # fmt: skip
