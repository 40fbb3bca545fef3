"""The action apply_patch, the one way to change a file."""

from __future__ import annotations

import re

from hanzo_reference.envelope import Outcome
from hanzo_reference.ids import content_hash
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.failures import violation
from hanzo_reference.tools.fs.files import conflict, read_content, replace
from hanzo_reference.tools.fs.models import ApplyPatchParams
from hanzo_reference.tools.fs.patching import patched
from hanzo_reference.tools.fs.seen import SeenContents
from hanzo_reference.tools.fs.unified import parse

HASH = re.compile(r"sha256:[0-9a-f]{64}\Z", re.ASCII)


def apply_patch(context: Context, params: ApplyPatchParams) -> Outcome:
    """Change a file by a unified diff, if it still has the content that the diff was made for.

    Spec: FS-43 to FS-70.
    """
    workspace = context.workspace
    path = workspace.locate(params.uri)
    if not HASH.match(params.base_hash):
        raise violation("/base_hash", "hash", f"{params.base_hash!r} is no hash")
    before = read_content(workspace, path)
    actual = content_hash(before.data)
    if actual != params.base_hash:
        raise conflict(params.base_hash, actual)
    after = patched(before.data, parse(params.patch))
    replace(workspace, path, before, after)
    seen = context.keep(SeenContents)
    seen.remember(before.data)
    return Outcome(
        {"uri": workspace.uri(path), "hash": seen.remember(after), "previous_hash": actual}
    )
