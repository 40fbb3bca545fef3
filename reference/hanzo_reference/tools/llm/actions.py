"""The actions of ``llm``, over the one way to the network that there is: ``net.request``."""

from __future__ import annotations

import json
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.sse import SseFrameBuffer
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.llm.models import ConsensusParams, EmbedParams, QueryParams

ENDPOINT, KEY = "HANZO_LLM_ENDPOINT", "HANZO_LLM_KEY"
# What ends a stream in the chat completions protocol.
DONE = "[DONE]"


def query(context: Context, params: QueryParams) -> Outcome:
    """The whole answer. Spec: LLM-1 to LLM-3."""
    answer = _json(_post(context, "chat/completions", _asked(params)))
    text = _part(answer, "choices", 0, "message", "content")
    return Outcome({"model": params.model, "text": text})


def stream(context: Context, params: QueryParams) -> Outcome:
    """The answer with the pieces in which it came. Spec: LLM-1, LLM-2, LLM-4."""
    told = _post(context, "chat/completions", {**_asked(params), "stream": True})
    pieces = []
    for frame in SseFrameBuffer().feed(told):
        if frame.data == DONE:
            break
        delta = _part(_json(frame.data), "choices", 0, "delta")
        if delta.get("content"):
            pieces.append(delta["content"])
    return Outcome({"model": params.model, "text": "".join(pieces), "pieces": pieces})


def embed(context: Context, params: EmbedParams) -> Outcome:
    """A vector for each text, in their order. Spec: LLM-1, LLM-2, LLM-5."""
    answer = _json(
        _post(context, "embeddings", {"model": params.model, "input": list(params.texts)})
    )
    rows = sorted(_part(answer, "data"), key=lambda row: int(row["index"]))
    return Outcome({"model": params.model, "embeddings": [row["embedding"] for row in rows]})


def consensus(context: Context, params: ConsensusParams) -> Outcome:
    """What each model answers, and the answer of most of them. Spec: LLM-1, LLM-2, LLM-6."""
    if not params.models:
        violation = {"pointer": "/models", "rule": "empty"}
        raise ToolError("INVALID_PARAMS", "nobody is asked", {"violations": [violation]})
    answers = [
        query(
            context, QueryParams(prompt=params.prompt, model=model, system=params.system)
        ).data
        for model in params.models
    ]  # fmt: skip
    texts = [answer["text"].strip() for answer in answers]
    # Of two that are as frequent the one that was told first.
    most = max(dict.fromkeys(texts), key=texts.count)
    return Outcome(
        {"answers": answers, "text": most, "agreeing": texts.count(most), "asked": len(texts)}
    )


def _asked(params: QueryParams) -> dict[str, Any]:
    system = [] if params.system is None else [{"role": "system", "content": params.system}]
    limit = {} if params.max_tokens is None else {"max_tokens": params.max_tokens}
    messages = [*system, {"role": "user", "content": params.prompt}]
    return {"model": params.model, "messages": messages, **limit}


def _post(context: Context, path: str, body: dict[str, Any]) -> str:
    """The text of the endpoint's answer. ``UNSUPPORTED``: none is named; ``ERROR``: not a 2xx."""
    endpoint = context.environment.get(ENDPOINT)
    if not endpoint:
        raise ToolError("UNSUPPORTED", f"{ENDPOINT} names no endpoint", {"missing": "endpoint"})
    key = context.environment.get(KEY)
    headers = {"content-type": "application/json"}
    if key:
        headers["authorization"] = f"Bearer {key}"
    told = context.call(
        "net",
        "request",
        {
            "url": f"{endpoint.rstrip('/')}/{path}", "method": "POST", "headers": headers,
            "body": json.dumps(body, ensure_ascii=False),
        },
    )  # fmt: skip
    if not 200 <= told["status"] < 300:
        raise ToolError(
            "ERROR", f"the endpoint answered {told['status']}", {"status": told["status"]}
        )
    return str(told["text"])


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise ToolError("ERROR", "the endpoint's answer is not JSON") from None


def _part(value: Any, *path: str | int) -> Any:
    try:
        for step in path:
            value = value[step]
    except (LookupError, TypeError):
        raise ToolError("ERROR", f"the endpoint's answer has no {path[0]}") from None
    return value
