"""What git writes, read: entries of a status, of a diff, of a log. Pure."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

WORDS = {
    ".": None, "M": "modified", "T": "type_changed", "A": "added", "D": "deleted", "R": "renamed",
    "C": "copied", "U": "unmerged",
}  # fmt: skip
# Where the part of one file begins. No line of its content can: those begin with a sign.
PART = re.compile(rb"^(?=diff --git )", re.MULTILINE)
UNMERGED = re.compile(rb"^\* Unmerged path .*\n", re.MULTILINE)
Counts = list[tuple[bytes, int | None, int | None]]
LOG_FORMAT = "%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ce%x00%ct%x00%B"
LOG_FIELDS = LOG_FORMAT.count("%x00") + 1


@dataclass(frozen=True)
class FileStatus:
    """One line of a status; ``index`` and ``worktree`` are words, or None for no change."""

    path: bytes
    previous: bytes | None
    index: str | None
    worktree: str | None
    conflict: bool


@dataclass(frozen=True)
class Status:
    """Where HEAD is, and what differs from it."""

    branch: str | None
    commit: str | None
    upstream: str | None
    ahead: int | None
    behind: int | None
    files: list[FileStatus]


def parse_status(output: bytes) -> Status:
    """What ``git status --porcelain=v2 --branch -z`` says, files sorted by path.

    Spec: VCS-6 to VCS-10.
    """
    head: dict[str, str] = {}
    files: list[FileStatus] = []
    lines = iter(output.split(b"\0"))
    for line in lines:
        kind, _, rest = line.partition(b" ")
        if kind == b"#":
            name, _, value = rest.decode("utf-8", "replace").partition(" ")
            head[name] = value
        elif kind == b"1":
            files.append(_file(rest.split(b" ", 7), None))
        elif kind == b"2":
            files.append(_file(rest.split(b" ", 8), next(lines)))
        elif kind == b"u":
            files.append(_file(rest.split(b" ", 9), None, conflict=True))
        elif kind == b"?":
            files.append(FileStatus(rest, None, None, "untracked", conflict=False))
    commit, branch = head.get("branch.oid"), head.get("branch.head")
    ahead, behind = _distance(head.get("branch.ab"))
    return Status(
        None if branch == "(detached)" else branch,
        None if commit == "(initial)" else commit,
        head.get("branch.upstream"),
        ahead,
        behind,
        sorted(files, key=lambda item: item.path),
    )


def _file(fields: list[bytes], previous: bytes | None, *, conflict: bool = False) -> FileStatus:
    index, worktree = (WORDS[letter] for letter in fields[0].decode())
    return FileStatus(fields[-1], previous, index, worktree, conflict)


def _distance(text: str | None) -> tuple[int | None, int | None]:
    if text is None:
        return None, None
    ahead, behind = text.split(" ")
    return abs(int(ahead)), abs(int(behind))


@dataclass(frozen=True)
class FileDiff:
    """What a diff says of one file; counts are None for a binary one."""

    path: bytes
    previous: bytes | None
    status: str
    additions: int | None
    deletions: int | None
    patch: bytes


def parse_diff(summary: bytes, patch: bytes) -> list[FileDiff]:
    """The files of ``git diff --raw --numstat -z`` with their parts of ``git diff --patch``.

    Spec: VCS-11 to VCS-16.
    """
    entries, counts = _summary(summary)
    parts = iter(PART.split(UNMERGED.sub(b"", patch))[1:])
    found: list[FileDiff] = []
    for letter, path, previous in entries:
        # Where a file becomes a link, the one is deleted and the other created.
        part = next(parts) + (next(parts) if letter == "T" else b"")
        found.append(FileDiff(path, previous, str(WORDS[letter]), *counts[path], part))
    return found


def _summary(
    output: bytes,
) -> tuple[list[tuple[str, bytes, bytes | None]], dict[bytes, tuple[int | None, int | None]]]:
    entries: list[tuple[str, bytes, bytes | None]] = []
    counts: dict[bytes, tuple[int | None, int | None]] = {}
    tokens = iter(output.split(b"\0"))
    for token in tokens:
        if token.startswith(b":"):
            # :MODE MODE HASH HASH LETTER[SCORE] NUL PATH NUL [PATH NUL]
            letter = chr(token.rpartition(b" ")[2][0])
            first = next(tokens)
            moved = letter in "RC"
            path, previous = (next(tokens), first) if moved else (first, None)
            if letter != "U":
                entries.append((letter, path, previous))
        elif token:
            # ADDED TAB DELETED TAB PATH NUL, or without the path and two of them behind.
            added, deleted, name = token.split(b"\t", 2)
            if not name:
                next(tokens)
                name = next(tokens)
            counts[name] = (_count(added), _count(deleted))
    return entries, counts


def parse_counts(output: bytes) -> Counts:
    """The files of ``git apply --numstat -z``: path, lines added, lines deleted.

    They are sorted by path; one that a patch speaks of twice is there twice.
    """
    lines = [line.split(b"\t", 2) for line in output.split(b"\0") if line]
    found = [(path, _count(added), _count(deleted)) for added, deleted, path in lines]
    return sorted(found, key=lambda item: item[0])


def _count(text: bytes) -> int | None:
    return None if text == b"-" else int(text)


def parse_log(output: bytes) -> Iterator[dict[str, Any]]:
    """The commits of ``git log -z --format=LOG_FORMAT``. Spec: VCS-41."""
    fields = output.decode("utf-8", "replace").split("\0")[:-1]
    for start in range(0, len(fields), LOG_FIELDS):
        commit, parents, name, email, at, other, other_email, other_at, message = fields[
            start : start + LOG_FIELDS
        ]
        yield {
            "commit": commit,
            "parents": parents.split(),
            "author": {"name": name, "email": email, "date": _date(at)},
            "committer": {"name": other, "email": other_email, "date": _date(other_at)},
            "message": message.rstrip("\n"),
        }


def _date(seconds: str) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def text_or_bytes(name: str, content: bytes) -> dict[str, str | None]:
    """Two members: text under a name where it is UTF-8, else base64 under ``NAME_b64``."""
    try:
        return {name: content.decode(), f"{name}_b64": None}
    except UnicodeDecodeError:
        return {name: None, f"{name}_b64": base64.b64encode(content).decode()}
