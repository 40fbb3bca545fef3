"""The cases of this domain: URIs of paths, paths of URIs, hashes, slices, conversions."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.ids.cases.conversions import convert_cases
from hanzo_reference.ids.cases.hashes import hash_cases
from hanzo_reference.ids.cases.paths import path_cases
from hanzo_reference.ids.cases.slices import slice_cases
from hanzo_reference.ids.cases.uris import uri_cases
from hanzo_reference.spec.cases import Case
from hanzo_reference.spec.declaration import Flag

FLAGS = {
    "escaping": Flag("a library's own idea of which characters a path keeps"),
    "decoding": Flag("decoding twice, not at all, or with a replacement for what is not UTF-8"),
    "digits": Flag("number parsing that takes signs, spaces or non-ASCII digits for hexadecimal"),
    "repair": Flag(
        "a URL parser that mends what has to be refused",
        "https://url.spec.whatwg.org/#url-parsing",
    ),
    "traversal": Flag("`..`, `/` or NUL that comes in behind an escape", security=True),
    "normal-form": Flag("two names for one path"),
    "case-mapping": Flag("Unicode case mapping where ASCII is meant"),
    "unit": Flag("columns counted in the wrong code units"),
    "rounding": Flag("a place inside a character that is rounded up or cuts it in two"),
    "line-end": Flag(
        "line terminators that are missed, invented, or taken into the line",
        "https://github.com/microsoft/vscode-languageserver-node/issues/1285",
    ),
    "bounds": Flag("places outside the text that are clamped or refused wrongly"),
    "content": Flag("content changed before it is hashed"),
}


def cases() -> Iterator[Case]:
    """Every case of the domain."""
    yield from uri_cases()
    yield from path_cases()
    yield from hash_cases()
    yield from slice_cases()
    yield from convert_cases()
