"""What the two stages do to the middle, and how they account for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.session.cases.session_case import (
    compacted,
    returned,
    said,
    talk,
    text,
    use,
)
from hanzo_reference.spec.cases import Case

RESULTS = "HIP-0301 §5 (Strategy 4)"
SUMMARY = "HIP-0301 §5 (Strategy 3)"
ACCOUNT = "HIP-0301 §5 (CompactionResult)"
LAST = said("user", "next", 10)
GONE = "[compacted]"

# Slug, what it shows, the summary: all are blank.
BLANK = (
    ("null", "A summariser that failed", None),
    ("empty", "An empty summary", ""),
    ("space", "A summary of a space", " "),
    ("tabs", "A summary of tabs", "\t\t"),
    ("line-ends", "A summary of line ends", "\r\n\n"),
    ("mixed", "A summary of all four blanks", "\n \t\r "),
)

# Slug, what it shows, the summary, its tokens: none is blank.
WORDS = (
    ("padded", "A summary stays padded as it came", "  Sum. \n", 3),
    ("no-break-space", "A no-break space is not blank", "\u00a0", 1),
    ("vertical-tab", "A vertical tab is not blank", "\x0b", 1),
    ("form-feed", "A form feed is not blank", "\x0c", 1),
    ("ideographic-space", "An ideographic space is not blank", "\u3000\u3000", 2),
    ("byte-order-mark", "A byte order mark is not blank", "\ufeff", 1),
    ("next-line", "U+0085 is not blank", "\x85", 1),
    ("in-bytes", "A summary is counted in bytes", "Ça va, 日本 😀", 5),
)


def cases() -> Iterator[Case]:
    """Stage 1, stage 2, and the sums."""
    yield from _rewritten()
    yield from _untouched()
    yield from _summaries()
    yield from _only_if_smaller()
    yield from _accounts()


def _stage_1(slug: str, description: str, rules: list[str], before: dict[str, Any],
             after: dict[str, Any], *, saved: int, results: int = 1) -> Case:  # fmt: skip
    """One message of the middle before and after, with enough else to be over the trigger."""
    filler = said("user", "long ago", 40)
    return compacted(
        slug, description, rules, [filler, before, LAST], [filler, after, LAST], anchor=RESULTS,
        # The trigger of 72 lies above what is left: 40 + 10 + the message rewritten.
        max_tokens=80, results=results, saved=saved, flags=["placeholder"],
    )  # fmt: skip


def _rewritten() -> Iterator[Case]:
    yield _stage_1("result-of-a-tool", "A result in a message of role tool is rewritten",
                   ["SESSION-27", "SESSION-29"], said("tool", [returned("t1", "x" * 99)]),
                   said("tool", [returned("t1", GONE)], 3), saved=22)  # fmt: skip
    yield _stage_1("result-of-a-user", "A result in a user message is rewritten",
                   ["SESSION-27", "SESSION-29"], said("user", [returned("t1", "x" * 100)], 60),
                   said("user", [returned("t1", GONE)], 3), saved=57)  # fmt: skip
    # The content is 112 bytes of JSON.
    yield _stage_1("result-of-blocks", "A result of blocks becomes text",
                   ["SESSION-27"], said("tool", [returned("t1", [text("y" * 85)])]),
                   said("tool", [returned("t1", GONE)], 3), saved=26)  # fmt: skip
    yield _stage_1("result-of-null", "A result of null is rewritten too",
                   ["SESSION-27"], said("tool", [returned("t1", None)], 44),
                   said("tool", [returned("t1", GONE)], 3), saved=41)  # fmt: skip
    yield _stage_1("result-nearly-compacted", "[compacted] in a list is not the placeholder",
                   ["SESSION-27"], said("tool", [returned("t1", [GONE])], 50),
                   said("tool", [returned("t1", GONE)], 3), saved=47)  # fmt: skip
    yield _stage_1("result-with-space-after", "[compacted] with a space is not the placeholder",
                   ["SESSION-27"], said("tool", [returned("t1", GONE + " ")], 51),
                   said("tool", [returned("t1", GONE)], 3), saved=48)  # fmt: skip
    yield _stage_1("result-of-an-error", "is_error stays, true or false",
                   ["SESSION-28", "SESSION-38"],
                   said("tool", [returned("t1", "x", is_error=True),
                                 returned("t2", "y", is_error=False)], 52),
                   said("tool", [returned("t1", GONE, is_error=True),
                                 returned("t2", GONE, is_error=False)], 6), saved=46,
                   results=2)  # fmt: skip
    # read{"path":"a"} is 16 bytes: 5. "Look" is 4: 2.
    yield _stage_1("result-beside-other-blocks", "Text and calls beside a result stay in place",
                   ["SESSION-28", "SESSION-29"],
                   said("assistant", [text("Look"), returned("t1", "x" * 160),
                                      use("t2", path="a")]),
                   said("assistant", [text("Look"), returned("t1", GONE), use("t2", path="a")],
                        10), saved=38)  # fmt: skip
    yield _stage_1("result-beside-compacted-one", "Of two results only the whole one is rewritten",
                   ["SESSION-27", "SESSION-38"],
                   said("user", [returned("t1", GONE), returned("t2", "x" * 120)], 34),
                   said("user", [returned("t1", GONE), returned("t2", GONE)], 6),
                   saved=28)  # fmt: skip


def _untouched() -> Iterator[Case]:
    filler = said("tool", [returned("t9", "x" * 200)])
    emptied = said("tool", [returned("t9", GONE)], 3)

    def beside(slug: str, description: str, rules: list[str], message: dict[str, Any]) -> Case:
        # 51 + the message + 10 before, 3 + the message + 10 after
        return compacted(
            slug, description, rules, [said("user", "a"), filler, message, LAST],
            [said("user", "a"), emptied, message, LAST], anchor="SESSION-30", max_tokens=60,
            results=1, saved=48, flags=["placeholder"],
        )  # fmt: skip

    yield beside("compacted-result-keeps-its-count", "A result already compacted is left alone",
                 ["SESSION-30", "SESSION-38"], said("tool", [returned("t1", GONE)], 9))  # fmt: skip
    yield beside("compacted-result-stays-uncounted", "It gets no token_count either",
                 ["SESSION-30"], said("tool", [returned("t1", GONE)]))  # fmt: skip
    yield beside("text-stays-text", "A message of text is not made into blocks",
                 ["SESSION-30"], said("assistant", "abc"))  # fmt: skip
    yield beside("text-of-a-tool-stays", "Text content of role tool is no result",
                 ["SESSION-13", "SESSION-27"], said("tool", "what the tool said"))  # fmt: skip
    yield beside("call-stays", "A call with a long input is not rewritten",
                 ["SESSION-28"], said("assistant", [use("t1", text="x" * 60)], 20))  # fmt: skip
    yield compacted(
        "result-grows", "A short result is rewritten though that costs more",
        ["SESSION-27", "SESSION-39"],
        [said("user", "a", 2), said("tool", [returned("t1", "")]), said("user", "b", 50)],
        [said("user", "a", 2), said("tool", [returned("t1", GONE)], 3), said("user", "b", 50)],
        anchor=RESULTS, max_tokens=58, results=1, saved=-2, summary="longer than all of that",
        flags=["placeholder"],
    )  # fmt: skip


def _summaries() -> Iterator[Case]:
    talked = [*talk(2, 20), LAST]
    for slug, description, summary in BLANK:
        yield compacted(
            f"summary-{slug}", f"{description} gives the fallback",
            ["SESSION-33", "SESSION-41"] if summary is None
            else ["SESSION-33", "SESSION-34", "SESSION-41"], talked,
            [said("assistant", "[4 earlier messages compacted]", 8), LAST],
            anchor="SESSION-33", summary=summary, replaced=4, saved=72, source="fallback",
            flags=["blank-summary"],
        )  # fmt: skip
    for slug, description, summary, tokens in WORDS:
        yield compacted(
            f"summary-{slug}", description, ["SESSION-32"] if slug in ("padded", "in-bytes")
            else ["SESSION-32", "SESSION-34"], talked,
            [said("assistant", summary, tokens), LAST], anchor=SUMMARY, summary=summary,
            replaced=4, saved=80 - tokens, source="model", flags=["blank-summary"],
        )  # fmt: skip
    for messages, tokens in ((1, 8), (10, 8)):
        middle = [said("user", "old", 20), *(said("assistant", "so", 10),) * (messages - 1)]
        yield compacted(
            f"fallback-for-{messages}", f"The fallback names {messages} in digits",
            ["SESSION-33", "SESSION-37"], [*middle, said("user", "next", 33)],
            [said("assistant", f"[{messages} earlier messages compacted]", tokens),
             said("user", "next", 33)],
            anchor="SESSION-33", summary=None, replaced=messages,
            saved=10 + 10 * messages - tokens, source="fallback", flags=["blank-summary"],
        )  # fmt: skip
    called = [said("user", "a", 5), said("assistant", [use("t1")], 20),
              said("tool", [returned("t1", "x" * 80)], 20)]  # fmt: skip
    yield compacted(
        "summary-after-results", "Both stages, and no result is left to count",
        ["SESSION-32", "SESSION-38"], [*called, LAST], [said("assistant", "Read it.", 3), LAST],
        anchor=SUMMARY, max_tokens=40, summary="Read it.", replaced=3, saved=42, source="model",
    )  # fmt: skip
    yield compacted(
        "summary-of-a-summary", "An earlier summary is part of the middle", ["SESSION-32"],
        [said("assistant", "Before.", 20), *talk(1, 20), LAST],
        [said("assistant", "All.", 2), LAST],
        anchor=SUMMARY, summary="All.", replaced=3, saved=58, source="model",
    )  # fmt: skip


def _only_if_smaller() -> Iterator[Case]:
    def stands(slug: str, description: str, tokens: int, summary: str | None) -> Case:
        messages = [said("user", "a", tokens), said("user", "b", 50)]
        return compacted(slug, description, ["SESSION-35"], messages, messages, anchor="SESSION-35",
                         max_tokens=20, summary=summary, fits=False, flags=["smaller"])  # fmt: skip

    def gives_way(slug: str, description: str, tokens: int, *, summary: str | None, text: str,
                  cost: int) -> Case:  # fmt: skip
        return compacted(
            slug, description, ["SESSION-35", "SESSION-41"],
            [said("user", "a", tokens), said("user", "b", 50)],
            [said("assistant", text, cost), said("user", "b", 50)], anchor="SESSION-35",
            max_tokens=20, summary=summary, replaced=1, saved=tokens - cost, fits=False,
            source="model" if summary else "fallback", flags=["smaller"],
        )  # fmt: skip

    yield stands("summary-as-large", "A summary as large as the middle is not used", 4,
                 "twelve bytes")  # fmt: skip
    yield gives_way("summary-one-smaller", "A summary one token smaller is used", 5,
                    summary="twelve bytes", text="twelve bytes", cost=4)  # fmt: skip
    yield stands("fallback-as-large", "A fallback as large as the middle is not used", 8, None)
    yield gives_way("fallback-one-smaller", "A fallback one token smaller is used", 9,
                    summary=None, text="[1 earlier messages compacted]", cost=8)  # fmt: skip
    yield stands("no-fallback-for-a-long-summary",
                 "The fallback is not tried in place of a summary that is too large", 20,
                 "a summary of eighty bytes, " * 3)  # fmt: skip
    yield stands("middle-of-no-cost", "A middle that costs nothing stays", 0, "S")
    called = [said("user", "a", 4), said("tool", [returned("t1", "x" * 160)])]
    after = [said("user", "a", 4), said("tool", [returned("t1", GONE)], 3)]
    yield compacted(
        "summary-against-stage-1", "The summary is measured against what stage 1 left",
        ["SESSION-31", "SESSION-35"], [*called, said("user", "b", 50)],
        [*after, said("user", "b", 50)],
        anchor="SESSION-35", max_tokens=20, summary="25 bytes make seven token", results=1,
        saved=38, fits=False, flags=["smaller"],
    )  # fmt: skip
    protected = [said("user", "a", 60)]
    yield compacted(
        "empty-middle", "An empty middle gets no summary", ["SESSION-36", "SESSION-41"],
        protected, protected, anchor="SESSION-36", summary="", fits=False,
    )  # fmt: skip


def _accounts() -> Iterator[Case]:
    called = [said("user", "a", 10), said("tool", [returned("t1", "x" * 80)], 50), LAST]
    emptied = [said("user", "a", 10), said("tool", [returned("t1", GONE)], 3), LAST]
    # 23 after stage 1: 230 against 225 and against 234
    yield compacted(
        "stage-1-not-enough", "One token over the trigger after stage 1, and stage 2 follows",
        ["SESSION-31", "SESSION-37"], called, [said("assistant", "S", 1), LAST], anchor=SUMMARY,
        max_tokens=25, replaced=2, saved=59, source="model", flags=["trigger"],
    )  # fmt: skip
    yield compacted(
        "stage-1-just-enough", "At the trigger after stage 1, and no summary is used",
        ["SESSION-31", "SESSION-41"], called, emptied, anchor=RESULTS, max_tokens=26, results=1,
        saved=47, flags=["trigger"],
    )  # fmt: skip
    kept = [said("assistant", "S", 1), said("user", "b", 49)]
    for slug, description, max_tokens, fits in (
        ("to-the-last-token", "A session of exactly max_tokens fits", 50, True),
        ("not-by-one-token", "A session of one token more does not fit", 49, False),
    ):
        yield compacted(
            f"fits-{slug}", description, ["SESSION-40", "SESSION-36"],
            [said("user", "a", 30), said("user", "b", 49)], kept, anchor="SESSION-40",
            max_tokens=max_tokens, replaced=1, saved=29, fits=fits, source="model",
            flags=["trigger"],
        )  # fmt: skip
    yield compacted(
        "fits-without-compaction", "What is over the trigger may fit all the same",
        ["SESSION-40"], [said("user", "a", 49)], [said("user", "a", 49)], anchor="SESSION-40",
        flags=["trigger"],
    )  # fmt: skip
    yield compacted(
        "saved-counts-what-was-stated", "Saved tokens are those that messages stated",
        ["SESSION-8", "SESSION-39"],
        [said("user", "a word", 500), said("assistant", "b", 0), said("tool", "c", 7), LAST],
        [said("assistant", "S", 1), LAST], anchor=ACCOUNT, replaced=3, saved=506, source="model",
    )  # fmt: skip
    settled = [said("assistant", "[4 earlier messages compacted]", 8), LAST]
    yield compacted(
        "second-compaction", "The answer of a compaction is not compacted again",
        ["SESSION-45", "SESSION-18"], settled, settled, anchor="HIP-0301 §5 (Integration)",
    )  # fmt: skip
    yield compacted(
        "second-compaction-over-the-trigger", "Results are not rewritten twice",
        ["SESSION-45", "SESSION-38"], emptied, emptied, anchor=RESULTS, max_tokens=20,
        summary="longer than the thirteen tokens that the middle costs by now", fits=False,
        flags=["placeholder"],
    )  # fmt: skip
