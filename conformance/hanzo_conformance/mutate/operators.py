"""The operators: from one node of a syntax tree to the nodes that may stand in its place.

They know syntax and nothing of where a node stands; ``sites`` decides what is worth changing.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")
Operator = Callable[[ast.AST], Iterator[ast.AST]]

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE,
    ast.LtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
NEIGHBOUR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitAnd,
}  # fmt: skip
# Calls that do the same at the other end, or with the other quantifier.
SIBLINGS = {
    one: other
    for pair in (
        ("min", "max"), ("any", "all"), ("find", "rfind"), ("partition", "rpartition"),
        ("lstrip", "rstrip"), ("startswith", "endswith"), ("removeprefix", "removesuffix"),
        ("issuperset", "issubset"),
    )
    for one, other in (pair, pair[::-1])
}  # fmt: skip
# Calls that make the same value anew, in a type that callers may not change or may.
COPIES = frozenset({"tuple", "list", "dict", "frozenset", "cast"})
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Continue, ast.Break)


def comparison(node: ast.AST) -> Iterator[ast.AST]:
    """Each comparison turned into its opposite."""
    yield from _compared(node, OPPOSITE)


def boundary(node: ast.AST) -> Iterator[ast.AST]:
    """Each order comparison with its bound taken in or left out."""
    yield from _compared(node, NEIGHBOUR)


def _compared(node: ast.AST, table: dict[type[ast.cmpop], type[ast.cmpop]]) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for index, found in enumerate(node.ops):
            if type(found) in table:
                other = copy.copy(node)
                other.ops = [*node.ops[:index], table[type(found)](), *node.ops[index + 1 :]]
                yield other


def constant(node: ast.AST) -> Iterator[ast.AST]:
    """A number one larger and one smaller, the other truth value, a text without its last part."""
    if isinstance(node, ast.Constant):
        for value in _near(node.value):
            yield ast.Constant(value)


def _near(value: object) -> Iterator[bool | float | str | bytes]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        yield value - 1
    elif isinstance(value, str):
        # One character less is the smallest change of a set of characters and of a word.
        yield value[:-1] if len(value) > 1 else ("" if value else "x")
        if len(value) > 1:
            yield value[1:]
    elif isinstance(value, bytes):
        yield value[:-1] if value else b"x"


def boolean(node: ast.AST) -> Iterator[ast.AST]:
    """``and`` for ``or`` and the reverse, one of the operands left out, ``not`` left out."""
    if isinstance(node, ast.BoolOp):
        other = copy.copy(node)
        other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield other
        for index in range(len(node.values)):
            rest = node.values[:index] + node.values[index + 1 :]
            if len(rest) == 1:
                yield rest[0]
            else:
                less = copy.copy(node)
                less.values = rest
                yield less
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def arithmetic(node: ast.AST) -> Iterator[ast.AST]:
    """An arithmetic operator for another, a sign left out."""
    if isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC:
        other = copy.copy(node)
        other.op = ARITHMETIC[type(node.op)]()
        yield other
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand


def statement(node: ast.AST) -> Iterator[ast.AST]:
    """A statement left out; ``break`` for ``continue`` and the reverse."""
    if isinstance(node, SIMPLE) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        yield ast.Pass()
    if isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Continue):
        yield ast.Break()


def branch(node: ast.AST) -> Iterator[ast.AST]:
    """The branches of a condition swapped, the condition of a comprehension turned round."""
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        other = copy.copy(node)
        other.test = _negated(node.test)
        yield other
    elif isinstance(node, ast.comprehension):
        for index, test in enumerate(node.ifs):
            turned = copy.copy(node)
            turned.ifs = [*node.ifs[:index], _negated(test), *node.ifs[index + 1 :]]
            yield turned


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in OPPOSITE:
        other = copy.copy(test)
        other.ops = [OPPOSITE[type(test.ops[0])]()]
        return other
    return ast.UnaryOp(ast.Not(), test)


def subscript(node: ast.AST) -> Iterator[ast.AST]:
    """A slice or an index that is off by one at either end."""
    if isinstance(node, ast.Slice):
        for side in ("lower", "upper"):
            bound = getattr(node, side)
            # A bound that is a number is changed by ``constant`` already.
            if not isinstance(bound, ast.Constant):
                for moved in _moved(bound, 1 if side == "lower" else -1):
                    other = copy.copy(node)
                    setattr(other, side, moved)
                    yield other
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name | ast.BinOp):
        for moved in _moved(node.slice, 1):
            at = copy.copy(node)
            at.slice = moved
            yield at


def _moved(bound: ast.expr | None, missing: int) -> Iterator[ast.expr]:
    if bound is None:
        yield ast.Constant(missing)
        return
    yield ast.BinOp(bound, ast.Add(), ast.Constant(1))
    yield ast.BinOp(bound, ast.Sub(), ast.Constant(1))


def call(node: ast.AST) -> Iterator[ast.AST]:
    """A call left out, so that what it was made on or of stays; its sibling called instead."""
    if not isinstance(node, ast.Call):
        return
    name = node.func
    if isinstance(name, ast.Attribute):
        yield name.value
        if name.attr in SIBLINGS:
            other = copy.copy(node)
            other.func = ast.Attribute(name.value, SIBLINGS[name.attr], name.ctx)
            yield other
    elif isinstance(name, ast.Name):
        if node.args and not isinstance(node.args[0], ast.Starred) and name.id not in COPIES:
            yield node.args[0]
        if name.id in SIBLINGS:
            other = copy.copy(node)
            other.func = ast.Name(SIBLINGS[name.id], name.ctx)
            yield other


def rule(node: ast.AST) -> Iterator[ast.AST]:
    """One rule of several dropped alone: a branch never or always taken, a filter, a row, a case.

    The others stand as they were, which turning a condition round does not leave them.
    """
    match node:
        case ast.If() | ast.While():
            # Whoever goes on for ever is ended by the clock, and shows nothing that False does not.
            for taken in (False,) if isinstance(node, ast.While) else (False, True):
                settled = copy.copy(node)
                settled.test = ast.Constant(taken)
                yield settled
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.comprehension():
            for index in range(len(node.ifs)):
                unfiltered = copy.copy(node)
                unfiltered.ifs = _without(node.ifs, index)
                yield unfiltered
        case ast.match_case() if node.guard is None:
            guarded = copy.copy(node)
            guarded.guard = ast.Constant(False)
            yield guarded
        case ast.Set() | ast.List() | ast.Tuple() if len(node.elts) > 1 and _is_table(node.elts):
            for index in range(len(node.elts)):
                fewer = copy.copy(node)
                fewer.elts = _without(node.elts, index)
                yield fewer
        case ast.Dict() if len(node.keys) > 1:
            for index in range(len(node.keys)):
                less = copy.copy(node)
                less.keys, less.values = _without(node.keys, index), _without(node.values, index)
                yield less
        case ast.Call(func=ast.Attribute(value=ast.Name("re")), args=[ast.Constant(str(text)), *_]):
            for pattern in _with_fewer_alternatives(text):
                other = copy.copy(node)
                other.args = [ast.Constant(pattern), *node.args[1:]]
                yield other


def _without(items: Sequence[T], index: int) -> list[T]:
    return [*items[:index], *items[index + 1 :]]


def _is_table(elements: Sequence[ast.expr]) -> bool:
    """Whether these are facts side by side, and not the parts of one value."""
    return all(
        isinstance(item, ast.Constant)
        or (isinstance(item, ast.Tuple | ast.List) and _is_table(item.elts))
        for item in elements
    )


def _with_fewer_alternatives(pattern: str) -> Iterator[str]:
    """A regular expression without one of its alternatives, where it has some outside of groups."""
    bars: list[int] = []
    depth, skipped, inside = 0, False, False
    for at, char in enumerate(pattern):
        if skipped:
            skipped = False
        elif char == "\\":
            skipped = True
        elif inside:
            inside = char != "]"
        elif char == "[":
            inside = True
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == "|" and not depth:
            bars.append(at)
    edges = [-1, *bars, len(pattern)]
    parts = [pattern[a + 1 : b] for a, b in pairwise(edges)]
    if bars:
        for index in range(len(parts)):
            yield "|".join(_without(parts, index))


OPERATORS: dict[str, Operator] = {
    "comparison": comparison,
    "boundary": boundary,
    "constant": constant,
    "boolean": boolean,
    "arithmetic": arithmetic,
    "dropped statement": statement,
    "swapped branch": branch,
    "off by one": subscript,
    "missing call": call,
    "dropped rule": rule,
}
