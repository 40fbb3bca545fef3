"""The browser's part of the flow: the URL that opens it, and the callback that ends it."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from hanzo_reference.oauth.encoding import read_form, url_query
from hanzo_reference.oauth.pkce import METHOD
from hanzo_reference.spec.declaration import DomainError

# RFC 6749 appendix A: VSCHAR = %x20-7E, NQSCHAR = %x20-21 / %x23-5B / %x5D-7E
VSCHAR = frozenset(map(chr, range(0x20, 0x7F)))
NQSCHAR = VSCHAR - frozenset('"\\')


def authorization_url(
    *,
    endpoint: str,
    client_id: str,
    redirect_uri: str,
    scopes: Sequence[str],
    state: str,
    challenge: str,
) -> str:
    """The URL that asks for an authorization code.

    A query of the endpoint stays in front as it is, a fragment is dropped. Spec: OAUTH-9 to
    OAUTH-17.
    """
    parameters = [
        ("response_type", "code"),
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        # RFC 6749 §3.3: scope = scope-token *( SP scope-token ), so no tokens, no parameter.
        *([("scope", " ".join(scopes))] if scopes else []),
        ("state", state),
        ("code_challenge", challenge),
        ("code_challenge_method", METHOD),
    ]
    location, _, _ = endpoint.partition("#")
    base, _, query = location.partition("?")
    joint = "&" if query and not query.endswith("&") else ""
    return f"{base}?{query}{joint}{url_query(parameters)}"


def read_callback(query: str, state: str, issuer: str | None = None) -> str:
    """The authorization code that a callback's query (without the ``?``) brings.

    ``state`` is the one that was sent, ``issuer`` the expected one or None when it is unknown.
    Raises STATE_MISMATCH, ISSUER_MISMATCH, AUTHORIZATION_DENIED (with ``error`` in the details) or
    INVALID_CALLBACK, judged in this order. Spec: OAUTH-18 to OAUTH-36.
    """
    answered: dict[str, list[str]] = {}
    for name, value in read_form(query):
        answered.setdefault(name, []).append(value)
    # First of all: without the right state this is not the answer to our request.
    if not _is_state(answered.get("state", []), state):
        raise DomainError("STATE_MISMATCH", "the callback does not bring the state that was sent")
    # Before the error, which may come from somebody else as well (RFC 9207 §2.4).
    if issuer is not None and answered.get("iss", [issuer]) != [issuer]:
        raise DomainError("ISSUER_MISMATCH", "the callback comes from another issuer")
    if "error" in answered:
        code = _single(answered["error"], NQSCHAR, "error")
        raise DomainError(
            "AUTHORIZATION_DENIED", "the authorization server refused", {"error": code}
        )
    return _single(answered.get("code", []), VSCHAR, "code")


def _is_state(values: list[str], state: str) -> bool:
    # The comparison takes equally long wherever the first difference is.
    return (
        state != ""
        and len(values) == 1
        and hmac.compare_digest(values[0].encode("utf-8"), state.encode("utf-8"))
    )


def _single(values: list[str], alphabet: frozenset[str], name: str) -> str:
    if len(values) != 1:
        raise DomainError("INVALID_CALLBACK", f"the callback has no {name}, or more than one")
    if not values[0] or not alphabet.issuperset(values[0]):
        raise DomainError("INVALID_CALLBACK", f"the callback's {name} is empty or not printable")
    return values[0]
