"""Applying hunks to a content: exactly where they say, all of them or none."""

from __future__ import annotations

import io
from collections.abc import Sequence

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.fs.unified import Hunk


def patched(content: bytes, hunks: Sequence[Hunk]) -> bytes:
    """The content with every hunk applied.

    ``PATCH_FAILED`` with the number of the first hunk, from 1, that does not fit.
    Spec: FS-61 to FS-66.
    """
    # Ends lines at LF only, and keeps the ends.
    lines = io.BytesIO(content).readlines()
    found: list[bytes] = []
    at = 0
    for number, hunk in enumerate(hunks, 1):
        end = hunk.old_index + len(hunk.old)
        if hunk.old_index > len(lines) or lines[hunk.old_index : end] != hunk.old:
            raise _failed(number)
        found += lines[at : hunk.old_index]
        # Joined to a line without a terminator, the first new line would be none of its own.
        if hunk.new and found and not found[-1].endswith(b"\n"):
            raise _failed(number)
        found += hunk.new
        if hunk.new and end < len(lines) and not found[-1].endswith(b"\n"):
            raise _failed(number)
        at = end
    return b"".join(found + lines[at:])


def _failed(number: int) -> ToolError:
    return ToolError("PATCH_FAILED", f"hunk {number} does not fit", {"hunk": number})
