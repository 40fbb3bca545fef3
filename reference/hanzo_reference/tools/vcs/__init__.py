"""vcs: status, differences, commits and branches, by git."""

from hanzo_reference.tools.declaring import Declared, ToolDeclaration, tool_domain
from hanzo_reference.tools.vcs.branches import branch, checkout
from hanzo_reference.tools.vcs.changes import apply, diff, status
from hanzo_reference.tools.vcs.history import commit, log
from hanzo_reference.tools.vcs.models import (
    ApplyData,
    ApplyParams,
    BranchData,
    BranchesData,
    BranchParams,
    CheckoutData,
    CheckoutParams,
    CommitData,
    CommitParams,
    DiffData,
    DiffParams,
    LogData,
    LogParams,
    StatusData,
    StatusParams,
)

# `status` is not the built-in one: HIP-0300 gives vcs an action of this name.
TOOLS = (
    ToolDeclaration(
        "vcs",
        {
            "status": Declared("Says what has changed.", StatusParams, status, StatusData),
            "diff": Declared("Shows changes as a patch.", DiffParams, diff, DiffData),
            "apply": Declared("Applies a patch to the files.", ApplyParams, apply, ApplyData),
            "commit": Declared(
                "Commits files or what is staged.", CommitParams, commit, CommitData
            ),
            "branch": Declared(
                "Lists, creates or deletes branches.",
                BranchParams,
                branch,
                BranchesData | BranchData,
            ),
            "checkout": Declared(
                "Goes to a branch or commit.", CheckoutParams, checkout, CheckoutData
            ),
            "log": Declared("Lists commits.", LogParams, log, LogData),
        },
        backend="git",
    ),
)

DOMAIN = tool_domain(
    TOOLS[0], "Tool vcs: differences, history, branches", "VCS", ("HIP-0300 (vcs)", "git")
)
