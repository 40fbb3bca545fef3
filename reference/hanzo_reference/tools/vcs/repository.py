"""Where the repository of a workspace lies, and that nothing in it leads out of the workspace.

All of this is asked before git is: what it reads and writes follows links, alternates and the
settings that include others.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.workspace import Workspace, outside

NAME = ".git"
# Git does not run hooks here, so that it is nobody's business where they lie.
UNREAD = "hooks"
# As many as git follows (object-file.c, config.c).
DEEPEST = 10
# A file that names another folder says nothing else.
MOST_NAMED = 1 << 16
# Settings that name a file which has a say in answers.
FILES = ("core.excludesfile", "core.attributesfile")
# Words without which a file of settings says nothing of interest; no setting hides them.
TELLING = (b"include", b"excludesfile", b"attributesfile", b"filter")
# What git reads rules from wherever it finds it.
RULES = (".gitignore", ".gitattributes", ".gitmodules", ".mailmap")
# From a file of settings to its keys and values, includes not followed.
ReadSettings = Callable[[str], list[tuple[str, str]]]


class Settings(NamedTuple):
    """What a repository's settings name: filters, and files outside, each by its key."""

    filters: tuple[str, ...]
    strangers: tuple[str, ...]


def repository_folder(workspace: Workspace) -> Path:
    """The folder of the repository.

    ``NOT_FOUND`` without one, ``PERMISSION_DENIED`` where it or a part of it lies elsewhere.
    Spec: VCS-1, VCS-2, VCS-46.
    """
    folder = workspace.root / NAME
    try:
        kind = folder.lstat().st_mode
    except FileNotFoundError:
        told = {"uri": workspace.uri(workspace.root)}
        raise ToolError("NOT_FOUND", "the workspace is no repository", told) from None
    # A file that names another folder, a link, or a linked work tree: the commits lie elsewhere.
    if not stat.S_ISDIR(kind) or os.path.lexists(folder / "commondir"):
        raise outside(workspace.uri(folder))
    _judge_folder(workspace, folder, {folder}, 0)
    return folder


def judge_settings(workspace: Workspace, folder: Path, read: ReadSettings) -> Settings:
    """What the settings name, with all that they include.

    ``PERMISSION_DENIED`` where they include something outside. Spec: VCS-46, VCS-47.
    """
    filters: set[str] = set()
    strangers: set[str] = set()
    left = [(folder / name, 0) for name in ("config", "config.worktree")]
    seen: set[Path] = set()
    while left:
        path, depth = left.pop()
        if path in seen or not _is_telling(path):
            continue
        seen.add(path)
        for key, value in read(str(path)):
            section, _, name = key.rpartition(".")
            if section.startswith("filter."):
                filters.add(section)
            elif key in FILES and _within(workspace, workspace.root, value) is None:
                strangers.add(key)
            elif name == "path" and (section == "include" or section.startswith("includeif.")):
                found = _within(workspace, path.parent, value)
                if found is None or depth == DEEPEST:
                    raise outside(workspace.uri(path))
                left.append((found, depth + 1))
    return Settings(tuple(sorted(filters)), tuple(sorted(strangers)))


def judge_tree(workspace: Workspace) -> None:
    """That git finds no rules and no repositories of others that lead out of the files.

    ``PERMISSION_DENIED`` for the repository of a submodule outside, ``UNSUPPORTED`` with ``uri``
    for rules that are no file. Spec: VCS-46, VCS-48.
    """
    for entry in _tree(workspace.root):
        kind = entry.stat(follow_symlinks=False).st_mode
        path = Path(entry.path)
        if entry.name in RULES and not _is_ordinary(kind):
            told = {"uri": workspace.uri(path)}
            raise ToolError("UNSUPPORTED", f"{path.name} is no file", told)
        if entry.name == NAME and stat.S_ISLNK(kind):
            _target(workspace, path)
        elif entry.name == NAME and stat.S_ISREG(kind):
            named = os.fsdecode(path.read_bytes()[:MOST_NAMED]).removeprefix("gitdir:").strip()
            if _within(workspace, path.parent, named) is None:
                raise outside(workspace.uri(path))


def _tree(root: Path) -> Iterator[os.DirEntry[str]]:
    """The entries of the files whose names matter."""
    left = [str(root)]
    while left:
        folder = left.pop()
        for entry in _entries(folder):
            if entry.name == NAME:
                if folder != str(root):
                    yield entry
            elif entry.name in RULES:
                yield entry
            elif entry.is_dir(follow_symlinks=False):
                left.append(entry.path)


def _judge_folder(workspace: Workspace, folder: Path, seen: set[Path], depth: int) -> None:
    """That nothing below a folder of the repository leads out."""
    for path, kind in _below(folder):
        if path.name == "alternates" and path.parent.name == "info":
            _judge_alternates(workspace, path, seen, depth)
        if stat.S_ISLNK(kind):
            target = _target(workspace, path)
            if target not in seen and target.is_dir():
                seen.add(target)
                _judge_folder(workspace, target, seen, depth)
        elif not stat.S_ISREG(kind) and not stat.S_ISSOCK(kind):
            raise outside(workspace.uri(path))


def _below(folder: Path) -> Iterator[tuple[Path, int]]:
    """The path and mode of everything below that is no folder."""
    left = [str(folder)]
    while left:
        place = left.pop()
        for entry in _entries(place):
            if entry.is_dir(follow_symlinks=False):
                if place != str(folder) or entry.name != UNREAD:
                    left.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                if entry.name == "alternates":
                    yield Path(entry.path), stat.S_IFREG
            else:
                yield Path(entry.path), entry.stat(follow_symlinks=False).st_mode


def _judge_alternates(workspace: Workspace, path: Path, seen: set[Path], depth: int) -> None:
    objects = path.parent.parent
    try:
        lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
    except OSError:
        # A link that leads nowhere inside, or nothing to be read: git reads nothing either.
        return
    for line in lines:
        if not line or line.startswith("#"):
            continue
        # A line in quotes is not worth its own reading: it is refused.
        found = None if line.startswith('"') else _within(workspace, objects, line)
        if found is None or depth == DEEPEST:
            raise outside(workspace.uri(path))
        if found not in seen:
            seen.add(found)
            _judge_folder(workspace, found, seen, depth + 1)


def _target(workspace: Workspace, link: Path) -> Path:
    """Where a link leads; ``PERMISSION_DENIED`` for a place outside."""
    target = workspace.canonical(link)
    if target is None:
        raise outside(workspace.uri(link))
    return target


def _within(workspace: Workspace, folder: Path, named: str) -> Path | None:
    """The canonical path that some text names from a folder; None for one outside."""
    # Git expands these to places of the user and of its own.
    if not named or "\0" in named or named.startswith(("~", "%(")):
        return None
    return workspace.canonical(folder / named)


def _is_ordinary(kind: int) -> bool:
    """What git reads without waiting: it does not follow links to rules and passes folders over."""
    return stat.S_ISREG(kind) or stat.S_ISLNK(kind) or stat.S_ISDIR(kind)


def _is_telling(path: Path) -> bool:
    try:
        content = path.read_bytes().lower()
    except OSError:
        return False
    return any(word in content for word in TELLING)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        # What cannot be read leads nowhere.
        return []
