"""Where one works: ``branch`` and ``checkout``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.vcs.git import Git
from hanzo_reference.tools.vcs.models import BranchParams, CheckoutParams
from hanzo_reference.tools.vcs.naming import (
    commit_of,
    current_branch,
    judge_ref,
    known_commit,
    refuse,
)

# Which of the optional parameters mean something to which op.
OF_OP = {"list": (), "create": ("name", "ref"), "delete": ("name", "confirm")}


def branch(context: Context, params: BranchParams) -> Outcome:
    """Branches listed, one made, one deleted. Spec: VCS-34 to VCS-38."""
    refuse(_judge(params))
    git = Git(context)
    if params.op == "list":
        return Outcome({"branches": _branches(git)})
    name = params.name or ""
    if name == "HEAD" or git.run("check-ref-format", f"refs/heads/{name}", codes=(0, 1)).code:
        refuse([Violation("/name", "ref")])
    if params.op == "create":
        return Outcome(_create(git, name, params.ref or "HEAD"))
    return Outcome(_delete(git, name, confirmed=bool(params.confirm)))


def checkout(context: Context, params: CheckoutParams) -> Outcome:
    """Another branch or commit in the files. Spec: VCS-39, VCS-40."""
    refuse(judge_ref(params.ref))
    git = Git(context, looks=False)
    git.judge_tree()
    is_branch = _is_branch(git, params.ref)
    target = known_commit(git, f"refs/heads/{params.ref}" if is_branch else params.ref)
    before = {"previous_branch": current_branch(git), "previous_commit": commit_of(git, "HEAD")}
    if git.run("ls-files", "--unmerged", "-z").output:
        raise ToolError("CONFLICT", "there are conflicts", {"reason": "unmerged"})
    words = [params.ref] if is_branch else ["--detach", target]
    done = git.run("checkout", "--quiet", "--no-guess", *words, "--", codes=(0, 1))
    if done.code != 0:
        raise ToolError("CONFLICT", done.errors.strip(), {"reason": "local-changes"})
    branch_now = params.ref if is_branch else None
    return Outcome({"branch": branch_now, "commit": target, **before})


def _judge(params: BranchParams) -> Iterator[Violation]:
    for name in ("name", "ref", "confirm"):
        if getattr(params, name) is not None and name not in OF_OP[params.op]:
            yield Violation(f"/{name}", "op")
    if params.op == "list":
        return
    if params.name is None:
        yield Violation("/name", "required")
    yield from judge_ref(params.name, "/name")
    yield from judge_ref(params.ref)


def _branches(git: Git) -> list[dict[str, Any]]:
    current = current_branch(git)
    ended = git.run(
        "for-each-ref", "--sort=refname", "--format=%(objectname) %(refname)", "refs/heads/"
    )
    lines = [line.split(" ", 1) for line in ended.line.split("\n") if line]
    named = sorted((name.removeprefix("refs/heads/"), commit) for commit, name in lines)
    return [{"name": name, "commit": commit, "current": name == current} for name, commit in named]


def _create(git: Git, name: str, ref: str) -> dict[str, Any]:
    for item in _branches(git):
        other = item["name"]
        # Branches are kept like files: where one is, there is no folder.
        if other == name or other.startswith(f"{name}/") or name.startswith(f"{other}/"):
            raise ToolError("EXISTS", f"there is a branch {other}", {"name": other})
    start = known_commit(git, ref)
    git.run("branch", "--quiet", "--no-track", name, start)
    return {"name": name, "commit": start}


def _delete(git: Git, name: str, *, confirmed: bool) -> dict[str, Any]:
    if not _is_branch(git, name):
        raise ToolError("NOT_FOUND", f"there is no branch {name}", {"ref": name})
    tip = known_commit(git, f"refs/heads/{name}")
    if current_branch(git) == name:
        raise ToolError("CONFLICT", "this is the current branch", {"reason": "current"})
    merged = git.run("merge-base", "--is-ancestor", tip, "HEAD", codes=(0, 1, 128))
    if merged.code != 0 and not confirmed:
        raise ToolError("CONFIRM_REQUIRED", f"{name} has commits that HEAD has not", {"name": name})
    git.run("branch", "--quiet", "-D", name)
    return {"name": name, "commit": tip}


def _is_branch(git: Git, name: str) -> bool:
    return (
        git.run("show-ref", "--verify", "--quiet", f"refs/heads/{name}", codes=(0, 1, 128)).code
        == 0
    )
