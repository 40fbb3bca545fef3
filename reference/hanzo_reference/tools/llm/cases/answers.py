"""Cases of answers: what a server of models answers, and what is made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, invalid, refused, traced

HTTP = "${http}"
PROTOCOL = "HIP-0300, llm; chat completions protocol"
ASKED = {"prompt": "Say hi", "model": "m"}
CHAT, EMBEDDINGS = "POST /v1/chat/completions", "POST /v1/embeddings"


def cases() -> Iterator[Case]:
    """Every case of the room."""
    yield from _query()
    yield from _stream()
    yield from _embed()
    yield from _consensus()
    yield from _unreadable()
    yield from _parameters()


def chat(*texts: Any) -> dict[str, Any]:
    """A completion with these choices."""
    choices = [
        {"index": index, "message": {"role": "assistant", "content": text}}
        for index, text in enumerate(texts)
    ]
    return says({"id": "c", "choices": choices})


def says(value: Any) -> dict[str, Any]:
    """A response with this value as JSON."""
    text = json.dumps(value, ensure_ascii=False)
    return {"headers": {"content-type": "application/json"}, "body": {"text": text}}


def events(*frames: Any, end: str = "data: [DONE]\n\n") -> dict[str, Any]:
    """A stream of these frames; text stands for a delta with that content."""
    told = "".join(
        f"data: {json.dumps(frame if isinstance(frame, dict) else delta(content=frame))}\n\n"
        for frame in frames
    )
    return {"headers": {"content-type": "text/event-stream"}, "body": {"text": told + end}}


def delta(**members: Any) -> dict[str, Any]:
    """A frame whose first choice has this delta."""
    return {"choices": [{"index": 0, "delta": members}]}


def _query() -> Iterator[Case]:
    for slug, description, text in (
        ("text", "The text of the first choice is answered", "hi"),
        ("text-as-it-stands", "Text is answered with its blanks", " hi\n"),
        ("empty-text", "A model may say nothing", ""),
        ("unicode", "Text may be in any script", "\u65e5\u672c \U0001f600"),
    ):
        yield _case(f"query-{slug}", description, "3", "query", ASKED, {CHAT: chat(text)},
                    {"model": "m", "text": text})  # fmt: skip
    yield _case("query-several-choices", "Other choices are not looked at", "3", "query", ASKED,
                {CHAT: chat("one", None)}, {"model": "m", "text": "one"})  # fmt: skip
    yield _case("query-with-everything", "System, limit and model go along", "3", "query",
                {**ASKED, "system": "Be brief", "max_tokens": 5}, {CHAT: chat("hi")},
                {"model": "m", "text": "hi"})  # fmt: skip
    yield _case("query-created", "Any 2xx is a success", "2", "query", ASKED,
                {CHAT: {**chat("hi"), "status": 201}}, {"model": "m", "text": "hi"},
                flags=["status"])  # fmt: skip
    yield _case("query-slash-behind-the-endpoint", "Slashes behind the endpoint are none", "7",
                "query", {**ASKED, "endpoint": f"{HTTP}/v1//"}, {CHAT: chat("hi")},
                {"model": "m", "text": "hi"})  # fmt: skip


def _stream() -> Iterator[Case]:
    for slug, description, response, pieces in (
        ("pieces", "Pieces are answered as they came", events("he", "llo"), ["he", "llo"]),
        ("role-first", "A delta without text is no piece",
         events(delta(role="assistant"), delta(content=None), "hi", ""), ["hi"]),
        ("no-choice", "An event without a choice says nothing",
         events("hi", {"choices": [], "usage": {}}), ["hi"]),
        ("nothing", "A stream may say nothing", events(), []),
        ("behind-the-end", "What comes behind the end is not read",
         events("hi", end="data: [DONE]\n\ndata: no json\n\n"), ["hi"]),
        ("without-an-end", "A stream may end without saying so", events("hi", end=""), ["hi"]),
        ("cut-short", "An event that is cut short is none", events("hi", end="data: {"), ["hi"]),
        ("comments", "Comments and other fields are not looked at",
         events("hi", end=": ping\n\nid: 7\nevent: x\nretry: 5\n\ndata: [DONE]\n\n"), ["hi"]),
        ("crlf", "Lines may end in CR LF",
         {"body": {"text": 'data: {"choices":[{"delta":{"content":"a"}}]}\r\n\r\n'}}, ["a"]),
        ("over-two-lines", "An event may have several lines",
         {"body": {"text": 'data: {"choices":\ndata: [{"delta":{"content":"a"}}]}\n\n'}}, ["a"]),
    ):  # fmt: skip
        yield _case(f"stream-{slug}", description, "4", "stream", ASKED, {CHAT: response},
                    {"model": "m", "text": "".join(pieces), "pieces": pieces},
                    flags=["events"])  # fmt: skip


def _embed() -> Iterator[Case]:
    one, two = {"index": 0, "embedding": [1, -2]}, {"index": 1, "embedding": [3, 4]}
    asked_for = {"texts": ["a", "b"], "model": "m"}
    for slug, description, rows in (
        ("in-order", "One vector for each text", [one, two]),
        ("out-of-order", "Vectors come in the order of the texts", [two, one]),
    ):
        yield _case(f"embed-{slug}", description, "5", "embed", asked_for,
                    {EMBEDDINGS: says({"data": rows})},
                    {"model": "m", "embeddings": [[1, -2], [3, 4]]}, flags=["order"])  # fmt: skip
    for slug, rows in (
        ("one-too-few", [one]), ("none", []), ("one-twice", [one, one]),
        ("one-too-many", [one, two, {**two, "index": 2}]), ("from-one", [two, {**one, "index": 2}]),
        ("below-zero", [one, {**two, "index": -1}]),
    ):  # fmt: skip
        yield _failed(f"embed-{slug}", "Each text has one vector", "5", "embed", asked_for,
                      {EMBEDDINGS: says({"data": rows})}, {}, ["order"])  # fmt: skip
    for slug, value in (
        ("no-data", {}), ("data-as-object", {"data": {}}), ("row-as-list", {"data": [[1], [2]]}),
        ("no-embedding", {"data": [one, {"index": 1}]}),
        ("no-index", {"data": [one, {"embedding": [1]}]}),
        ("index-as-truth", {"data": [one, {"index": True, "embedding": [1]}]}),
        ("text-in-a-vector", {"data": [one, {"index": 1, "embedding": ["1"]}]}),
        ("truth-in-a-vector", {"data": [one, {"index": 1, "embedding": [True]}]}),
        ("vector-as-base64", {"data": [one, {"index": 1, "embedding": "AAAA"}]}),
    ):  # fmt: skip
        yield _failed(f"embed-{slug}", "What is no vector is not answered", "2 5", "embed",
                      asked_for, {EMBEDDINGS: says(value)}, {}, ["shape"])  # fmt: skip


def _consensus() -> Iterator[Case]:
    for slug, models in (("one", ["m"]), ("three", ["m", "n", "m"])):
        answers = [{"model": name, "text": "\n same\t"} for name in models]
        yield _case(f"consensus-of-{slug}", "Blanks around a text are none of it", "6",
                    "consensus", {"prompt": "a", "models": models}, {CHAT: chat("\n same\t")},
                    {"answers": answers, "text": "same", "agreeing": len(models),
                     "asked": len(models)})  # fmt: skip
    yield _case("consensus-no-break-space", "A no-break space is text", "6", "consensus",
                {"prompt": "a", "models": ["m"]}, {CHAT: chat("\u00a0a")},
                {"answers": [{"model": "m", "text": "\u00a0a"}], "text": "\u00a0a", "agreeing": 1,
                 "asked": 1})  # fmt: skip
    yield _failed("consensus-refused", "One that fails fails all", "2 6", "consensus",
                  {"prompt": "a", "models": ["m", "n"]}, {CHAT: {"status": 429}}, {"status": 429},
                  ["status"])  # fmt: skip


def _unreadable() -> Iterator[Case]:
    for status in (199 + 101, 400, 404, 500):
        yield _failed(f"status-{status}", f"{status} is no success", "2", "query", ASKED,
                      {CHAT: {**chat("hi"), "status": status}}, {"status": status},
                      ["status"])  # fmt: skip
    yield _failed("route-that-is-not-there", "The endpoint's own path is kept", "2 7", "query",
                  {**ASKED, "endpoint": HTTP}, {CHAT: chat("hi")}, {"status": 404},
                  ["status"])  # fmt: skip
    for slug, response in (
        ("empty", {}), ("text", {"body": {"text": "hi"}}), ("not-a-number", {"body": {"text":
         '{"choices": [{"message": {"content": "a"}}], "x": NaN}'}}),
        ("half-a-character", {"body": {"text":
         '{"choices": [{"message": {"content": "\\ud83d"}}]}'}}),
        ("not-utf-8", {"body": {"base64": "/w=="}}), ("no-choices", says({})),
        ("choices-as-object", says({"choices": {}})), ("no-choice", says({"choices": []})),
        ("no-message", says({"choices": [{"text": "a"}]})),
        ("null-content", chat(None)), ("content-in-parts", chat([{"type": "text", "text": "a"}])),
        ("number", says(1)), ("null", says(None)),
    ):  # fmt: skip
        yield _failed(f"unreadable-{slug}", "What lacks a text is not answered", "2 3", "query",
                      ASKED, {CHAT: response}, {}, ["shape"])  # fmt: skip
    for slug, frame in (
        ("no-choices", {}),
        ("no-delta", {"choices": [{"text": "a"}]}),
        ("content-as-number", delta(content=1)),
        ("choices-as-null", {"choices": None}),
    ):
        yield _failed(f"stream-unreadable-{slug}", "What lacks a text is not answered", "2 4",
                      "stream", ASKED, {CHAT: events("hi", frame)}, {}, ["shape"])  # fmt: skip
    yield _failed("stream-unreadable-text", "An event that is no JSON is not answered", "2 4",
                  "stream", ASKED, {CHAT: {"body": {"text": "data: hi\n\n"}}}, {},
                  ["shape"])  # fmt: skip
    yield _failed("stream-status", "A stream that is refused is none", "2", "stream", ASKED,
                  {CHAT: {"status": 401}}, {"status": 401}, ["status"])  # fmt: skip


def _parameters() -> Iterator[Case]:
    params: Mapping[str, Any]
    for slug, action, params, violation in (
        ("embed-nothing", "embed", {"texts": [], "model": "m"}, ("/texts", "empty")),
        ("consensus-of-nobody", "consensus", {"prompt": "a", "models": []}, ("/models", "empty")),
    ):
        yield _invalid(slug, "Somebody has to be asked for something", "8", action, params,
                       [violation])  # fmt: skip
    for slug, endpoint in (("empty", ""), ("relative", "/v1"), ("space", "http://a b")):  # fmt: skip
        yield _invalid(f"endpoint-{slug}", "An endpoint is a URL of the web", "7", "query",
                       {**ASKED, "endpoint": endpoint}, [("/endpoint", "url")])  # fmt: skip
    yield _asked("endpoint-file", "Only http and https are spoken", "7", "query",
                 {**ASKED, "endpoint": "file:///etc"}, {},
                 refused("llm", "query", "UNSUPPORTED", {"scheme": "file"}), [])  # fmt: skip
    for slug, action, params, violations in (
        ("query-without-prompt", "query", {"model": "m"}, [("/prompt", "required")]),
        ("stream-of-no-tokens", "stream", {**ASKED, "max_tokens": 0},
         [("/max_tokens", "minimum")]),
        ("embed-a-number", "embed", {"texts": [1], "model": "m"}, [("/texts/0", "type")]),
        ("consensus-with-model", "consensus", {"prompt": "a", "models": ["m"], "model": "m"},
         [("/model", "additionalProperties")]),
    ):  # fmt: skip
        yield _invalid(slug, "Parameters are judged first", "7", action, params,
                       violations)  # fmt: skip


def _case(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    http: Mapping[str, Any],
    data: Any,
    *,
    flags: Sequence[str] = (),
) -> Case:
    expected = answered("llm", action, data)
    return _asked(slug, description, numbers, action, params, http, expected, flags)


def _failed(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    http: Mapping[str, Any],
    details: Mapping[str, Any],
    flags: Sequence[str],
) -> Case:
    expected = refused("llm", action, "ERROR", details)
    return _asked(slug, description, numbers, action, params, http, expected, flags)


def _invalid(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    violations: Sequence[tuple[str, str]],
) -> Case:
    expected = invalid("llm", action, *violations)
    return _asked(slug, description, numbers, action, params, {CHAT: chat("hi")}, expected, [])


def _asked(
    slug: str,
    description: str,
    numbers: str,
    action: str,
    params: Mapping[str, Any],
    http: Mapping[str, Any],
    expected: Mapping[str, Any],
    flags: Sequence[str],
) -> Case:
    whole = {"endpoint": f"{HTTP}/v1", **params}
    operation, given = asked("llm", action, **whole)
    given, told = traced(given, expected, slug)
    return Case(
        slug, description, [f"LLM-{number}" for number in numbers.split()], operation,
        given, flags=flags, expected=told, anchor=PROTOCOL,
        workspace={"http": dict(http)},
    )  # fmt: skip
