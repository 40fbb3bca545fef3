"""The tools that speak to what not every machine has: llm, hanzo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hanzo_reference.tools.calling import Toolbox
from hanzo_vectors.stage import Stage


def told(root: Path | str, tool: str, action: str, /, **params: Any) -> dict[str, Any]:
    """The envelope of a call to a toolbox that was just made, as after a restart."""
    return Toolbox({}).call(str(root), tool, action, params)


@pytest.mark.parametrize(
    ("tool", "action", "params"),
    [
        ("llm", "query", {"prompt": "a", "model": "m"}),
        ("llm", "stream", {"prompt": "a", "model": "m"}),
        ("llm", "embed", {"texts": ["a"], "model": "m"}),
        ("llm", "consensus", {"prompt": "a", "models": ["m"]}),
        ("hanzo", "cloud", {}),
        ("hanzo", "deploy", {}),
        ("hanzo", "auth", {}),
        ("hanzo", "node", {}),
    ],
)
def test_without_an_endpoint_it_is_missing(
    tmp_path: Path, tool: str, action: str, params: dict[str, Any]
) -> None:
    error = told(tmp_path, tool, action, **params)["error"]
    assert (error["code"], error["details"]) == ("UNSUPPORTED", {"missing": "endpoint"})


def chat(text: str) -> dict[str, Any]:
    return {"body": {"text": json.dumps({"choices": [{"message": {"content": text}}]})}}


def behind(routes: dict[str, Any], tool: str, action: str, **params: Any) -> dict[str, Any]:
    """A call of a tool whose endpoint answers by these routes."""
    with Stage({"http": routes}) as stage:
        base = stage.expand("${http}")
        variables = {
            "HANZO_LLM_ENDPOINT": base, "HANZO_LLM_KEY": "k",
            "HANZO_API_BASE": f"{base}/", "HANZO_API_KEY": "k",
        }  # fmt: skip
        return Toolbox(variables).call(stage.folder, tool, action, params)


def test_a_query_answers_the_text_of_the_first_choice() -> None:
    answer = behind({"POST /chat/completions": chat("hi")}, "llm", "query", prompt="a", model="m")
    assert answer["data"] == {"model": "m", "text": "hi"}


def test_a_stream_is_read_to_its_end_and_no_further() -> None:
    events = "".join(
        f"data: {json.dumps({'choices': [{'delta': delta}]})}\n\n"
        for delta in ({"role": "assistant"}, {"content": "he"}, {"content": "llo"})
    )
    body = {"text": f"{events}data: [DONE]\n\ndata: not read\n\n"}
    routes = {"POST /chat/completions": {"body": body}}
    answer = behind(routes, "llm", "stream", prompt="a", model="m")
    assert answer["data"] == {"model": "m", "text": "hello", "pieces": ["he", "llo"]}


def test_embeddings_come_in_the_order_of_the_texts() -> None:
    rows = [{"index": 1, "embedding": [2]}, {"index": 0, "embedding": [1]}]
    routes = {"POST /embeddings": {"body": {"text": json.dumps({"data": rows})}}}
    answer = behind(routes, "llm", "embed", texts=["a", "b"], model="m")
    assert answer["data"]["embeddings"] == [[1], [2]]


def test_consensus_tells_what_most_of_them_said() -> None:
    routes = {"POST /chat/completions": chat(" same ")}
    answer = behind(routes, "llm", "consensus", prompt="a", models=["m", "n"])["data"]
    assert (answer["text"], answer["agreeing"], answer["asked"]) == ("same", 2, 2)


@pytest.mark.parametrize(
    ("response", "details"),
    [
        ({"status": 500}, {"status": 500}),
        ({"body": {"text": "no json"}}, {}),
        ({"body": {"text": "{}"}}, {}),
    ],
)
def test_an_endpoint_that_does_not_answer_properly_is_an_error(
    response: dict[str, Any], details: dict[str, Any]
) -> None:
    routes = {"POST /chat/completions": response}
    error = behind(routes, "llm", "query", prompt="a", model="m")["error"]
    assert (error["code"], error["details"]) == ("ERROR", details)


def test_the_platform_is_asked_below_its_area_with_the_key() -> None:
    routes = {"POST /v1/deploy/apps/x": {"echo": ["authorization", "content-type"]}}
    answer = behind(
        routes, "hanzo", "deploy", path="apps/x", method="POST", body={"a": "ä"}
    )["data"]["body"]  # fmt: skip
    assert answer["headers"] == {"authorization": "Bearer k", "content-type": "application/json"}
    assert answer["target"] == "/v1/deploy/apps/x"


@pytest.mark.parametrize("path", ["/a", "a/", "a//b", "..", "a/../b", "a?b", "a b", "a#b"])
def test_a_path_does_not_leave_its_area(tmp_path: Path, path: str) -> None:
    error = told(tmp_path, "hanzo", "cloud", path=path)["error"]
    assert error["details"] == {"violations": [{"pointer": "/path", "rule": "path"}]}
