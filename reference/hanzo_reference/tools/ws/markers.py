"""What the names of files say of a project: its languages, its build systems. Pure tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable

LANGUAGES = {
    "c": ("c", "h"),
    "cpp": ("cc", "cpp", "cxx", "hh", "hpp", "hxx"),
    "go": ("go",),
    "java": ("java",),
    "javascript": ("js", "cjs", "mjs", "jsx"),
    "python": ("py", "pyi"),
    "rust": ("rs",),
    "typescript": ("ts", "cts", "mts", "tsx"),
}
BUILD = {
    "cargo": ("Cargo.toml",),
    "cmake": ("CMakeLists.txt",),
    "go": ("go.mod",),
    "gradle": ("build.gradle", "build.gradle.kts"),
    "make": ("GNUmakefile", "Makefile", "makefile"),
    "maven": ("pom.xml",),
    "meson": ("meson.build",),
    "npm": ("package.json",),
    "python": ("pyproject.toml", "setup.cfg", "setup.py"),
}
REPOSITORY = ".git"
# Folders of what was fetched or built: nobody wrote their files for this project.
FOREIGN = frozenset({"__pycache__", "build", "dist", "node_modules", "target", "vendor"})


def languages(names: Iterable[str]) -> list[str]:
    """The languages of files with these names, sorted. Spec: WS-14."""
    endings = {ending for _, dot, ending in (name.rpartition(".") for name in names) if dot}
    return sorted(name for name, known in LANGUAGES.items() if endings.intersection(known))


def build_systems(names: Collection[str]) -> list[str]:
    """The build systems of a folder with entries of these names, sorted. Spec: WS-16."""
    return sorted(name for name, markers in BUILD.items() if any(item in names for item in markers))


def marks_a_root(names: Collection[str]) -> bool:
    """Whether a folder with these entries is where a project begins. Spec: WS-12."""
    return REPOSITORY in names or bool(build_systems(names))


def is_own_folder(name: str) -> bool:
    """Whether files below a folder of this name belong to the project. Spec: WS-15."""
    return not name.startswith(".") and name not in FOREIGN
