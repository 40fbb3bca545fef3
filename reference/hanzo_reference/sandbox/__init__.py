"""Where tools may reach (HIP-0301 §10): what is decided about it, and nothing that touches a file.

What asks the file system and starts commands is in ``hanzo_reference.sandbox_paths``.
"""

from hanzo_reference.sandbox.container import Runtime, detect
from hanzo_reference.sandbox.models import (
    DetectInput,
    DetectOutput,
    PlanInput,
    PlanOutput,
    ResolveInput,
    ResolveOutput,
)
from hanzo_reference.sandbox.operations import detect_container, plan_command, resolve_path
from hanzo_reference.sandbox.plan import (
    Features,
    Mode,
    Place,
    Plan,
    choose,
    decide_mode,
    make_plan,
)
from hanzo_reference.sandbox.walk import InvalidPath, LinkLoop, resolve
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "Features",
    "InvalidPath",
    "LinkLoop",
    "Mode",
    "Place",
    "Plan",
    "Runtime",
    "choose",
    "decide_mode",
    "detect",
    "make_plan",
    "resolve",
]

ERRORS = {
    "SANDBOX_PATH": "a path is empty, too long or has a NUL, or the base is not absolute",
    "SANDBOX_LOOP": "there are more than 40 symbolic links on the way",
}

DOMAIN = Domain(
    id="sandbox",
    title="Where tools may reach",
    vector_file="sandbox-isolation",
    requirement_prefix="SANDBOX",
    sources=(
        "HIP-0301 §10",
        "path_resolution(7)",
        "landlock(7)",
        "user_namespaces(7)",
        "bwrap(1)",
        "sandbox-exec(1)",
    ),
    operations=(
        Operation("resolve", ResolveInput, ResolveOutput, resolve_path, ERRORS),
        Operation("detect", DetectInput, DetectOutput, detect_container),
        Operation("plan", PlanInput, PlanOutput, plan_command),
    ),
)
