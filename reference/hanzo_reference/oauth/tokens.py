"""The token endpoint: the request that redeems a code, and the judgement of its response."""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from hanzo_reference.oauth.authorization import VSCHAR
from hanzo_reference.oauth.encoding import form_body
from hanzo_reference.oauth.pkce import check_verifier
from hanzo_reference.spec.declaration import DomainError

OK = 200
LATEST = 2**53 - 1
DIGITS = frozenset(string.digits)
# Enough for every number up to LATEST; longer ones need not be converted to be refused.
MOST_DIGITS = 16


@dataclass(frozen=True)
class Tokens:
    """What is kept of a token response; ``expires_at`` in seconds since the Unix epoch."""

    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_at: int | None


def token_request(*, code: str, verifier: str, client_id: str, redirect_uri: str) -> str:
    """The form-encoded body that exchanges a code for tokens.

    Raises INVALID_VERIFIER. Spec: OAUTH-37 to OAUTH-39.
    """
    check_verifier(verifier)
    return form_body(
        [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect_uri),
            ("client_id", client_id),
            ("code_verifier", verifier),
        ]
    )


def read_token_response(
    status: int, body: str, now: int, refresh_token: str | None = None
) -> Tokens:
    """The tokens in a response with this HTTP status and body.

    ``now`` is in seconds since the Unix epoch, ``refresh_token`` the one held so far. Raises
    TOKEN_ERROR or INVALID_TOKEN_RESPONSE. Spec: OAUTH-40 to OAUTH-55.
    """
    if status != OK:
        raise DomainError("TOKEN_ERROR", f"the token endpoint answered with status {status}")
    members = _members(body)
    if "error" in members:
        raise DomainError("TOKEN_ERROR", "the token endpoint answered with an error")
    access_token = _token(members, "access_token")
    if access_token is None:
        _refuse("there is no access_token")
    _check_type(members.get("token_type"))
    expires_at = _expires_at(members.get("expires_in"), now)
    renewed = _token(members, "refresh_token")
    return Tokens(access_token, renewed if renewed is not None else refresh_token, expires_at)


def _refuse(reason: str) -> NoReturn:
    # OAUTH-56: reasons name members, never their values; a token must not end up in a log.
    raise DomainError("INVALID_TOKEN_RESPONSE", reason)


def _members(body: str) -> Mapping[str, Any]:
    value = _json(body)
    if not isinstance(value, dict):
        _refuse("the body is not a JSON object")
    return {name: member for name, member in value.items() if member is not None}


def _json(body: str) -> object:
    try:
        # JSON has one kind of number. Doubles all over are what every language can do alike.
        return json.loads(body, parse_int=float, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        # None is no object either. The reader's error has the body in it, so it goes no further.
        return None


def _refuse_constant(name: str) -> NoReturn:
    # NaN and Infinity are no JSON, though the json module reads them.
    raise ValueError(name)


def _token(members: Mapping[str, Any], name: str) -> str | None:
    value = members.get(name)
    if value is None:
        return None
    # RFC 6749 appendices A.12 and A.17: access-token = 1*VSCHAR, refresh-token = 1*VSCHAR
    if not isinstance(value, str) or not value or not VSCHAR.issuperset(value):
        _refuse(f"{name} is not printable ASCII text")
    return value


def _check_type(value: object) -> None:
    if not isinstance(value, str) or not value.isascii() or value.lower() != "bearer":
        _refuse("token_type is not bearer")


def _expires_at(value: object, now: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, float) and value.is_integer() and value >= 0:
        lifetime = int(value)
    elif isinstance(value, str) and value and DIGITS.issuperset(value):
        significant = value.lstrip("0") or "0"
        if len(significant) > MOST_DIGITS:
            _refuse("expires_in is too large")
        lifetime = int(significant)
    else:
        _refuse("expires_in is no whole number of seconds")
    if now + lifetime > LATEST:
        _refuse("expires_in is too large")
    return now + lifetime
