"""Two encodings that look alike: RFC 3986 for URLs, and forms for bodies and callbacks."""

from __future__ import annotations

import string
from collections.abc import Iterable

ALPHANUMERIC = frozenset(string.ascii_letters + string.digits)
# RFC 3986 §2.3: unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
UNRESERVED = ALPHANUMERIC | frozenset("-._~")
# WHATWG URL, application/x-www-form-urlencoded percent-encode set: all but these and the space.
FORM_KEPT = ALPHANUMERIC | frozenset("*-._")
HEX_DIGITS = frozenset(string.hexdigits.encode())

Parameters = Iterable[tuple[str, str]]


def url_query(parameters: Parameters) -> str:
    """Name and value pairs as a query for a URL; a space is %20. Spec: OAUTH-10 to OAUTH-12."""
    return "&".join(
        f"{_percent(name, UNRESERVED)}={_percent(value, UNRESERVED)}" for name, value in parameters
    )


def form_body(parameters: Parameters) -> str:
    """Name and value pairs as application/x-www-form-urlencoded. Spec: OAUTH-38."""
    return "&".join(f"{_form(name)}={_form(value)}" for name, value in parameters)


def _form(text: str) -> str:
    # %20 can only stand for a space here, because a % in the text has become %25.
    return _percent(text, FORM_KEPT).replace("%20", "+")


def _percent(text: str, kept: frozenset[str]) -> str:
    # RFC 3986 §2.1 asks producers for upper-case digits.
    return "".join(
        chr(byte) if chr(byte) in kept else f"%{byte:02X}" for byte in text.encode("utf-8")
    )


def read_form(text: str) -> list[tuple[str, str]]:
    """The name and value pairs of form-encoded text, in their order, decoded.

    Never fails: a % without two hexadecimal digits is literal, and bytes that are not UTF-8 become
    U+FFFD. Spec: OAUTH-18 to OAUTH-22.
    """
    pairs = []
    for piece in text.split("&"):
        if piece:
            name, _, value = piece.partition("=")
            pairs.append((_decode(name), _decode(value)))
    return pairs


def _decode(text: str) -> str:
    data = text.replace("+", " ").encode("utf-8")
    decoded = bytearray()
    position = 0
    while position < len(data):
        byte = data[position]
        digits = data[position + 1 : position + 3]
        if byte == ord("%") and len(digits) == 2 and HEX_DIGITS.issuperset(digits):
            decoded.append(int(digits, 16))
            position += 3
        else:
            decoded.append(byte)
            position += 1
    return decoded.decode("utf-8", errors="replace")
