"""Words of these cases: repositories, calls with their answers, patches."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from hanzo_reference.spec.cases import Case, Step
from hanzo_reference.tools.case_words import answered, asked, at, refused, tree

VECTOR = {"name": "Vector", "email": "vector@example.org"}
WHEN = "2001-01-01T00:00:00Z"
SIGNED: dict[str, Any] = {"author": VECTOR, "date": WHEN}
ROOT = {"uri": at("")}


def vcs_case(
    slug: str,
    description: str,
    requirements: str,
    files: Mapping[str, Any],
    steps: Sequence[Step],
    anchor: str,
    *flags: str,
    after: Mapping[str, Any] | None = None,
    git: bool = True,
) -> Case:
    """Calls in a repository with one commit of these files, or in a plain folder."""
    workspace = {**tree(files), **({"git": True} if git else {})}
    kept = None if after is None else tree(after)
    return Case(
        slug, description, requirements.split(), flags=flags, anchor=anchor, workspace=workspace,
        steps=steps, after=kept,
    )  # fmt: skip


def ask(
    action: str,
    data: Any,
    *,
    before: Mapping[str, Any] | None = None,
    paging: Mapping[str, Any] | None = None,
    **params: Any,
) -> Step:
    """A call that succeeds with these data; ``before`` are texts or files by path."""
    return Step(
        *asked("vcs", action, **params),
        answered("vcs", action, data, backend="git", paging=paging), before=changed(before),
    )  # fmt: skip


def computed(action: str, *, before: Mapping[str, Any] | None = None, **params: Any) -> Step:
    """A call that leads to the point of a case; another case anchors its answer."""
    return Step(*asked("vcs", action, **params), before=changed(before))


def deny(
    action: str,
    code: str,
    details: Mapping[str, Any] | None = None,
    *,
    before: Mapping[str, Any] | None = None,
    **params: Any,
) -> Step:
    """A call that fails."""
    return Step(
        *asked("vcs", action, **params), refused("vcs", action, code, details),
        before=changed(before),
    )  # fmt: skip


def wrong(
    action: str,
    *violations: tuple[str, str],
    params: Mapping[str, Any],
    before: Mapping[str, Any] | None = None,
) -> Step:
    """A call whose parameters break rules."""
    told = [{"pointer": pointer, "rule": rule} for pointer, rule in violations]
    return deny(action, "INVALID_PARAMS", {"violations": told}, before=before, **params)


def changed(before: Mapping[str, Any] | None) -> dict[str, Any]:
    """Files by path that somebody else changes, each a text, a file or None."""
    return {
        path: {"text": file} if isinstance(file, str) else file
        for path, file in (before or {}).items()
    }


def cursor_behind(commit: str) -> str:
    """The cursor of the page behind a commit of the whole history: RFC 4648 §5 over RFC 8785 §3.2."""
    digest = hashlib.sha256(b'{"path":null,"ref":null}').hexdigest()[:16]
    content = f'{{"k":"{commit}","q":"{digest}","v":1}}'
    return base64.urlsafe_b64encode(content.encode()).rstrip(b"=").decode()


def status_data(
    commit: str, *files: Mapping[str, Any], branch: str | None = "main"
) -> dict[str, Any]:
    """The data of a status without upstream."""
    head = {"branch": branch, "commit": commit, "upstream": None, "ahead": None, "behind": None}
    return {**head, "files": list(files), "skipped": 0}


def differs(
    path: str, index: str | None, worktree: str | None, previous: str | None = None
) -> dict[str, Any]:
    """One file of a status."""
    return {
        "uri": at(path),
        "previous_uri": None if previous is None else at(previous),
        "index": index,
        "worktree": worktree,
        "conflict": False,
    }


def diff_data(*files: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a diff that is text."""
    whole = "".join(item["patch"] for item in files)
    return {"patch": whole, "patch_b64": None, "files": list(files), "skipped": 0}


def part(
    path: str,
    status: str,
    counts: tuple[int, int] | None,
    patch: str,
    previous: str | None = None,
) -> dict[str, Any]:
    """One file of a diff; counts are lines added and deleted, None for a binary file."""
    added, deleted = (None, None) if counts is None else counts
    return {
        "uri": at(path),
        "previous_uri": None if previous is None else at(previous),
        "status": status,
        "binary": counts is None,
        "additions": added,
        "deletions": deleted,
        "patch": patch,
        "patch_b64": None,
    }


def touched(path: str, added: int | None, deleted: int | None) -> dict[str, Any]:
    """One file of what ``apply`` names."""
    return {"uri": at(path), "additions": added, "deletions": deleted}
