"""Cases of ``recall``: words, tags, scopes, pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.memory.cases.words import Plain, answered, entry, fact, holding, invalid
from hanzo_reference.spec.cases import Case

RULE = "tools-memory.md 2"
PAGES = "tools-memory.md 2; ENVELOPE-55"
LAST = {"cursor": None, "more": False}
THREE = (
    entry(1, "Paul likes tea", "Paul", "drinks"),
    entry(2, "The kettle is in the kitchen", "house"),
    entry(3, "More tea, Paul?", "Paul", "house"),
)
SCOPED = (
    entry(1, "tea", scope="session"),
    entry(2, "tea", scope="project"),
    entry(3, "tea", scope="global"),
)
# Cursors as RFC 4648 §5 writes {"k": key, "q": digits of the query, "v": 1}.
AFTER_1 = "eyJrIjoibWVtXzEiLCJxIjoiNjIxYmUxMTllNzMxMzZhMCIsInYiOjF9"
AFTER_2 = "eyJrIjoibWVtXzIiLCJxIjoiNjIxYmUxMTllNzMxMzZhMCIsInYiOjF9"
AFTER_10 = "eyJrIjoibWVtXzEwIiwicSI6IjYyMWJlMTE5ZTczMTM2YTAiLCJ2IjoxfQ"
AFTER_1_OF_ALL_MEMBERS = "eyJrIjoibWVtXzEiLCJxIjoiMTIxYzkzMDM3YjEwMzIxMCIsInYiOjF9"
AFTER_1_OF_NO_TAGS = "eyJrIjoibWVtXzEiLCJxIjoiMDNhNzc0NmYwNDA3ZmQ3MCIsInYiOjF9"
AFTER_1_OF_NO_WORDS = "eyJrIjoibWVtXzEiLCJxIjoiZDBlNjUzZjQwZDY3NmFiMyIsInYiOjF9"


def recall_cases() -> Iterator[Case]:
    """Every case of ``recall``."""
    yield _recall("recall-of-nothing", "Where nothing is remembered nothing is found", "1 8 39",
                  {}, [], [])  # fmt: skip
    yield _recall("recall-all", "Without a query everything is found, the oldest first", "8 13",
                  {}, THREE, THREE)  # fmt: skip
    yield from _words()
    yield from _tags()
    yield from _scopes()
    yield from _pages()
    yield from _parameters()


def _words() -> Iterator[Case]:
    for slug, description, numbers, query, content, found, flags in (
        ("one-word", "A word is found", "8", "tea", "Paul likes tea", True, []),
        ("within-a-word", "A word is found within another", "8", "ettl", "the kettle", True, []),
        ("two-words", "Words are found in any order", "8", "tea Paul", "Paul likes tea", True, []),
        ("two-words-one-missing", "Every word has to be there", "8", "tea cup", "Paul likes tea",
         False, []),
        ("phrase-is-none", "Words need not stand together", "8", "Paul tea", "Paul likes tea",
         True, ["phrase"]),
        ("word-twice", "A word that is asked for twice may be there once", "8", "tea tea", "tea",
         True, []),
        ("across-a-blank", "No word reaches over a blank", "8", "like ste", "likes tea", False,
         ["phrase"]),
        ("empty-query", "An empty query asks for no word", "8", "", "tea", True, []),
        ("blank-query", "A query of blanks asks for no word", "8 10", " \t\n", "tea", True,
         ["blanks"]),
        ("not-in-tags", "Words are looked for in the content, not in the tags", "8", "Paul", "tea",
         False, []),
        ("upper-query", "Capitals find small letters", "9", "TEA", "tea", True, ["case"]),
        ("upper-content", "Small letters find capitals", "9", "tea", "TEA TIME", True, ["case"]),
        ("letters-at-the-ends", "A and Z have small letters", "9", "AZ", "az", True, ["case"]),
        ("beside-the-letters", "What stands beside the letters in ASCII has no case", "9", "@[",
         "`{", False, ["case"]),
        ("bracket", "The bracket behind Z has no case", "9", "[", "{", False, ["case"]),
        ("at-sign", "What stands before A has no case", "9", "@", "`", False, ["case"]),
        ("e-acute", "A letter outside of ASCII is only itself", "9", "É", "é", False, ["case"]),
        ("e-acute-itself", "A letter outside of ASCII is found as it stands", "9", "CAFÉ",
         "cafÉ", True, ["case"]),
        ("kelvin-sign", "The Kelvin sign is no K", "9", "\u212a", "k", False, ["case"]),
        ("k-finds-no-kelvin-sign", "K is no Kelvin sign", "9", "k", "\u212a", False, ["case"]),
        ("long-s", "A long s is no s", "9", "\u017f", "s", False, ["case"]),
        ("dotless-i", "A small letter without a dot is no I", "9", "I", "\u0131", False, ["case"]),
        ("sharp-s", "A sharp s is no double one", "9", "STRASSE", "straße", False, ["case"]),
        ("fullwidth", "A wide letter is only itself", "9", "\uff21", "\uff41", False, ["case"]),
        ("composed", "Text is not normalised", "9", "e\u0301", "\u00e9", False, ["case"]),
        ("emoji", "A code point outside of the plane is one", "8", "\U0001f600", "a\U0001f600b",
         True, []),
        ("half-an-emoji", "What shares half of its UTF-16 is another", "8", "\U0001f601",
         "\U0001f600", False, []),
        ("tab", "A tabulator parts words", "10", "a\tb", "b a", True, ["blanks"]),
        ("line-feed", "A line feed parts words", "10", "a\nb", "b a", True, ["blanks"]),
        ("vertical-tab", "A vertical tabulator parts words", "10", "a\vb", "b a", True, ["blanks"]),
        ("form-feed", "A form feed parts words", "10", "a\fb", "b a", True, ["blanks"]),
        ("carriage-return", "A carriage return parts words", "10", "a\rb", "b a", True,
         ["blanks"]),
        ("blanks-around", "Blanks around words are none", "10", "  a  b  ", "b a", True,
         ["blanks"]),
        ("no-break-space", "A no-break space is part of a word", "10", "a\u00a0b", "b a", False,
         ["blanks"]),
        ("file-separator", "A file separator is part of a word", "10", "a\x1cb", "b a", False,
         ["blanks"]),
        ("next-line", "U+0085 is part of a word", "10", "a\u0085b", "b a", False, ["blanks"]),
        ("line-separator", "U+2028 is part of a word", "10", "a\u2028b", "b a", False, ["blanks"]),
        ("byte-order-mark", "U+FEFF is part of a word", "10", "a\ufeffb", "b a", False,
         ["blanks"]),
        ("no-break-space-itself", "What is part of a word is found with it", "10", "A\u00a0B",
         "a\u00a0b", True, ["blanks"]),
        ("percent", "A percent sign stands for itself", "8", "%", "tea", False, ["pattern"]),
        ("underscore", "An underscore stands for itself", "8", "_", "tea", False, ["pattern"]),
        ("dot", "A full stop stands for itself", "8", ".", "tea", False, ["pattern"]),
        ("quotes", "Quotes stand for themselves", "8", "\"it's\"", "say \"it's\"", True,
         ["pattern"]),
    ):  # fmt: skip
        memories = [entry(1, content, "Paul") if slug == "not-in-tags" else entry(1, content)]
        yield _recall(f"word-{slug}", description, numbers, {"query": query}, memories,
                      memories if found else [], flags=flags)  # fmt: skip


def _tags() -> Iterator[Case]:
    for slug, description, tags, found in (
        ("one", "A tag is found", ["Paul"], [0, 2]),
        ("two", "Every tag has to be there", ["house", "Paul"], [2]),
        ("none-asked", "No tag at all restricts nothing", [], [0, 1, 2]),
        ("twice", "A tag that is asked for twice is one", ["house", "house"], [1, 2]),
        ("other-case", "Tags are what they are, in either case", ["paul"], []),
        ("part", "A part of a tag is none", ["hous"], []),
        ("empty", "The empty tag is one that nobody has", [""], []),
    ):
        yield _recall(f"tags-{slug}", description, "11", {"tags": tags}, THREE,
                      [THREE[index] for index in found])  # fmt: skip
    yield _recall("tags-and-words", "Words and tags have to be there", "8 11",
                  {"query": "tea", "tags": ["house"]}, THREE, [THREE[2]])  # fmt: skip
    odd = [entry(1, "a", "__proto__"), entry(2, "b", "constructor"), entry(3, "c")]
    yield _recall("tags-proto", "A tag may be called __proto__", "11", {"tags": ["__proto__"]},
                  odd, odd[:1], flags=["object-names"])  # fmt: skip
    yield _recall("tags-constructor", "A tag may be called constructor", "11",
                  {"tags": ["constructor"]}, odd, odd[1:2], flags=["object-names"])  # fmt: skip
    yield _recall("tags-that-nobody-gave", "No tag is there by itself", "11",
                  {"tags": ["toString"]}, odd, [], flags=["object-names"])  # fmt: skip


def _scopes() -> Iterator[Case]:
    for index, scope in enumerate(("session", "project", "global")):
        yield _recall(f"scope-{scope}", f"What is kept as {scope} is found alone", "12",
                      {"scope": scope}, SCOPED, [SCOPED[index]])  # fmt: skip
    yield _recall("scope-all", "Without a scope all three are looked through", "12 13",
                  {"query": "tea"}, SCOPED, SCOPED)  # fmt: skip


def _pages() -> Iterator[Case]:
    ten = [entry(number, "a") for number in range(1, 12)]
    for slug, description, params, memories, found, cursor, flags in (
        ("first", "A page ends after its limit", {"limit": 2}, THREE, THREE[:2], AFTER_2, []),
        ("last", "The last page has no cursor", {"limit": 2, "cursor": AFTER_2}, THREE, THREE[2:],
         None, []),
        ("of-all", "A page that holds all is the last", {"limit": 3}, THREE, THREE, None, []),
        ("behind-the-end", "Behind the last entry nothing is left",
         {"limit": 3, "cursor": AFTER_2}, THREE[:2], [], None, []),
        ("after-ten", "Keys are texts and not compared by size", {"limit": 5, "cursor": AFTER_10},
         ten, ten[10:], None, ["page-order"]),
        ("while-another-goes", "What goes meanwhile from an earlier page moves nothing",
         {"limit": 1, "cursor": AFTER_2}, THREE[1:], THREE[2:], None, ["page-order"]),
        ("while-another-comes", "What comes meanwhile is on a later page",
         {"limit": 1, "cursor": AFTER_1}, [*THREE, entry(4, "new")], [THREE[1]], AFTER_2, []),
        ("query-in-the-cursor", "A cursor knows query, scope and tags, these sorted",
         {"query": "a", "scope": "project", "tags": ["y", "x", "y"], "limit": 1},
         [entry(1, "a", "x", "y"), entry(2, "a", "x", "y")], [entry(1, "a", "x", "y")],
         AFTER_1_OF_ALL_MEMBERS, []),
        ("no-tags-in-the-cursor", "No tag is something else than no tags",
         {"tags": [], "limit": 1}, THREE, THREE[:1], AFTER_1_OF_NO_TAGS, []),
        ("no-words-in-the-cursor", "No word is something else than no query",
         {"query": "", "limit": 1}, THREE, THREE[:1], AFTER_1_OF_NO_WORDS, []),
    ):  # fmt: skip
        yield answered(
            f"page-{slug}", description, "14 39", "recall", params, holding(*memories, next_=20),
            {"memories": list(found)}, paging={"cursor": cursor, "more": cursor is not None},
            flags=flags, anchor=PAGES,
        )  # fmt: skip
    yield invalid("page-after-one-that-is-gone", "A cursor of a memory that went is none", "14",
                  "recall", {"cursor": AFTER_2}, ("/cursor", "cursor"),
                  state=holding(THREE[0], THREE[2]), anchor=PAGES)  # fmt: skip
    yield invalid("page-of-another-query", "A cursor of another query is none", "14", "recall",
                  {"cursor": AFTER_1, "query": "a"}, ("/cursor", "cursor"), state=holding(*THREE),
                  anchor=PAGES)  # fmt: skip
    yield invalid("page-of-an-empty-cursor", "An empty cursor is none", "14", "recall",
                  {"cursor": ""}, ("/cursor", "cursor"), state=holding(*THREE),
                  anchor=PAGES)  # fmt: skip
    yield Case(
        slug="page-of-a-hundred",
        description="Without a limit a page has a hundred entries",
        requirements=["MEMORY-14"],
        operation="apply",
        input={
            "state": holding(*(entry(number, "a") for number in range(1, 102))), "now_ms": 0,
            "action": "recall", "params": {},
        },
    )  # fmt: skip


def _parameters() -> Iterator[Case]:
    for slug, params, violations in (
        ("limit-of-zero", {"limit": 0}, [("/limit", "minimum")]),
        ("limit-over-a-thousand", {"limit": 1001}, [("/limit", "maximum")]),
        ("another-scope", {"scope": "user"}, [("/scope", "enum")]),
        ("null-query", {"query": None}, [("/query", "type")]),
        ("tags-as-text", {"tags": "a"}, [("/tags", "type")]),
        ("tag-as-number", {"tags": ["a", 1]}, [("/tags/1", "type")]),
        ("unknown-member", {"text": "a"}, [("/text", "additionalProperties")]),
        ("two-mistakes", {"limit": "1", "scope": 1},
         [("/limit", "type"), ("/scope", "enum"), ("/scope", "type")]),
    ):  # fmt: skip
        yield invalid(f"recall-{slug}", "The parameters of recall are judged", "3", "recall",
                      params, *violations, flags=["parameters"],
                      anchor="JSON Schema 2020-12 Validation §6")  # fmt: skip


def _recall(
    slug: str,
    description: str,
    numbers: str,
    params: dict[str, Any],
    memories: Sequence[Plain],
    found: Sequence[Plain],
    *,
    flags: Sequence[str] = (),
) -> Case:
    state = holding(*memories, facts=[fact("tea", "is", "hot")])
    return answered(slug, description, numbers, "recall", params, state, {"memories": list(found)},
                    paging=LAST, flags=flags, anchor=RULE)  # fmt: skip
