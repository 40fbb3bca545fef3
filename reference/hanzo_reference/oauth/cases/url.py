"""The cases of the authorization URL."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.oauth.cases.signs import KEPT_IN_URLS, SIGNS, written
from hanzo_reference.spec.cases import Case, result

CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
REQUEST: dict[str, Any] = {
    "endpoint": "https://auth.example.com/authorize",
    "client_id": "s6BhdRkqt3",
    "redirect_uri": "http://127.0.0.1:8765/callback",
    "scopes": ["openid"],
    "state": "xyz",
    "challenge": CHALLENGE,
}
# The same parts as they stand in the URL; ``own`` are members that the endpoint brings along.
URL: dict[str, Any] = {
    "location": "https://auth.example.com/authorize",
    "client_id": "s6BhdRkqt3",
    "redirect_uri": "http%3A%2F%2F127.0.0.1%3A8765%2Fcallback",
    "scope": "openid",
    "state": "xyz",
}

# slug, description, requirements, flags, what differs in the request, what differs in the URL
URLS: tuple[tuple[str, str, str, str, dict[str, Any], dict[str, Any]], ...] = (
    ("url-of-a-plain-request", "Seven parameters", "OAUTH-9 OAUTH-10", "",
     {}, {}),
    ("url-space-in-the-client-id", "A space is %20 and never a plus", "OAUTH-11 OAUTH-10",
     "plus-and-space", {"client_id": "my client"}, {"client_id": "my%20client"}),
    ("url-plus-in-the-state", "A plus is %2B", "OAUTH-10", "plus-and-space",
     {"state": "a+b"}, {"state": "a%2Bb"}),
    ("url-unreserved-characters-stay", "Hyphen, full stop, underscore and tilde stay", "OAUTH-10",
     "plus-and-space", {"state": "A-Za-z0-9-._~"}, {"state": "A-Za-z0-9-._~"}),
    ("url-signs-that-components-keep-elsewhere", "Signs that URL functions like to keep",
     "OAUTH-10", "url-library", {"state": "!*'()"}, {"state": "%21%2A%27%28%29"}),
    ("url-delimiters-in-the-state", "Delimiters of queries are encoded", "OAUTH-10", "",
     {"state": "a&b=c#d?e/f:g"}, {"state": "a%26b%3Dc%23d%3Fe%2Ff%3Ag"}),
    ("url-percent-in-the-state", "Text that looks encoded is encoded again", "OAUTH-10",
     "decoding", {"state": "%20"}, {"state": "%2520"}),
    ("url-upper-case-digits", "Digits of percent-encodings are upper-case", "OAUTH-10", "",
     {"state": "{|}"}, {"state": "%7B%7C%7D"}),
    ("url-two-bytes-of-utf-8", "A letter of two bytes is encoded byte by byte", "OAUTH-12", "",
     {"client_id": "caf\u00e9"}, {"client_id": "caf%C3%A9"}),
    ("url-four-bytes-of-utf-8", "An emoji is its four bytes", "OAUTH-12", "",
     {"state": "\U0001f511"}, {"state": "%F0%9F%94%91"}),
    ("url-query-in-the-redirect", "The redirect's own query is part of its value", "OAUTH-10", "",
     {"redirect_uri": "http://localhost/cb?a=1&b=2"},
     {"redirect_uri": "http%3A%2F%2Flocalhost%2Fcb%3Fa%3D1%26b%3D2"}),
    ("url-private-scheme-redirect", "A redirect to an app's own scheme", "OAUTH-10", "",
     {"redirect_uri": "com.example.app:/oauth2redirect"},
     {"redirect_uri": "com.example.app%3A%2Foauth2redirect"}),
    ("url-scopes-in-order", "Scopes are joined by spaces in the given order", "OAUTH-13 OAUTH-11 OAUTH-57",
     "plus-and-space", {"scopes": ["profile", "email", "address"]},
     {"scope": "profile%20email%20address"}),
    ("url-scope-twice", "A repeated scope stays", "OAUTH-57", "",
     {"scopes": ["b", "a", "b"]}, {"scope": "b%20a%20b"}),
    ("url-scope-that-is-a-url", "A scope token may be a URL", "OAUTH-13 OAUTH-10", "",
     {"scopes": ["https://example.com/auth/mail.read"]},
     {"scope": "https%3A%2F%2Fexample.com%2Fauth%2Fmail.read"}),
    ("url-no-scopes", "Without scopes there is no scope parameter", "OAUTH-14", "",
     {"scopes": []}, {"scope": None}),
    ("url-query-of-the-endpoint", "The endpoint's query stays", "OAUTH-15", "url-library",
     {"endpoint": "https://auth.example.com/authorize?tenant=acme"},
     {"own": {"tenant": ["acme"]}}),
    ("url-query-is-not-re-encoded", "The endpoint's query keeps its spelling", "OAUTH-15",
     "url-library", {"endpoint": "https://auth.example.com/authorize?z=a+b%2f%7e&a=&y"},
     {"own": {"z": ["a+b%2f%7e"], "a": [""], "y": [None]}}),
    ("url-empty-query-of-the-endpoint", "A question mark at the end is enough", "OAUTH-15", "",
     {"endpoint": "https://auth.example.com/a1?"}, {"location": "https://auth.example.com/a1"}),
    ("url-query-that-ends-in-ampersand", "No second ampersand is added", "OAUTH-15", "",
     {"endpoint": "https://auth.example.com/a2?b=c&"},
     {"location": "https://auth.example.com/a2", "own": {"b": ["c"]}}),
    ("url-same-name-in-the-endpoint", "A name that the endpoint's query has is sent all the same",
     "OAUTH-15", "url-library", {"endpoint": "https://auth.example.com/authorize?state=0"},
     {"own": {"state": ["0", "xyz"]}}),
    ("url-same-name-often-in-the-endpoint", "All members of a name are sent, with and without values",
     "OAUTH-15", "url-library",
     {"endpoint": "https://auth.example.com/authorize?state=zz&state=0&state&state="},
     {"own": {"state": [None, "", "0", "xyz", "zz"]}}),
    ("url-question-mark-in-the-query", "A question mark in the endpoint's query is text", "OAUTH-15",
     "url-library", {"endpoint": "https://auth.example.com/a5?next=/x?y"},
     {"location": "https://auth.example.com/a5", "own": {"next": ["/x?y"]}}),
    ("url-fragment-is-dropped", "Nothing is appended behind a fragment", "OAUTH-16", "url-library",
     {"endpoint": "https://auth.example.com/a3#login"}, {"location": "https://auth.example.com/a3"}),
    ("url-fragment-behind-a-query", "The query before a fragment stays", "OAUTH-16 OAUTH-15",
     "url-library", {"endpoint": "https://auth.example.com/a4?b=c#d?e"},
     {"location": "https://auth.example.com/a4", "own": {"b": ["c"]}}),
    ("url-host-without-a-path", "No slash is added behind a host", "OAUTH-17", "url-library",
     {"endpoint": "https://auth.example.com"}, {"location": "https://auth.example.com"}),
    ("url-endpoint-keeps-its-spelling", "Case, port and dots of the endpoint stay", "OAUTH-17",
     "url-library", {"endpoint": "HTTPS://Auth.Example.com:443/a/../B%2d"},
     {"location": "HTTPS://Auth.Example.com:443/a/../B%2d"}),
)  # fmt: skip


# The same for each sign, between two letters.
SIGN_URLS = tuple(
    (f"url-sign-{name}", f"What becomes of {sign} in a state", "OAUTH-10", "url-library",
     {"state": f"a{sign}z"}, {"state": f"a{written(name, KEPT_IN_URLS)}z"})
    for name, (sign, _) in SIGNS.items()
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every case of the operation ``authorization_url``."""
    for slug, description, requirements, flags, request, url in (*URLS, *SIGN_URLS):
        parts = {**URL, **url}
        query = {
            "response_type": ["code"],
            "client_id": [parts["client_id"]],
            "redirect_uri": [parts["redirect_uri"]],
            "scope": [parts["scope"]],
            "state": [parts["state"]],
            "code_challenge": [CHALLENGE],
            "code_challenge_method": ["S256"],
            **parts.get("own", {}),
        }
        if parts["scope"] is None:
            del query["scope"]
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="authorization_url", input={**REQUEST, **request},
            expected=result({"location": parts["location"], "query": query}),
            anchor="RFC 6749 §3.1, §4.1.1; RFC 7636 §4.3; RFC 3986 §2",
        )  # fmt: skip
