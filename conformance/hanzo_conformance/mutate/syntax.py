"""Places in a syntax tree, and how code is quoted: as the tree writes it, without its layout."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

# A line longer than this, such as a table, is quoted by the part of it that holds the change.
LINE = 120
HEADED = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.AsyncFor, ast.While, ast.If,
    ast.With, ast.AsyncWith, ast.Try, ast.Match, ast.ExceptHandler, ast.match_case,
)  # fmt: skip


@dataclass(frozen=True)
class Slot:
    """A place in a syntax tree that holds a node."""

    owner: ast.AST
    field: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        """Make the place hold another node."""
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


def quoted_part(chain: Sequence[ast.AST]) -> ast.AST:
    """What to quote for a change at the end of a chain that starts at its statement."""
    return next((node for node in chain if len(text(node)) <= LINE), chain[-1])


def changed_text(part: ast.AST, slot: Slot, node: ast.AST, other: ast.AST) -> str:
    """The text of ``part`` with ``other`` in the slot of ``node``, which may be the part itself."""
    if part is node:
        return text(other)
    slot.put(other)
    changed = text(part)
    slot.put(node)
    return changed


def text(node: ast.AST) -> str:
    """The normalised text of a node; of a statement with a body its head alone."""
    if not isinstance(node, HEADED):
        return ast.unparse(node).strip()
    head: Any = copy.copy(node)
    for field in ("orelse", "handlers", "finalbody", "decorator_list", "cases"):
        if hasattr(head, field):
            setattr(head, field, [])
    if hasattr(head, "body"):
        head.body = [ast.Pass()]
    return ast.unparse(head).strip().removesuffix("pass").rstrip()


def subject(chain: Sequence[ast.AST]) -> str:
    """The name that a change is about: the nearest one around it, from the change outwards.

    It outlives another layout, another literal and another way to write the same expression. Where
    there is no name, it is the kind of the statement.
    """
    for node in reversed(chain):
        found = _name(node)
        if found:
            return found
    return type(chain[0]).__name__.lower()


def _name(node: ast.AST) -> str | None:
    """What an assignment assigns to, or else the first name that a node says, with its dots."""
    match node:
        case ast.Assign(targets=[target, *_]):
            node = target
        case ast.AnnAssign() | ast.AugAssign():
            node = node.target
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return node.name
        case ast.If() | ast.While():
            node = node.test
        case ast.For() | ast.AsyncFor():
            node = node.iter
        case ast.match_case():
            node = node.pattern
    return next(_names(node), None)


def _names(node: ast.AST) -> Iterator[str]:
    """Names in the order of the text."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        owner = node.value
        if isinstance(owner, ast.Name | ast.Attribute):
            yield from (f"{name}.{node.attr}" for name in _names(owner))
        else:
            yield from _names(owner)
            yield node.attr
    else:
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


def lines_of(statement: ast.AST) -> range:
    """The line numbers of a statement, of its head alone if it has a body."""
    it: Any = statement
    first = int(getattr(it, "lineno", 1))
    body = getattr(it, "body", None)
    last = int(body[0].lineno - 1 if body else getattr(it, "end_lineno", first))
    return range(first, max(first, last) + 1)
