"""The tools that speak to what not every machine has: llm, hanzo."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

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


class Models(BaseHTTPRequestHandler):
    """A server of models: each says its own name, and what was asked is kept."""

    asked: ClassVar[list[tuple[str, str | None, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append((self.path, self.headers["authorization"], body))
        content = {"choices": [{"message": {"content": f" {body['model'][0]} "}}]}
        told = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it has there
        """What is asked is kept, not told."""


@pytest.fixture
def models() -> Iterator[str]:
    Models.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Models)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_model_is_asked_as_the_protocol_has_it(models: str, tmp_path: Path) -> None:
    toolbox = Toolbox({"HANZO_LLM_ENDPOINT": f"{models}/v1/", "HANZO_LLM_KEY": "k"})
    params = {"prompt": "hi", "model": "m", "system": "Be brief", "max_tokens": 5}
    toolbox.call(str(tmp_path), "llm", "query", params)
    messages = [{"role": "system", "content": "Be brief"}, {"role": "user", "content": "hi"}]
    body = {"model": "m", "messages": messages, "max_tokens": 5}
    assert Models.asked == [("/v1/chat/completions", "Bearer k", body)]


def test_an_endpoint_that_a_call_names_does_not_get_the_key(models: str, tmp_path: Path) -> None:
    toolbox = Toolbox({"HANZO_LLM_ENDPOINT": "http://127.0.0.1:1", "HANZO_LLM_KEY": "k"})
    params = {"prompt": "hi", "model": "m", "endpoint": models}
    assert toolbox.call(str(tmp_path), "llm", "query", params)["ok"]
    assert [key for _, key, _ in Models.asked] == [None]


@pytest.mark.parametrize(
    ("names", "text", "agreeing"),
    [(["a1", "b1", "b2"], "b", 2), (["b1", "a1", "a2", "b2"], "b", 2), (["c1"], "c", 1)],
)
def test_models_that_differ_are_counted(
    models: str, tmp_path: Path, names: list[str], text: str, agreeing: int
) -> None:
    toolbox = Toolbox({"HANZO_LLM_ENDPOINT": models})
    params = {"prompt": "hi", "models": names}
    answer = toolbox.call(str(tmp_path), "llm", "consensus", params)["data"]
    assert (answer["text"], answer["agreeing"], answer["asked"]) == (text, agreeing, len(names))
    assert [body["model"] for _, _, body in Models.asked] == names
