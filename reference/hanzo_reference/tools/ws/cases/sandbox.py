"""Cases of the rule that every path goes by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import (
    Asked,
    answered,
    asked,
    at,
    call,
    from_step,
    invalid,
    refused,
    tree,
)

SANDBOX = "tools.md, every path goes through the sandbox rule"
HELLO = {"hello.txt": "hello\n"}
# printf 'hello\n' | sha256sum; printf 'a\n' | sha256sum
HASHES = {
    "hello.txt": "sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
    "src/a.txt": "sha256:87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7",
}
# When files of a workspace are from: 2001-01-01T00:00:00Z, in milliseconds.
LAID_OUT_MS = 978_307_200_000
OF_WS = ("another-scheme", "dots", "escaped-slash", "nul", "empty")


def sandbox_cases() -> Iterator[Case]:
    """What lies outside, and what a link leads to."""
    yield from _no_uri()
    yield from _outside()
    yield from _links()


def _stat(
    slug: str,
    description: str,
    requirements: str,
    uri: str,
    expected: dict[str, Any],
    flags: Sequence[str],
    files: Mapping[str, Any] = HELLO,
) -> Case:
    given = asked("fs", "stat", uri=uri)
    return _asked(slug, description, requirements, given, expected, flags, files)


def _asked(
    slug: str,
    description: str,
    requirements: str,
    given: Asked,
    expected: dict[str, Any],
    flags: Sequence[str],
    files: Mapping[str, Any] = HELLO,
) -> Case:
    return Case(
        slug,
        description,
        [f"WS-{number}" for number in requirements.split()],
        *given,
        expected=expected,
        anchor=SANDBOX,
        flags=flags,
        workspace=tree(files),
    )


def _no_uri() -> Iterator[Case]:
    for slug, description, uri in (
        ("plain-path", "A plain path is no URI", "${workspace}/hello.txt"),
        ("relative-path", "A relative path is no URI", "hello.txt"),
        ("another-scheme", "Only the scheme file names files", "https://example.org/hello.txt"),
        ("another-host", "A file of another machine is none here", "file://host/hello.txt"),
        ("dots", "A way up is refused before anybody looks", at("a/../hello.txt")),
        ("dots-to-the-outside", "A way out is refused as such", at("../outside/secret.txt")),
        ("escaped-dots", "Escaped dots are dots", at("%2e%2e/outside/secret.txt")),
        ("escaped-slash", "An escaped slash would part a name in two", at("a%2Fhello.txt")),
        ("nul", "No name contains NUL", at("hello.txt%00.png")),
        ("empty", "Empty text is no URI", ""),
    ):
        # The rule holds for every tool; asked of one only, one answer would fit them all.
        tool, action = ("ws", "detect") if slug in OF_WS else ("fs", "stat")
        yield _asked(
            f"uri-{slug}", description, "1", asked(tool, action, uri=uri),
            invalid(tool, action, ("/uri", "uri")),
            ["traversal"] if "dots" in slug or "slash" in slug else [],
        )  # fmt: skip


def _outside() -> Iterator[Case]:
    for slug, description, uri, flags in (
        ("absolute", "An absolute path elsewhere is refused", "file:///etc/passwd", ["traversal"]),
        ("root", "The root of the machine is outside", "file:///", ["traversal"]),
        ("sibling", "The folder beside the workspace is outside", "file://${outside}/secret.txt",
         ["traversal"]),
        ("same-prefix", "A name that begins like the workspace is another one",
         "file://${workspace}x/hello.txt", ["prefix"]),
        ("nothing-there", "Whether there is something outside is not told",
         "file:///nowhere/at/all", []),
    ):  # fmt: skip
        yield _stat(
            f"outside-{slug}", description, "2", uri,
            refused("fs", "stat", "PERMISSION_DENIED", {"uri": uri}), flags,
        )  # fmt: skip
    twice = at("%252e%252e/hello.txt")
    yield _stat(
        "escapes-are-decoded-once", "What is still an escape after decoding is a name", "5", twice,
        refused("fs", "stat", "NOT_FOUND", {"uri": twice}), ["traversal"],
    )  # fmt: skip


def _links() -> Iterator[Case]:
    out = {"symlink": "${outside}/secret.txt"}
    for slug, description, files, path in (
        ("file", "A link to a file outside", {"link": out}, "link"),
        ("folder", "A link to a folder outside", {"link": {"symlink": "${outside}"}},
         "link/secret.txt"),
        ("relative", "A relative link out", {"link": {"symlink": "../outside"}}, "link"),
        ("dangling", "A link to nothing outside", {"link": {"symlink": "/nowhere/at/all"}}, "link"),
        ("chain", "A link to a link out", {"one": {"symlink": "two"}, "two": out}, "one"),
        ("below", "A file that is not there behind a link out",
         {"link": {"symlink": "${outside}"}}, "link/a/b"),
    ):  # fmt: skip
        yield _stat(
            f"link-out-{slug}", f"{description} is refused", "3", at(path),
            refused("fs", "stat", "PERMISSION_DENIED", {"uri": at(path)}), ["symlink"],
            {**HELLO, **files},
        )  # fmt: skip
    for slug, description, links, path in (
        ("file", "A link to a file", {"link": {"symlink": "hello.txt"}}, "link"),
        ("folder", "A link to a folder", {"src/a.txt": "a\n", "link": {"symlink": "src"}},
         "link/a.txt"),
        ("absolute", "An absolute link", {"link": {"symlink": "${workspace}/hello.txt"}}, "link"),
        ("up-and-back", "A link that goes up and comes back",
         {"src/link": {"symlink": "../hello.txt"}}, "src/link"),
    ):  # fmt: skip
        found = "src/a.txt" if slug == "folder" else "hello.txt"
        yield Case(
            slug=f"link-inside-{slug}",
            description=f"{description} inside is followed, and the answer names what it leads to",
            requirements=["WS-4"],
            steps=[
                replace(call("fs", "stat", uri=at(path)), expected=_found(found)),
                call("fs", "read", uri=from_step(0, "/data/uri")),
                call("fs", "read", uri=at(found)),
            ],
            anchor=SANDBOX,
            flags=["symlink"],
            workspace=tree({**HELLO, **links}),
            after={"files": dict(tree({**HELLO, **links})["files"])},
        )


def _found(path: str) -> dict[str, Any]:
    size = {"hello.txt": 6, "src/a.txt": 2}[path]
    told = {"uri": at(path), "type": "file", "size": size, "hash": HASHES[path]}
    return answered("fs", "stat", {**told, "mtime": LAID_OUT_MS})
