"""Cases of modes: what is open in which, and by which entry."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.sandbox_paths.cases.check_case import HIP, SECURITY, YES, check, link, text
from hanzo_reference.spec.cases import Case

FILES = {"a.txt": text(), "src/b.txt": text(), "docs/c.txt": text(), "up": link("/")}


def cases() -> Iterator[Case]:
    """Every mode."""
    yield from _workspace()
    yield from _lists()
    yield from _entries()
    yield from _off()


def _workspace() -> Iterator[Case]:
    yield check(
        "workspace-inside", "What lies in the workspace is open, by either kind of path",
        "SANDBOXPATH-4 SANDBOXPATH-9",
        {"a.txt": YES, "${workspace}/a.txt": YES, "src/b.txt": YES, "./src/../a.txt": YES},
        anchor=HIP,
    )  # fmt: skip
    yield check(
        "workspace-itself", "The workspace itself is open", "SANDBOXPATH-9",
        {".": YES, "${workspace}": YES, "${workspace}/": YES, "src/..": YES}, anchor=HIP,
        files=FILES,
    )  # fmt: skip
    yield check(
        "workspace-outside", "What lies outside is not", "SANDBOXPATH-4 SANDBOXPATH-12",
        {"/etc/passwd": "outside", "..": "outside", "../a.txt": "outside", "/": "outside"},
        anchor=HIP,
    )  # fmt: skip
    yield check(
        "workspace-traversal", "However it is written", "SANDBOXPATH-3",
        {"../../../../../../../../../../etc/passwd": "outside", "src/../../x": "outside",
         "${workspace}/../x": "outside", "./.././x": "outside", "src//..//..//x": "outside"},
        "by-text", anchor=SECURITY, files=FILES,
    )  # fmt: skip
    yield check(
        "workspace-and-back", "What leaves it and comes back is inside", "SANDBOXPATH-3",
        {"${workspace}/src/../../../../../../../../../../../../${workspace}/a.txt": YES},
        "by-text", files=FILES,
    )  # fmt: skip
    yield check(
        "workspace-has-no-entries", "Entries mean nothing in this mode", "SANDBOXPATH-4",
        {"/etc/passwd": "outside", "a.txt": YES}, "open-by-default", allowed=["/", "/etc"],
        anchor=HIP,
    )  # fmt: skip
    yield check(
        "workspace-no-entry-narrows", "Nor do they make the workspace less", "SANDBOXPATH-4",
        {"docs/c.txt": YES, "src": YES}, allowed=["src"], anchor=HIP, files=FILES,
    )  # fmt: skip
    for word, neighbour in (
        ("longer", "${workspace}x"), ("with-hyphen", "${workspace}-2/a.txt"),
        ("with-dot", "${workspace}."), ("with-blank", "${workspace} /a.txt"),
        ("twice", "${workspace}${workspace}"),
    ):  # fmt: skip
        expected = YES if word == "twice" else "outside"
        yield check(
            f"neighbour-{word}", f"{neighbour} only begins like the workspace, or lies in it",
            "SANDBOXPATH-9", {neighbour: expected}, "prefix", anchor=SECURITY,
        )  # fmt: skip
    yield check(
        "many-paths", "Each path has its verdict, in their order", "SANDBOXPATH-2",
        {"a.txt": YES, "/etc": "outside", "src": YES, "": "path", "loop": "loop", "docs": YES},
        files={**FILES, "loop": link("loop")}, anchor=HIP,
    )  # fmt: skip
    yield check("no-paths", "Nothing is asked, nothing is said", "SANDBOXPATH-2", {}, anchor=HIP)


def _lists() -> Iterator[Case]:
    yield check(
        "list-empty", "An allowlist without entries opens nothing", "SANDBOXPATH-6",
        {"a.txt": "outside", ".": "outside", "/": "outside", "${workspace}": "outside"},
        "open-by-default", mode="allowlist", anchor=HIP,
    )  # fmt: skip
    yield check(
        "list-of-one", "An entry opens what lies in it", "SANDBOXPATH-5 SANDBOXPATH-7",
        {"src": YES, "src/b.txt": YES, "src/new/file": YES, "a.txt": "outside", ".": "outside",
         "docs/c.txt": "outside"}, "open-by-default", mode="allowlist", allowed=["src"],
        files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "list-of-two", "Several open several", "SANDBOXPATH-5",
        {"src/b.txt": YES, "docs/c.txt": YES, "a.txt": "outside"}, mode="allowlist",
        allowed=["docs", "src"], files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "list-with-the-workspace", "The workspace is an entry if it is one", "SANDBOXPATH-5",
        {"a.txt": YES, "src/b.txt": YES, "/etc": "outside"}, mode="allowlist", allowed=["."],
        files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "list-absolute", "An entry may lie outside of the workspace", "SANDBOXPATH-7",
        {"/nowhere/at/all": YES, "/nowhere": "outside", "/nowhere/atall": "outside",
         "../../../../../../../../../../nowhere/at": YES, "a.txt": "outside"},
        "prefix", mode="allowlist", allowed=["/nowhere/at"], anchor=HIP,
    )  # fmt: skip
    yield check(
        "list-with-the-root", "Under the root lies everything", "SANDBOXPATH-10",
        {"/": YES, "/etc/passwd": YES, "a.txt": YES, "..": YES}, mode="allowlist", allowed=["/"],
        anchor=HIP,
    )  # fmt: skip
    yield check(
        "list-twice", "An entry that stands twice is one", "SANDBOXPATH-5",
        {"src/b.txt": YES, "docs": "outside"}, mode="allowlist", allowed=["src", "./src/", "src"],
        files=FILES, anchor=HIP,
    )  # fmt: skip


def _entries() -> Iterator[Case]:
    yield check(
        "entry-above", "An entry goes up as a path does", "SANDBOXPATH-7",
        {"a.txt": YES, "${workspace}x": YES}, mode="allowlist", allowed=[".."], anchor=HIP,
    )  # fmt: skip
    yield check(
        "entry-of-a-file", "A file as an entry is open alone", "SANDBOXPATH-16 SANDBOXPATH-9",
        {"a.txt": YES, "a.txtx": "outside", "src/b.txt": "outside", "./a.txt": YES},
        "prefix", mode="allowlist", allowed=["a.txt"], files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "entry-of-a-file-and-more", "What would lie below a file is its own", "SANDBOXPATH-16",
        {"a.txt/x": YES, "a.txt/../src": "outside"}, mode="allowlist", allowed=["a.txt"],
        files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "entry-that-is-not-there", "An entry need not exist", "SANDBOXPATH-7 SANDBOXPATH-13",
        {"new": YES, "new/a": YES, "newer": "outside"}, "dangling", mode="allowlist",
        allowed=["new"], anchor=HIP,
    )  # fmt: skip
    yield check(
        "entry-of-a-link", "An entry is where it leads", "SANDBOXPATH-7",
        {"in": YES, "src/b.txt": YES, "in/b.txt": YES, "docs": "outside"}, mode="allowlist",
        allowed=["in"], files={**FILES, "in": link("src")}, anchor=HIP,
    )  # fmt: skip
    for word, entry in (
        ("empty", ""), ("with-nul", "src\0"), ("too-long", "s" * 4097), ("of-a-loop", "round"),
        ("with-a-long-name", "n" * 256),
    ):  # fmt: skip
        yield check(
            f"entry-{word}", f"An entry {word.replace('-', ' ')} opens nothing", "SANDBOXPATH-8",
            {"a.txt": "outside", ".": "outside", "src/b.txt": "outside"}, "open-by-default",
            mode="allowlist", allowed=[entry], files={**FILES, "round": link("round/x")},
            anchor=HIP,
        )  # fmt: skip
    yield check(
        "entry-bad-beside-a-good-one", "The others count all the same", "SANDBOXPATH-8",
        {"src/b.txt": YES, "a.txt": "outside"}, mode="allowlist", allowed=["", "src", "\0"],
        files=FILES, anchor=HIP,
    )  # fmt: skip


def _off() -> Iterator[Case]:
    yield check(
        "off-allows", "Everything that can be resolved is open", "SANDBOXPATH-11",
        {"a.txt": YES, "/etc/passwd": YES, "..": YES, "up/x": YES, "/": YES}, mode="off",
        files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "off-with-entries", "Entries mean nothing in this mode, either", "SANDBOXPATH-11",
        {"/etc/passwd": YES}, mode="off", allowed=["src"], files=FILES, anchor=HIP,
    )  # fmt: skip
    yield check(
        "off-denies-what-is-no-path", "What is no path is denied in every mode",
        "SANDBOXPATH-12 SANDBOXPATH-11", {"": "path", "a\0": "path", "/" + "a" * 4096: "path"},
        "unreadable", mode="off", files=FILES,
    )  # fmt: skip
    yield check(
        "off-denies-loops", "And what leads in a circle", "SANDBOXPATH-12",
        {"l": "loop", "l/x": "loop", "a.txt": YES}, "loop", mode="off",
        files={**FILES, "l": link("m"), "m": link("l")},
    )  # fmt: skip
