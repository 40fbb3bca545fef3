"""Regular expressions as trees: what they are made of, and the one text that RE2 is given.

Sets of characters are explicit, so that no engine's own idea of a digit, of case or of a dot
matters. Globs become the same trees.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

# Inclusive ranges of code points, ascending, with a gap between one and the next.
Ranges: TypeAlias = tuple[tuple[int, int], ...]

# Unicode scalar values: every code point but the surrogates.
SCALARS: Ranges = ((0, 0xD7FF), (0xE000, 0x10FFFF))


# The ASCII letters that have a third case elsewhere, as sets of both of theirs.
FOLDED: tuple[Ranges, ...] = (((0x4B, 0x4B), (0x6B, 0x6B)), ((0x53, 0x53), (0x73, 0x73)))


class Assertion(Enum):
    """A place without width, in the words of RE2."""

    LINE_START = "(?m:^)"
    LINE_END = "(?m:$)"
    WORD_EDGE = r"\b"


@dataclass(frozen=True)
class Characters:
    """One character out of these ranges; without any it matches nothing."""

    ranges: Ranges


@dataclass(frozen=True)
class Sequenced:
    """One part after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Either:
    """The first of these that leads to a match."""

    choices: tuple[Node, ...]


@dataclass(frozen=True)
class Repeated:
    """A part again and again; ``most`` is None without bound, ``greedy`` prefers more."""

    part: Node
    least: int
    most: int | None
    greedy: bool = True


Node: TypeAlias = "Assertion | Characters | Sequenced | Either | Repeated"


def ranges(pairs: Iterable[tuple[int, int]]) -> Ranges:
    """Ranges in ascending order, those that touch joined; empty pairs are dropped."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(pair for pair in pairs if pair[0] <= pair[1]):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


def without(whole: Ranges, taken: Ranges) -> Ranges:
    """The characters of ``whole`` that are not in ``taken``."""
    left: list[tuple[int, int]] = []
    for low, high in whole:
        start = low
        for first, last in taken:
            if last < start or first > high:
                continue
            left.append((start, first - 1))
            start = last + 1
        left.append((start, high))
    return ranges(left)


def literal(text: str) -> Sequenced:
    """A text that stands for itself."""
    return Sequenced(tuple(Characters(((ord(char), ord(char)),)) for char in text))


def nullable(node: Node) -> bool:
    """Whether the empty text can match."""
    match node:
        case Assertion():
            return True
        case Characters():
            return False
        case Sequenced(parts):
            return all(nullable(part) for part in parts)
        case Either(choices):
            return any(nullable(choice) for choice in choices)
        case Repeated(part, least, _):
            return least == 0 or nullable(part)


def size(node: Node) -> int:
    """How many single characters and places it has once repetitions are written out."""
    match node:
        case Assertion() | Characters():
            return 1
        case Sequenced(parts) | Either(parts):
            return sum(size(part) for part in parts)
        case Repeated(part, least, most):
            return size(part) * max(1, least if most is None else most)


def re2_text(node: Node) -> str:
    """The expression in RE2's syntax, which needs no flags.

    Spec: FS-135.
    """
    match node:
        case Assertion():
            return node.value
        case Characters(found):
            return _set_text(found)
        case Sequenced(parts):
            return "".join(_grouped(part) for part in parts)
        case Either(choices):
            return "|".join(re2_text(choice) for choice in choices)
        case Repeated(part, least, most, greedy):
            return _grouped(part, repeated=True) + _counts(least, most) + ("" if greedy else "?")


def _grouped(node: Node, *, repeated: bool = False) -> str:
    text = re2_text(node)
    alone = isinstance(node, Characters | Assertion)
    return text if alone or (isinstance(node, Repeated) and not repeated) else f"(?:{text})"


def _counts(least: int, most: int | None) -> str:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((least, most))
    return short or f"{{{least},{'' if most is None else most}}}"


def _set_text(found: Sequence[tuple[int, int]]) -> str:
    if not found:
        return r"[^\x{0}-\x{10FFFF}]"
    if len(found) == 1 and found[0][0] == found[0][1]:
        return f"\\x{{{found[0][0]:X}}}"
    if tuple(found) in FOLDED:
        # RE2 makes such a set one letter in any case, and among choices finds U+017F and U+212A.
        return "(?:" + "|".join(f"\\x{{{low:X}}}" for low, _ in found) + ")"
    return "[" + "".join(f"\\x{{{low:X}}}-\\x{{{high:X}}}" for low, high in found) + "]"
