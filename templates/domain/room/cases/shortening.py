"""Texts that fit, that are cut, and limits into which nothing fits."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, error, result


def cases() -> Iterator[Case]:
    """What is asked, why, and by which text the answer is right."""
    for slug, description, requirement, text, limit, shortened in (
        ("exactly-the-limit", "A text as long as the limit", "MYDOMAIN-1", "abc", 3, "abc"),
        ("one-over-the-limit", "One code point too many", "MYDOMAIN-2", "abcd", 3, "ab…"),
    ):
        yield Case(
            slug,
            description,
            [requirement],
            "shorten",
            {"text": text, "limit": limit},
            expected=result({"text": shortened}),
            anchor="TODO",
        )
    yield Case(
        "astral-text",
        "A code point beyond U+FFFF counts once",
        ["MYDOMAIN-1"],
        "shorten",
        {"text": "\U0001f600\U0001f600", "limit": 2},
        flags=["utf-16-units"],
    )
    yield Case(
        "limit-of-one",
        "Of a longer text the sign alone is left",
        ["MYDOMAIN-2"],
        "shorten",
        {"text": "ab", "limit": 1},
    )
    yield Case(
        "limit-of-nothing",
        "A limit of 0",
        ["MYDOMAIN-3"],
        "shorten",
        {"text": "", "limit": 0},
        expected=error("LIMIT_TOO_SMALL"),
        anchor="TODO",
    )
