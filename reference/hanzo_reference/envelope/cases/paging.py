"""Pages of lists: sizes, cursors, and cursors that are refused.

The cursors were put together from their definition: printf of the JSON text, sha256sum of the
query's text, base64 with the two characters of base64url.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case, error, result

HIP = "HIP-0300 (Test Cases 5)"
FORM = "RFC 4648 §5, RFC 8785 §3.2"

# sha256 of {"path":"src","pattern":"TODO"} begins with 58a607a69a91c203.
QUERY = {"pattern": "TODO", "path": "src"}
AFTER_A = "eyJrIjoiYSIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MX0"
AFTER_B = "eyJrIjoiYiIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MX0"
AFTER_D = "eyJrIjoiZCIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MX0"
AFTER_E = "eyJrIjoiZSIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MX0"


def entry(key: str, value: Any = 0) -> dict[str, Any]:
    """An item of a list."""
    return {"key": key, "value": value}


FIVE = [entry(key, number) for number, key in enumerate("abcde")]

# Slug, what it shows, the cursor: all meant for the page after b.
REFUSED = (
    ("empty", "The empty text is no cursor", ""),
    ("of-another-query", 'That of {"path":"src","pattern":"FIXME"}',
     "eyJrIjoiYiIsInEiOiJhODcxNmFmZWM4NDVhNDNlIiwidiI6MX0"),
    ("of-no-item", 'Its key is "z", which is not in the list',
     "eyJrIjoieiIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MX0"),
    ("of-version-2", "Its version is 2", "eyJrIjoiYiIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6Mn0"),
    ("with-another-member", 'It has a member "x"',
     "eyJrIjoiYiIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MSwieCI6MH0"),
    ("in-another-order", "Its members are not in canonical order",
     "eyJxIjoiNThhNjA3YTY5YTkxYzIwMyIsImsiOiJiIiwidiI6MX0"),
    ("in-capitals", "Its digest is in capitals",
     "eyJrIjoiYiIsInEiOiI1OEE2MDdBNjlBOTFDMjAzIiwidiI6MX0"),
    ("padded", "It is padded", AFTER_B + "="),
    ("with-spare-bits", "The bits that are left over are not zero", AFTER_B[:-1] + "1"),
    ("with-line-feed", "A line feed follows it", AFTER_B + "\n"),
    ("cut-short", "Its last character is missing", AFTER_B[:-1]),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Sizes, following cursors, the form of cursors, refusals."""
    yield from _sizes()
    yield from _pages()
    yield from _form()
    for slug, description, cursor in REFUSED:
        yield _refused(f"cursor-{slug}", description, ["ENVELOPE-60"], FIVE,
                       {"limit": 2, "cursor": cursor}, flags=["cursor"])  # fmt: skip
    yield _refused("keys-repeated", "Two items with one key cannot be told apart",
                   ["ENVELOPE-61"], [entry("a", 1), entry("b", 2), entry("a", 3)],
                   {"limit": 1})  # fmt: skip
    for limit in (0, 1001):
        yield _refused(f"limit-{limit}", f"{limit} is not from 1 to 1000", ["ENVELOPE-54"], FIVE,
                       {"limit": limit})  # fmt: skip
    yield _refused("limit-negative", "A limit is not negative", ["ENVELOPE-54"], FIVE,
                   {"limit": -2})  # fmt: skip


def _sizes() -> Iterator[Case]:
    hundred = [entry(f"{number:03}") for number in range(101)]
    yield _page("limit-by-default", "Without a limit a page has 100 items", ["ENVELOPE-53"],
                hundred, {}, hundred[:100],
                # Key 099; sha256 of the query, an empty object, begins with 44136fa355b3678a.
                "eyJrIjoiMDk5IiwicSI6IjQ0MTM2ZmEzNTViMzY3OGEiLCJ2IjoxfQ", query={})  # fmt: skip
    yield _page("limit-null", "A limit of null is none", ["ENVELOPE-53"], FIVE, {"limit": None},
                FIVE)  # fmt: skip
    yield _page("limit-of-1", "A page may have one item", ["ENVELOPE-54", "ENVELOPE-52"], FIVE,
                {"limit": 1}, FIVE[:1], AFTER_A)  # fmt: skip
    yield _page("limit-of-1000", "A page may have a thousand items", ["ENVELOPE-54"],
                FIVE[:3], {"limit": 1000}, FIVE[:3])  # fmt: skip
    yield _page("exactly-full", "A full last page is the last one", ["ENVELOPE-58"], FIVE,
                {"limit": 5}, FIVE)  # fmt: skip
    yield _page("exactly-the-default", "100 items are one page", ["ENVELOPE-53", "ENVELOPE-58"],
                hundred[:100], {}, hundred[:100])  # fmt: skip
    yield _page("one-more-than-full", "One item more, and there is another page",
                ["ENVELOPE-58"], FIVE, {"limit": 4}, FIVE[:4], AFTER_D)  # fmt: skip
    yield _page("no-items", "An empty list has one empty page", ["ENVELOPE-58"], [],
                {"limit": 3}, [])  # fmt: skip


def _pages() -> Iterator[Case]:
    yield _page("first-of-three", "The first page begins at the first item",
                ["ENVELOPE-52", "ENVELOPE-55", "ENVELOPE-56"], FIVE, {"limit": 2}, FIVE[:2],
                AFTER_B)  # fmt: skip
    yield _page("second-of-three", "The second page begins after the cursor's key",
                ["ENVELOPE-52", "ENVELOPE-57"], FIVE, {"limit": 2, "cursor": AFTER_B}, FIVE[2:4],
                AFTER_D)  # fmt: skip
    yield _page("third-of-three", "The third page is the rest, and the last",
                ["ENVELOPE-57", "ENVELOPE-58"], FIVE, {"limit": 2, "cursor": AFTER_D},
                FIVE[4:])  # fmt: skip
    yield _page("null-cursor", "A cursor of null is none", ["ENVELOPE-52"], FIVE,
                {"limit": 3, "cursor": None}, FIVE[:3],
                # Key c, with the digest of the other cursors.
                "eyJrIjoiYyIsInEiOiI1OGE2MDdhNjlhOTFjMjAzIiwidiI6MX0")  # fmt: skip
    yield _page("limit-changed", "The next page may be larger", ["ENVELOPE-59"], FIVE,
                {"limit": 3, "cursor": AFTER_B}, FIVE[2:])  # fmt: skip
    yield _page("limit-left-out-later", "The next page may have the default size",
                ["ENVELOPE-59", "ENVELOPE-53"], FIVE, {"cursor": AFTER_A}, FIVE[1:])  # fmt: skip
    yield _page("after-the-last", "After the last item there is an empty page",
                ["ENVELOPE-60", "ENVELOPE-58"], FIVE, {"limit": 2, "cursor": AFTER_E},
                [])  # fmt: skip
    yield _page("query-in-another-order", "The order of members of a query does not matter",
                ["ENVELOPE-56"], FIVE, {"limit": 3, "cursor": AFTER_D}, FIVE[4:],
                query={"path": "src", "pattern": "TODO"}, flags=["cursor"])  # fmt: skip
    shifted = [entry("n", 9), *FIVE]
    yield _page("item-added-before", "An item added before the cursor shifts nothing",
                ["ENVELOPE-57"], shifted, {"limit": 2, "cursor": AFTER_B}, FIVE[2:4],
                AFTER_D)  # fmt: skip
    backwards = FIVE[::-1]
    yield _page("order-of-the-list", "Pages follow the list, not the keys",
                ["ENVELOPE-52", "ENVELOPE-57"], backwards, {"limit": 2, "cursor": AFTER_D},
                backwards[2:4], AFTER_B)  # fmt: skip
    odd = [entry("b", None), entry("a", {"key": "x"}), entry("c", [1, "é"])]
    yield _page("items-as-they-are", "Items come back with key and value, unsorted",
                ["ENVELOPE-62", "ENVELOPE-52"], odd, {"limit": 2}, odd[:2], AFTER_A)  # fmt: skip


def _form() -> Iterator[Case]:
    pair = [entry("a"), entry("b")]
    for slug, description, query, cursor in (
        # sha256 of null begins with 74234e98afe7498f
        (
            "of-a-null-query",
            "A query may be null",
            None,
            "eyJrIjoiYSIsInEiOiI3NDIzNGU5OGFmZTc0OThmIiwidiI6MX0",
        ),
        # sha256 of "todo", quotes included, begins with 7be5e90677a0beca
        (
            "of-a-text-query",
            "A query that is text is hashed as JSON",
            "todo",
            "eyJrIjoiYSIsInEiOiI3YmU1ZTkwNjc3YTBiZWNhIiwidiI6MX0",
        ),
        # \u0000 to \u001f in hexadecimal but for the five, the rest as it is: acad6e4c9aac70bf
        (
            "of-a-query-of-controls",
            "Most controls are escaped by number, and DEL and U+2028 not at all",
            "".join(map(chr, (*range(8), 0x0B, *range(0x0E, 0x20)))) + " \x7f\u2028",
            "eyJrIjoiYSIsInEiOiJhY2FkNmU0YzlhYWM3MGJmIiwidiI6MX0",
        ),
        # sha256 of "\b\t\n\f\r\"\\/" as it stands here begins with 5049e92bcd6655e2
        (
            "of-a-query-of-short-escapes",
            "Five controls, the quote and the backslash have short escapes",
            '\b\t\n\f\r"\\/',
            "eyJrIjoiYSIsInEiOiI1MDQ5ZTkyYmNkNjY1NWUyIiwidiI6MX0",
        ),
        # sha256 of [true,false,null] begins with 4d0f18de21331182
        (
            "of-a-query-of-words",
            "true and false are words, not numbers",
            [True, False, None],
            "eyJrIjoiYSIsInEiOiI0ZDBmMThkZTIxMzMxMTgyIiwidiI6MX0",
        ),
        # sha256 of the query with é first and U+E000 last begins with e4cd4f6cad016673
        (
            "of-a-query-sorted-by-units",
            "Members are sorted by UTF-16 units, so U+1F600 comes before U+E000",
            {"\ue000": 1, "😀": 2, "é": 3},
            "eyJrIjoiYSIsInEiOiJlNGNkNGY2Y2FkMDE2NjczIiwidiI6MX0",
        ),
    ):
        yield _page(f"cursor-{slug}", description, ["ENVELOPE-56"], pair, {"limit": 1}, pair[:1],
                    cursor, query=query, anchor=FORM, flags=["cursor"])  # fmt: skip
    keys: tuple[tuple[str, str, str, Any, str], ...] = (
        # The line feed is escaped, é is not; the digest is ddcfcf4765da1639.
        (
            "of-an-escaped-key",
            "A key is written as canonical JSON",
            "é>?\n",
            {"é": 1},
            "eyJrIjoiw6k-P1xuIiwicSI6ImRkY2ZjZjQ3NjVkYTE2MzkiLCJ2IjoxfQ",
        ),
        # The third and the sixth byte of the key end in the bits of _ and -.
        (
            "in-base64url",
            "A cursor has - and _, not + and /",
            "ab?ab>",
            None,
            "eyJrIjoiYWI_YWI-IiwicSI6Ijc0MjM0ZTk4YWZlNzQ5OGYiLCJ2IjoxfQ",
        ),
        # The digest of an empty list is 4f53cda18c2baa0c.
        (
            "of-an-empty-key",
            "A key may be empty",
            "",
            [],
            "eyJrIjoiIiwicSI6IjRmNTNjZGExOGMyYmFhMGMiLCJ2IjoxfQ",
        ),
    )
    for slug, description, key, query, cursor in keys:
        items = [entry(key, "first"), entry("next", "second")]
        yield _page(f"cursor-{slug}", description, ["ENVELOPE-55"], items, {"limit": 1}, items[:1],
                    cursor, query=query, anchor=FORM, flags=["cursor"])  # fmt: skip
        yield _page(f"cursor-{slug}-followed", f"{description}, and comes back",
                    ["ENVELOPE-55", "ENVELOPE-57"], items, {"limit": 1, "cursor": cursor},
                    items[1:], query=query, anchor=FORM, flags=["cursor"])  # fmt: skip


def _page(
    slug: str,
    description: str,
    requirements: list[str],
    items: list[dict[str, Any]],
    asked: Mapping[str, Any],
    found: list[dict[str, Any]],
    cursor: str | None = None,
    *,
    query: Any = QUERY,
    anchor: str = HIP,
    flags: list[str] | None = None,
) -> Case:
    """A page that is cut."""
    return Case(
        slug=f"page-{slug}", description=description, requirements=requirements,
        operation="page", input={"items": items, **asked, "query": query},
        flags=["paging"] if flags is None else flags, anchor=anchor,
        expected=result({"items": found, "paging": {"cursor": cursor, "more": cursor is not None}}),
    )  # fmt: skip


def _refused(
    slug: str,
    description: str,
    requirements: list[str],
    items: list[dict[str, Any]],
    asked: Mapping[str, Any],
    *,
    flags: list[str] | None = None,
) -> Case:
    return Case(
        slug=f"page-{slug}", description=description, requirements=requirements,
        operation="page", input={"items": items, **asked, "query": QUERY},
        flags=["paging"] if flags is None else flags, expected=error("INVALID_PARAMS"),
        anchor=requirements[0],
    )  # fmt: skip
