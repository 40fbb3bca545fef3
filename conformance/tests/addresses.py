"""Implementations behind addresses."""

from __future__ import annotations

from pathlib import Path

import msgspec
from fake_world import QUICK

from hanzo_conformance.implementations.address import read_address
from hanzo_conformance.implementations.manifest import Implementation, Limits


def at(url: str, limits: Limits = QUICK) -> Implementation:
    """The implementation behind an address."""
    manifest = read_address(url)
    assert manifest is not None
    return Implementation(msgspec.structs.replace(manifest, limits=limits), Path.cwd())
