"""OAuth with PKCE: examples as a table, independent oracles, then what holds for all inputs."""

from __future__ import annotations

import base64
import doctest
import json
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlsplit

import pytest
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from hypothesis import given
from hypothesis import strategies as st

from hanzo_reference.oauth import (
    DOMAIN,
    authorization_url,
    challenge,
    generate,
    inputs,
    read_callback,
    read_token_response,
    token_request,
)
from hanzo_reference.oauth.encoding import form_body, read_form
from hanzo_reference.oauth.pkce import base64url, check_verifier
from hanzo_reference.spec import contract
from hanzo_reference.spec.calls import answer
from hanzo_reference.spec.declaration import DomainError

UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
RFC_VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
RFC_CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
SECRET = "s3cr3t-" + 40 * "x"

VERIFIER = st.text(st.sampled_from(UNRESERVED), min_size=43, max_size=128)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
PRINTABLE = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1)
SCOPES = st.lists(st.text(st.sampled_from(UNRESERVED + ":/"), min_size=1))
QUERY = st.lists(
    st.sampled_from(["&", "=", "+", "%", "%4", "%41", "%ff", "%C3%A9", "é", "😀", "a", ";", "?"])
).map("".join)
PAIRS = st.lists(st.tuples(TEXT, TEXT))


def _answer(operation: str, **params: Any) -> dict[str, Any]:
    return answer(DOMAIN, f"oauth.{operation}", params)


def test_the_octets_of_appendix_a_are_encoded_as_the_rfc_says() -> None:
    assert base64url(bytes([3, 236, 255, 224, 193])) == "A-z_4ME"


def test_the_octets_of_appendix_b_give_its_verifier_and_its_challenge() -> None:
    octets = [116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186]
    octets += [22, 212, 37, 77, 105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121]
    pair = generate(bytes(octets))
    assert (pair.verifier, pair.challenge) == (RFC_VERIFIER, RFC_CHALLENGE)


def test_the_example_of_form_encoding_in_rfc_6749() -> None:
    assert form_body([("q", " %&+£€")]) == "q=+%25%26%2B%C2%A3%E2%82%AC"
    assert read_form("q=+%25%26%2B%C2%A3%E2%82%AC") == [("q", " %&+£€")]


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("code=c", "STATE_MISMATCH"),
        ("code=c&state=x&state=x", "STATE_MISMATCH"),
        ("code=c&state=x&iss=b", "ISSUER_MISMATCH"),
        ("error=e&state=x&iss=b", "ISSUER_MISMATCH"),
        ("error=e&code=c&state=x&iss=a", "AUTHORIZATION_DENIED"),
        ("error=&code=c&state=x", "INVALID_CALLBACK"),
        ("code=c&code=c&state=x", "INVALID_CALLBACK"),
        ("state=x", "INVALID_CALLBACK"),
    ],
)
def test_a_callback_is_judged_in_the_order_state_issuer_error_code(query: str, code: str) -> None:
    with pytest.raises(DomainError) as failure:
        read_callback(query, "x", "a")
    assert failure.value.code == code


def test_states_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def record(left: bytes, right: bytes) -> bool:
        compared.append((left, right))
        return left == right

    monkeypatch.setattr("hanzo_reference.oauth.authorization.hmac.compare_digest", record)
    assert read_callback("state=gr%C3%BCn&code=c", "grün") == "c"
    with pytest.raises(DomainError):
        read_callback("state=rot&code=c", "grün")
    assert compared == [("grün".encode(), "grün".encode()), (b"rot", "grün".encode())]


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: challenge(SECRET + "é"),
        lambda: token_request(code=SECRET, verifier=SECRET + "é", client_id="c", redirect_uri="r"),
        lambda: generate(SECRET.encode()[:20]),
        lambda: read_callback(f"code={SECRET}&state={SECRET}", "other"),
        lambda: read_callback(f"code={SECRET}&state=wrong", SECRET),
        lambda: read_callback(f"code={SECRET}&code={SECRET}&state={SECRET}", SECRET),
        lambda: read_callback(f"code={SECRET}%0A&state={SECRET}", SECRET),
        lambda: read_callback(f"code={SECRET}&state={SECRET}&iss=b", SECRET, "a"),
        lambda: read_callback(f"code={SECRET}&error=e&state={SECRET}", SECRET),
        lambda: read_token_response(400, SECRET, 0, SECRET),
        lambda: read_token_response(200, SECRET, 0, SECRET),
        lambda: read_token_response(200, json.dumps({"error": SECRET}), 0, SECRET),
        lambda: read_token_response(200, json.dumps({"access_token": SECRET}), 0, SECRET),
        lambda: read_token_response(200, json.dumps({"access_token": SECRET + "\n"}), 0, SECRET),
        lambda: read_token_response(
            200,
            json.dumps({"access_token": SECRET, "token_type": "bearer", "expires_in": SECRET}),
            0,
        ),
        lambda: read_token_response(
            200,
            json.dumps(
                {"access_token": "a", "token_type": "bearer", "refresh_token": SECRET + "\n"}
            ),
            0,
        ),
    ],
)
def test_no_error_says_a_secret(attempt: Any) -> None:
    with pytest.raises(DomainError) as failure:
        attempt()
    # The message, the details, and every error that was being handled on the way.
    error: BaseException | None = failure.value
    while error is not None:
        assert "s3cr3t" not in repr((error, error.args, vars(error)))
        error = error.__cause__ or error.__context__


@given(VERIFIER)
def test_challenges_agree_with_authlib(verifier: str) -> None:
    assert challenge(verifier) == create_s256_code_challenge(verifier)


@given(st.binary(min_size=32, max_size=96))
def test_a_generated_verifier_satisfies_the_rules_for_verifiers(entropy: bytes) -> None:
    pair = generate(entropy)
    check_verifier(pair.verifier)
    assert pair.challenge == challenge(pair.verifier)
    padding = -len(pair.verifier) % 4 * "="
    assert base64.urlsafe_b64decode(pair.verifier + padding) == entropy


@given(st.binary(max_size=31) | st.binary(min_size=97, max_size=200))
def test_other_amounts_of_entropy_are_refused(entropy: bytes) -> None:
    with pytest.raises(DomainError) as failure:
        generate(entropy)
    assert failure.value.code == "INVALID_ENTROPY"


@given(VERIFIER, st.integers(0, 42), st.characters(exclude_characters=UNRESERVED))
def test_one_foreign_character_makes_a_verifier_invalid(
    verifier: str, place: int, foreign: str
) -> None:
    with pytest.raises(DomainError) as failure:
        challenge(verifier[:place] + foreign + verifier[place + 1 :])
    assert failure.value.code == "INVALID_VERIFIER"


@given(TEXT, TEXT, SCOPES, TEXT, st.sampled_from(["", "?", "?a=b", "?a=b&", "#f", "?a=b#f?g"]))
def test_urllib_reads_from_the_url_what_was_asked_for(
    client_id: str, redirect_uri: str, scopes: list[str], state: str, suffix: str
) -> None:
    url = authorization_url(
        endpoint="https://a.example/x" + suffix,
        client_id=client_id,
        redirect_uri=redirect_uri,
        scopes=scopes,
        state=state,
        challenge=RFC_CHALLENGE,
    )
    split = urlsplit(url)
    assert (split.scheme, split.netloc, split.path) == ("https", "a.example", "/x")
    assert split.fragment == ""
    assert "+" not in split.query
    assert parse_qsl(split.query, keep_blank_values=True, strict_parsing=True) == [
        *([("a", "b")] if "a=b" in suffix else []),
        ("response_type", "code"),
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        *([("scope", " ".join(scopes))] if scopes else []),
        ("state", state),
        ("code_challenge", RFC_CHALLENGE),
        ("code_challenge_method", "S256"),
    ]


@given(TEXT, VERIFIER, TEXT, TEXT)
def test_urllib_reads_from_the_body_what_was_sent(
    code: str, verifier: str, client_id: str, redirect_uri: str
) -> None:
    body = token_request(
        code=code, verifier=verifier, client_id=client_id, redirect_uri=redirect_uri
    )
    assert parse_qsl(body, strict_parsing=True) == [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", redirect_uri),
        ("client_id", client_id),
        ("code_verifier", verifier),
    ]


@given(TEXT)
def test_forms_agree_with_urllib_but_for_two_signs(text: str) -> None:
    # urllib follows RFC 3986 where it keeps the tilde and not the asterisk.
    assert form_body([("q", text)]) == "q=" + quote_plus(text, safe="*").replace("~", "%7E")


@given(QUERY)
def test_forms_are_read_as_urllib_reads_them(query: str) -> None:
    assert read_form(query) == parse_qsl(query, keep_blank_values=True)


@given(PAIRS)
def test_what_was_written_as_a_form_is_read_back(pairs: list[tuple[str, str]]) -> None:
    assert read_form(form_body(pairs)) == pairs


@given(PRINTABLE, TEXT, st.randoms(use_true_random=False))
def test_a_code_comes_back_whatever_the_order_of_parameters(
    code: str, state: str, random: Random
) -> None:
    pairs = [("code", code), ("state", state), ("iss", "https://a.example"), ("x", "1")]
    random.shuffle(pairs)
    assert read_callback(form_body(pairs), state, "https://a.example") == code


@given(TEXT, TEXT)
def test_a_callback_passes_exactly_when_its_state_is_the_one_sent(sent: str, back: str) -> None:
    for expected, came in ((sent, back), (sent, sent), (sent, sent + back), (sent + back, sent)):
        query = form_body([("state", came), ("code", "c")])
        answered = _answer("callback", query=query, state=expected)
        assert answered == (
            {"result": {"code": "c"}} if expected == came else {"error": {"code": "STATE_MISMATCH"}}
        )


def test_generated_inputs_reach_every_operation_and_every_outcome() -> None:
    random = Random(7)  # noqa: S311 (reproducible test data)
    seen: set[tuple[str, str]] = set()
    for _ in range(5000):
        for name, params in (inputs.well_formed(random), inputs.raw(random)):
            try:
                contract.respond(f"oauth.{name}", params)
                seen.add((name, "result"))
            except DomainError as failure:
                seen.add((name, failure.code))
    assert seen == {
        (operation.name, outcome)
        for operation in DOMAIN.operations
        for outcome in ("result", *operation.errors)
    }


def test_the_example_in_the_specification_runs() -> None:
    text = contract.specification(DOMAIN)
    examples = doctest.DocTestParser().get_doctest(text, {}, "spec.md", None, 0)
    assert examples.examples
    outcome = doctest.DocTestRunner(verbose=False).run(examples)
    assert outcome.failed == 0


def test_every_requirement_has_a_vector_unless_none_can_show_it() -> None:
    described = contract.describe(DOMAIN)
    assert len(described["vectors"]) >= 60
    cited = {name for vector in described["vectors"] for name in vector["requirements"]}
    assert cited == {item["id"] for item in described["requirements"] if "excluded" not in item}
