"""OAuth's token responses: refusals, secrets, and what holds for all bodies."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.oauth import DOMAIN, generate, read_token_response
from hanzo_reference.spec.calls import answer
from hanzo_reference.spec.declaration import DomainError

SECRET = "s3cr3t-" + 40 * "x"
SECONDS = st.integers(0, 2**53 - 1)
PRINTABLE = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1)


def _answer(**params: Any) -> dict[str, Any]:
    return answer(DOMAIN, "oauth.token_response", params)


def test_values_that_hold_secrets_do_not_show_them() -> None:
    tokens = read_token_response(
        200, json.dumps({"access_token": SECRET, "token_type": "bearer"}), 0, SECRET
    )
    assert tokens.access_token == tokens.refresh_token == SECRET
    assert SECRET not in repr(tokens)
    pair = generate(bytes(32))
    assert pair.verifier not in repr(pair)


def test_a_body_of_very_deep_json_is_refused_and_nothing_worse() -> None:
    with pytest.raises(DomainError) as failure:
        read_token_response(200, 100_000 * "[", 0)
    assert failure.value.code == "INVALID_TOKEN_RESPONSE"


@given(SECONDS, SECONDS, st.sampled_from([str, int]), st.none() | PRINTABLE)
def test_a_lifetime_counts_from_now_as_a_number_and_as_text(
    now: int, lifetime: int, form: Callable[[int], object], held: str | None
) -> None:
    members = {"access_token": "t", "token_type": "Bearer", "expires_in": form(lifetime)}
    answered = _answer(status=200, body=json.dumps(members), now=now, refresh_token=held)
    expires_at = now + lifetime
    if expires_at > 2**53 - 1:
        assert answered == {"error": {"code": "INVALID_TOKEN_RESPONSE"}}
    else:
        tokens = {"access_token": "t", "refresh_token": held, "expires_at": expires_at}
        assert answered == {"result": tokens}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.fixed_dictionaries(
        {"access_token": PRINTABLE | JSON, "token_type": st.sampled_from(["bearer", "Bearer", 1])},
        optional={
            "expires_in": st.sampled_from([60, "60"]) | JSON,
            "refresh_token": PRINTABLE | JSON,
            "error": JSON,
        },
    ),
    PRINTABLE,
)
def test_a_response_gives_printable_tokens_or_one_of_two_errors(
    members: dict[str, Any], held: str
) -> None:
    answered = _answer(status=200, body=json.dumps(members), now=0, refresh_token=held)
    if "error" in answered:
        denied = members.get("error") is not None
        code = "TOKEN_ERROR" if denied else "INVALID_TOKEN_RESPONSE"
        assert answered == {"error": {"code": code}}
    else:
        tokens = answered["result"]
        assert tokens["access_token"] == members["access_token"]
        assert tokens["refresh_token"] == (members.get("refresh_token") or held)
        for token in (tokens["access_token"], tokens["refresh_token"]):
            assert token.isprintable()
            assert token.isascii()
