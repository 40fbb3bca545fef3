"""Cases of ``detect`` and ``capabilities``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, at, invalid, refused, tree

DETECT = "HIP-0300, ws"
# Whether there is a language server depends on the machine.
BACKENDS = {
    "enum": [["tree-sitter", "heuristic"], ["lsp", "tree-sitter", "heuristic"]],
}


def _detected(
    slug: str,
    description: str,
    requirements: str,
    files: Mapping[str, Any],
    *,
    uri: str | None = None,
    root: str = "",
    git: bool = False,
    **expected: Any,
) -> Case:
    data = {
        "root": at(root), "languages": [], "build": [], "test": [],
        "vcs": "git" if git else None, "backends": [], **expected,
    }  # fmt: skip
    return Case(
        f"detect-{slug}",
        description,
        [f"WS-{number}" for number in requirements.split()],
        *asked("ws", "detect", **({} if uri is None else {"uri": uri})),
        expected=answered("ws", "detect", data),
        where={"/data/backends": BACKENDS},
        anchor=DETECT,
        workspace={**tree(files), **({"git": True} if git else {})},
    )


def detect_cases() -> Iterator[Case]:
    """What project this is, and what this machine has."""
    yield _detected("empty", "An empty folder is a project of nothing", "12 19", {})
    yield _detected(
        "languages", "Languages go by the endings of names", "14",
        {
            "a.py": "", "b.rs": "", "c.ts": "", "d.mjs": "", "e.go": "", "f.java": "", "g.h": "",
            "h.hpp": "", "README": "", "x.PY2": "", "py": "", "i.pyi": "",
        },
        languages=["c", "cpp", "go", "java", "javascript", "python", "rust", "typescript"],
    )  # fmt: skip
    yield _detected(
        "exact-endings", "Endings are compared exactly", "14",
        {"a.PY": "", "b.rs~": "", "c.go.bak": "", "d.": "", "e.tsx": ""}, languages=["typescript"],
    )  # fmt: skip
    yield _detected(
        "foreign-folders", "What was fetched or built has no say", "15",
        {
            "node_modules/a/index.js": "", "target/debug/x.rs": "", "dist/x.py": "", "build/x.go": "",
            "vendor/x.java": "", "__pycache__/x.c": "", ".venv/x.cpp": "", "src/dist/x.ts": "",
            "src/main.py": "",
        },
        languages=["python"],
    )  # fmt: skip
    yield _detected(
        "hidden-file", "A file whose name begins with a dot counts", "14 15", {".conf.py": ""},
        languages=["python"],
    )  # fmt: skip
    yield _detected(
        "link-to-a-folder", "A link to a folder is not followed", "21",
        {".x/a.rs": "", "src": {"symlink": ".x"}, "b.py": ""}, languages=["python"],
    )  # fmt: skip
    markers = {
        "cargo": "Cargo.toml", "cmake": "CMakeLists.txt", "go": "go.mod", "gradle": "build.gradle",
        "make": "Makefile", "maven": "pom.xml", "meson": "meson.build",
    }  # fmt: skip
    yield _detected(
        "build", "Each build system is known by its marker", "16 17",
        dict.fromkeys([*markers.values(), "setup.cfg"], ""),
        build=sorted([*markers, "python"]), test=["cargo"],
    )  # fmt: skip
    yield _detected(
        "test-runners", "Test runners are those of the root itself", "17",
        {"pytest.ini": "", "a.test.js": "", "crate/Cargo.toml": ""},
        test=["node", "pytest"], languages=["javascript"],
    )  # fmt: skip
    yield _detected(
        "other-markers", "A build system may have several markers", "16",
        {"build.gradle.kts": "", "GNUmakefile": "", "setup.py": ""},
        build=["gradle", "make", "python"], languages=["python"],
    )  # fmt: skip
    yield from _names_alone()
    yield _detected(
        "markers-below", "Markers count in the root only", "16",
        {"Makefile": "", "web/package.json": "{}", "cargo.toml": ""}, build=["make"],
    )  # fmt: skip
    yield _detected(
        "nearest", "The nearest marker upwards is where the project begins", "12",
        {"Makefile": "", "web/package.json": "{}", "web/src/a.js": "", "b.py": ""},
        uri=at("web/src/a.js"), root="web", build=["npm"], languages=["javascript"],
    )  # fmt: skip
    yield _detected(
        "from-a-folder", "A folder is looked into first itself", "12",
        {"Makefile": "", "web/package.json": "{}"}, uri=at("web"), root="web", build=["npm"],
    )  # fmt: skip
    yield _detected(
        "no-marker", "Without a marker the workspace is the project", "12",
        {"a/b/c.py": ""}, uri=at("a/b"), languages=["python"],
    )  # fmt: skip
    yield _detected(
        "repository", "A repository is known by its folder", "18",
        {"a.py": "", "sub/b.rs": ""}, git=True, languages=["python", "rust"],
    )  # fmt: skip
    yield _detected(
        "project-in-a-repository", "A project may lie deep in a repository", "12 18",
        {"sub/Makefile": "", "sub/b.rs": ""}, git=True, uri=at("sub"), root="sub",
        languages=["rust"], build=["make"],
    )  # fmt: skip
    yield Case(
        "detect-nothing-there",
        "Where there is nothing there is no project",
        ["WS-13"],
        *asked("ws", "detect", uri=at("nowhere")),
        expected=refused("ws", "detect", "NOT_FOUND", {"uri": at("nowhere")}),
        anchor=DETECT,
        workspace={},
    )
    yield Case(
        "detect-outside",
        "A project outside is none of ours",
        ["WS-2"],
        *asked("ws", "detect", uri="file://${outside}"),
        expected=refused("ws", "detect", "PERMISSION_DENIED", {"uri": "file://${outside}"}),
        anchor="tools.md, every path goes through the sandbox rule",
        flags=["traversal"],
        workspace={},
    )
    yield Case(
        "detect-unknown-parameter",
        "A misspelt parameter is not dropped in silence",
        ["WS-12"],
        *asked("ws", "detect", url=at("")),
        expected=invalid("ws", "detect", ("/url", "additionalProperties")),
        anchor="HIP-0300, Unify: identical error model",
        workspace={},
    )
    text_or_null = {"type": ["string", "null"]}
    yield Case(
        "capabilities",
        "capabilities says what this machine has",
        ["WS-20"],
        *asked("ws", "capabilities"),
        expected=answered(
            "ws", "capabilities", {"lsp": [], "vcs": "", "shell": "sh", "display": None}
        ),
        where={
            "/data/lsp": {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
            "/data/vcs": {"enum": ["git", None]},
            "/data/display": text_or_null,
        },
        anchor=DETECT,
        workspace={},
    )


# The tables of WS-14 and WS-16 once more, as they are read there.
ENDINGS = {
    "c": "c h", "cpp": "cc cpp cxx hh hpp hxx", "go": "go", "java": "java",
    "javascript": "js cjs mjs jsx", "python": "py pyi", "rust": "rs",
    "typescript": "ts cts mts tsx",
}  # fmt: skip
MARKERS = {
    "GNUmakefile": "make", "Makefile": "make", "makefile": "make", "package.json": "npm",
    "build.gradle.kts": "gradle", "pyproject.toml": "python", "setup.cfg": "python",
    "setup.py": "python",
}  # fmt: skip


def _names_alone() -> Iterator[Case]:
    """Each ending and each marker by itself, where nothing else says the same."""
    for language, endings in ENDINGS.items():
        for ending in endings.split():
            yield _detected(
                f"ending-{ending}", f"A name that ends in .{ending} is one of {language}", "14",
                {f"a.{ending}": "", f"b.{ending}x2": "", f".hidden/{ending}": ""},
                languages=[language],
            )  # fmt: skip
    yield _detected(
        "endings-without-a-dot", "A name without a full stop has no ending", "14",
        dict.fromkeys(("c", "cpp", "go", "py", "rs", "ts", "js", "java"), ""),
    )  # fmt: skip
    for marker, system in MARKERS.items():
        yield _detected(
            f"marker-{marker.lower().replace('.', '-')}{'-upper' if marker == 'Makefile' else ''}",
            f"{marker} alone marks {system}", "16", {marker: ""}, build=[system],
            languages=["python"] if marker.endswith(".py") else [],
        )  # fmt: skip
    yield _detected(
        "repository-as-the-nearest-marker", "A folder .git alone marks a root", "12 18",
        {"Makefile": "", "sub/.git/x": "", "sub/a/b.go": ""}, uri=at("sub/a"), root="sub",
        vcs="git", languages=["go"],
    )  # fmt: skip
