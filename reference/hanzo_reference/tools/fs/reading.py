"""The actions read and stat."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import stat as modes
from itertools import chain, islice
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.ids import Position, Range, convert_position, slice_text
from hanzo_reference.ids.models import RangeModel
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.fs.files import LIMIT, read_content
from hanzo_reference.tools.fs.models import ReadParams, StatParams
from hanzo_reference.tools.fs.refusals import kind_of, told_by_system
from hanzo_reference.tools.fs.seen import SeenContents
from hanzo_reference.tools.workspace import SAFELY

NANOSECONDS_PER_MS = 1_000_000
CHUNK_BYTES = 1024 * 1024
# Those of stable-ids IDS-6 to IDS-9.
TERMINATOR = re.compile(r"\r\n|\r|\n")


def read(context: Context, params: ReadParams) -> Outcome:
    """The content of a file, whole or in part.

    Spec: FS-8 to FS-19.
    """
    path = context.workspace.locate(params.uri)
    data = read_content(context.workspace, path).data
    name = context.keep(SeenContents).remember(data)
    uri = context.workspace.uri(path)
    content = presented(data, params, uri)
    return Outcome({"uri": uri, "hash": name, "size": len(data), **content})


def presented(data: bytes, params: ReadParams, uri: str) -> dict[str, Any]:
    """The members ``encoding``, ``text``, ``content_b64`` and ``range`` of an answer."""
    text = _text_of(data)
    if text is None and (params.range is not None or params.encoding == "utf-8"):
        raise ToolError("UNSUPPORTED", f"{uri} is not UTF-8", {"uri": uri, "encoding": "utf-8"})
    extent = None
    if text is not None and params.range is not None:
        text, extent = _part(text, params.range)
        data = text.encode()
    encoding = params.encoding or ("base64" if text is None else "utf-8")
    return {
        "encoding": encoding,
        "text": text if encoding == "utf-8" else None,
        "content_b64": base64.b64encode(data).decode() if encoding == "base64" else None,
        "range": extent,
    }


def stat(context: Context, params: StatParams) -> Outcome:
    """What is at a place.

    Spec: FS-20 to FS-25.
    """
    workspace = context.workspace
    path = workspace.locate(params.uri)
    uri = workspace.uri(path)
    with told_by_system(uri), workspace.folder_of(path) as (folder, name):
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        kind = kind_of(status)
        size, content = None, None
        if kind == "file":
            descriptor = os.open(name, os.O_RDONLY | SAFELY, dir_fd=folder)
            status = os.fstat(descriptor)
            size, content = _measured(descriptor, status, context.keep(SeenContents))
    mtime = status.st_mtime_ns // NANOSECONDS_PER_MS
    return Outcome({"uri": uri, "type": kind, "size": size, "hash": content, "mtime": mtime})


def _text_of(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _part(text: str, asked: RangeModel) -> tuple[str, dict[str, Any]]:
    """The text in a range, and the range as it is in this text."""
    first, last = asked.start.line, asked.end.line
    # In a large text only these lines are looked at character by character.
    near = _lines(text, first, last)
    start = Position(0, asked.start.col)
    end = Position(last - first, asked.end.col)
    try:
        part = slice_text(near, Range(start, end))
        places = [convert_position(near, place, "utf-16", "utf-16") for place in (start, end)]
    except DomainError as problem:
        raise violation("/range", "range", problem.message) from None
    begin, finish = ({"line": first + place.line, "col": place.col} for place in places)
    return part, {"start": begin, "end": finish}


def _lines(text: str, first: int, last: int) -> str:
    """The lines from one number to another, terminators included."""
    if first > last:
        raise violation("/range", "range", "the range ends before it starts")
    starts = chain([0], (match.end() for match in TERMINATOR.finditer(text)))
    begin = next(islice(starts, first, None), None)
    after = next(islice(starts, last - first, None), None)
    if begin is None:
        raise violation("/range", "range", f"the text has no line {first}")
    return text[begin:after]


def _measured(descriptor: int, status: os.stat_result, seen: SeenContents) -> tuple[int, str]:
    """Size and hash of an open file, in bounded memory; a small one is remembered."""
    with os.fdopen(descriptor, "rb") as file:
        if modes.S_ISREG(status.st_mode) and status.st_size <= LIMIT:
            data = file.read(LIMIT + 1)
            if len(data) <= LIMIT:
                return len(data), seen.remember(data)
            file.seek(0)
        digest = hashlib.sha256()
        size = 0
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            size += len(chunk)
        return size, "sha256:" + digest.hexdigest()
