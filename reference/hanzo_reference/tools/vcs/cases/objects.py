"""Ids of git's objects, computed from their format alone.

Format: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects. Expected ids come from here, not
from the git that the behaviour runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

PERSON = "Vector <vector@example.org> 978307200 +0000"


def blob(content: bytes) -> str:
    """The id of a file's content."""
    return _id("blob", content)


def commit(
    files: Mapping[str, Any],
    message: str = "initial\n",
    parents: Sequence[str] = (),
    person: str = PERSON,
) -> str:
    """The id of a commit of files by path, each a text or as a workspace has it."""
    lines = [
        f"tree {_tree(files)}", *(f"parent {item}" for item in parents), f"author {person}",
        f"committer {person}",
    ]  # fmt: skip
    return _id("commit", ("\n".join(lines) + "\n\n" + message).encode())


def _id(kind: str, content: bytes) -> str:
    # What git names its objects by; nothing here is secret.
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content).hexdigest()  # noqa: S324 - not for security


def _tree(files: Mapping[str, Any]) -> str:
    entries: dict[str, tuple[str, str]] = {}
    folders: dict[str, dict[str, Any]] = {}
    for path, file in files.items():
        name, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(name, {})[rest] = file
        else:
            entries[name] = _file(file)
    entries |= {name: ("40000", _tree(below)) for name, below in folders.items()}
    # Folders are sorted as if a slash ended their names.
    ordered = sorted(entries, key=lambda name: (name + "/" * (name in folders)).encode())
    return _id(
        "tree",
        b"".join(
            f"{entries[name][0]} {name}\0".encode() + bytes.fromhex(entries[name][1])
            for name in ordered
        ),
    )


def _file(file: Any) -> tuple[str, str]:
    if isinstance(file, str):
        return "100644", blob(file.encode())
    if "symlink" in file:
        return "120000", blob(file["symlink"].encode())
    return "100755" if file.get("executable") else "100644", blob(file["text"].encode())
