"""The cases of the domain: joined names, split names, registries."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.mcp.cases import names, registry
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "byte-order": Flag(
        catches="sorting text by UTF-16 units or by the joined names instead of by UTF-8 bytes",
        link="https://www.rfc-editor.org/rfc/rfc8785#section-3.2.3",
    ),
    "collision": Flag(catches="two tools under one name, so that calls reach the wrong server"),
    "greedy-split": Flag(catches="splitting a name at the last separator, or at any but the first"),
    "length-limit": Flag(catches="comparing with < where <= is meant, or cutting at another place"),
    "nul": Flag(catches="treating NUL in a name as an end or as the separator of the hash"),
    "over-normalising": Flag(catches="folding, trimming or collapsing, which merges more names"),
    "unicode-class": Flag(
        catches=r"a regular expression whose \w, \d or case folding goes beyond ASCII",
        link="https://docs.python.org/3/library/re.html#re.ASCII",
    ),
    "utf-16-units": Flag(
        catches="counting an astral code point as two (no u flag in JavaScript) or as bytes",
        link="https://developer.mozilla.org/docs/Web/JavaScript/Guide/Regular_expressions",
    ),
}


def cases() -> Iterator[Case]:
    """Every case, names first."""
    yield from names.cases()
    yield from registry.cases()
