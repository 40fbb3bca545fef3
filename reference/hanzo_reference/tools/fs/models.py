"""The parameters of the actions, as typed models; those of list and search stand with them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hanzo_reference.ids.models import RangeModel
from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params

Uri = Annotated[str, Field(description="A file URI.")]
Hash = Annotated[str, Field(description="`sha256:` and 64 lower-case hexadecimal digits.")]
Encoding = Literal["utf-8", "base64"]


class ReadParams(Params):
    """What to read, and how its bytes travel."""

    uri: Uri
    range: RangeModel | None = Field(
        default=None, description="A part of the text; columns are UTF-16 code units."
    )
    encoding: Encoding | None = Field(
        default=None, description="How the content travels; utf-8 where it is that, else base64."
    )


class WriteParams(Params):
    """A file to create."""

    uri: Uri
    content: str = Field(description="The content in the encoding.")
    encoding: Encoding | None = Field(default=None, description="utf-8 unless said otherwise.")


class StatParams(Params):
    """What to tell about."""

    uri: Uri


class MkdirParams(Params):
    """A folder to create."""

    uri: Uri


class RmParams(Params):
    """What to remove."""

    uri: Uri
    confirm: bool | None = Field(default=None, description="Nothing is removed unless true.")


class ApplyPatchParams(Params):
    """A change of one file."""

    uri: Uri
    patch: str = Field(description="A unified diff of this file.")
    base_hash: Hash


class DiffParams(Params):
    """Two contents that earlier answers named."""

    hash_a: Hash
    hash_b: Hash


EntryType = Literal["file", "directory", "symlink", "other"]


class ReadData(Model):
    """The content of a file, or the part that was asked for, as text or as bytes."""

    uri: Uri
    hash: Hash = Field(description="Of the whole content.")
    size: int = Field(ge=0, description="Of the whole content, in bytes.")
    encoding: Encoding
    text: str | None
    content_b64: str | None
    range: RangeModel | None = Field(description="What was asked for, as it is in this text.")


class WriteData(Model):
    """The file that was created."""

    uri: Uri
    hash: Hash
    size: int = Field(ge=0, description="In bytes.")


class StatData(Model):
    """What is at a place; only a file has size and hash."""

    uri: Uri
    type: EntryType
    size: int | None = Field(ge=0, description="In bytes.")
    hash: Hash | None
    mtime: int = Field(description="Milliseconds since the epoch.")


class MkdirData(Model):
    """The folder that was created."""

    uri: Uri


class RmData(Model):
    """What was removed."""

    uri: Uri
    type: EntryType


class ApplyPatchData(Model):
    """The file as it is now."""

    uri: Uri
    hash: Hash
    previous_hash: Hash


class DiffData(Model):
    """How one content becomes the other."""

    hash_a: Hash
    hash_b: Hash
    patch: str = Field(description="A unified diff; empty for equal contents.")
