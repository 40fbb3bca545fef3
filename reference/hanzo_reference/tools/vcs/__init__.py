"""vcs: status, differences, commits and branches, by git."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.vcs.branches import branch, checkout
from hanzo_reference.tools.vcs.changes import apply, diff, status
from hanzo_reference.tools.vcs.history import commit, log
from hanzo_reference.tools.vcs.models import (
    ApplyParams,
    BranchParams,
    CheckoutParams,
    CommitParams,
    DiffParams,
    LogParams,
    StatusParams,
)

DOMAIN = tool_domain(
    "vcs", "Tool vcs: differences, history, branches", "VCS", ("HIP-0300 (vcs)", "git")
)
# `status` is not the built-in one: HIP-0300 gives vcs an action of this name.
TOOLS = (
    ToolDeclaration(
        "vcs",
        {
            "status": Declared("Says what has changed.", StatusParams, status),
            "diff": Declared("Shows changes as a patch.", DiffParams, diff),
            "apply": Declared("Applies a patch to the files.", ApplyParams, apply),
            "commit": Declared("Commits files or what is staged.", CommitParams, commit),
            "branch": Declared("Lists, creates or deletes branches.", BranchParams, branch),
            "checkout": Declared("Goes to a branch or commit.", CheckoutParams, checkout),
            "log": Declared("Lists commits.", LogParams, log),
        },
        backend="git",
    ),
)
