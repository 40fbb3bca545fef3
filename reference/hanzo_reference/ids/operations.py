"""The operations of this domain: models in, models out, the behaviour called in between."""

from __future__ import annotations

import base64

from hanzo_reference.ids.hashes import content_hash
from hanzo_reference.ids.models import (
    ConvertInput,
    ConvertOutput,
    HashInput,
    HashOutput,
    PathInput,
    PathOutput,
    PositionModel,
    SliceInput,
    SliceOutput,
    UriInput,
    UriOutput,
)
from hanzo_reference.ids.positions import Position, Range, convert_position, slice_text
from hanzo_reference.ids.uris import path_from_uri, uri_from_path


def uri_of(params: PathInput) -> UriOutput:
    """The URI of a path.

    Spec: IDS-21 to IDS-32.
    """
    return UriOutput(uri=uri_from_path(params.path))


def path_of(params: UriInput) -> PathOutput:
    """The path of a URI.

    Spec: IDS-24 to IDS-30, IDS-33 to IDS-47.
    """
    return PathOutput(path=path_from_uri(params.uri))


def hashed(params: HashInput) -> HashOutput:
    """The hash of some bytes.

    Spec: IDS-48, IDS-49.
    """
    return HashOutput(hash=content_hash(base64.b64decode(params.content_b64, validate=True)))


def sliced(params: SliceInput) -> SliceOutput:
    """The part of a text that a range spans.

    Spec: IDS-1 to IDS-18.
    """
    extent = Range(_place(params.range.start), _place(params.range.end))
    return SliceOutput(text=slice_text(params.text, extent, params.encoding))


def converted(params: ConvertInput) -> ConvertOutput:
    """A position with its column counted in other units.

    Spec: IDS-19, IDS-20.
    """
    place = convert_position(params.text, _place(params.position), params.source, params.target)
    return ConvertOutput(position=PositionModel(line=place.line, col=place.col))


def _place(position: PositionModel) -> Position:
    return Position(position.line, position.col)
