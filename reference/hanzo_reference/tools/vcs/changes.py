"""What differs: ``status``, ``diff`` and ``apply``."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Any

from hanzo_reference.envelope import Outcome, ToolError
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.ids import uri_from_path
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.vcs.git import Git
from hanzo_reference.tools.vcs.models import ApplyParams, DiffParams, StatusParams
from hanzo_reference.tools.vcs.naming import judge_ref, known_commit, refuse
from hanzo_reference.tools.vcs.parsing import (
    parse_counts,
    parse_diff,
    parse_status,
    text_or_bytes,
)
from hanzo_reference.tools.workspace import Workspace

# Each as it is by default, whatever the repository's settings say.
DIFF = (
    "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames=50%", "--no-relative",
    "--submodule=short", "--diff-algorithm=default", "--indent-heuristic", "-O/dev/null",
)  # fmt: skip
PATCH = (
    "--patch", "--binary", "--full-index", "--unified=3", "--inter-hunk-context=0",
    "--src-prefix=a/", "--dst-prefix=b/",
)  # fmt: skip


def status(context: Context, _: StatusParams) -> Outcome:
    """HEAD and what differs from it. Spec: VCS-6 to VCS-10."""
    git = Git(context)
    ended = git.run(
        "status", "--porcelain=v2", "--branch", "-z", "--untracked-files=all", "--ignored=no",
        "--ahead-behind", "--find-renames=50%",
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
    git = Git(context)
    patch = (params.patch or "").encode() or base64.b64decode(params.patch_b64 or "")
    read = git.run("apply", "--numstat", "-z", "-", given=patch, codes=(0, 1, 128))
    if read.code != 0:
        refuse([Violation("/patch" if params.patch is not None else "/patch_b64", "patch")])
    counted = parse_counts(read.output)
    for path, _, _ in counted:
        _refuse_outside(git.workspace, path)
    index = ["--index"] if params.staged else []
    done = git.run("apply", "--whitespace=nowarn", *index, "-", given=patch, codes=(0, 1, 128))
    if done.code != 0:
        raise ToolError("PATCH_FAILED", done.errors.strip())
    files = [
        {"uri": _uri(git.workspace, path), "additions": added, "deletions": deleted}
        for path, added, deleted in sorted(counted)
    ]
    return Outcome({"files": files})


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
    parts = text.split("/")
    told = {"path": text}
    if ".." in parts or any(part.lower() == ".git" for part in parts):
        raise ToolError("PERMISSION_DENIED", f"{text} is no place for a patch", told)
    try:
        workspace.locate(uri_from_path(f"{workspace.root}/{text}"))
    except ToolError:
        raise ToolError("PERMISSION_DENIED", f"{text} is outside the workspace", told) from None


def _uri(workspace: Workspace, path: bytes | None) -> Any:
    """The URI of a path in the repository; None for a name that is no text."""
    if path is None:
        return None
    try:
        return uri_from_path(f"{workspace.root}/{path.decode()}")
    except UnicodeDecodeError:
        return None
