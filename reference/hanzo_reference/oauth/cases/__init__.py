"""The cases of the domain, in the order of the flow."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.oauth.cases import callback, pkce, tokens, url
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "base64-variant": Flag(
        catches="the alphabet with + and /, padding, or hexadecimal in place of base64url",
        link="https://www.rfc-editor.org/rfc/rfc7636#appendix-A",
    ),
    "boundary": Flag(catches="a limit that is off by one"),
    "decoding": Flag(catches="percent-decoding twice, before splitting, or not at all"),
    "header-injection": Flag(
        catches="a line end or other control character that reaches a header or a log",
        link="https://www.rfc-editor.org/rfc/rfc6749#appendix-A",
        security=True,
    ),
    "mix-up": Flag(
        catches="a client that sends a code to a server which did not issue it",
        link="https://www.rfc-editor.org/rfc/rfc9700#section-4.4",
        security=True,
    ),
    "number": Flag(catches="booleans, signs or other languages' digits taken for a number"),
    "plus-and-space": Flag(
        catches="the encoding of URLs and that of forms taken for one another",
        link="https://www.rfc-editor.org/rfc/rfc6749#appendix-B",
    ),
    "regex-end": Flag(
        catches="a pattern whose $ also matches before a line feed at the end",
        link="https://docs.python.org/3/library/re.html#regular-expression-syntax",
    ),
    "repeated-parameter": Flag(
        catches="taking the first or the last of two contradicting parameters",
        link="https://www.rfc-editor.org/rfc/rfc6749#section-3.1",
        security=True,
    ),
    "status": Flag(catches="looking at the status only, or at the body only"),
    "url-library": Flag(
        catches="a URL library that normalises, re-encodes or reorders what it was given",
        link="https://url.spec.whatwg.org/#concept-url-parser",
    ),
}


def cases() -> Iterator[Case]:
    """Every case of the domain."""
    yield from pkce.cases()
    yield from url.cases()
    yield from callback.cases()
    yield from tokens.cases()
