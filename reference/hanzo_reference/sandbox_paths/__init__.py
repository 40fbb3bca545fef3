"""Sandboxes on this machine (HIP-0301 §10): files are asked, and commands held.

What is decided without touching anything is in ``hanzo_reference.sandbox``.
"""

from hanzo_reference.sandbox_paths.machine import Held, features, hold
from hanzo_reference.sandbox_paths.models import CheckInput, CheckOutput
from hanzo_reference.sandbox_paths.operations import check_paths
from hanzo_reference.sandbox_paths.roots import Verdict
from hanzo_reference.sandbox_paths.sandbox import IsolationMode, Sandbox, SandboxConfig
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "Held",
    "IsolationMode",
    "Sandbox",
    "SandboxConfig",
    "Verdict",
    "features",
    "hold",
]

DOMAIN = Domain(
    id="sandbox_paths",
    title="Where tools may reach, on a file system",
    vector_file="sandbox-paths",
    requirement_prefix="SANDBOXPATH",
    sources=("HIP-0301 §10", "path_resolution(7)"),
    operations=(
        Operation(
            "check",
            CheckInput,
            CheckOutput,
            check_paths,
            {"SANDBOX_PATH": "the workspace is not absolute, or leads nowhere"},
        ),
    ),
    stem="sandbox",
    touches_system=True,
)
