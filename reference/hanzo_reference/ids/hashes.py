"""The content hash: which bytes somebody has seen."""

from __future__ import annotations

import hashlib


def content_hash(content: bytes) -> str:
    """The hash of a file's bytes as they stand: ``sha256:`` and 64 lower-case hex digits.

    Spec: IDS-48, IDS-49.
    """
    return "sha256:" + hashlib.sha256(content).hexdigest()
