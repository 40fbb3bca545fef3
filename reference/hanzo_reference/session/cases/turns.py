"""Where turns begin, and what is protected: seen in what stage 2 leaves standing."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.session.cases.session_case import (
    Message,
    compacted,
    returned,
    said,
    talk,
    text,
    use,
)
from hanzo_reference.spec.cases import Case

TURNS = "HIP-0301 §5 (Strategy 2)"
PROMPT = "HIP-0301 §5 (Strategy 1)"
# What stage 2 puts in the place of the middle when the summary is S: one byte, one token.
SUMMARY = said("assistant", "S", 1)


def cases() -> Iterator[Case]:
    """The system prompt, starts of turns, pairs of call and result, the reserve."""
    yield from _prompt()
    yield from _starts()
    yield from _pairs()
    yield from _reserve()


def _prompt() -> Iterator[Case]:
    prompt = said("system", "Be brief.", 10)
    yield compacted(
        "prompt-kept", "The system prompt stays at index 0", ["SESSION-19", "SESSION-25"],
        [prompt, *talk(3, 10)], [prompt, SUMMARY, *talk(3, 10)[4:]], anchor=PROMPT,
        max_tokens=60, replaced=4, saved=39, source="model",
    )  # fmt: skip
    yield compacted(
        "first-message-of-a-user", "Without a system prompt index 0 is not protected",
        ["SESSION-19"], talk(3, 10), [SUMMARY, *talk(3, 10)[4:]], anchor="SESSION-19",
        max_tokens=60, replaced=4, saved=39, source="model",
    )  # fmt: skip
    later = [said("user", "a", 30), said("system", "Be brief.", 10), said("user", "b", 10)]
    yield compacted(
        "prompt-only-at-index-0", "A system message at index 1 is not the system prompt",
        ["SESSION-19", "SESSION-22"], later, [SUMMARY, later[2]], anchor=PROMPT, replaced=2,
        saved=39, source="model",
    )  # fmt: skip
    second = [prompt, said("system", "Be kind.", 30), said("user", "b", 10)]
    yield compacted(
        "second-system-message", "Only one system message is the system prompt",
        ["SESSION-22"], second, [prompt, SUMMARY, second[2]], anchor=PROMPT, replaced=1,
        saved=29, source="model",
    )  # fmt: skip
    yield compacted(
        "prompt-alone", "A system prompt over the budget stays", ["SESSION-19", "SESSION-36"],
        [said("system", "Be brief.", 70)], [said("system", "Be brief.", 70)], anchor=PROMPT,
        reserve=0, fits=False,
    )  # fmt: skip
    held = said("system", [returned("t1", "long" * 9)], 30)
    yield compacted(
        "prompt-with-a-result", "Nothing in the system prompt is rewritten",
        ["SESSION-19", "SESSION-27"], [held, *talk(2, 10)], [held, SUMMARY, *talk(2, 10)[2:]],
        anchor=PROMPT, max_tokens=60, replaced=2, saved=19, source="model",
    )  # fmt: skip


def _starts() -> Iterator[Case]:
    # Four messages before, 10 tokens each; then those in question, of which reserve 1 keeps what
    # belongs to the last turn.
    before = talk(2, 10)

    def last_turn(slug: str, description: str, rules: list[str], tail: list[Message], *,
                  kept: int, saved: int, replaced: int) -> Case:  # fmt: skip
        return compacted(
            f"turn-{slug}", description, rules, [*before, *tail],
            [SUMMARY, *tail[len(tail) - kept :]], anchor=TURNS, replaced=replaced, saved=saved,
            source="model", flags=["turns"],
        )  # fmt: skip

    call = [
        said("user", "c", 4),
        said("assistant", [use("t1")], 4),
        said("user", [returned("t1")], 4),
        said("assistant", "d", 4),
    ]
    yield last_turn("goes-on-after-results", "A user message of results alone starts no turn",
                    ["SESSION-20"], call, kept=4, saved=39, replaced=4)  # fmt: skip
    more = [said("user", [returned("t9"), text("and so on")], 9), said("assistant", "d", 4)]
    yield last_turn("of-results-and-text", "Results with text start a turn, if they answer no call",
                    ["SESSION-20", "SESSION-24"], more, kept=2, saved=39, replaced=4)  # fmt: skip
    several = [said("user", "c", 9), said("user", [returned("t8"), returned("t9")], 9)]
    yield last_turn("with-two-results", "Two results and nothing else start no turn",
                    ["SESSION-20"], several, kept=2, saved=39, replaced=4)  # fmt: skip
    tool = [said("user", "c", 9), said("tool", "text of a tool", 5), said("assistant", "d", 4)]
    yield last_turn("not-of-a-tool", "A message of role tool starts no turn", ["SESSION-20"],
                    tool, kept=3, saved=39, replaced=4)  # fmt: skip
    empty = [said("user", "c", 9), said("user", [], 0), said("assistant", "d", 4)]
    yield last_turn("not-of-nothing", "A user message without blocks starts no turn",
                    ["SESSION-20"], empty, kept=3, saved=39, replaced=4)  # fmt: skip
    blank = [said("user", "c", 9), said("user", "", 1), said("assistant", "d", 4)]
    # 40 + 9 - 1
    yield last_turn("of-empty-text", "A user message of empty text starts a turn",
                    ["SESSION-13", "SESSION-20"], blank, kept=2, saved=48, replaced=5)  # fmt: skip
    twice = [said("user", "c", 9), said("user", "wait", 9)]
    yield last_turn("after-each-question", "Two user messages in a row are two turns",
                    ["SESSION-20"], twice, kept=1, saved=48, replaced=5)  # fmt: skip
    system = [said("user", "c", 9), said("system", "note", 9), said("assistant", "d", 4)]
    yield last_turn("not-of-a-system-message", "A later system message starts no turn",
                    ["SESSION-22"], system, kept=3, saved=39, replaced=4)  # fmt: skip


def _pairs() -> Iterator[Case]:
    ask, done = said("user", "go", 20), said("assistant", "done", 10)

    def pair(slug: str, description: str, rules: list[str], messages: list[Message], *,
             replaced: int, saved: int) -> Case:  # fmt: skip
        return compacted(
            f"pair-{slug}", description, rules, messages,
            [SUMMARY, *messages[replaced:]] if replaced else messages, anchor="SESSION-23",
            replaced=replaced, saved=saved, fits=replaced > 0,
            source="model" if replaced else "none", flags=["tool-pairs"],
        )  # fmt: skip

    yield pair(
        "result-beside-text", "A result with a word beside it does not leave its call behind",
        ["SESSION-23"],
        [ask, done, said("user", "read", 9), said("assistant", [use("t1")], 9),
         said("user", [returned("t1"), text("hurry")], 9), said("assistant", "d", 4)],
        replaced=2, saved=29,
    )  # fmt: skip
    yield pair(
        "over-a-question", "A question between call and result starts no turn", ["SESSION-23"],
        [ask, done, said("user", "read", 9), said("assistant", [use("t1")], 9),
         said("user", "hurry", 9), said("tool", [returned("t1")], 4)], replaced=2, saved=29,
    )  # fmt: skip
    yield pair(
        "ends-with-its-result", "A question right after the result starts a turn",
        ["SESSION-20", "SESSION-23"],
        [ask, said("assistant", [use("t1")], 10), said("tool", [returned("t1", "[compacted]")], 10),
         said("user", "more", 20)], replaced=3, saved=39,
    )  # fmt: skip
    yield pair(
        "ids-used-again", "The same id in every turn does not tie the turns together",
        ["SESSION-24"],
        [ask, said("assistant", [use("0")], 9),
         said("user", [returned("0", "[compacted]")], 9), said("user", "again", 9),
         said("assistant", [use("0")], 4), said("user", [returned("0")], 4)], replaced=3, saved=37,
    )  # fmt: skip
    yield pair(
        "call-without-result", "A call that is never answered holds nothing", ["SESSION-24"],
        [ask, said("assistant", [use("t1")], 20), said("user", "never mind", 9),
         said("user", "next", 4)], replaced=3, saved=48,
    )  # fmt: skip
    yield pair(
        "result-without-call", "A result that answers no call holds nothing", ["SESSION-24"],
        [ask, said("user", "more", 20), said("user", [returned("t2"), text("x")], 9)],
        replaced=2, saved=39,
    )  # fmt: skip
    yield pair(
        "result-before-call", "A result answers no call that comes after it", ["SESSION-24"],
        [ask, said("tool", [returned("t1", "[compacted]")], 20), said("user", "more", 4),
         said("assistant", [use("t1")], 9)], replaced=2, saved=39,
    )  # fmt: skip
    yield pair(
        "nearest-call", "A result answers the nearest open call with its id", ["SESSION-24"],
        [ask, said("assistant", [use("t1")], 20), said("user", "again", 9),
         said("assistant", [use("t1")], 4), said("user", [returned("t1"), text("so?")], 4)],
        replaced=2, saved=39,
    )  # fmt: skip
    yield pair(
        "second-result", "The second result answers the call before the nearest",
        ["SESSION-23", "SESSION-24"],
        [ask, done, said("user", "both", 4), said("assistant", [use("t1")], 9),
         said("user", "and", 4), said("assistant", [use("t1")], 4),
         said("tool", [returned("t1"), returned("t1")], 4)], replaced=2, saved=29,
    )  # fmt: skip
    yield pair(
        "over-all-turns", "A result at the end keeps the whole session together", ["SESSION-23"],
        [said("user", [text("go"), use("t1")], 20), said("user", "and", 20),
         said("user", [text("so"), returned("t1")], 20)], replaced=0, saved=0,
    )  # fmt: skip
    yield pair(
        "two-results-in-one-message",
        "A question right after two results in one message starts a turn",
        ["SESSION-20", "SESSION-23"],
        [ask, said("assistant", [use("t1"), use("t2")], 10),
         said("user", [returned("t1", "[compacted]"), returned("t2", "[compacted]")], 10),
         said("user", "more", 20)], replaced=3, saved=39,
    )  # fmt: skip
    yield pair(
        "result-of-another-call", "A result of an unknown id leaves the open call as it is",
        ["SESSION-24"],
        [ask, said("assistant", [use("t1")], 20), said("user", "never mind", 9),
         said("user", [returned("t2"), text("?")], 4)], replaced=3, saved=48,
    )  # fmt: skip
    prompt = said("system", [use("t1")], 5)
    yield compacted(
        "pair-not-with-the-prompt", "A call in the system prompt has no result",
        ["SESSION-24"],
        [prompt, *talk(2, 10), said("user", [text("so"), returned("t1")], 10)],
        [prompt, SUMMARY, said("user", [text("so"), returned("t1")], 10)], anchor="SESSION-24",
        replaced=4, saved=39, source="model", flags=["tool-pairs"],
    )  # fmt: skip


def _reserve() -> Iterator[Case]:
    three = talk(3, 20)
    yield compacted(
        "reserve-none", "A reserve of 0 protects no turn", ["SESSION-26"], three, [SUMMARY],
        anchor=TURNS, reserve=0, replaced=6, saved=119, source="model", flags=["reserve"],
    )  # fmt: skip
    yield compacted(
        "reserve-two", "A reserve of 2 protects two turns", ["SESSION-25"], three,
        [SUMMARY, *three[2:]], anchor=TURNS, max_tokens=100, reserve=2, replaced=2, saved=39,
        source="model", flags=["reserve"],
    )  # fmt: skip
    for slug, reserve in (("all", 3), ("more", 4), ("most", 9007199254740991)):
        yield compacted(
            f"reserve-{slug}", f"A reserve of {reserve} protects all of three turns",
            ["SESSION-26", "SESSION-36"], three, three, anchor=TURNS, max_tokens=100,
            reserve=reserve, fits=False, flags=["reserve"],
        )  # fmt: skip
    greeted = [said("assistant", "Hello", 20), said("assistant", "How are you?", 20), *talk(2, 20)]
    yield compacted(
        "turn-before-the-first-question", "What comes before the first question is one turn",
        ["SESSION-21"], greeted, greeted, anchor="SESSION-21", max_tokens=130, reserve=3,
        flags=["reserve"],
    )  # fmt: skip
    yield compacted(
        "turn-before-the-first-question-is-oldest", "That turn is the first to be compacted",
        ["SESSION-21"], greeted, [SUMMARY, *greeted[2:]], anchor="SESSION-21", max_tokens=130,
        reserve=2, replaced=2, saved=39, source="model", flags=["reserve"],
    )  # fmt: skip
    prompt = said("system", "Be brief.", 10)
    yield compacted(
        "prompt-is-no-turn", "The system prompt does not count as a turn",
        ["SESSION-19", "SESSION-21", "SESSION-26"], [prompt, *three], [prompt, *three],
        anchor="SESSION-21", max_tokens=100, reserve=3, fits=False, flags=["reserve"],
    )  # fmt: skip
    called = [
        said("user", "old", 40), said("assistant", [use("t1")], 4),
        said("tool", [returned("t1", "x" * 40)], 20),
        said("user", "new", 4), said("assistant", [use("t2")], 4),
        said("tool", [returned("t2", "y" * 40)], 20),
    ]  # fmt: skip
    yield compacted(
        "results-protected", "Results of the last turn are not rewritten",
        ["SESSION-25", "SESSION-27"], called,
        [*called[:2], said("tool", [returned("t1", "[compacted]")], 3), *called[3:]],
        anchor=TURNS, max_tokens=90, results=1, saved=17, flags=["reserve"],
    )  # fmt: skip
