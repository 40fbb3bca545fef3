"""What ``.gitignore`` files leave out, by gitignore(5), with or without a repository.

Here lives reading the lines of such files and judging one path. Which folders are entered is the
business of whoever walks: what is below an ignored folder is never asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hanzo_reference.tools.fs.globs import GlobError, glob_tree, matcher
from hanzo_reference.tools.fs.regex_syntax import Either, Node

NAME = ".gitignore"
PORTION = 100


@dataclass(frozen=True)
class Rule:
    """One line: whose name or path it matches, and what it says then."""

    tree: Node
    whole_path: bool
    folders_only: bool
    ignores: bool

    def holds(self, path: str, name: str, is_folder: bool) -> bool:
        """Whether the rule says something about an entry."""
        if self.folders_only and not is_folder:
            return False
        return matcher(self.tree)(path if self.whole_path else name)


class Rules:
    """The rules of one ``.gitignore``, for paths relative to its folder."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        self._names = _any_of([rule.tree for rule in rules if not rule.whole_path])
        self._paths = _any_of([rule.tree for rule in rules if rule.whole_path])

    def verdict(self, path: str, name: str, is_folder: bool) -> bool | None:
        """Whether an entry is ignored, None when no rule is about it. Spec: FS-144."""
        # Most entries are nobody's business: two questions settle that.
        if not (self._names(name) or self._paths(path)):
            return None
        for rule in reversed(self._rules):
            if rule.holds(path, name, is_folder):
                return rule.ignores
        return None


def read_rules(content: bytes) -> Rules:
    """The rules of a file; lines that are no globs say nothing. Spec: FS-143 to FS-147."""
    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    found = (_rule(line.removesuffix("\r")) for line in text.split("\n"))
    return Rules([rule for rule in found if rule is not None])


def _rule(line: str) -> Rule | None:
    if line.startswith("#"):
        return None
    line = _without_trailing_spaces(line)
    ignores = not line.startswith("!")
    line = line if ignores else line[1:]
    folders_only = line.endswith("/")
    line = line[:-1] if folders_only else line
    # A slash at the end says nothing about where, any other ties the glob to this folder.
    whole_path = "/" in line
    try:
        tree = glob_tree(line.removeprefix("/"), braces=False)
    except GlobError:
        return None
    return Rule(tree, whole_path, folders_only, ignores)


def _without_trailing_spaces(line: str) -> str:
    """gitignore(5): trailing spaces are ignored unless they are quoted with backslash."""
    end = len(line)
    while end and line[end - 1] == " ":
        end -= 1
    backslashes = len(line[:end]) - len(line[:end].rstrip("\\"))
    return line[: end + 1] if backslashes % 2 and end < len(line) else line[:end]


def _any_of(trees: Sequence[Node]) -> Callable[[str], bool]:
    """Whether at least one of these matches."""
    # In portions, since an automaton has its bounds and a file of rules has none.
    matchers = [
        matcher(Either(tuple(trees[start : start + PORTION])))
        for start in range(0, len(trees), PORTION)
    ]
    if len(matchers) == 1:
        return matchers[0]
    return lambda text: any(matches(text) for matches in matchers)
