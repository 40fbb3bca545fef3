"""The published grammars: loaded when they are first needed, each with its query.

The one place that imports tree-sitter. What it finds leaves as plain data.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from hanzo_reference.tools.code.languages import Language, languages, table
from hanzo_reference.tools.code.outline import BODY, KINDS, Match
from hanzo_reference.tools.code.source import Source, Span

if TYPE_CHECKING:
    from tree_sitter import Language as Grammar
    from tree_sitter import Node, Query, Tree

# A query looks at each node once for every node around it.
MOST_DEPTHS = 200_000_000
# What is farther around a place says nothing of it.
MOST_KINDS = 8
# The modules whose names are not those of their grammars; a module may have several.
MODULES = {"tsx": ("tree_sitter_typescript", "language_tsx"),
           "typescript": ("tree_sitter_typescript", "language_typescript")}  # fmt: skip


def is_installed(name: str) -> bool:
    """Whether the grammar of a language is there."""
    try:
        _grammar(name)
    except ImportError:
        return False
    return True


def parse(source: Source, name: str) -> Tree:
    """The syntax tree of a text; its offsets are bytes of UTF-16, two for a unit."""
    from tree_sitter import Parser

    # UTF-16 in every language that implements this: recovery from errors weighs bytes.
    return Parser(_grammar(name)).parse(source.units, encoding="utf16le")


def matches(tree: Tree, language: Language) -> Iterator[Match]:
    """What the language's query finds in a tree, in no particular order."""
    from tree_sitter import QueryCursor

    for pattern, captures in QueryCursor(_query(language.name)).matches(tree.root_node):
        spans = {name: span(nodes[0]) for name, nodes in captures.items()}
        yield Match(pattern, spans, _body(captures))


def is_costly(tree: Tree) -> bool:
    """Whether the depths of all nodes together are beyond what a query is worth. Spec: CODE-72."""
    left = MOST_DEPTHS
    depth = 0
    cursor = tree.walk()
    while True:
        left -= depth
        if left < 0:
            return True
        if cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return False
            depth -= 1


def span(node: Node) -> Span:
    """Where a node stands, in units."""
    return Span(node.start_byte // 2, node.end_byte // 2)


def problems(tree: Tree) -> Iterator[tuple[Span, str]]:
    """Outermost nodes that are no syntax, and what is missing, in the order of the text.

    Spec: CODE-53, CODE-54.
    """
    nodes = [tree.root_node]
    while nodes:
        node = nodes.pop()
        if node.is_missing:
            yield span(node), f"missing {node.type}"
        elif node.is_error:
            yield span(node), "syntax error"
        elif node.has_error:
            nodes += reversed(node.children)


def is_between_tokens(tree: Tree, place: Span) -> bool:
    """Whether a stretch of text lies outside of every token and every text. Spec: CODE-49."""
    node = tree.root_node.descendant_for_byte_range(2 * place.start, 2 * place.end)
    if node is None or not node.child_count:
        return False
    return not any(word in node.type for word in table()["verbatim"])


def kinds_at(tree: Tree, place: Span) -> list[str]:
    """The kind of the smallest node around a stretch of text, and of those around it."""
    found: list[str] = []
    node = tree.root_node.descendant_for_byte_range(2 * place.start, 2 * place.end)
    while node is not None and len(found) < MOST_KINDS:
        found.append(node.type)
        node = node.parent
    return found


def _body(captures: dict[str, list[Node]]) -> int | None:
    for kind in KINDS:
        if kind in captures:
            body = captures[kind][0].child_by_field_name(BODY)
            return None if body is None else body.start_byte // 2
    return None


@cache
def _grammar(name: str) -> Grammar:
    from tree_sitter import Language as Grammar

    module, function = MODULES.get(name, (f"tree_sitter_{name}", "language"))
    return Grammar(getattr(importlib.import_module(module), function)())


@cache
def _query(name: str) -> Query:
    from tree_sitter import Query

    return Query(_grammar(name), languages()[name].query)
