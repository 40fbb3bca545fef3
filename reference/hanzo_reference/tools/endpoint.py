"""A service that speaks JSON over HTTP, at an endpoint that the caller or the environment names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hanzo_reference.envelope import ToolError
from hanzo_reference.envelope.codes import INVALID_PARAMS
from hanzo_reference.spec.canonical import canonical_json
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation


@dataclass(frozen=True)
class Endpoint:
    """Where a service is; ``key`` is sent along where there is one."""

    context: Context
    base: str
    key: str | None
    is_given: bool

    @classmethod
    def find(cls, context: Context, given: str | None, variable: str, key: str) -> Endpoint:
        """The endpoint of the call, else that of the variable. ``UNSUPPORTED`` without one.

        The key goes to the endpoint that whoever started the server has named, and to no other.

        Spec: LLM-1, LLM-7, HANZO-1, HANZO-5.
        """
        named = context.environment.get(variable)
        if given is None and not named:
            raise ToolError("UNSUPPORTED", f"{variable} names no endpoint", {"missing": "endpoint"})
        secret = context.environment.get(key) if given is None else None
        return cls(context, (given or named or "").rstrip("/"), secret, given is not None)

    def ask(self, method: str, path: str, body: Any, accept: str) -> tuple[int, str]:
        """Status and text of the answer; ``body`` is sent as canonical JSON unless it is None.

        ``ERROR``: the status is not 2xx, which details have, or the text is not UTF-8. Else as
        ``net.request``.
        """
        headers = {"accept": accept}
        params: dict[str, Any] = {"url": f"{self.base}/{path}", "method": method}
        if self.key:
            headers["authorization"] = f"Bearer {self.key}"
        if body is not None:
            headers["content-type"] = "application/json"
            params["body"] = canonical_json(body).decode()
        answer = self._requested({**params, "headers": headers})
        if not 200 <= answer["status"] < 300:
            message = f"the endpoint answered {answer['status']}"
            raise ToolError("ERROR", message, {"status": answer["status"]})
        if answer["text"] is None:
            raise unreadable("not UTF-8")
        return answer["status"], answer["text"]

    def _requested(self, params: Mapping[str, Any]) -> Any:
        try:
            return self.context.call("net", "request", params)
        except ToolError as problem:
            if problem.code == INVALID_PARAMS and self.is_given:
                raise violation("/endpoint", "url", problem.message) from None
            raise


def json_in(text: str) -> Any:
    """The JSON of an answer (RFC 8259); ``ERROR`` for anything else, and for half a character."""
    try:
        value = json.loads(text, parse_constant=_refuse)
        # An escape may name a surrogate that has no other half; such text cannot be passed on.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as problem:
        raise unreadable(str(problem)) from None
    return value


def _refuse(name: str) -> None:
    # Python reads Infinity and NaN, which RFC 8259 §6 does not have.
    raise ValueError(name)


def unreadable(problem: str) -> ToolError:
    """The refusal of an answer that does not say what it should."""
    return ToolError("ERROR", f"the endpoint's answer is unreadable: {problem}")
