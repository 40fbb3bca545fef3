"""Cases of output: which part is shown, how bytes become text, how one goes on reading."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import from_step
from hanzo_reference.tools.proc.cases.words import (
    HIP,
    LONG,
    UNTIL_GO,
    background,
    binary,
    end,
    execute,
    killed,
    logs,
    made,
    played,
    running,
    stream,
)

LINES = "printf 'one\\ntwo\\nthree\\n'; printf 'a\\nb' >&2"
# 65,536 bytes end inside of the last snowman, which has three.
SNOW = "printf xx; yes '☃' | head -n 22000 | tr -d '\\n'"
NEXT = from_step(1, "/data/next")


def cases() -> Iterator[Case]:
    """Every case of output."""
    yield from _parts()
    yield from _texts()


def _parts() -> Iterator[Case]:
    yield played(
        "tail-of-both", "tail shows the last lines of each stream", "PROC-31",
        execute(LINES), logs(stream("three\n", 8), stream("b", 2), tail=1),
        logs(stream("two\nthree\n", 4), stream("a\nb"), tail=2),
        logs(stream("one\ntwo\nthree\n"), stream("a\nb"), tail=50), anchor=HIP,
    )  # fmt: skip
    yield played(
        "tail-of-empty-lines", "An empty line is a line", "PROC-31",
        execute("printf 'a\\n\\n\\n'"), logs(stream("\n\n", 2), tail=2),
    )  # fmt: skip
    yield played(
        "since-what-was-seen", "since shows what has come after an earlier answer", "PROC-32",
        background(f"echo first; > ready; {UNTIL_GO}; echo second >&2; echo third"),
        made("ready"), logs("first\n", told=running()),
        execute(["touch", "go"]),
        logs(stream("third\n", 6), "second\n", since=from_step(2, "/data/next"), wait_ms=10000),
        anchor=HIP,
    )  # fmt: skip
    yield played(
        "since-in-pages", "From a place on, the output comes in parts, none of them left out",
        "PROC-30 PROC-32",
        execute("head -c 100000 /dev/zero | tr '\\0' x"),
        logs(stream("x" * 65536, 0, 100000), since={}),
        logs(stream("x" * 34464, 65536), since=NEXT),
        logs(stream("", 100000), since=from_step(2, "/data/next")),
    )  # fmt: skip
    yield played(
        "since-beyond-the-end", "A place after the end is the end", "PROC-32",
        execute("echo a"), logs(stream("", 2), since={"stdout": 9, "stderr": 9}),
    )  # fmt: skip
    yield played(
        "since-and-tail", "Both together show the last lines after the place", "PROC-31 PROC-32",
        execute(LINES), logs(stream("three\n", 8), stream("", 3), tail=1,
                             since={"stdout": 4, "stderr": 3}),
        logs(stream("e\n", 12), stream("b", 2), tail=2, since={"stdout": 12, "stderr": 2}),
    )  # fmt: skip
    yield played(
        "since-and-tail-of-long-output", "With tail it is the last part that is shown",
        "PROC-30 PROC-31", execute("head -c 100000 /dev/zero | tr '\\0' x"),
        logs(stream("x" * 65536, 34464), tail=1, since={"stdout": 1}),
    )  # fmt: skip
    yield played(
        "one-stream-by-its-ref", "A ref shows its stream alone", "PROC-35",
        execute(LINES), logs(None, "a\nb", proc_id=from_step(0, "/data/stderr_ref")),
        logs("one\ntwo\nthree\n", None, proc_id=from_step(0, "/data/stdout_ref"),
             following=(14, 1), since={"stderr": 1}),
        anchor="HIP-0300, Composability Primitives",
    )  # fmt: skip


def _texts() -> Iterator[Case]:
    yield played(
        "output-that-is-no-text", "Bytes that are not UTF-8 come as base64, unchanged", "PROC-33",
        execute("printf 'a\\377\\000b'"), logs(binary("Yf8AYg==", 4)), flags=["encoding"],
    )  # fmt: skip
    yield played(
        "end-inside-a-character", "Output that ends inside a character is no text", "PROC-33",
        execute("printf 'ab\\342\\230'"), logs(binary("YWLimA==", 4)), flags=["encoding"],
    )  # fmt: skip
    yield played(
        "nul-is-text", "A NUL and a byte order mark are text like any other", "PROC-29",
        execute("printf '\\357\\273\\277a\\000b\\r\\n'"), logs("\ufeffa\0b\r\n"),
        flags=["encoding"],
    )  # fmt: skip
    yield played(
        "growing-inside-a-character", "A character that has not come whole is shown later",
        "PROC-34",
        background(f"printf 'ab\\342\\230'; > ready; {UNTIL_GO}; printf '\\203'"),
        made("ready"), logs(stream("ab", 0, 4), told=running()),
        execute(["touch", "go"]),
        logs(stream("☃", 2), since=from_step(2, "/data/next"), wait_ms=10000), flags=["encoding"],
    )  # fmt: skip
    yield played(
        "parts-keep-characters-whole", "A part neither begins nor ends inside a character",
        "PROC-34", execute(SNOW),
        logs(stream("xx" + "☃" * 21844, 0, 66002), since={}),
        logs(stream("☃" * 156, 65534), since=NEXT),
        logs(stream("☃" * 21845, 467)), flags=["encoding"],
    )  # fmt: skip
    yield played(
        "killed-output-is-kept", "What was written before the end is kept", "PROC-29",
        background(f"echo before; > ready; {LONG}"), made("ready"), end(),
        logs("before\n", told=killed("SIGKILL")),
    )  # fmt: skip
