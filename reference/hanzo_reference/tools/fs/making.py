"""The actions write and mkdir: they make what is not there, and never change what is."""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Iterator
from pathlib import Path

from hanzo_reference.envelope import Outcome
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.fs.files import create
from hanzo_reference.tools.fs.models import MkdirParams, WriteParams
from hanzo_reference.tools.fs.refusals import exists, told_by_system
from hanzo_reference.tools.fs.seen import SeenContents
from hanzo_reference.tools.workspace import Workspace


def write(context: Context, params: WriteParams) -> Outcome:
    """Create a file with this content.

    Spec: FS-26 to FS-32.
    """
    workspace = context.workspace
    path = workspace.locate_entry(params.uri)
    data = _decoded(params)
    uri = workspace.uri(path)
    if path == workspace.root:
        raise exists(uri)
    create(workspace, path, data)
    name = context.keep(SeenContents).remember(data)
    return Outcome({"uri": uri, "hash": name, "size": len(data)})


def mkdir(context: Context, params: MkdirParams) -> Outcome:
    """Create a folder, and the folders above it that are missing.

    Spec: FS-33 to FS-36.
    """
    workspace = context.workspace
    path = workspace.locate_entry(params.uri)
    uri = workspace.uri(path)
    if path == workspace.root:
        raise exists(uri)
    with told_by_system(uri):
        for place in _down_to(path, workspace):
            _make(workspace, place, last=place == path)
    return Outcome({"uri": uri})


def _down_to(path: Path, workspace: Workspace) -> Iterator[Path]:
    """The places on the way from the workspace to a path, the path last."""
    place = workspace.root
    for name in path.relative_to(workspace.root).parts:
        place /= name
        yield place


def _make(workspace: Workspace, place: Path, *, last: bool) -> None:
    try:
        with workspace.folder_of(place) as (folder, name):
            os.mkdir(name, dir_fd=folder)
    except FileExistsError:
        if last:
            raise exists(workspace.uri(place)) from None
    except NotADirectoryError:
        # What was found on the way was no folder.
        raise exists(workspace.uri(place.parent)) from None


def _decoded(params: WriteParams) -> bytes:
    if params.encoding != "base64":
        return params.content.encode()
    try:
        data = base64.b64decode(params.content, validate=True)
    except (binascii.Error, ValueError):
        data = None
    # Python's decoder forgives bits that padding leaves over.
    if data is None or base64.b64encode(data) != params.content.encode():
        raise violation("/content", "base64", "the content is no canonical base64")
    return data
