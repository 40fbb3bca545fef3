"""The action rm: guarded, and never beyond the entry that was named."""

from __future__ import annotations

import os
import shutil

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.fs.models import RmParams
from hanzo_reference.tools.fs.refusals import kind_of, told_by_system


def rm(context: Context, params: RmParams) -> Outcome:
    """Remove a file, a link, or a folder with all that is in it.

    Spec: FS-37 to FS-42.
    """
    workspace = context.workspace
    path = workspace.locate_entry(params.uri)
    uri = workspace.uri(path)
    if path == workspace.root:
        raise ToolError("PERMISSION_DENIED", "the workspace itself stays", {"uri": uri})
    with told_by_system(uri), workspace.folder_of(path) as (folder, name):
        kind = kind_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
        if not params.confirm:
            raise ToolError(
                "CONFIRM_REQUIRED", f"say confirm: true to remove {uri}", {"uri": uri, "type": kind}
            )
        if kind == "directory":
            # With a descriptor, shutil goes down by descriptors and follows no link.
            shutil.rmtree(name, dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)
    return Outcome({"uri": uri, "type": kind})
