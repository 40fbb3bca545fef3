"""The actions of ``llm``, over the one way to the network that there is: ``net.request``."""

from __future__ import annotations

from typing import Any

from hanzo_reference.envelope import Outcome
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.endpoint import Endpoint, json_in
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.llm import answers
from hanzo_reference.tools.llm.models import ConsensusParams, EmbedParams, QueryParams

ENDPOINT, KEY = "HANZO_LLM_ENDPOINT", "HANZO_LLM_KEY"
CHAT, EMBEDDINGS = "chat/completions", "embeddings"
JSON, EVENTS = "application/json", "text/event-stream"


def query(context: Context, params: QueryParams) -> Outcome:
    """The whole answer. Spec: LLM-1 to LLM-3."""
    _, text = _endpoint(context, params.endpoint).ask("POST", CHAT, _asked(params), JSON)
    return Outcome({"model": params.model, "text": answers.completion(json_in(text))})


def stream(context: Context, params: QueryParams) -> Outcome:
    """The answer with the pieces in which it came. Spec: LLM-1, LLM-2, LLM-4."""
    asked = {**_asked(params), "stream": True}
    _, text = _endpoint(context, params.endpoint).ask("POST", CHAT, asked, EVENTS)
    pieces = answers.pieces(text)
    return Outcome({"model": params.model, "text": "".join(pieces), "pieces": pieces})


def embed(context: Context, params: EmbedParams) -> Outcome:
    """A vector for each text, in their order. Spec: LLM-1, LLM-2, LLM-5, LLM-8."""
    _refuse_none("/texts", params.texts)
    asked = {"model": params.model, "input": params.texts}
    _, text = _endpoint(context, params.endpoint).ask("POST", EMBEDDINGS, asked, JSON)
    vectors = answers.embeddings(json_in(text), len(params.texts))
    return Outcome({"model": params.model, "embeddings": vectors})


def consensus(context: Context, params: ConsensusParams) -> Outcome:
    """What each model answers, and the answer of most of them. Spec: LLM-1, LLM-2, LLM-6, LLM-8."""
    _refuse_none("/models", params.models)
    found = [
        query(
            context,
            QueryParams(
                prompt=params.prompt, model=model, system=params.system, endpoint=params.endpoint
            ),
        ).data
        for model in params.models
    ]
    text, agreeing = answers.consensus([answer["text"] for answer in found])
    return Outcome({"answers": found, "text": text, "agreeing": agreeing, "asked": len(found)})


def _asked(params: QueryParams) -> dict[str, Any]:
    system = [] if params.system is None else [{"role": "system", "content": params.system}]
    limit = {} if params.max_tokens is None else {"max_tokens": params.max_tokens}
    messages = [*system, {"role": "user", "content": params.prompt}]
    return {"model": params.model, "messages": messages, **limit}


def _endpoint(context: Context, given: str | None) -> Endpoint:
    return Endpoint.find(context, given, ENDPOINT, KEY)


def _refuse_none(pointer: str, items: list[str]) -> None:
    if not items:
        raise violation(pointer, "empty", f"{pointer} is empty")
