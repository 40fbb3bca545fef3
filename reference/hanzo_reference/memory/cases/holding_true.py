"""Cases of ``facts``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.memory.cases.words import Plain, answered, entry, fact, holding, invalid
from hanzo_reference.spec.cases import Case

RULE = "tools-memory.md 5"
LAST = {"cursor": None, "more": False}
A = fact("a", "is", "b")
B = fact("b", "is", "c")
C = fact("a", "has", "d")
# As finding.py says.
AFTER_A = "eyJrIjoiYVx1MDAwMGlzXHUwMDAwYlx1MDAwMHByb2plY3QiLCJxIjoiMzU1MzUzNGVkN2ViNzgwMiIsInYiOjF9"
AFTER_A_OF_ALL_MEMBERS = (
    "eyJrIjoiYVx1MDAwMGlzXHUwMDAwYlx1MDAwMHByb2plY3QiLCJxIjoiMDI3NWU2YTMyZDg4MzFlZSIsInYiOjF9"
)


def bare(item: Plain) -> Plain:
    """A fact as it is named without its scope."""
    return {key: value for key, value in item.items() if key != "scope"}


def fact_cases() -> Iterator[Case]:
    """Every case of ``facts``."""
    yield from _adding()
    yield from _finding()
    yield from _refusals()


def _adding() -> Iterator[Case]:
    other = fact("a", "is", "b", "global")
    session = fact("a", "is", "b", "session")
    upper = fact("A", "is", "b")
    for slug, description, numbers, params, before, kept, found in (
        ("none", "Where no fact is there none is found", "1 31 39", {}, [], [], []),
        ("add", "What is added is found at once", "31 32", {"add": [bare(A)]}, [], [A], [A]),
        ("add-again", "What is there already is added once", "33", {"add": [bare(A)]}, [A, B],
         [A, B], [A, B]),
        ("add-twice", "What is given twice is added once", "33", {"add": [bare(A), A, bare(B)]},
         [], [A, B], [A, B]),
        ("add-in-another-scope", "The same in another scope is another fact", "32",
         {"add": [other, session]}, [A], [A, other, session], [other, A, session]),
        ("add-in-another-case", "Facts are compared letter by letter", "32", {"add": [bare(upper)]},
         [A], [A, upper], [upper, A]),
        ("add-empty-texts", "Texts of a fact may be empty", "32", {"add": [{"subject": "",
         "predicate": "", "object": ""}]}, [A], [A, fact("", "", "")], [fact("", "", ""), A]),
        ("remove", "What is removed is not found", "31", {"remove": [bare(A)]}, [A, B], [B], [B]),
        ("remove-unknown", "What is not there may be removed", "34", {"remove": [bare(C)]}, [A],
         [A], [A]),
        ("remove-twice", "It may be removed twice", "34", {"remove": [bare(A), A]}, [A, B], [B],
         [B]),
        ("remove-of-the-project", "Without a scope the project's fact is removed", "32",
         {"remove": [bare(A)]}, [A, other, session], [other, session], [other, session]),
        ("remove-of-the-user", "With a scope the fact of that scope is removed", "32",
         {"remove": [other]}, [A, other], [A], [A]),
        ("remove-and-add", "Facts are removed first, then added", "31", {"add": [bare(A)],
         "remove": [bare(A)]}, [], [A], [A]),
        ("move-to-another-scope", "A fact moves by going and coming", "31 32", {"add": [other],
         "remove": [bare(A)]}, [A, B], [B, other], [other, B]),
        ("lists-that-are-empty", "Empty lists ask for nothing", "31", {"add": [], "remove": []},
         [B, A], [B, A], [A, B]),
    ):  # fmt: skip
        yield _facts(f"facts-{slug}", description, numbers, params, before, kept, found)


def _finding() -> Iterator[Case]:
    params: dict[str, Any]
    three = [B, A, C]
    scoped = [fact("x", "y", "z", scope) for scope in ("session", "project", "global")]
    for slug, description, numbers, params, facts, found in (
        ("sorted", "Facts come sorted by subject, predicate and object", "36", {}, three,
         [C, A, B]),
        ("sorted-by-scope", "Facts that are else the same are sorted by scope", "36", {}, scoped,
         [scoped[2], scoped[1], scoped[0]]),
        ("sorted-by-bytes", "Facts are sorted by UTF-8, not by UTF-16", "36", {},
         [fact("\U0001f600", "", ""), fact("\uff61", "", ""), fact("z", "", "")],
         [fact("z", "", ""), fact("\uff61", "", ""), fact("\U0001f600", "", "")]),
        ("sorted-text-by-text", "A shorter text comes before what it begins", "36", {},
         [fact("a\x01", "", ""), fact("a", "\x02", ""), fact("a", "", "z")],
         [fact("a", "", "z"), fact("a", "\x02", ""), fact("a\x01", "", "")]),
        ("of-a-subject", "A subject finds its facts", "35", {"subject": "a"}, three, [C, A]),
        ("of-a-predicate", "A predicate finds its facts", "35", {"predicate": "is"}, three, [A, B]),
        ("of-both", "Subject and predicate both have to be the same", "35", {"subject": "a",
         "predicate": "is"}, three, [A]),
        ("of-a-part", "A part of a subject is another", "35", {"subject": ""}, three, []),
        ("of-another-case", "A subject is what it is, in either case", "35", {"subject": "A"},
         three, []),
        ("of-a-scope", "A scope restricts what is found", "12", {"scope": "global"}, scoped,
         [scoped[2]]),
        ("called-as-members", "Texts may be called as members of objects are", "35",
         {"subject": "__proto__"}, [fact("__proto__", "constructor", "toString"), A],
         [fact("__proto__", "constructor", "toString")]),
    ):  # fmt: skip
        yield _facts(f"facts-{slug}", description, numbers, params, facts, facts, found)
    for slug, description, params, facts, found, cursor in (
        ("first", "A page ends after its limit", {"limit": 1}, [A, B], [A], AFTER_A),
        ("last", "The last page has no cursor", {"limit": 1, "cursor": AFTER_A}, [A, B], [B], None),
        ("query-in-the-cursor", "A cursor knows subject, predicate and scope",
         {"subject": "a", "predicate": "is", "scope": "project", "limit": 1},
         [A, fact("a", "is", "c")], [A], AFTER_A_OF_ALL_MEMBERS),
    ):  # fmt: skip
        yield _facts(f"facts-page-{slug}", description, "37 39", params, facts, facts, found,
                     cursor=cursor)  # fmt: skip
    yield answered(
        "facts-page-while-others-come", "What is added before a cursor moves nothing", "37 31",
        "facts", {"add": [bare(C)], "limit": 1, "cursor": AFTER_A}, holding(facts=[A, B]),
        {"facts": [B]}, after=holding(facts=[A, B, C]), paging=LAST, anchor=RULE,
    )  # fmt: skip
    yield invalid("facts-page-after-one-that-goes", "A cursor of what the call removes is none",
                  "37 4", "facts", {"remove": [bare(A)], "cursor": AFTER_A}, ("/cursor", "cursor"),
                  state=holding(facts=[A, B]), flags=["atomic"], anchor=RULE)  # fmt: skip
    yield invalid("facts-page-of-memories", "A cursor of another list is none", "37", "facts",
                  {"cursor": "eyJrIjoibWVtXzEiLCJxIjoiNjIxYmUxMTllNzMxMzZhMCIsInYiOjF9"},
                  ("/cursor", "cursor"), state=holding(entry(1, "a"), entry(2, "a"), facts=[A, B]),
                  anchor=RULE)  # fmt: skip


def _refusals() -> Iterator[Case]:
    params: dict[str, Any]
    for slug, params, violations in (
        ("nul-in-a-subject", {"add": [bare(fact("a\0b", "c", "d"))]}, [("/add/0/subject", "nul")]),
        ("nul-in-a-predicate", {"add": [bare(A), bare(fact("a", "\0", "d"))]},
         [("/add/1/predicate", "nul")]),
        ("nul-in-an-object", {"remove": [bare(fact("a", "c", "\0d"))]},
         [("/remove/0/object", "nul")]),
        ("nul-everywhere", {"add": [bare(fact("\0", "\0", "\0"))],
         "remove": [bare(fact("\0", "", ""))]},
         [("/add/0/object", "nul"), ("/add/0/predicate", "nul"), ("/add/0/subject", "nul"),
          ("/remove/0/subject", "nul")]),
    ):  # fmt: skip
        yield invalid(f"facts-{slug}", "No text of a fact has a NUL", "38 4 5", "facts", params,
                      *violations, state=holding(facts=[A]), flags=["nul"], anchor=RULE)  # fmt: skip
    for slug, params, violations in (
        ("without-object", {"add": [{"subject": "a", "predicate": "b"}]},
         [("/add/0/object", "required")]),
        ("of-another-scope", {"remove": [{**A, "scope": "user"}]}, [("/remove/0/scope", "enum")]),
        ("as-list", {"add": [["a", "is", "b"]]}, [("/add/0", "type")]),
        ("with-tags", {"add": [{**A, "tags": []}]}, [("/add/0/tags", "additionalProperties")]),
        ("limit-over-a-thousand", {"limit": 1001}, [("/limit", "maximum")]),
    ):  # fmt: skip
        yield invalid(f"facts-{slug}", "The parameters of facts are judged", "3", "facts", params,
                      *violations, flags=["parameters"],
                      anchor="JSON Schema 2020-12 Validation §6")  # fmt: skip


def _facts(
    slug: str,
    description: str,
    numbers: str,
    params: dict[str, Any],
    before: Sequence[Plain],
    kept: Sequence[Plain],
    found: Sequence[Plain],
    *,
    cursor: str | None = None,
) -> Case:
    memory = entry(3, "tea")
    return answered(
        slug, description, numbers, "facts", params, holding(memory, facts=before),
        {"facts": list(found)}, after=holding(memory, facts=kept),
        paging={"cursor": cursor, "more": cursor is not None},
        flags=["object-names"] if "members" in slug else [], anchor=RULE,
    )  # fmt: skip
