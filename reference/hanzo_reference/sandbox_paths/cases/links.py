"""Cases of links: where they lead out, where they stay, and how many are too many."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.sandbox_paths.cases.check_case import SECURITY, YES, check, link, text
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """Every link."""
    yield from _led()
    yield from _many()
    yield from _system()


def _led() -> Iterator[Case]:
    yield check(
        "link-out", "A link that leads out is outside, and all behind it", "SANDBOXPATH-3",
        {"out": "outside", "out/passwd": "outside", "./out/": "outside"}, "by-text",
        files={"out": link("/etc")}, anchor=SECURITY,
    )  # fmt: skip
    yield check(
        "link-out-relative", "Also a relative one", "SANDBOXPATH-3",
        {"d/out": "outside", "d/out/x": "outside", "d/in": YES}, "by-text",
        files={"d/out": link("../../x"), "d/in": link("../a.txt"), "a.txt": text()},
        anchor=SECURITY,
    )  # fmt: skip
    yield check(
        "link-inside", "A link that stays inside is inside", "SANDBOXPATH-3",
        {"in": YES, "in/b.txt": YES, "in/new": YES}, files={"in": link("d"), "d/b.txt": text()},
    )  # fmt: skip
    yield check(
        "up-behind-a-link", "Two dots behind a link go up from where it led", "SANDBOXPATH-3",
        {"out/../passwd": "outside", "out/..": "outside", "out/../..": "outside"}, "by-text",
        files={"out": link("/etc/ssl"), "passwd": text()}, anchor=SECURITY,
    )  # fmt: skip
    yield check(
        "up-behind-a-link-inside", "Also where both stay inside", "SANDBOXPATH-3",
        {"in/../b.txt": YES, "in/../../a.txt": YES, "in/../../../a.txt": "outside"}, "by-text",
        files={"in": link("d/e"), "d/e/c.txt": text(), "d/b.txt": text()},
    )  # fmt: skip
    yield check(
        "link-out-and-back", "A link out whose path comes back is inside", "SANDBOXPATH-3",
        {"up${workspace}/a.txt": YES, "up/${workspace}": YES, "up/x": "outside"}, "by-text",
        files={"up": link("/"), "a.txt": text()},
    )  # fmt: skip
    yield check(
        "dangling-inside", "A link to what is not there is where that would be", "SANDBOXPATH-13",
        {"new": YES, "new/x": YES}, "dangling", files={"new": link("gone/file")},
    )  # fmt: skip
    yield check(
        "dangling-outside", "Writing through it would make a file outside", "SANDBOXPATH-13",
        {"new": "outside", "new/x": "outside"}, "dangling",
        files={"new": link("/nowhere/file")}, anchor=SECURITY,
    )  # fmt: skip
    yield check(
        "link-to-a-link", "A chain is as far as it leads", "SANDBOXPATH-3",
        {"a": "outside", "b": "outside", "c": YES}, "by-text",
        files={"a": link("b"), "b": link("c/../../x"), "c/d.txt": text()},
    )  # fmt: skip
    yield check(
        "link-in-the-middle", "A link in the middle leads as one at the end", "SANDBOXPATH-3",
        {"d/l/e/x": "outside", "d/k/x": YES}, "by-text",
        files={"d/l": link("/srv"), "d/k": link("."), "d/x": text()},
    )  # fmt: skip
    yield check(
        "link-to-the-workspace", "A link to the workspace itself", "SANDBOXPATH-9",
        {"here": YES, "here/here/here/a.txt": YES}, files={"here": link("."), "a.txt": text()},
    )  # fmt: skip
    yield check(
        "link-with-odd-names", "A link says names, whatever they look like", "SANDBOXPATH-3",
        {"home": YES, "home/x": YES, "percent": YES},
        files={"home": link("~root"), "percent": link("%2e%2e/x")},
    )  # fmt: skip


def _many() -> Iterator[Case]:
    chain = {f"l{number}": link(f"l{number + 1}") for number in range(40)}
    yield check(
        "links-forty", "40 links are followed", "SANDBOXPATH-12", {"l0": YES, "l39": YES}, "loop",
        files={**chain, "l40": text()},
    )  # fmt: skip
    yield check(
        "links-forty-one", "41 are not", "SANDBOXPATH-12", {"l0": "loop", "l1": YES}, "loop",
        files={**chain, "l40": link("l41")},
    )  # fmt: skip
    yield check(
        "links-forty-one-outside", "41 are denied as links, wherever they would lead",
        "SANDBOXPATH-12", {"l0": "loop", "l1": "outside"}, "loop",
        files={**chain, "l40": link("/etc")},
    )  # fmt: skip
    yield check(
        "loop", "A circle has no end", "SANDBOXPATH-12",
        {"a": "loop", "b": "loop", "a/x": "loop", "c": YES}, "loop",
        files={"a": link("b"), "b": link("a"), "c": text()},
    )  # fmt: skip
    yield check(
        "loop-of-one", "A link to itself", "SANDBOXPATH-12",
        {"a": "loop", "a/../b": "loop", "./a/.": "loop"}, "loop", files={"a": link("a")},
    )  # fmt: skip
    yield check(
        "loop-that-grows", "A link into itself", "SANDBOXPATH-12", {"a": "loop"}, "loop",
        files={"a": link("a/b/c")},
    )  # fmt: skip
    yield check(
        "one-link-forty-times", "One link counts each time", "SANDBOXPATH-12",
        {"h/" * 40 + "a": YES, "h/" * 41 + "a": "loop"}, "loop",
        files={"h": link("."), "a": text()},
    )  # fmt: skip


def _system() -> Iterator[Case]:
    for word, path in (
        ("root", "/proc/self/root/etc/passwd"), ("root-alone", "/proc/self/root"),
        ("cwd", "/proc/self/cwd/../../../../../../../../../../etc/passwd"),
        ("thread", "/proc/thread-self/root/etc"),
    ):  # fmt: skip
        yield check(
            f"proc-{word}", "What the system has for links leads out, too", "SANDBOXPATH-3",
            {path: "outside"}, "by-text", anchor=SECURITY,
        )  # fmt: skip
    yield check(
        "proc-by-a-link", "Also by a link of the workspace", "SANDBOXPATH-3",
        {"p": "outside", "p/etc/passwd": "outside"}, "by-text",
        files={"p": link("/proc/self/root")}, anchor=SECURITY,
    )  # fmt: skip
