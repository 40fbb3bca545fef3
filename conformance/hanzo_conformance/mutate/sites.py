"""Where a module can be changed: every mutant of it, with the means to make it.

Left alone are types, documentation and texts for people, because no answer shows them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hanzo_conformance.mutate.mutation import Mutant
from hanzo_conformance.mutate.operators import OPERATORS, call
from hanzo_conformance.mutate.syntax import Slot, changed_text, lines_of, quoted_part, subject
from hanzo_conformance.mutate.syntax import text as text_of

# A text with a blank between two words is a message, unless it turns up in some answer.
MESSAGE = re.compile(r"\w \w")
WORD = re.compile(r"\w\w")
SPEC = re.compile(r"Spec: (.*?)(?:\.\s|\.?\n\s*\n|\.?\s*\Z)", re.DOTALL)
# Fields that hold types or what is applied to a definition, not behaviour.
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
TYPED = (ast.AnnAssign, ast.arg, ast.ClassDef, *FUNCTIONS)
TYPES = frozenset({"annotation", "returns", "decorator_list", "bases", "keywords", "type_params"})


@dataclass(frozen=True)
class Site:
    """A mutant, and how to make it: ``node`` goes into ``slot`` of the module's tree.

    ``lines`` are those of its statement, of the head alone if there is a body; ``local`` says
    whether they run with a function, not when the module is imported.
    """

    mutant: Mutant
    slot: Slot
    node: ast.AST
    lines: range
    local: bool

    def apply(self) -> None:
        """Change the tree, for good."""
        self.slot.put(self.node)


@dataclass(frozen=True)
class _Place:
    """Where the walk is: ``chain`` leads from the statement down to the node.

    ``local`` says whether the statement is inside a function, ``inside`` whether those below are.
    """

    function: str = "<module>"
    chain: tuple[ast.AST, ...] = ()
    raising: bool = False
    spec: str | None = None
    local: bool = False
    inside: bool = False


class Sites:
    """The mutants of one module, in the order of its text.

    ``answers`` is all text that the vectors expect: a message that appears there is behaviour.
    ``prefix`` is that of the requirements which comments may name.
    """

    def __init__(self, file: str, source: str, *, answers: str = "", prefix: str = "") -> None:
        self.tree = ast.parse(source)
        self._file = file
        self._lines = source.split("\n")
        self._answers = answers
        self._id = re.compile(rf"\b{re.escape(prefix)}-[0-9]+\b", re.ASCII) if prefix else None
        self._seen: set[tuple[int, str]] = set()

    def __iter__(self) -> Iterator[Site]:
        self._seen.clear()
        yield from self._walk(self.tree, _Place())

    def _walk(self, node: ast.AST, place: _Place) -> Iterator[Site]:
        for field, value in ast.iter_fields(node):
            if field in TYPES and isinstance(node, TYPED):
                continue
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, ast.AST) and not self._left_alone(child, place):
                    below = _entered(child, place)
                    yield from self._changed(Slot(node, field, index), child, below)
                    yield from self._walk(child, below)

    def _changed(self, slot: Slot, node: ast.AST, place: _Place) -> Iterator[Site]:
        for name, operator in OPERATORS.items():
            if operator is call and isinstance(slot.owner, ast.Expr):
                # The statement is the call: without it, that is the statement left out.
                continue
            for other in operator(node):
                if isinstance(other, ast.Pass) and _idle(node, slot):
                    continue
                part = quoted_part(place.chain)
                before, after = text_of(part), changed_text(part, slot, node, other)
                # Two operators can come to the same text.
                if after != before and (id(part), after) not in self._seen:
                    self._seen.add((id(part), after))
                    mutant = self._mutant(name, node, before, after, place)
                    yield Site(mutant, slot, other, lines_of(place.chain[0]), place.local)

    def _mutant(
        self, operator: str, node: ast.AST, before: str, after: str, place: _Place
    ) -> Mutant:
        first = lines_of(place.chain[0])[0]
        return Mutant(
            file=self._file,
            function=place.function,
            operator=operator,
            subject=subject(place.chain),
            before=before,
            after=after,
            number=int(getattr(node, "lineno", first)),
            requirement=self._remark(first) or place.spec,
        )

    def _remark(self, number: int) -> str | None:
        """The requirement that a comment on the line, or those right above it, name."""
        found = None
        if self._id is not None:
            found = self._id.search(self._lines[number - 1].partition("#")[2])
            at = number - 2
            while found is None and at >= 0 and self._lines[at].lstrip().startswith("#"):
                found = self._id.search(self._lines[at])
                at -= 1
        return found[0] if found else None

    def _left_alone(self, node: ast.AST, place: _Place) -> bool:
        match node:
            case ast.Import() | ast.ImportFrom() | ast.expr_context():
                return True
            case ast.Expr(value=ast.Constant(value=str())):
                return True
            case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
                return True
            case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
                return True
            case ast.Subscript(value=ast.Name(id="Literal")):
                return True
            case ast.Constant(value=str(text)):
                return self._is_message(text, place) or _is_name(node, place)
            case ast.JoinedStr(values=parts):
                return self._is_written(parts, place)
        return False

    def _is_message(self, text: str, place: _Place) -> bool:
        """Whether a text is for people: in a ``raise`` all but codes, elsewhere sentences."""
        if place.raising:
            return f'"{text}"' not in self._answers
        return MESSAGE.search(text) is not None and text.strip() not in self._answers

    def _is_written(self, parts: list[ast.expr], place: _Place) -> bool:
        """The same for a text that is put together."""
        texts = [str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts]
        if not place.raising and MESSAGE.search("".join(texts)) is None:
            return False
        return any(WORD.search(text) and text not in self._answers for text in texts)


def _entered(node: ast.AST, place: _Place) -> _Place:
    if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
        outer = "" if place.function == "<module>" else f"{place.function}."
        found = SPEC.search(ast.get_docstring(node) or "")
        spec = " ".join(found[1].split()) if found else place.spec
        inside = place.inside or isinstance(node, FUNCTIONS)
        return _Place(outer + node.name, (node,), False, spec, place.inside, inside)
    if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
        raising = isinstance(node, ast.Raise)
        return replace(place, chain=(node,), raising=raising, local=place.inside)
    return replace(place, chain=(*place.chain, node))


def _is_name(node: ast.Constant, place: _Place) -> bool:
    """Whether a text names a type for ``cast`` or a codec, both of them Python's business."""
    match place.chain[-1] if place.chain else None:
        case ast.Call(func=ast.Name(id="cast"), args=[first, *_]):
            return first is node
        case ast.Call(func=ast.Attribute(attr="encode" | "decode")):
            return True
    return False


def _idle(node: ast.AST, slot: Slot) -> bool:
    """Whether a statement does nothing that leaving it out would change.

    That is so for a bare return at the end of a function, and outside of functions nothing could
    be left out without making the module unusable.
    """
    if isinstance(slot.owner, ast.Module | ast.ClassDef):
        return True
    match node:
        case ast.Return(value=None | ast.Constant(value=None)):
            return isinstance(slot.owner, FUNCTIONS) and slot.owner.body[-1] is node
    return False
