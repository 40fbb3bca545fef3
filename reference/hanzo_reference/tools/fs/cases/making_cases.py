"""Cases of write, mkdir and rm."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import at, invalid, tree
from hanzo_reference.tools.fs.cases.words import (
    DECIDED,
    FOLDER,
    HIP,
    Files,
    case,
    content_hash,
    encoded,
    fails,
    link,
    ok,
    step,
)

EDIT = "HIP-0300, One Edit Primitive"
SECURITY = "HIP-0300, Security Considerations"


def cases() -> Iterator[Case]:
    """Every case of these actions."""
    yield from _write()
    yield from _write_refused()
    yield from _mkdir()
    yield from _rm()
    yield from _rm_refused()


def _write() -> Iterator[Case]:
    texts = {
        "text": ("one\ntwo", "A file is created with the content"),
        "nothing": ("", "A file may be empty"),
        "line-ends": ("a\r\nb\rc\n", "Line ends are not converted"),
        "beyond-ascii": ("\ufeff\u00e9\U0001f600\0", "Text is written as UTF-8, marks and NUL too"),
    }
    for slug, (text, description) in texts.items():
        data = text.encode()
        yield case(
            f"write-{slug}", description, ["FS-26", "FS-30"],
            "write", {"uri": at("d/a"), "content": text}, {"d/b": "b"},
            ok("write", uri=at("d/a"), hash=content_hash(data), size=len(data)),
            anchor=HIP, after={"d/b": "b", "d/a": encoded(data)}, flags=["changed-content"],
        )  # fmt: skip
    for encoding, content, written in (
        ("base64", "/+8A", b"\xff\xef\x00"),
        ("utf-8", "/+8A", b"/+8A"),
    ):
        yield case(
            f"write-as-{encoding}", f"Content is taken as {encoding} when that is said",
            ["FS-26", "FS-29" if encoding == "base64" else "FS-30"],
            "write", {"uri": at("a"), "content": content, "encoding": encoding}, {},
            ok("write", uri=at("a"), hash=content_hash(written), size=len(written)),
            anchor="RFC 4648 §4", after={"a": encoded(written)},
        )  # fmt: skip
    yield Case(
        "write-then-read", "What was written is read with the same hash", ["FS-8", "FS-26"],
        workspace=tree({}),
        steps=[
            step("write", {"uri": at("a"), "content": "x\n"}, ok(
                "write", uri=at("a"), hash=content_hash("x\n"), size=2,
            )),
            step("read", {"uri": at("a")}, ok(
                "read", uri=at("a"), hash=content_hash("x\n"), size=2, encoding="utf-8",
                text="x\n", content_b64=None, range=None,
            )),
        ],
        after=tree({"a": "x\n"}), anchor=HIP,
    )  # fmt: skip


def _write_refused() -> Iterator[Case]:
    present: dict[str, tuple[str, Files, str]] = {
        "file": ("a", {"a": "one"}, "a"),
        "same-content": ("a", {"a": "two"}, "a"),
        "folder": ("d", {"d": FOLDER}, "d"),
        "workspace": ("", {"a": "one"}, ""),
        "link": ("link", {"a": "one", "link": link("a")}, "link"),
        "link-to-nothing": ("link", {"link": link("new")}, "link"),
    }
    for slug, (path, files, named) in present.items():
        yield case(
            f"write-over-{slug}", "What is there is not written over",
            ["FS-28" if "link" in slug else "FS-27"],
            "write", {"uri": at(path), "content": "two"}, files,
            fails("write", "EXISTS", uri=at(named)), anchor=EDIT, flags=["overwritten"],
        )  # fmt: skip
    for slug, path in (("below-nothing", "d/a"), ("below-a-file", "f/a")):
        yield case(
            f"write-{slug}", "A file is made in a folder that is there", ["FS-31"],
            "write", {"uri": at(path), "content": "a"}, {"f": "f"},
            fails("write", "NOT_FOUND", uri=at(path)), anchor=DECIDED,
        )  # fmt: skip
    broken = {
        "without-padding": "YQ", "with-line-break": "YWJj\nYWJj", "in-url-alphabet": "_-8A",
        "with-left-over-bits": "YR==", "beyond-ascii": "YWJj\u0130===",
    }  # fmt: skip
    for slug, content in broken.items():
        yield case(
            f"write-base64-{slug}", "Bytes have one spelling in base64", ["FS-29"],
            "write", {"uri": at("a"), "content": content, "encoding": "base64"}, {},
            invalid("fs", "write", ("/content", "base64")), anchor="RFC 4648 §3.3, §3.5, §4",
            flags=["lenient-base64"],
        )  # fmt: skip


def _mkdir() -> Iterator[Case]:
    made: list[tuple[str, str, Files, Files]] = [
        ("one", "d", {}, {"d": FOLDER}),
        ("in-a-folder", "d/e", {"d/a": "a"}, {"d/a": "a", "d/e": FOLDER}),
        ("with-those-above", "d/e/f", {}, {"d/e/f": FOLDER}),
    ]
    for slug, path, files, after in made:
        yield case(
            f"mkdir-{slug}", "A folder is created, and those above it that are missing",
            ["FS-34" if slug == "with-those-above" else "FS-33"],
            "mkdir", {"uri": at(path)}, files, ok("mkdir", uri=at(path)), anchor=HIP, after=after,
        )  # fmt: skip
    present: dict[str, tuple[str, Files]] = {
        "folder": ("d", {"d": FOLDER}),
        "file": ("d", {"d": "a"}),
        "workspace": ("", {}),
        "link": ("d", {"e": FOLDER, "d": link("e")}),
        "link-to-nothing": ("d", {"d": link("e")}),
    }
    for slug, (path, files) in present.items():
        yield case(
            f"mkdir-over-{slug}", "Something is there already", ["FS-35"],
            "mkdir", {"uri": at(path)}, files, fails("mkdir", "EXISTS", uri=at(path)),
            anchor="POSIX mkdir (EEXIST)",
        )  # fmt: skip
    yield case(
        "mkdir-below-a-file", "A file is in the way", ["FS-36"],
        "mkdir", {"uri": at("d/f/e/g")}, {"d/f": "f"}, fails("mkdir", "EXISTS", uri=at("d/f")),
        anchor=DECIDED,
    )  # fmt: skip


def _rm() -> Iterator[Case]:
    removed: dict[str, tuple[str, str, Files, Files, str]] = {
        "file": ("d/a", "file", {"d/a": "a", "d/b": "b"}, {"d/b": "b"}, "FS-38"),
        "empty-folder": ("d", "directory", {"d": FOLDER, "b": "b"}, {"b": "b"}, "FS-39"),
        "folder-with-content": (
            "d", "directory", {"d/e/a": "a", "d/.b": "b", "d/f": FOLDER, "b": "b"}, {"b": "b"},
            "FS-39",
        ),
        "link": ("l", "symlink", {"a": "a", "l": link("a")}, {"a": "a"}, "FS-40"),
        "link-to-a-folder": ("l", "symlink", {"d/a": "a", "l": link("d")}, {"d/a": "a"}, "FS-40"),
        "link-to-nothing": ("l", "symlink", {"l": link("x")}, {}, "FS-40"),
        "folder-with-links": (
            "d", "directory", {"d/up": link(".."), "d/out": link("${outside}"), "a": "a"},
            {"a": "a"}, "FS-40",
        ),
    }  # fmt: skip
    for slug, (path, kind, files, after, requirement) in removed.items():
        yield case(
            f"rm-{slug}", "What is named is removed, and nothing else", [requirement],
            "rm", {"uri": at(path), "confirm": True}, files, ok("rm", uri=at(path), type=kind),
            anchor="POSIX unlink" if requirement == "FS-40" else DECIDED, after=after,
            flags=["too-much-removed"],
        )  # fmt: skip


def _rm_refused() -> Iterator[Case]:
    files = {"a": "a", "l": link("a"), "d": FOLDER, "e/a": "a"}
    for slug, path, kind in (
        ("file", "a", "file"), ("link", "l", "symlink"), ("empty-folder", "d", "directory"),
        ("folder-with-content", "e", "directory"),
    ):  # fmt: skip
        yield case(
            f"rm-{slug}-unconfirmed", "Nothing is removed that nobody confirmed", ["FS-37"],
            "rm", {"uri": at(path)}, files,
            fails("rm", "CONFIRM_REQUIRED", uri=at(path), type=kind), anchor=SECURITY,
            flags=["too-much-removed"],
        )  # fmt: skip
    yield case(
        "rm-denied-confirmation", "Confirmation is true and nothing else", ["FS-37"],
        "rm", {"uri": at("a"), "confirm": False}, files,
        fails("rm", "CONFIRM_REQUIRED", uri=at("a"), type="file"), anchor=SECURITY,
        flags=["too-much-removed"],
    )  # fmt: skip
    yield case(
        "rm-confirmed-by-text", "A text confirms nothing", ["FS-37"],
        "rm", {"uri": at("a"), "confirm": "true"}, files,
        invalid("fs", "rm", ("/confirm", "type")), anchor="tool-envelope ENVELOPE-35",
        flags=["too-much-removed"],
    )  # fmt: skip
    for slug, path in (("missing", "x"), ("below-a-file", "a/x")):
        yield case(
            f"rm-{slug}", "There is nothing to remove or to confirm", ["FS-18", "FS-42"],
            "rm", {"uri": at(path)}, files, fails("rm", "NOT_FOUND", uri=at(path)), anchor=HIP,
        )  # fmt: skip
    for slug, params in (("", {"confirm": True}), ("-unconfirmed", {})):
        yield case(
            f"rm-workspace{slug}", "The workspace itself is not removed", ["FS-41"],
            "rm", {"uri": at(""), **params}, files, fails("rm", "PERMISSION_DENIED", uri=at("")),
            anchor=SECURITY, flags=["too-much-removed"],
        )  # fmt: skip
