"""What has a name in a file: definitions, occurrences and scopes, from the matches of a query.

Pure: matches come as plain data, so nothing here knows a grammar. ``spec.md``, "Captures", says
what each name of a capture means.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hanzo_reference.tools.code.languages import Language
from hanzo_reference.tools.code.source import Source, Span

# The part of a whole definition that hover shows ends where the body begins.
BODY = "body"
TYPE, SPACE, REGION, FUNCTION, BLOCK, FILE = "type", "space", "region", "function", "block", "file"
VALUE, LOCAL = "value", "local"
KINDS = (TYPE, SPACE, FUNCTION, VALUE, "field", LOCAL)
# Definitions inside of these are seen from other files.
OPEN = (TYPE, SPACE, REGION)
# The end of a long text before a dot tells its last word; the whole of it would cost its square.
LONGEST_OBJECT = 1024
LAST_WORD = re.compile(r"[A-Za-z0-9_$\u0080-\U0010ffff]+\Z")


@dataclass(frozen=True)
class Match:
    """One match: the number of the pattern, the span of each capture, where the body begins."""

    pattern: int
    captures: Mapping[str, Span]
    body: int | None = None


@dataclass(frozen=True)
class Scope:
    """A stretch in which names live; ``path`` names what it is part of, itself among them."""

    span: Span
    kind: str
    parent: int
    path: tuple[str, ...]
    # The path of the type whose members are meant by self, if there is one.
    owner: tuple[str, ...] | None


@dataclass(frozen=True)
class Definition:
    """A name that is given here; ``home`` is the scope that has it, None for members by object."""

    name: str
    span: Span
    whole: Span
    header_end: int
    kind: str
    path: tuple[str, ...]
    home: int | None
    shared: bool
    member: bool


@dataclass(frozen=True)
class Occurrence:
    """A name where it stands; ``object`` is the text before the dot of a member."""

    name: str
    span: Span
    scope: int
    member: bool
    object: str | None
    label: bool
    shorthand: bool
    given: bool


@dataclass
class Outline:
    """A file's scopes, the file itself as number 0, its definitions and occurrences by place."""

    scopes: list[Scope]
    definitions: list[Definition] = field(default_factory=list)
    occurrences: list[Occurrence] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._starts = [scope.span.start for scope in self.scopes]
        self.at_home: dict[tuple[int, str], list[Definition]] = defaultdict(list)
        self.named: dict[int, Definition] = {}

    def add(self, definition: Definition) -> None:
        """Take up a definition."""
        self.definitions.append(definition)
        self.named[definition.span.start] = definition
        if definition.home is not None:
            self.at_home[definition.home, definition.name].append(definition)

    def innermost(self, span: Span, *, but: Span | None = None) -> int:
        """The number of the smallest scope around a span that is not ``but`` itself."""
        number = bisect_right(self._starts, span.start) - 1
        while number > 0:
            scope = self.scopes[number]
            if scope.span.covers(span) and scope.span != but:
                return number
            number = scope.parent
        return 0


@dataclass
class _Draft:
    """A definition before its surroundings are known."""

    name: str
    span: Span
    whole: Span
    header_end: int
    kind: str
    container: str | None
    object: str | None


def outline(source: Source, language: Language, matches: Iterable[Match]) -> Outline:
    """The outline of a file from the matches of its language's query. Spec: CODE-11 to CODE-16."""
    ordered = sorted(matches, key=lambda match: match.pattern)
    drafts = _drafts(source, ordered)
    built = Outline(_scopes(source, ordered, drafts))
    for draft in sorted(drafts.values(), key=lambda item: item.span):
        found = _placed(draft, built, language)
        if found is not None:
            built.add(found)
    built.occurrences = _occurrences(source, ordered, built)
    return built


def _drafts(source: Source, matches: Sequence[Match]) -> dict[Span, _Draft]:
    """Definitions by the place of their name; the first pattern that finds one decides."""
    found: dict[Span, _Draft] = {}
    for match in matches:
        name = match.captures.get("name")
        kind = next((kind for kind in KINDS if kind in match.captures), None)
        if name is None or kind is None or name in found:
            continue
        whole = match.captures[kind]
        container = match.captures.get("container")
        target = match.captures.get("object")
        found[name] = _Draft(
            name=source.part(name),
            span=name,
            whole=whole,
            header_end=whole.end if match.body is None else match.body,
            kind=kind,
            container=None if container is None else source.part(container),
            object=None if target is None else source.part(target),
        )
    return found


def _scopes(source: Source, matches: Sequence[Match], drafts: Mapping[Span, _Draft]) -> list[Scope]:
    """The scopes by start, outer ones first; the parent of each stands before it."""
    kinds: dict[Span, tuple[str, tuple[str, ...], bool]] = {}
    for draft in drafts.values():
        if draft.kind in (TYPE, SPACE, FUNCTION):
            container = () if draft.container is None else (draft.container,)
            kinds.setdefault(draft.whole, (draft.kind, (*container, draft.name), bool(container)))
    for match in matches:
        if REGION in match.captures:
            name = source.part(match.captures["container"])
            kinds.setdefault(match.captures[REGION], (REGION, (name,), False))
    # The block that is a namespace's body is the namespace.
    bodies = {draft.header_end for draft in drafts.values() if draft.kind == SPACE}
    for match in matches:
        if "scope" in match.captures and match.captures["scope"].start not in bodies:
            kinds.setdefault(match.captures["scope"], (BLOCK, (), False))
    scopes = [Scope(Span(0, source.length), FILE, -1, (), None)]
    parent = 0
    for span in sorted(kinds, key=lambda item: (item.start, -item.end)):
        while parent > 0 and not scopes[parent].span.covers(span):
            parent = scopes[parent].parent
        kind, names, contained = kinds[span]
        path = (*scopes[parent].path, *names)
        owner = scopes[parent].owner
        if kind in (TYPE, REGION):
            owner = path
        elif contained:
            owner = path[:-1]
        scopes.append(Scope(span, kind, parent, path, owner))
        parent = len(scopes) - 1
    return scopes


def _placed(draft: _Draft, built: Outline, language: Language) -> Definition | None:
    """A definition in its surroundings; None for one that defines nothing."""
    home = built.innermost(draft.whole, but=draft.whole)
    around = built.scopes[home]
    container = () if draft.container is None else (draft.container,)
    path = (*around.path, *container, draft.name)
    if draft.kind == FUNCTION and path[-2:-1] == (draft.name,) and _in_type(draft, around):
        # A constructor has the name of its type: it is spoken of, not given again.
        return None
    if draft.kind == "field":
        if draft.object not in language.self_names or around.owner is None:
            return None
        return Definition(
            draft.name, draft.span, draft.whole, draft.header_end, draft.kind,
            (*around.owner, draft.name), None, shared=True, member=True,
        )  # fmt: skip
    shared = draft.kind != LOCAL and _is_open(built, home)
    return Definition(
        draft.name, draft.span, draft.whole, draft.header_end, draft.kind, path,
        home if draft.container is None else None,
        shared, shared and _in_type(draft, around),
    )  # fmt: skip


def _in_type(draft: _Draft, around: Scope) -> bool:
    return draft.container is not None or around.kind in (TYPE, REGION)


def _is_open(built: Outline, number: int) -> bool:
    while number > 0:
        if built.scopes[number].kind not in OPEN:
            return False
        number = built.scopes[number].parent
    return True


def _occurrences(source: Source, matches: Sequence[Match], built: Outline) -> list[Occurrence]:
    marks: dict[Span, set[str]] = defaultdict(set)
    objects: dict[Span, str] = {}
    for match in matches:
        for mark in ("occurrence", "member", "label", "shorthand", "given"):
            if mark in match.captures:
                marks[match.captures[mark]].add(mark)
        if "member" in match.captures and "object" in match.captures:
            start, end = match.captures["object"]
            last = Span(max(start, end - LONGEST_OBJECT), end)
            objects.setdefault(match.captures["member"], source.part(last))
    return [
        Occurrence(
            source.part(span), span, built.innermost(span), "member" in found,
            objects.get(span), "label" in found, "shorthand" in found, "given" in found,
        )
        for span, found in sorted(marks.items())
        if "occurrence" in found and span.end > span.start
    ]  # fmt: skip


def last_word(text: str) -> str:
    """The word with which a text ends, or nothing."""
    found = LAST_WORD.search(text[-LONGEST_OBJECT:])
    return found[0] if found else ""
