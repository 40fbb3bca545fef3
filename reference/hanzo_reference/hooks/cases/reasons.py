"""Cases of reasons: what a denial says, from the bytes of standard error."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.hooks.cases.endings import decided, ended, judged
from hanzo_reference.spec.cases import Case

HIP = "HIP-0301 §9 (denial reason from stderr)"
UNICODE = "Unicode Standard §3.9, substitution of maximal subparts"
LIMIT = 65536

TEXTS: tuple[tuple[str, str, bytes, str, str, str], ...] = (
    ("plain", "Text without a line end", b"read-only", "read-only", "HOOK-34", "trimming"),
    ("lf", "One LF at the end goes", b"one lf\n", "one lf", "HOOK-36", "trimming"),
    ("crlf", "CR LF at the end goes", b"crlf\r\n", "crlf", "HOOK-36", "trimming"),
    ("many-line-ends", "All CR and LF at the end go", b"many\r\n\n\r\r\n", "many", "HOOK-36", "trimming"),
    ("inner-line-ends", "Line ends inside stay", b"\na\r\nb\n", "\na\r\nb", "HOOK-36", "trimming"),
    ("blanks", "Blanks stay, also behind a line end", b" a \t\n ", " a \t\n ", "HOOK-36", "trimming"),
    ("other-line-ends", "Other line ends are text", "a\x0b\x0c\x85\u2028".encode(),
     "a\x0b\x0c\x85\u2028", "HOOK-36", "trimming"),
    ("nothing", "Nothing written", b"", "denied by hook", "HOOK-37", "trimming"),
    ("line-ends-only", "Line ends alone", b"\r\n\n", "denied by hook", "HOOK-37", "trimming"),
    ("one-blank", "One blank is a reason", b" ", " ", "HOOK-37", "trimming"),
    ("nul", "A NUL is text", b"a\0b", "a\0b", "HOOK-34", "decoding"),
    ("other-scripts", "UTF-8 is decoded", "naïve 雪 😀".encode(), "naïve 雪 😀", "HOOK-34", "decoding"),
    ("byte-order-mark", "A byte order mark stays", b"\xef\xbb\xbfmarked", "\ufeffmarked", "HOOK-34",
     "decoding"),
    ("latin-1", "A byte that is no UTF-8", b"caf\xe9!", "caf\ufffd!", "HOOK-34", "decoding"),
    ("overlong", "Each byte of an overlong form", b"\xc0\xaf", "\ufffd\ufffd", "HOOK-34", "decoding"),
    ("surrogate", "Each byte of an encoded surrogate", b"\xed\xa0\x80", "\ufffd\ufffd\ufffd",
     "HOOK-34", "decoding"),
    ("cut-in-the-middle", "A sequence cut short by another is one", b"\xf0\x9f\x98x\xe2\x82y",
     "\ufffdx\ufffdy", "HOOK-34", "decoding"),
    ("cut-at-the-end", "A sequence cut short by the end is one", b"end \xf0\x9f\x98", "end \ufffd",
     "HOOK-34", "decoding"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every reason."""
    for slug, description, written, reason, requirement, flag in TEXTS:
        yield judged(
            f"reason-{slug}", description, requirement, [ended(written, exit=2)],
            decided("deny", 0, "exit", 2, 1, reason), flag,
            anchor=UNICODE if flag == "decoding" else HIP,
        )  # fmt: skip
    yield judged(
        "reason-too-long", "The byte behind the first 65536 is not looked at", "HOOK-35",
        [ended(b"r" * LIMIT + b"!", exit=2)],
        decided("deny", 0, "exit", 2, 1, "r" * LIMIT), "decoding", anchor=HIP,
    )  # fmt: skip
    yield judged(
        "reason-cut-inside-a-sequence", "A code point that the limit cuts is one U+FFFD",
        "HOOK-35 HOOK-34", [ended(b"s" * (LIMIT - 2) + "€".encode(), exit=2)],
        decided("deny", 0, "exit", 2, 1, "s" * (LIMIT - 2) + "\ufffd"), "decoding", anchor=UNICODE,
    )  # fmt: skip
    yield judged(
        "reason-cut-before-its-line-end", "Line ends are taken off behind the cut, not before it",
        "HOOK-35 HOOK-36", [ended(b"t" * (LIMIT - 1) + b"\n\nmore", exit=2)],
        decided("deny", 0, "exit", 2, 1, "t" * (LIMIT - 1)), "trimming", anchor=HIP,
    )  # fmt: skip
