"""The action ``search_text``: which files are searched, and what is answered.

Spec: FS-115 to FS-151.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from hanzo_reference.envelope import Item, Outcome, invalid_params
from hanzo_reference.envelope.violation import Violation
from hanzo_reference.tools.context import Context
from hanzo_reference.tools.fs.files import LIMIT
from hanzo_reference.tools.fs.globs import GlobError, glob_filter
from hanzo_reference.tools.fs.ignoring import NAME, Rules, read_rules
from hanzo_reference.tools.fs.pages import key_of, paged
from hanzo_reference.tools.fs.places import Place, opened, uri_of
from hanzo_reference.tools.fs.regex_parser import PatternError, parse_literal, parse_regex
from hanzo_reference.tools.fs.search_lines import (
    Finder,
    Match,
    literal_finder,
    matches,
    tree_finder,
)
from hanzo_reference.tools.fs.walking import OPEN_FILE, Entry, walk
from hanzo_reference.tools.fs.walking_models import SearchTextParams
from hanzo_reference.tools.workspace import Workspace

CHUNK = 1 << 16
Wanted = Callable[[str], bool]


@dataclass(frozen=True)
class Scope:
    """Rules, and how paths of the walk become paths below the folder of the rules."""

    rules: Rules
    before: str
    cut: int

    def verdict(self, entry: Entry) -> bool | None:
        """What these rules say of an entry."""
        path = self.before + entry.path[self.cut :]
        return self.rules.verdict(path, entry.name, entry.kind == "directory")


@dataclass(frozen=True)
class TextGate:
    """Lets through files and folders that are worth a search; ``scopes`` from the outermost on."""

    hidden: bool
    ignored: bool
    scopes: tuple[Scope, ...] = ()

    def admits(self, entry: Entry) -> bool:
        """Whether to search or enter it. Spec: FS-142 to FS-149."""
        if entry.kind not in ("file", "directory") or entry.name == ".git":
            return False
        if entry.name.startswith(".") and not self.hidden:
            return False
        for scope in reversed(self.scopes):
            verdict = scope.verdict(entry)
            if verdict is not None:
                return not verdict
        return True

    def within(self, path: str, folder: int, names: frozenset[str]) -> Self:
        """The gate with the rules of this folder, too."""
        if self.ignored or NAME not in names:
            return self
        content = read_file(folder, NAME)
        if content is None:
            return self
        return replace(self, scopes=(*self.scopes, Scope(read_rules(content), "", len(path))))


def search_text(context: Context, params: SearchTextParams) -> Outcome:
    """Places where a pattern matches, a page of them.

    ``INVALID_PARAMS``, ``NOT_FOUND``, ``PERMISSION_DENIED``. Spec: FS-115 to FS-151.
    """
    find, wanted = _judged(params)
    uri = context.workspace.uri(context.workspace.root)
    if params.path is not None:
        uri = uri_of(context.workspace, params.path)
    query = [
        "search_text", uri, params.pattern, bool(params.regex), bool(params.ignore_case),
        params.glob, bool(params.hidden), bool(params.ignored),
    ]  # fmt: skip
    key = key_of(params.cursor, query)
    with opened(context.workspace, uri, "/path") as place:
        files = _files(context.workspace, place, params, wanted)
        # Files before the one in which the last page ended need not be read again.
        start = [] if key is None else key.rsplit(":", 2)[0].split("/")
        found = (
            Item(f"{path}:{match.line}:{match.start_col}", (place.path / path, match))
            for path, read in files
            if not start or path.split("/") >= start
            for content in (read(),)
            if content is not None
            for match in matches(content, find)
        )
        items = (Item(item.key, _told(context.workspace, *item.value)) for item in found)
        return paged(items, "matches", query, params.limit, params.cursor)


def _judged(params: SearchTextParams) -> tuple[Finder, Wanted | None]:
    """What finds the pattern, and what chooses files; raises ``INVALID_PARAMS``."""
    problems: list[Violation] = []
    wanted: Wanted | None = None
    if params.glob is not None:
        try:
            wanted = glob_filter(params.glob)
        except GlobError:
            problems.append(Violation("/glob", "glob"))
    find: Finder | None = None
    try:
        find = _finder(params)
    except PatternError:
        problems.append(Violation("/pattern", "pattern"))
    if find is None or problems:
        raise invalid_params(problems, "not a pattern")
    return find, wanted


def _finder(params: SearchTextParams) -> Finder:
    ignore_case = bool(params.ignore_case)
    if params.regex:
        return tree_finder(parse_regex(params.pattern, ignore_case=ignore_case))
    tree = parse_literal(params.pattern, ignore_case=ignore_case)
    return tree_finder(tree) if ignore_case else literal_finder(params.pattern)


def _files(
    workspace: Workspace, place: Place, params: SearchTextParams, wanted: Wanted | None
) -> Iterator[tuple[str, Callable[[], bytes | None]]]:
    """Relative path and reader of each file to search. Spec: FS-142 to FS-150."""
    if not place.is_folder:
        yield "", partial(_read, place.descriptor)
        return
    gate = TextGate(bool(params.hidden), bool(params.ignored))
    if not params.ignored:
        gate = replace(gate, scopes=tuple(_scopes_above(workspace, place.path)))
    for entry in walk(place.descriptor, gate):
        if entry.kind == "file" and (wanted is None or wanted(entry.path)):
            yield entry.path, partial(read_file, entry.folder, entry.name)


def _scopes_above(workspace: Workspace, folder: Path) -> Iterator[Scope]:
    """The rules of the folders from the workspace's root to the one above ``folder``."""
    below = folder.relative_to(workspace.root).parts
    for depth in range(len(below)):
        above = workspace.root.joinpath(*below[:depth])
        with workspace.folder_of(above / NAME) as (descriptor, name):
            content = read_file(descriptor, name)
        if content is not None:
            yield Scope(read_rules(content), "/".join(below[depth:]) + "/", 0)


def read_file(folder: int, name: str) -> bytes | None:
    """The content of a file in an open folder; None when it cannot be read or is too large."""
    try:
        descriptor = os.open(name, OPEN_FILE, dir_fd=folder)
    except OSError:
        return None
    try:
        # What somebody else writes into at will is no file, and says no rules.
        return _read(descriptor) if stat.S_ISREG(os.fstat(descriptor).st_mode) else None
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> bytes | None:
    try:
        content = os.read(descriptor, CHUNK)
        if len(content) < CHUNK:
            return content
        whole = bytearray(content)
        while content and len(whole) <= LIMIT:
            content = os.read(descriptor, 16 * CHUNK)
            whole += content
    except OSError:
        return None
    return None if len(whole) > LIMIT else bytes(whole)


def _told(workspace: Workspace, path: Path, match: Match) -> dict[str, Any]:
    return {
        "uri": workspace.uri(path),
        "range": {
            "start": {"line": match.line, "col": match.start_col},
            "end": {"line": match.line, "col": match.end_col},
        },
        "text": match.text,
        "text_col": match.text_col,
    }
