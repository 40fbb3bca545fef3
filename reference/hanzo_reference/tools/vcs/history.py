"""What was: ``commit`` and ``log``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hanzo_reference.envelope import Item, Outcome, ToolError, page
from hanzo_reference.envelope.builder import InvalidParams
from hanzo_reference.envelope.pager import DEFAULT_LIMIT
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.vcs.git import Git
from hanzo_reference.tools.vcs.models import CommitParams, LogParams
from hanzo_reference.tools.vcs.naming import (
    commit_of,
    current_branch,
    judge_author,
    judge_date,
    judge_ref,
    judge_uri,
    known_commit,
    path_in_repository,
    refuse,
    seconds_of,
)
from hanzo_reference.tools.vcs.parsing import LOG_FORMAT, parse_log

# Space and what is below it, the same everywhere: what else is blank depends on the language.
BLANK = "".join(map(chr, range(33)))


def commit(context: Context, params: CommitParams) -> Outcome:
    """One commit, of what is staged or of the named files. Spec: VCS-25 to VCS-33."""
    refuse(_judge(params))
    git = Git(context, looks=False)
    paths = [path_in_repository(git.workspace, uri) for uri in params.files or ()]
    git.judge_tree()
    person = _person(params)
    _refuse_state(git, params)
    if params.author is None:
        _refuse_nobody(git, person)
    message = params.message.rstrip("\n") + "\n"
    if paths:
        _refuse_files(git, params.files or [], paths)
        with git.staging() as staged:
            git.run("add", "--all", "--", *paths, variables={"GIT_INDEX_FILE": str(staged)})
            with _limited(git, staged, paths) as index:
                _commit(git, message, {**person, "GIT_INDEX_FILE": index})
    else:
        _commit(git, message, person)
    made, *parents = git.run("rev-list", "--parents", "--max-count=1", "HEAD").line.split()
    return Outcome({"commit": made, "parents": parents, "branch": current_branch(git)})


@contextmanager
def _limited(git: Git, staged: Path, paths: list[str]) -> Iterator[str]:
    """An index with what HEAD has, but of some paths what is staged."""
    index = f"{staged}.commit"
    variables = {"GIT_INDEX_FILE": index}
    Path(index).unlink(missing_ok=True)
    try:
        git.run(*(["read-tree", "HEAD"] if commit_of(git, "HEAD") else ["read-tree", "--empty"]),
                variables=variables)  # fmt: skip
        # Whole paths go before others come: a folder may stand where a file was.
        git.run("rm", "-r", "-f", "--quiet", "--cached", "--ignore-unmatch", "--", *paths,
                variables=variables)  # fmt: skip
        entries = git.run("ls-files", "--stage", "-z", "--", *paths,
                          variables={"GIT_INDEX_FILE": str(staged)}).output  # fmt: skip
        git.run("update-index", "--add", "--replace", "-z", "--index-info",
                given=entries, variables=variables)  # fmt: skip
        yield index
    finally:
        Path(index).unlink(missing_ok=True)


def _commit(git: Git, message: str, variables: dict[str, str]) -> None:
    if not git.has("MERGE_HEAD"):
        words = ["diff", "--cached", "--quiet", "--no-ext-diff"]
        if git.run(*words, variables=variables, codes=(0, 1)).code == 0:
            raise _conflict("nothing", "there is nothing to commit")
    git.run(
        "commit", "--quiet", "--no-verify", "--no-gpg-sign", "--cleanup=verbatim", "--file=-",
        given=message.encode(), variables=variables,
    )  # fmt: skip


def log(context: Context, params: LogParams) -> Outcome:
    """Commits, the newest first. Spec: VCS-41 to VCS-44."""
    refuse([*judge_ref(params.ref), *judge_uri(params.path, "/path")])
    git = Git(context)
    path = None if params.path is None else path_in_repository(git.workspace, params.path)
    start = commit_of(git, "HEAD") if params.ref is None else known_commit(git, params.ref)
    commits: list[dict[str, Any]] = []
    if start is not None:
        limit = DEFAULT_LIMIT if params.limit is None else params.limit
        # The first page needs no more than one commit behind it, the others their place.
        bound = [f"--max-count={limit + 1}"] if params.cursor is None else []
        limited = [] if path in {None, "."} else [str(path)]
        ended = git.run(
            "log", "-z", f"--format={LOG_FORMAT}", "--topo-order", *bound, start, "--", *limited
        )
        commits = list(parse_log(ended.output))
    query = {"ref": params.ref, "path": path}
    try:
        found = page(
            [Item(item["commit"], item) for item in commits],
            query,
            limit=params.limit,
            cursor=params.cursor,
        )
    except InvalidParams:
        refuse([Violation("/cursor", "cursor")])
        raise
    paging = {"cursor": found.cursor, "more": found.more}
    return Outcome({"commits": [item.value for item in found.items]}, paging=paging)


def _judge(params: CommitParams) -> Iterator[Violation]:
    if not params.message.strip(BLANK):
        yield Violation("/message", "empty")
    if "\0" in params.message:
        yield Violation("/message", "nul")
    if params.files == []:
        yield Violation("/files", "empty")
    for index, uri in enumerate(params.files or ()):
        yield from judge_uri(uri, f"/files/{index}")
    yield from judge_author(params.author)
    yield from judge_date(params.date)


def _person(params: CommitParams) -> dict[str, str]:
    """Variables that say who commits when; author and committer are the same."""
    person: dict[str, str] = {}
    for role in ("AUTHOR", "COMMITTER"):
        if params.author is not None:
            person[f"GIT_{role}_NAME"] = params.author.name
            person[f"GIT_{role}_EMAIL"] = params.author.email
        if params.date is not None:
            person[f"GIT_{role}_DATE"] = f"@{seconds_of(params.date)} +0000"
    return person


def _refuse_state(git: Git, params: CommitParams) -> None:
    if git.run("ls-files", "--unmerged", "-z").output:
        raise _conflict("unmerged", "there are conflicts")
    if params.files is not None and git.has("MERGE_HEAD"):
        raise _conflict("merge", "a merge is committed as a whole")


def _refuse_nobody(git: Git, person: dict[str, str]) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        found = git.run("var", f"GIT_{role}_IDENT", variables=person, codes=(0, 1, 128))
        if found.code != 0:
            raise ToolError("UNSUPPORTED", "nobody commits", {"missing": "identity"})


def _refuse_files(git: Git, uris: list[str], paths: list[str]) -> None:
    for uri, path in zip(uris, paths, strict=True):
        if not os.path.lexists(git.workspace.root / path) and not _is_known(git, path):
            raise ToolError("NOT_FOUND", f"there is no {path}", {"uri": uri})
    # This command has no literal names, but one that begins with ./ has no magic.
    given = "".join(f"./{path}\0" for path in paths).encode()
    ignored = git.run(
        "check-ignore", "-z", "--stdin",
        given=given, variables={"GIT_LITERAL_PATHSPECS": "0"}, codes=(0, 1),
    )  # fmt: skip
    names = {name.removeprefix("./") for name in ignored.output.decode().split("\0")}
    for uri, path in zip(uris, paths, strict=True):
        if path in names:
            raise ToolError("CONFLICT", f"{path} is ignored", {"reason": "ignored", "uri": uri})


def _is_known(git: Git, path: str) -> bool:
    """Whether what is gone was staged or committed."""
    if git.run("ls-files", "-z", "--", path).output:
        return True
    return bool(git.run("ls-tree", "-z", "HEAD", "--", path, codes=(0, 128)).output)


def _conflict(reason: str, message: str) -> ToolError:
    return ToolError("CONFLICT", message, {"reason": reason})
