"""What the operations of this domain take and answer, as typed models."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hanzo_reference.ids.positions import Encoding
from hanzo_reference.spec.declaration import Base64, Model

# LSP 3.17, Base Types: uinteger.
UNSIGNED_MAX = 2**31 - 1

Unsigned = Annotated[int, Field(ge=0, le=UNSIGNED_MAX)]
Text = Annotated[str, Field(description="Text of Unicode scalar values, line ends as they stand.")]


class PositionModel(Model):
    """A place in a text."""

    line: Unsigned = Field(description="Number of the line, from 0.")
    col: Unsigned = Field(description="Code units from the start of the line.")


class RangeModel(Model):
    """Two places in a text, the end exclusive."""

    start: PositionModel
    end: PositionModel


class PathInput(Model):
    """A path to name by a URI."""

    path: str = Field(description="A path with `/` between segments; judged by the operation.")


class UriOutput(Model):
    """The path's URI."""

    uri: str = Field(description="`file://` and the escaped path.")


class UriInput(Model):
    """A URI to read."""

    uri: str = Field(description="A file URI; judged by the operation.")


class PathOutput(Model):
    """The URI's path."""

    path: str = Field(description="An absolute path in normal form.")


class HashInput(Model):
    """Content to hash."""

    content_b64: Base64 = Field(description="Bytes in base64 (RFC 4648 §4).")


class HashOutput(Model):
    """The content's hash."""

    hash: str = Field(description="`sha256:` and 64 lower-case hexadecimal digits.")


class SliceInput(Model):
    """A text, and the part of it that is asked for."""

    text: Text
    range: RangeModel
    encoding: Encoding = Field(
        default="utf-16", description="The encoding whose code units columns count."
    )


class SliceOutput(Model):
    """The part of the text."""

    text: Text


class ConvertInput(Model):
    """A text, a place in it, and two ways to count columns."""

    text: Text
    position: PositionModel
    source: Encoding = Field(alias="from", description="The units of the given column.")
    target: Encoding = Field(alias="to", description="The units of the answered column.")


class ConvertOutput(Model):
    """The place, counted the other way."""

    position: PositionModel
