"""Stable identifiers: file URIs, content hashes, ranges and positions that tools hand on."""

from hanzo_reference.ids.hashes import content_hash
from hanzo_reference.ids.models import (
    ConvertInput,
    ConvertOutput,
    HashInput,
    HashOutput,
    PathInput,
    PathOutput,
    SliceInput,
    SliceOutput,
    UriInput,
    UriOutput,
)
from hanzo_reference.ids.operations import converted, hashed, path_of, sliced, uri_of
from hanzo_reference.ids.positions import (
    Encoding,
    Position,
    Range,
    convert_position,
    slice_text,
)
from hanzo_reference.ids.uris import path_from_uri, uri_from_path
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "Encoding",
    "Position",
    "Range",
    "content_hash",
    "convert_position",
    "path_from_uri",
    "slice_text",
    "uri_from_path",
]

DOMAIN = Domain(
    id="ids",
    title="Stable identifiers",
    vector_file="stable-ids",
    requirement_prefix="IDS",
    sources=("HIP-0300 (Composability Primitives)", "RFC 3986", "RFC 8089", "LSP 3.17"),
    operations=(
        Operation(
            "uri_from_path",
            PathInput,
            UriOutput,
            uri_of,
            {"INVALID_PARAMS": "the path is not absolute, or has a `..` segment or a NUL"},
        ),
        Operation(
            "path_from_uri",
            UriInput,
            PathOutput,
            path_of,
            {"INVALID_PARAMS": "the URI does not name one absolute path of this machine"},
        ),
        Operation("hash", HashInput, HashOutput, hashed),
        Operation(
            "slice",
            SliceInput,
            SliceOutput,
            sliced,
            {"INVALID_PARAMS": "the text has no such line, or the range ends before it starts"},
        ),
        Operation(
            "convert",
            ConvertInput,
            ConvertOutput,
            converted,
            {"INVALID_PARAMS": "the text has no such line"},
        ),
    ),
)
