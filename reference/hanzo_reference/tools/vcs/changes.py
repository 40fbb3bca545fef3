"""What differs: ``status``, ``diff`` and ``apply``."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.ids import uri_from_path
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.vcs.git import Git
from hanzo_reference.tools.vcs.models import ApplyParams, DiffParams, StatusParams
from hanzo_reference.tools.vcs.naming import judge_ref, known_commit, refuse
from hanzo_reference.tools.vcs.parsing import (
    Counts,
    parse_counts,
    parse_diff,
    parse_status,
    text_or_bytes,
)
from hanzo_reference.tools.vcs.patch_names import leads_out, patch_names
from hanzo_reference.tools.workspace import Workspace

# Each as it is by default, whatever the repository's settings say.
DIFF = (
    "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames=50%", "--no-relative",
    "--submodule=short", "--ignore-submodules=dirty", "--diff-algorithm=default", "--indent-heuristic", "-O/dev/null",
)  # fmt: skip
PATCH = (
    "--patch", "--binary", "--full-index", "--unified=3", "--inter-hunk-context=0",
    "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip


def status(context: Context, _: StatusParams) -> Outcome:
    """HEAD and what differs from it. Spec: VCS-6 to VCS-10."""
    git = Git(context)
    git.judge_tree()
    ended = git.run(
        "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--ignored=no",
        "--ahead-behind", "--find-renames=50%", "--ignore-submodules=dirty",
    )  # fmt: skip
    found = parse_status(ended.output)
    files, skipped = [], 0
    for item in found.files:
        uri, previous = _uri(git.workspace, item.path), _uri(git.workspace, item.previous)
        if uri is None:
            skipped += 1
            continue
        files.append(
            {
                "uri": uri,
                "previous_uri": previous,
                "index": item.index,
                "worktree": item.worktree,
                "conflict": item.conflict,
            }
        )
    head = {
        "branch": found.branch,
        "commit": found.commit,
        "upstream": found.upstream,
        "ahead": found.ahead,
        "behind": found.behind,
    }
    return Outcome({**head, "files": files, "skipped": skipped})


def diff(context: Context, params: DiffParams) -> Outcome:
    """A unified diff, whole and by file. Spec: VCS-11 to VCS-17."""
    refuse(judge_ref(params.ref))
    git = Git(context)
    git.judge_tree()
    compared = [] if params.ref is None else [known_commit(git, params.ref)]
    if params.staged:
        compared.insert(0, "--cached")
    elif not compared:
        # Of a file with conflicts, what was there before the merge.
        compared.append("--ours")
    summary = git.run(*DIFF, "--raw", "--numstat", "-z", *compared, "--").output
    patch = git.run(*DIFF, *PATCH, *compared, "--").output
    found = parse_diff(summary, patch)
    files, skipped = [], 0
    for item in found:
        uri = _uri(git.workspace, item.path)
        if uri is None:
            skipped += 1
            continue
        files.append(
            {
                "uri": uri,
                "previous_uri": _uri(git.workspace, item.previous),
                "status": item.status,
                "binary": item.additions is None,
                "additions": item.additions,
                "deletions": item.deletions,
                **text_or_bytes("patch", item.patch),
            }
        )
    whole = b"".join(item.patch for item in found)
    return Outcome({**text_or_bytes("patch", whole), "files": files, "skipped": skipped})


def apply(context: Context, params: ApplyParams) -> Outcome:
    """A patch applied to the files, all of it or nothing. Spec: VCS-19 to VCS-24."""
    refuse(_judge_patch(params))
    git = Git(context, looks=False)
    git.judge_tree()
    patch = (params.patch or "").encode() or base64.b64decode(params.patch_b64 or "")
    counted = _counted(git, patch)
    # What git takes names from, both ways, and what else the headers say.
    sources = _counted(git, patch, "--reverse")
    if counted is None or sources is None:
        refuse([Violation("/patch" if params.patch is not None else "/patch_b64", "patch")])
    named = [path for path, _, _ in (counted or []) + (sources or [])]
    for path in (*named, *patch_names(patch)):
        _refuse_outside(git.workspace, path)
    index = ["--index"] if params.staged else []
    words = ["apply", "--whitespace=nowarn", *index, "-"]
    fits = git.run(*words, "--check", given=patch, codes=(0, 1, 128))
    if fits.code != 0:
        raise ToolError("PATCH_FAILED", fits.errors.strip())
    # What fails from here on is no fault of the patch, and may have changed something.
    git.run(*words, given=patch)
    files = [
        {"uri": _uri(git.workspace, path), "additions": added, "deletions": deleted}
        for path, added, deleted in counted or []
    ]
    return Outcome({"files": files})


def _counted(git: Git, patch: bytes, *words: str) -> Counts | None:
    """What git reads in a patch; None for what is none."""
    read = git.run("apply", "--numstat", *words, "-z", "-", given=patch, codes=(0, 1, 128))
    return parse_counts(read.output) if read.code == 0 else None


def _judge_patch(params: ApplyParams) -> Iterator[Violation]:
    if params.patch is None and params.patch_b64 is None:
        yield Violation("/patch", "required")
    if params.patch_b64 is None:
        return
    if params.patch is not None:
        yield Violation("/patch_b64", "exclusive")
    try:
        content = base64.b64decode(params.patch_b64, validate=True)
    except (binascii.Error, ValueError):
        yield Violation("/patch_b64", "base64")
        return
    if base64.b64encode(content).decode() != params.patch_b64:
        yield Violation("/patch_b64", "base64")


def _refuse_outside(workspace: Workspace, path: bytes) -> None:
    """A path of a patch that git would refuse with other words, or not at all."""
    text = path.decode("utf-8", "replace")
    told = {"path": text}
    if leads_out(path):
        raise ToolError("PERMISSION_DENIED", f"{text} is no place for a patch", told)
    try:
        workspace.locate(uri_from_path(f"{workspace.root}/{text}"))
    except (DomainError, ToolError):
        raise ToolError("PERMISSION_DENIED", f"{text} is outside the workspace", told) from None


def _uri(workspace: Workspace, path: bytes | None) -> Any:
    """The URI of a path in the repository; None for a name that is no text."""
    if path is None:
        return None
    try:
        return uri_from_path(f"{workspace.root}/{path.decode()}")
    except UnicodeDecodeError:
        return None
