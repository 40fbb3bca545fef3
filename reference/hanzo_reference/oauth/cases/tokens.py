"""The cases of the token endpoint: the request's body and the judgement of the response."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.oauth.cases.signs import KEPT_IN_FORMS, SIGNS, written
from hanzo_reference.spec.cases import Case, error, result

VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
REQUEST = {
    "code": "SplxlOBeZQQYbYS6WxSbIA",
    "verifier": VERIFIER,
    "client_id": "s6BhdRkqt3",
    "redirect_uri": "https://client.example.com/cb",
}
BODY = {
    "code": "SplxlOBeZQQYbYS6WxSbIA",
    "verifier": VERIFIER,
    "client_id": "s6BhdRkqt3",
    "redirect_uri": "https%3A%2F%2Fclient.example.com%2Fcb",
}

# slug, description, requirements, flags, what differs in the request, what differs in the body
BODIES: tuple[tuple[str, str, str, str, dict[str, str], dict[str, str]], ...] = (
    ("request-of-the-rfc", "The values of the RFC's example with its verifier",
     "OAUTH-37 OAUTH-38", "", {}, {}),
    ("request-example-of-form-encoding", "The text that the RFC encodes as an example", "OAUTH-38",
     "plus-and-space", {"code": " %&+\u00a3\u20ac"}, {"code": "+%25%26%2B%C2%A3%E2%82%AC"}),
    ("request-space-is-a-plus", "Each space is a plus", "OAUTH-38", "plus-and-space",
     {"client_id": "my own client"}, {"client_id": "my+own+client"}),
    ("request-text-that-looks-encoded", "%20 in a value is text", "OAUTH-38", "plus-and-space",
     {"code": "a%20b"}, {"code": "a%2520b"}),
    ("request-tildes-are-encoded", "A verifier of tildes is encoded sign by sign", "OAUTH-38", "",
     {"verifier": 43 * "~"}, {"verifier": 43 * "%7E"}),
    ("request-signs-that-stay", "Asterisk, hyphen, full stop and underscore stay", "OAUTH-38",
     "plus-and-space", {"code": "a*b-c.d_e"}, {"code": "a*b-c.d_e"}),
    ("request-signs-that-components-keep", "Signs that URL functions like to keep are encoded",
     "OAUTH-38", "url-library", {"code": "!'()~"}, {"code": "%21%27%28%29%7E"}),
    ("request-delimiters-in-the-code", "A code cannot add parameters", "OAUTH-38", "",
     {"code": "a&code_verifier=b"}, {"code": "a%26code_verifier%3Db"}),
    ("request-line-ends", "Line ends are encoded as they are", "OAUTH-38", "",
     {"client_id": "a\nb\r\nc"}, {"client_id": "a%0Ab%0D%0Ac"}),
    ("request-four-bytes-of-utf-8", "An emoji is its four bytes", "OAUTH-38", "",
     {"client_id": "\U0001f511"}, {"client_id": "%F0%9F%94%91"}),
    ("request-redirect-with-a-query", "The redirect's own query is part of its value", "OAUTH-38",
     "", {"redirect_uri": "http://127.0.0.1:1/cb?a=b c"},
     {"redirect_uri": "http%3A%2F%2F127.0.0.1%3A1%2Fcb%3Fa%3Db+c"}),
    ("request-with-the-longest-verifier", "A verifier of 128 characters is sent", "OAUTH-39",
     "boundary", {"verifier": 128 * "x"}, {"verifier": 128 * "x"}),
)  # fmt: skip

# The same for each sign, between two letters.
SIGN_BODIES = tuple(
    (f"request-sign-{name}", f"What becomes of {sign} in a code", "OAUTH-38", "url-library",
     {"code": f"a{sign}z"}, {"code": f"a{written(name, KEPT_IN_FORMS)}z"})
    for name, (sign, _) in SIGNS.items()
)  # fmt: skip

# slug, description, flags, verifier
REFUSED = (
    ("request-with-a-short-verifier", "A verifier of 42 characters is not sent", "boundary",
     42 * "x"),
    ("request-with-a-long-verifier", "A verifier of 129 characters is not sent", "boundary",
     129 * "x"),
    ("request-with-a-foreign-sign", "A verifier with a slash is not sent", "base64-variant",
     43 * "x" + "/"),
)  # fmt: skip

PLAIN = '{"access_token":"t","token_type":"bearer"}'
MAX = 9007199254740991


def _with(members: str) -> str:
    return f'{{"access_token":"t","token_type":"bearer",{members}}}'


# slug, description, requirements, flags, body, now, held, access_token, refresh_token, expires_at
ACCEPTED = (
    ("response-of-the-rfc", "The response in the example of RFC 6750",
     "OAUTH-43 OAUTH-44 OAUTH-46 OAUTH-50", "",
     ('{"access_token":"mF_9.B5f-4.1JqM","token_type":"Bearer","expires_in":3600,'
      '"refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA"}'), 1_700_000_000, None,
     "mF_9.B5f-4.1JqM", "tGzv3JOkF0XG5Qx2TlKWIA", 1_700_003_600),
    ("response-in-lines", "White space between the parts of the JSON has no meaning", "OAUTH-42",
     "", ' {\r\n\t"token_type" : "bearer" ,\n"access_token" : "spaced"}\n', 0, None,
     "spaced", None, None),
    ("response-with-escapes", "Escapes of JSON are decoded", "OAUTH-42", "",
     '{"access\\u005ftoken":"a\\/\\u0062","token_type":"bearer"}', 0, None, "a/b", None, None),
    ("response-access-token-of-printable-signs", "Space and tilde bound what a token may have",
     "OAUTH-43", "boundary", '{"access_token":" a~","token_type":"bearer"}', 0, None,
     " a~", None, None),
    ("response-type-in-upper-case", "The token type is compared without case", "OAUTH-44", "",
     '{"access_token":"upper","token_type":"BEARER"}', 0, None, "upper", None, None),
    ("response-type-in-mixed-case", "Any mixture of cases is bearer", "OAUTH-44", "",
     '{"access_token":"mixed","token_type":"bEaReR"}', 0, None, "mixed", None, None),
    ("response-without-lifetime", "Without expires_in the moment is unknown", "OAUTH-45", "",
     PLAIN, 1000, None, "t", None, None),
    ("response-lifetime-zero", "A lifetime of 0 ends now", "OAUTH-46", "number",
     _with('"expires_in":0'), 1000, None, "t", None, 1000),
    ("response-lifetime-negative-zero", "-0 is 0", "OAUTH-46", "number",
     _with('"expires_in":-0'), 1001, None, "t", None, 1001),
    ("response-lifetime-with-a-zero-fraction", "3600.0 is a whole number", "OAUTH-46", "number",
     _with('"expires_in":3600.0'), 0, None, "t", None, 3600),
    ("response-lifetime-with-an-exponent", "36e2 is a whole number", "OAUTH-46", "number",
     _with('"expires_in":36e2'), 1, None, "t", None, 3601),
    ("response-lifetime-as-text", "Digits as text are a number of seconds", "OAUTH-47", "number",
     _with('"expires_in":"3600"'), 2, None, "t", None, 3602),
    ("response-lifetime-zero-as-text", "The text 0 is a lifetime", "OAUTH-47", "number",
     _with('"expires_in":"0"'), 3, None, "t", None, 3),
    ("response-lifetime-with-leading-zeros", "Leading zeros are decimal", "OAUTH-47", "number",
     _with('"expires_in":"0010"'), 4, None, "t", None, 14),
    ("response-latest-moment", "The largest moment that can be told", "OAUTH-49", "boundary",
     _with('"expires_in":9007199254740990'), 1, None, "t", None, MAX),
    ("response-latest-moment-as-text", "The largest moment, from text with many zeros", "OAUTH-49",
     "boundary", _with(f'"expires_in":"{40 * "0"}9007199254740989"'), 2, None, "t", None, MAX),
    ("response-new-refresh-token", "A new refresh token replaces the old one", "OAUTH-50", "",
     _with('"refresh_token":"new"'), 0, "old", "t", "new", None),
    ("response-keeps-the-refresh-token", "Without a new refresh token the old one stays",
     "OAUTH-51", "", PLAIN, 0, "old", "t", "old", None),
    ("response-first-refresh-token", "A first refresh token is taken", "OAUTH-50", "",
     _with('"refresh_token":"first"'), 0, None, "t", "first", None),
    ("response-no-refresh-token", "No refresh token at all is null", "OAUTH-52", "",
     '{"access_token":"lonely","token_type":"bearer","expires_in":5}', 5, None,
     "lonely", None, 10),
    ("response-null-refresh-token", "A refresh token of null keeps the old one", "OAUTH-54", "",
     _with('"refresh_token":null'), 0, "held", "t", "held", None),
    ("response-null-lifetime", "A lifetime of null is unknown", "OAUTH-54 OAUTH-45", "",
     '{"access_token":"n","token_type":"bearer","expires_in":null}', 7, None, "n", None, None),
    ("response-null-error", "An error of null is none", "OAUTH-54 OAUTH-41", "status",
     '{"access_token":"fine","token_type":"bearer","error":null}', 0, None, "fine", None, None),
    ("response-other-members", "Members that are not named are ignored, whatever they are",
     "OAUTH-55", "", ('{"access_token":"o","token_type":"bearer","scope":["a"],"id_token":1,'
                      '"expires_on":"x","Refresh_Token":"r","x":{"error":"y"}}'), 0, None, "o", None, None),
)  # fmt: skip

# slug, description, requirements, flags, status, body
FAILED = (
    ("response-error-of-the-rfc", "The error response in the RFC's example", "OAUTH-40", "status",
     400, '{"error":"invalid_request"}'),
    ("response-of-an-unknown-client", "A status of 401 is an error", "OAUTH-40", "status",
     401, '{"error":"invalid_client"}'),
    ("response-of-a-broken-server", "A status of 500 is an error, though the body is no JSON",
     "OAUTH-40", "status", 500, "<html>oops</html>"),
    ("response-of-tokens-with-status-400", "Tokens with a status of 400 are an error", "OAUTH-40",
     "status", 400, PLAIN),
    ("response-of-tokens-with-status-201", "Tokens with a status of 201 are an error", "OAUTH-40",
     "status", 201, PLAIN),
    ("response-of-a-redirect", "A redirect is an error", "OAUTH-40", "status", 302, ""),
    ("response-error-with-status-200", "An error with a status of 200 is an error", "OAUTH-41",
     "status", 200, '{"error":"bad_verification_code"}'),
    ("response-error-beside-tokens", "An error beside tokens counts", "OAUTH-41", "status",
     200, _with('"error":"invalid_grant"')),
    ("response-error-of-another-type", "An error that is no text counts", "OAUTH-41", "status",
     200, _with('"error":{"code":1}')),
    ("response-empty-error", "An empty error counts", "OAUTH-41", "status",
     200, _with('"error":""')),
)  # fmt: skip

# slug, description, requirements, flags, body
INVALID = (
    ("response-as-a-form", "A form is no JSON", "OAUTH-42", "",
     "access_token=t&token_type=bearer"),
    ("response-as-an-array", "An array is no object", "OAUTH-42", "", f"[{PLAIN}]"),
    ("response-with-nan", "NaN is no JSON", "OAUTH-42", "number", _with('"x":NaN')),
    ("response-without-access-token", "There is no access token", "OAUTH-43", "",
     '{"token_type":"bearer"}'),
    ("response-null-access-token", "An access token of null is none", "OAUTH-54 OAUTH-43", "",
     '{"access_token":null,"token_type":"bearer"}'),
    ("response-empty-access-token", "An empty access token is refused", "OAUTH-43", "boundary",
     '{"access_token":"","token_type":"bearer"}'),
    ("response-access-token-with-a-line-end", "An access token with a line end is refused",
     "OAUTH-43", "header-injection", '{"access_token":"t\\r\\nX: y","token_type":"bearer"}'),
    ("response-access-token-as-an-array", "A list of characters is no access token", "OAUTH-43",
     "", '{"access_token":["t"],"token_type":"bearer"}'),
    ("response-type-as-a-number", "A token type that is no text is refused", "OAUTH-44", "",
     '{"access_token":"t","token_type":1}'),
    ("response-without-type", "There is no token type", "OAUTH-44", "", '{"access_token":"t"}'),
    ("response-of-another-type", "The token type in the example of RFC 6749 is not bearer",
     "OAUTH-44", "", ('{"access_token":"2YotnFZFEjr1zCsicMWpAA","token_type":"example",'
                      '"expires_in":3600,"refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA"}')),
    ("response-lifetime-below-zero", "A negative lifetime is refused", "OAUTH-48", "boundary",
     _with('"expires_in":-1')),
    ("response-lifetime-with-a-fraction", "Half a second is refused", "OAUTH-48", "number",
     _with('"expires_in":3600.5')),
    ("response-lifetime-true", "true is no number", "OAUTH-48", "number",
     _with('"expires_in":true')),
    ("response-lifetime-of-empty-text", "Empty text is no number", "OAUTH-48", "number",
     _with('"expires_in":""')),
    ("response-lifetime-with-a-sign", "Text with a sign is no number", "OAUTH-48", "number",
     _with('"expires_in":"+60"')),
    ("response-lifetime-of-foreign-digits", "Digits outside ASCII are no number", "OAUTH-48",
     "number", _with('"expires_in":"\u0663\u0666"')),
    ("response-too-late", "A moment beyond the largest integer is refused", "OAUTH-49", "boundary",
     _with('"expires_in":9007199254740991')),
    ("response-one-second-too-late", "The first moment beyond the largest integer is refused",
     "OAUTH-49", "boundary", _with('"expires_in":9007199254739992')),
    ("response-too-late-by-5000-digits", "A text longer than some languages convert is refused",
     "OAUTH-49", "number", _with(f'"expires_in":"{"9" * 5000}"')),
    ("response-too-late-as-text", "A text of too many digits is refused", "OAUTH-49", "boundary",
     _with('"expires_in":"99999999999999999999"')),
    ("response-empty-refresh-token", "An empty refresh token is refused", "OAUTH-53", "",
     _with('"refresh_token":""')),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every case of the operations ``token_request`` and ``token_response``."""
    yield from _requests()
    yield from _responses()


def _requests() -> Iterator[Case]:
    for slug, description, requirements, flags, request, body in (*BODIES, *SIGN_BODIES):
        parts = {**BODY, **body}
        form = {
            "grant_type": ["authorization_code"],
            "code": [parts["code"]],
            "redirect_uri": [parts["redirect_uri"]],
            "client_id": [parts["client_id"]],
            "code_verifier": [parts["verifier"]],
        }
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="token_request", input={**REQUEST, **request},
            expected=result({"form": form}),
            anchor="RFC 6749 §4.1.3 and appendix B; RFC 7636 §4.5; WHATWG URL §5.2",
        )  # fmt: skip
    for slug, description, flags, verifier in REFUSED:
        yield Case(
            slug=slug, description=description, requirements=["OAUTH-39"], flags=flags.split(),
            operation="token_request", input={**REQUEST, "verifier": verifier},
            expected=error("INVALID_VERIFIER"), anchor="RFC 7636 §4.1",
        )  # fmt: skip


def _responses() -> Iterator[Case]:
    for slug, description, requirements, flags, body, now, held, access, refresh, at in ACCEPTED:
        given = {"status": 200, "body": body, "now": now}
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="token_response",
            input=given if held is None else {**given, "refresh_token": held},
            expected=result(
                {"access_token": access, "refresh_token": refresh, "expires_at": at}
            ),
            anchor="RFC 6749 §5.1 and §6; RFC 6750 §4",
        )  # fmt: skip
    for slug, description, requirements, flags, status, body in FAILED:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="token_response",
            input={"status": status, "body": body, "now": 1000, "refresh_token": "old"},
            expected=error("TOKEN_ERROR"), anchor="RFC 6749 §5.1, §5.2",
        )  # fmt: skip
    for slug, description, requirements, flags, body in INVALID:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="token_response",
            input={"status": 200, "body": body, "now": 1000},
            expected=error("INVALID_TOKEN_RESPONSE"), anchor="RFC 6749 §5.1 and appendix A",
        )  # fmt: skip
