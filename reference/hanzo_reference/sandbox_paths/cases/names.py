"""Cases of names: what is not there, what is a file, and names that look alike."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.sandbox_paths.cases.check_case import HIP, RULES, YES, check, link, text
from hanzo_reference.spec.cases import Case


def cases() -> Iterator[Case]:
    """Every name."""
    yield check(
        "new-file", "A file is checked before it is made", "SANDBOXPATH-13",
        {"new": YES, "no/such/folder/new": YES, "../new": "outside"}, "dangling", anchor=HIP,
    )  # fmt: skip
    yield check(
        "up-from-what-is-not-there", "Names that are not there go up as they came",
        "SANDBOXPATH-13", {"no/../a.txt": YES, "no/../../x": "outside", "no/../no/x": YES},
        "dangling",
    )  # fmt: skip
    yield check(
        "behind-a-file", "Behind a file there is nothing, and that is as it is written",
        "SANDBOXPATH-13", {"a.txt/x": YES, "a.txt/../b": YES, "a.txt/../../b": "outside"},
        "dangling",
    )  # fmt: skip
    yield check(
        "link-behind-what-is-not-there", "Two dots lead back to links that are there",
        "SANDBOXPATH-13", {"no/../out": "outside", "a.txt/../out/x": "outside"}, "by-text",
        files={"a.txt": text(), "out": link("/etc")},
    )  # fmt: skip
    for word, path in (
        ("tilde", "~"), ("tilde-of-root", "~root/.ssh"), ("variable", "$HOME"),
        ("percent", "%2e%2e%2fetc"), ("backslash", "..\\..\\etc"), ("glob", "*"),
        ("line-end", "a\nb"), ("wide-dots", "\uff0e\uff0e/etc"), ("proto", "__proto__"),
    ):  # fmt: skip
        yield check(
            f"name-{word}", f"{path!r} is a name in the workspace, and one below the root",
            # In turns, so that no one answer fits many of them.
            "SANDBOXPATH-3", {path: YES, f"/{path}": "outside", f"{path}/": YES}
            if len(path) % 2 else {f"/{path}": "outside", path: YES},
        )  # fmt: skip
        yield check(
            f"name-{word}-up", f"Behind {path!r} two dots go up as behind any name",
            "SANDBOXPATH-3", {f"{path}/../../x": "outside" if "/" not in path else YES,
                              f"{path}/..": YES, f"{path}/../../../x": "outside"},
        )  # fmt: skip
    yield check(
        "name-of-another-case", "A list opens names as they are written", "SANDBOXPATH-15",
        {"Src/x": "outside", "SRC": "outside", "src/x": YES}, "same-name", mode="allowlist",
        allowed=["src"], files={"src/b.txt": text()}, anchor=HIP,
    )  # fmt: skip
    yield check(
        "name-of-another-form", "In the form in which they are written", "SANDBOXPATH-15",
        {"caf\u00e9/x": YES, "cafe\u0301/x": "outside"}, "same-name", mode="allowlist",
        allowed=["caf\u00e9"], anchor=HIP,
    )  # fmt: skip
    yield check(
        "name-that-begins-alike", "A name that begins like an entry is none", "SANDBOXPATH-9",
        {"w/a": YES, "wx": "outside", "wx/a": "outside", "w": YES, "w.": "outside"}, "prefix",
        mode="allowlist", allowed=["w"], files={"w/a": text(), "wx/a": text()}, anchor=RULES,
    )  # fmt: skip
    yield check(
        "name-with-other-scripts", "Names of any script", "SANDBOXPATH-9",
        {"雪/😀": YES, "雪x": "outside"}, "prefix", mode="allowlist", allowed=["雪"],
        files={"雪/a": text()},
    )  # fmt: skip
