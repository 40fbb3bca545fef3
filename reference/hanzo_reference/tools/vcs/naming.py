"""What callers name: refs, files, people and dates, judged before git sees them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from hanzo_reference.envelope import ToolError, invalid_params
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.ids import path_from_uri
from hanzo_reference.spec.declaration import DomainError
from hanzo_reference.tools.vcs.git import Git
from hanzo_reference.tools.vcs.models import Author
from hanzo_reference.tools.workspace import Workspace, outside

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z")
# Git's own, and what would end a line or a field of a commit.
NO_IDENTITY = re.compile(r"[<>\n\0]")
# What git strips from both ends of a name (ident.c, crud).
CRUD = "".join(map(chr, range(33))) + ".,:;<>\"\\'"


def refuse(broken: Iterable[Violation]) -> None:
    """``INVALID_PARAMS`` if there is any violation."""
    told = sorted(broken)
    if told:
        raise invalid_params(told)


def judge_ref(ref: str | None, pointer: str = "/ref") -> Iterator[Violation]:
    """What cannot be handed to git as a name. Spec: VCS-17."""
    if ref is not None and (ref == "" or ref.startswith("-") or "\0" in ref):
        yield Violation(pointer, "ref")


def judge_uri(uri: str | None, pointer: str) -> Iterator[Violation]:
    """What is no file URI."""
    try:
        path_from_uri("file:///" if uri is None else uri)
    except DomainError:
        yield Violation(pointer, "uri")


def judge_author(author: Author | None) -> Iterator[Violation]:
    """Who cannot stand in a commit. Spec: VCS-30."""
    if author is not None:
        for name, text in (("name", author.name), ("email", author.email)):
            if not text.strip(CRUD) or NO_IDENTITY.search(text):
                yield Violation(f"/author/{name}", "identity")


def judge_date(date: str | None) -> Iterator[Violation]:
    """What is no moment of UTC since 1970. Spec: VCS-30."""
    if date is not None and seconds_of(date) is None:
        yield Violation("/date", "date")


def seconds_of(date: str) -> int | None:
    """Seconds since the epoch; None for what is no date, or before."""
    try:
        moment = datetime.strptime(date, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    seconds = int(moment.timestamp())
    return seconds if DATE.match(date) and seconds >= 0 else None


def path_in_repository(workspace: Workspace, uri: str) -> str:
    """The path that git knows a URI by, ``.`` for the root; ``PERMISSION_DENIED`` outside.

    A symbolic link at its end is what is meant, not where it leads. Spec: VCS-18.
    """
    path = Path(path_from_uri(uri))
    if path == workspace.root:
        return "."
    try:
        place = workspace.locate(workspace.uri(path.parent)) / path.name
        named = place.relative_to(workspace.root)
    except (ToolError, ValueError):
        raise outside(uri) from None
    if named.parts and named.parts[0].lower() == ".git":
        raise outside(uri)
    return os.fspath(named)


def commit_of(git: Git, ref: str) -> str | None:
    """The commit that a ref names, or None."""
    found = git.run("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}", codes=(0, 1, 128))
    return found.line if found.code == 0 else None


def known_commit(git: Git, ref: str) -> str:
    """The commit that a ref names; ``NOT_FOUND`` without one. Spec: VCS-17."""
    found = commit_of(git, ref)
    if found is None:
        raise ToolError("NOT_FOUND", f"there is no commit {ref}", {"ref": ref})
    return found


def current_branch(git: Git) -> str | None:
    """The branch that HEAD is on, None where it is on a commit."""
    # Its short form says more where a tag has the same name.
    found = git.run("symbolic-ref", "--quiet", "HEAD", codes=(0, 1))
    return found.line.removeprefix("refs/heads/") if found.code == 0 else None
