"""When a session has outgrown its budget, and that nothing happens before."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.session.cases.session_case import (
    compacted,
    counted,
    returned,
    said,
    talk,
    use,
)
from hanzo_reference.spec.cases import Case

RULE = "HIP-0301 §5 (Integration: total exceeds max_tokens * 0.9)"
LARGEST = 9007199254740991

# max_tokens, the largest total below or at the trigger; one more is over it.
BOUNDARIES = (
    (1, 0),
    (2, 1),
    (7, 6),
    (9, 8),
    (10, 9),
    (11, 9),
    (15, 13),
    (100, 90),
    (128000, 115200),
    (200000, 180000),
)


def cases() -> Iterator[Case]:
    """Both sides of the boundary for small, usual and huge budgets."""
    for max_tokens, largest in BOUNDARIES:
        yield counted(
            f"trigger-{max_tokens}-at-{largest}",
            f"{largest} of {max_tokens} tokens are not over nine tenths", ["SESSION-16"],
            [said("user", "hi", largest)], largest, anchor=RULE, max_tokens=max_tokens,
            flags=["trigger"],
        )  # fmt: skip
        yield counted(
            f"trigger-{max_tokens}-at-{largest + 1}",
            f"{largest + 1} of {max_tokens} tokens are over nine tenths", ["SESSION-16"],
            [said("user", "hi", largest + 1)], largest + 1, anchor=RULE, max_tokens=max_tokens,
            over=True, flags=["trigger"],
        )  # fmt: skip
    yield from _huge()
    yield from _unchanged()


def _huge() -> Iterator[Case]:
    # 9 * (2^53-6) = 81064793292668874, which a double holds as ...880
    largest = LARGEST - 5
    yield counted(
        "trigger-exact-below", "81064793292668870 is not over 81064793292668874", ["SESSION-17"],
        [said("user", "hi", 8106479329266887)], 8106479329266887, anchor=RULE, max_tokens=largest,
        flags=["trigger"],
    )  # fmt: skip
    yield counted(
        "trigger-exact-above",
        "81064793292668880 is over 81064793292668874, though doubles hold them equal",
        ["SESSION-17"], [said("user", "hi", 8106479329266888)], 8106479329266888, anchor=RULE,
        max_tokens=largest, over=True, flags=["trigger"],
    )  # fmt: skip
    yield counted(
        "largest-total", "A total of 2^53-1 is answered exactly", ["SESSION-5", "SESSION-17"],
        [said("user", "hi", LARGEST - 1), said("assistant", "ab")], LARGEST,
        anchor="RFC 7493 §2.2", over=True,
    )  # fmt: skip


def _unchanged() -> Iterator[Case]:
    called = [
        said("user", "abcd"),
        said("assistant", [use("t1")]),
        said("tool", [returned("t1", "x" * 80)]),
        said("user", "abcd"),
    ]
    # 2 + 2 + 21 + 2 = 27; 270 against 270
    yield compacted(
        "at-the-trigger-unchanged", "Nothing changes at exactly nine tenths", ["SESSION-18"],
        called, called, anchor=RULE, max_tokens=30, flags=["trigger"],
    )  # fmt: skip
    # 270 against 261; after stage 1 2 + 2 + 3 + 2 = 9
    yield compacted(
        "over-the-trigger-changed", "One token of budget less, and results are compacted",
        ["SESSION-18", "SESSION-27"], called,
        [*called[:2], said("tool", [returned("t1", "[compacted]")], 3), called[3]],
        anchor=RULE, max_tokens=29, saved=18, results=1, flags=["trigger"],
    )  # fmt: skip
    yield compacted(
        "within-budget-no-summary", "A summary is not used while there is room", ["SESSION-18"],
        talk(3, 10), talk(3, 10), anchor=RULE, max_tokens=67, reserve=0,
        summary="A summary that nobody needs",
    )  # fmt: skip
    yield compacted(
        "no-messages-unchanged", "A session without messages stays one",
        ["SESSION-18", "SESSION-40"], [], [], anchor=RULE, max_tokens=1, reserve=0, summary=None,
    )  # fmt: skip
