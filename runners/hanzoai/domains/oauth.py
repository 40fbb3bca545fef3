"""The code flow with PKCE over ``hanzoai.auth``.

- ``generate`` is ``generate_pkce_pair`` while ``os.urandom`` hands out the entropy of the request.
  The build always draws 32 bytes; of a longer entropy the rest is left over.
- ``authorization_url`` is ``OAuthAuthorizationRequest.build_url``.
- ``token_request`` is ``OAuthTokenExchangeRequest.form_params`` in the form in which the build
  posts it (httpx ``data=``). The build also wants the flow's state there; the request has none, so
  an empty one goes in.
- ``callback`` and ``token_response`` are a whole ``login_with_pkce`` (see ``login.py``). The build
  tells failures apart by the text of its ``RuntimeError``; an HTTP error at the token endpoint is
  httpx's ``HTTPStatusError``.

``oauth.challenge`` is not declared: nothing in the build makes a challenge for a given verifier.
The same digest is seen through ``generate``.
"""

from __future__ import annotations

import base64
import os
from typing import Any
from unittest.mock import patch

import httpx
import login
from hanzoai import auth
from outcomes import DomainError, NotOfferedError
from shapes import Operation, array, base64_bytes, either, integer, null, record, text

REFUSED = "PKCE authorization failed: "
ISSUED = '{"access_token":"token","token_type":"Bearer"}'


def generate(params: dict[str, Any]) -> dict[str, Any]:
    """The build's verifier and challenge from this entropy."""
    entropy = base64.b64decode(params["entropy_b64"])

    def source(size: int) -> bytes:
        # A system's random source never gives fewer bytes than it is asked for.
        if size > len(entropy):
            raise NotOfferedError(f"hanzoai draws {size} bytes, the entropy has {len(entropy)}")
        return entropy[:size]

    with patch.object(os, "urandom", source):
        pair = auth.generate_pkce_pair()
    return {
        "verifier": pair.verifier,
        "challenge": pair.challenge,
        "method": pair.challenge_method,
    }


def authorization_url(params: dict[str, Any]) -> dict[str, Any]:
    """The address that the build would open in the browser."""
    request = auth.OAuthAuthorizationRequest(
        authorize_url=params["endpoint"],
        client_id=params["client_id"],
        redirect_uri=params["redirect_uri"],
        scopes=params["scopes"],
        state=params["state"],
        code_challenge=params["challenge"],
        code_challenge_method=auth.PkceCodePair("", "").challenge_method,
    )
    location, _, query = request.build_url().partition("?")
    return {"location": location, "query": members(query)}


def callback(params: dict[str, Any]) -> dict[str, Any]:
    """The code that the build takes from a callback and sends to the token endpoint."""
    # ``issuer`` has nowhere to go: the flow does not know which issuer it talks to.
    try:
        finished = login.run(params["query"], params["state"], 200, ISSUED)
    except RuntimeError as problem:
        raise _refusal(str(problem)) from problem
    return {"code": finished.code}


def token_request(params: dict[str, Any]) -> dict[str, Any]:
    """The body that the build would post to exchange a code."""
    request = auth.OAuthTokenExchangeRequest(
        code=params["code"],
        redirect_uri=params["redirect_uri"],
        client_id=params["client_id"],
        code_verifier=params["verifier"],
        state="",
    )
    posted = httpx.Request("POST", "https://iam.invalid/token", data=request.form_params())
    return {"form": members(posted.content.decode("ascii"))}


def token_response(params: dict[str, Any]) -> dict[str, Any]:
    """The tokens that the build keeps of a token endpoint's answer."""
    # Two params have nowhere to go: the flow reads no clock for ``now``, and nothing in the build
    # uses a refresh token, so the one held so far is not there when the answer comes.
    try:
        tokens = login.run("code=code&state=state", "state", params["status"], params["body"])[1]
    except httpx.HTTPStatusError as problem:
        raise DomainError("TOKEN_ERROR", f"HTTP {problem.response.status_code}") from problem
    return {
        "access_token": tokens.access_token,
        "refresh_token": tokens.refresh_token,
        "expires_at": tokens.expires_at,
    }


def members(written: str) -> dict[str, list[str | None]]:
    """The members of a query or form as the build spells them; the domain gives them no order."""
    found: dict[str, list[str | None]] = {}
    for piece in written.split("&") if written else []:
        name, equals, value = piece.partition("=")
        found.setdefault(name, []).append(value if equals else None)
    for values in found.values():
        values.sort(key=lambda value: (value is not None, value or ""))
    return found


def _refusal(message: str) -> Exception:
    if message == f"{REFUSED}state mismatch":
        return DomainError("STATE_MISMATCH", message)
    if message.startswith(REFUSED):
        error = message.removeprefix(REFUSED)
        return DomainError("AUTHORIZATION_DENIED", message, {"error": error})
    if message == "No authorization code received.":
        return DomainError("INVALID_CALLBACK", message)
    return RuntimeError(message)


OPERATIONS = {
    "oauth.generate": Operation(record({"entropy_b64": base64_bytes}), generate),
    "oauth.authorization_url": Operation(
        record(
            {
                "endpoint": text,
                "client_id": text,
                "redirect_uri": text,
                "scopes": array(text),
                "state": text,
                "challenge": text,
            }
        ),
        authorization_url,
    ),
    "oauth.callback": Operation(
        record({"query": text, "state": text}, {"issuer": either(text, null)}), callback
    ),
    "oauth.token_request": Operation(
        record({"code": text, "verifier": text, "client_id": text, "redirect_uri": text}),
        token_request,
    ),
    "oauth.token_response": Operation(
        record(
            {"status": integer, "body": text, "now": integer}, {"refresh_token": either(text, null)}
        ),
        token_response,
    ),
}
