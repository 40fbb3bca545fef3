"""The parameters of the actions of ``net``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Model
from hanzo_reference.tools.declaring import Params

MIB = 1024 * 1024
Method = Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
TimeLimit = Annotated[
    int, Field(ge=1, le=600_000, description="For the whole call, 30000 if left out.")
]
RedirectLimit = Annotated[
    int, Field(ge=0, le=20, description="Redirects that are followed, 10 if left out.")
]
BodyLimit = Annotated[
    int, Field(ge=1, le=100 * MIB, description="Of the answer's body, 10 MiB if left out.")
]
FileLimit = Annotated[
    int, Field(ge=1, le=1024 * MIB, description="Of the file, 100 MiB if left out.")
]
Headers = Annotated[dict[str, str], Field(description="Values by name.")]


class RequestParams(Params):
    """What ``request`` takes."""

    url: str = Field(description="An http or https URL.")
    method: Method
    headers: Headers | None = None
    body: Annotated[str, Field(description="Text that is sent as UTF-8.")] | None = None
    body_b64: Annotated[str, Field(description="Bytes instead of text, as base64.")] | None = None
    timeout_ms: TimeLimit | None = None
    max_bytes: BodyLimit | None = None
    max_redirects: RedirectLimit | None = None


class DownloadParams(Params):
    """What ``download`` takes."""

    url: str = Field(description="An http or https URL.")
    output: str = Field(description="URI of the file to make; its folder exists.")
    headers: Headers | None = None
    timeout_ms: TimeLimit | None = None
    max_bytes: FileLimit | None = None
    max_redirects: RedirectLimit | None = None


class OpenParams(Params):
    """What ``open`` takes."""

    url: str = Field(description="An http or https URL.")


class Header(Model):
    """One field of an answer's head."""

    name: str
    value: str


class Answer(Model):
    """Who answered, after which redirects."""

    url: str
    status: int
    redirects: list[str] = Field(description="The URLs that were asked before this one.")


class RequestData(Answer):
    """An answer with its body, as text or as bytes."""

    headers: list[Header]
    text: str | None
    content_b64: str | None
    hash: str
    size: int = Field(ge=0, description="Of the body, in bytes.")


class DownloadData(Answer):
    """The file that was made."""

    uri: str
    hash: str
    size: int = Field(ge=0, description="In bytes.")


class OpenData(Model):
    """What was shown."""

    url: str
