"""Cases of read and stat."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import asked, at, invalid, tree
from hanzo_reference.tools.fs.cases.words import (
    DECIDED,
    FOLDER,
    HIP,
    case,
    content_hash,
    encoded,
    fails,
    ok,
    step,
)

RANGES = "stable-ids, ids.slice"
LATIN_1 = "caf\u00e9".encode("latin-1")
EPOCH_MS = 978307200000
LIMIT = 16777216
# sha256sum of 16777217 letters a.
LARGE_HASH = "sha256:422a9e5e816110dadfa124eb2cf93a83fba87ab1cf10596fd9c4037aa6891503"


def cases() -> Iterator[Case]:
    """Every case of these actions."""
    yield from _contents()
    yield from _ranges()
    yield from _nothing_to_read()
    yield from _stat()


def _range(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    return {
        "start": {"line": start[0], "col": start[1]},
        "end": {"line": end[0], "col": end[1]},
    }


def _read(content: str | bytes, path: str = "a", **other: Any) -> dict[str, Any]:
    """The answer to a read of text, apart from ``other``."""
    data = content.encode() if isinstance(content, str) else content
    text = content if isinstance(content, str) else None
    encoding = "utf-8" if text is not None else "base64"
    plain = {
        "uri": at(path), "hash": content_hash(data), "size": len(data), "encoding": encoding,
        "text": text, "range": None,
        "content_b64": None if text is not None else base64.b64encode(data).decode(),
    }  # fmt: skip
    return ok("read", **plain | other)


def _contents() -> Iterator[Case]:
    yield case(
        "read-text", "A text file is answered as text, with its hash and its size",
        ["FS-8", "FS-9"], "read", {"uri": at("a")}, {"a": "abc"},
        ok(
            "read", uri=at("a"), size=3, encoding="utf-8", text="abc", content_b64=None, range=None,
            hash="sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        ),
        anchor=f"{HIP}; FIPS 180-4 (hash of abc)",
    )  # fmt: skip
    kept = {
        "empty": ("", "No bytes are text"),
        "byte-order-mark": ("\ufeffa\n", "A byte order mark stays"),
        "carriage-returns": ("a\r\nb\rc\n\r", "Line ends stay as they are"),
        "nul": ("a\0b", "NUL is a character like others"),
        "beyond-ascii": ("\u00e9\U0001f600\u2028\n", "Text is UTF-8"),
    }
    for slug, (text, description) in kept.items():
        yield case(
            f"read-{slug}", description, ["FS-9", "FS-12"], "read", {"uri": at("a")}, {"a": text},
            _read(text), anchor=DECIDED, flags=["changed-content"],
        )  # fmt: skip
    yield case(
        "read-bytes", "Content that is not text is answered as base64", ["FS-9"],
        "read", {"uri": at("a")}, {"a": encoded(LATIN_1)}, _read(LATIN_1), anchor=DECIDED,
        flags=["changed-content"],
    )  # fmt: skip
    yield case(
        "read-surrogate", "Surrogates in UTF-8 are not text", ["FS-9"],
        "read", {"uri": at("a")}, {"a": encoded(b"\xed\xa0\x80")}, _read(b"\xed\xa0\x80"),
        anchor="RFC 3629 §3", flags=["changed-content"],
    )  # fmt: skip
    yield case(
        "read-text-as-base64", "Text is answered as base64 when asked for", ["FS-10"],
        "read", {"uri": at("a"), "encoding": "base64"}, {"a": "hello"},
        _read("hello", encoding="base64", text=None, content_b64="aGVsbG8="), anchor="RFC 4648 §4",
    )  # fmt: skip
    yield case(
        "read-bytes-as-text", "What is not text is not answered as text", ["FS-11"],
        "read", {"uri": at("a"), "encoding": "utf-8"}, {"a": encoded(LATIN_1)},
        fails("read", "UNSUPPORTED", uri=at("a"), encoding="utf-8"), anchor=HIP,
        flags=["changed-content"],
    )  # fmt: skip
    yield case(
        "read-other-encoding", "Another encoding is no parameter", ["FS-9"],
        "read", {"uri": at("a"), "encoding": "latin-1"}, {"a": "a"},
        invalid("fs", "read", ("/encoding", "enum")), anchor="tool-envelope ENVELOPE-37",
    )  # fmt: skip
    yield case(
        "read-escaped-name", "A name with other characters is escaped in the answer",
        ["FS-6", "FS-8"], "read", {"uri": at("a%20b%c3%a9!")}, {"a b\u00e9!": "a"},
        _read("a", "a%20b%C3%A9%21"), anchor="stable-ids IDS-22, IDS-23, IDS-31",
    )  # fmt: skip


def _ranges() -> Iterator[Case]:
    text = "caf\u00e9\r\n\U0001f600b\nlast"
    parts = {
        "within-a-line": ((0, 1), (0, 3), "af", None, "Columns are counted from 0, the end is not in"),
        "over-lines": ((0, 3), (1, 2), "\u00e9\r\n\U0001f600", None, "Columns are UTF-16 code units"),
        "empty": ((2, 2), (2, 2), "", None, "A range may be empty"),
        "past-the-end-of-a-line": ((1, 1), (1, 9), "\U0001f600b", ((1, 0), (1, 3)),
                                   "Columns are clamped and rounded, and the answer says to what"),
        "to-the-end": ((0, 0), (2, 4), text, None, "A range of all lines is all of the text"),
    }  # fmt: skip
    for slug, (start, end, part, normal, description) in parts.items():
        yield case(
            f"read-range-{slug}", description, ["FS-14", "FS-15"],
            "read", {"uri": at("a"), "range": _range(start, end)}, {"a": text},
            _read(text, text=part, range=_range(*(normal or (start, end)))), anchor=RANGES,
            flags=["range"],
        )  # fmt: skip
    for slug, start, end in (("past-the-last-line", (0, 0), (3, 0)), ("backwards", (1, 0), (0, 9))):
        yield case(
            f"read-range-{slug}", "A range that this text does not have is refused", ["FS-16"],
            "read", {"uri": at("a"), "range": _range(start, end)}, {"a": text},
            invalid("fs", "read", ("/range", "range")), anchor="stable-ids IDS-13, IDS-17",
            flags=["range"],
        )  # fmt: skip
    yield case(
        "read-range-as-base64", "A range of text may travel as base64", ["FS-17"],
        "read", {"uri": at("a"), "range": _range((0, 0), (0, 1)), "encoding": "base64"},
        {"a": "\u00e9t\u00e9"},
        _read(
            "\u00e9t\u00e9", encoding="base64", text=None, content_b64="w6k=",
            range=_range((0, 0), (0, 1)),
        ),
        anchor=DECIDED, flags=["range"],
    )  # fmt: skip
    for slug, encoding in (("bytes", {}), ("bytes-as-base64", {"encoding": "base64"})):
        yield case(
            f"read-range-of-{slug}", "Lines are lines of text", ["FS-17"],
            "read", {"uri": at("a"), "range": _range((0, 0), (0, 1)), **encoding},
            {"a": encoded(LATIN_1)},
            fails("read", "UNSUPPORTED", uri=at("a"), encoding="utf-8"), anchor=DECIDED,
            flags=["range"],
        )  # fmt: skip


def _nothing_to_read() -> Iterator[Case]:
    for slug, path in (
        ("missing", "b"),
        ("below-a-file", "a/b"),
        ("below-nothing", "b/c"),
        ("long", "b" * 256),
        ("below-long", "b" * 256 + "/c"),
    ):
        for action in ("read", "stat"):
            yield case(
                f"{action}-{slug}", f"Nothing is there for {action}", ["FS-18"],
                action, {"uri": at(path)}, {"a": "a"},
                fails(action, "NOT_FOUND", uri=at(path)), anchor=HIP,
            )  # fmt: skip
    for slug, path in (("folder", "d"), ("workspace", "")):
        yield case(
            f"read-{slug}", "A folder has no content", ["FS-19"],
            "read", {"uri": at(path)}, {"d/a": "a"},
            fails("read", "UNSUPPORTED", uri=at(path), type="directory"), anchor=DECIDED,
        )  # fmt: skip
    uri = at("a")
    yield Case(
        "large-file", "What is too large to read or patch is measured all the same",
        ["FS-13", "FS-25", "FS-70"], workspace=tree({"a": {"repeat": "a", "times": LIMIT + 1}}),
        steps=[
            step("stat", {"uri": uri}, ok(
                "stat", uri=uri, type="file", size=LIMIT + 1, hash=LARGE_HASH, mtime=EPOCH_MS,
            )),
            step("read", {"uri": uri, "range": _range((0, 0), (0, 1))}, fails(
                "read", "UNSUPPORTED", uri=uri, size=LIMIT + 1, limit=LIMIT,
            )),
            step("apply_patch", {
                "uri": uri, "base_hash": LARGE_HASH,
                "patch": "--- a\n+++ b\n@@ -1,0 +2 @@\n+b\n",
            }, fails("apply_patch", "UNSUPPORTED", uri=uri, size=LIMIT + 1, limit=LIMIT)),
        ],
        anchor="issue 7, bounded memory; FIPS 180-4", flags=["memory"],
    )  # fmt: skip


def _stat() -> Iterator[Case]:
    def told(path: str, kind: str, content: bytes | None) -> dict[str, Any]:
        return ok(
            "stat", uri=at(path), type=kind, mtime=EPOCH_MS,
            size=None if content is None else len(content),
            hash=None if content is None else content_hash(content),
        )  # fmt: skip

    yield case(
        "stat-file", "A file has type, size, hash and time", ["FS-20", "FS-21", "FS-22", "FS-23"],
        "stat", {"uri": at("d/a")}, {"d/a": "\u00e9\r\n"}, told("d/a", "file", b"\xc3\xa9\r\n"),
        anchor=HIP,
    )  # fmt: skip
    yield case(
        "stat-empty-file", "No bytes have a hash, too", ["FS-22"], "stat", {"uri": at("a")},
        {"a": ""}, told("a", "file", b""), anchor="FIPS 180-4",
    )  # fmt: skip
    yield case(
        "stat-folder", "A folder has neither size nor hash", ["FS-21", "FS-22"],
        "stat", {"uri": at("d")}, {"d": FOLDER}, told("d", "directory", None), anchor=DECIDED,
    )  # fmt: skip
    yield case(
        "stat-follows-links", "What a link leads to is told", ["FS-6", "FS-21"],
        "stat", {"uri": at("link")}, {"a": "a", "link": {"symlink": "a"}},
        told("a", "file", b"a"), anchor=DECIDED,
    )  # fmt: skip
    yield Case(
        "stat-workspace", "The workspace itself is a folder",
        ["FS-24"], *asked("fs", "stat", uri=at("")),
        workspace=tree({"a": "a"}),
        expected=ok(
            "stat", uri=at(""), type="directory", size=None, hash=None, mtime=0,
        ),
        where={"/data/mtime": {"type": "integer", "minimum": 0}},
        anchor=DECIDED,
    )  # fmt: skip
    yield Case(
        "read-and-stat-agree", "The hash of stat is that of read, which sees every change",
        ["FS-8", "FS-22"], workspace=tree({"a": "one\n"}),
        steps=[
            step("stat", {"uri": at("a")}, told("a", "file", b"one\n")),
            step("read", {"uri": at("a")}, _read("two\n"), before={"a": "two\n"}),
        ],
        anchor=HIP,
    )  # fmt: skip
