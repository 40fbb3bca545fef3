"""code, fs and vcs against other programs over the sources that are installed on this machine.

A bounded sample, drawn from a seed; ``HANZO_ORACLE_FILES`` says how many files, and
``HANZO_ORACLE_SEEDS`` how many histories.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fs_search_world import pages, path_of
from rename_world import EXTENSIONS, sample
from ripgrep_world import from_ripgrep, needs_ripgrep
from vcs_world import commit_all, data, run_git

from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.code import grammars
from hanzo_reference.tools.code.source import Source

FILES = int(os.environ.get("HANZO_ORACLE_FILES", "40"))
SEEDS = int(os.environ.get("HANZO_ORACLE_SEEDS", "4"))
CTAGS = shutil.which("ctags")
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]{3,}")


def drawn(seed: int) -> random.Random:
    # Reproducible samples, nothing secret.
    return random.Random(seed)  # noqa: S311 - a fixed sequence


def texts(language: str, count: int = FILES) -> dict[str, str]:
    """Real files without syntax errors, by names of their own."""
    found: dict[str, str] = {}
    for number, path in enumerate(sample(language, EXTENSIONS[language], count)):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if next(grammars.problems(grammars.parse(Source(text), language)), None) is None:
            found[f"s{number}{path.suffix}"] = text
    return found


def lay_out(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="")


def symbols(root: Path, name: str) -> Iterator[dict[str, Any]]:
    box = Toolbox({})
    cursor: dict[str, str] = {}
    while True:
        asked = {"query": "", "scope": (root / name).as_uri(), "limit": 1000, **cursor}
        answer = box.call(str(root), "code", "search_symbol", {"backend": "tree-sitter", **asked})
        yield from answer["data"]["results"]
        if not answer["meta"]["paging"]["more"]:
            return
        cursor = {"cursor": answer["meta"]["paging"]["cursor"]}


def functions_and_classes(tree: ast.Module) -> set[tuple[int, str]]:
    """What other files see, with the line of its name."""

    def inside(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield child.lineno - 1, ".".join([*path, child.name])
                if isinstance(child, ast.ClassDef):
                    yield from inside(child, (*path, child.name))
            elif not isinstance(child, ast.Lambda):
                yield from inside(child, path)

    return set(inside(tree, ()))


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_functions_and_classes_of_real_modules_are_those_of_ast(tmp_path: Path) -> None:
    files = texts("python")
    lay_out(tmp_path, files)
    apart: dict[str, set[tuple[int, str]]] = {}
    for name, text in files.items():
        try:
            theirs = functions_and_classes(ast.parse(text))
        except SyntaxError:
            continue
        lines = text.split("\n")
        ours = {
            (item["range"]["start"]["line"], item["symbol_id"].removeprefix("sym:"))
            for item in symbols(tmp_path, name)
            if is_keyword_before(lines, item["range"]["start"])
        }
        if ours != theirs:
            apart[name] = ours ^ theirs
    assert apart == {}


def is_keyword_before(lines: list[str], start: dict[str, int]) -> bool:
    return bool(re.search(r"\b(def|class)[ \t]+$", lines[start["line"]][: start["col"]]))


@pytest.mark.skipif(CTAGS is None, reason="ctags is the oracle: none found")
@pytest.mark.parametrize(
    ("language", "kinds"), [("rust", "fsgn"), ("c", "fsu"), ("typescript", "cif")]
)
def test_definitions_of_real_files_are_among_those_that_are_found(
    language: str, kinds: str, tmp_path: Path
) -> None:
    assert CTAGS is not None
    files = texts(language)
    lay_out(tmp_path, files)
    apart: dict[str, set[tuple[int, str]]] = {}
    for name in files:
        told = subprocess.run(
            [CTAGS, f"--kinds-{language}={kinds}", "-x", "--_xformat=%n %N", name],
            cwd=tmp_path, capture_output=True, check=True, text=True,
        ).stdout  # fmt: skip
        pairs = [line.split(" ", 1) for line in told.splitlines()]
        # Names of its own for what has none; and a function that returns one to be called is captured
        # by no query: its name stands in a declarator of a pointer.
        theirs = {
            (int(line) - 1, tag)
            for line, tag in pairs
            if WORD.fullmatch(tag)
            and not tag.startswith("__anon")
            and not re.search(rf"\(\*\s*\(?{tag}\(", files[name])
        }
        found = grammars_names(tmp_path, name, language)
        missing = theirs - found
        if missing:
            apart[name] = missing
    assert apart == {}


def grammars_names(root: Path, name: str, language: str) -> set[tuple[int, str]]:
    """Every definition of a file, those in functions too, by line and name."""
    from hanzo_reference.tools.code.languages import languages
    from hanzo_reference.tools.code.outline import outline

    source = Source((root / name).read_text(encoding="utf-8"))
    tree = grammars.parse(source, language)
    found = outline(source, languages()[language], grammars.matches(tree, languages()[language]))
    return {(source.position(item.span.start)["line"], item.name) for item in found.definitions}


@needs_ripgrep
@pytest.mark.parametrize("make", [re.escape, lambda word: rf"\b{word[:3]}\w*[({{:]"])
def test_what_is_found_in_real_files_is_what_ripgrep_finds(
    make: Callable[[str], str], tmp_path: Path
) -> None:
    files = texts("python", FILES // 2) | texts("rust", FILES // 2)
    lay_out(tmp_path, files)
    chosen = drawn(3)
    for name in chosen.sample(sorted(files), min(8, len(files))):
        words = WORD.findall(files[name])
        if not words:
            continue
        pattern = make(chosen.choice(words))
        found = pages(tmp_path, "search_text", "matches", pattern=pattern, regex=True)
        ours = {(path_of(tmp_path, item), *place(item)) for item in found}
        assert ours == from_ripgrep(tmp_path, pattern), pattern


def place(item: dict[str, Any]) -> tuple[int, int, int]:
    start, end = item["range"]["start"], item["range"]["end"]
    return start["line"], start["col"], end["col"]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_files_of_a_real_tree_that_are_left_out_are_those_that_git_leaves_out(
    seed: int, tmp_path: Path
) -> None:
    """The tree of an installed package, under rules made of its own names."""
    chosen = drawn(seed)
    origin = chosen.choice(packages())
    paths = [path.relative_to(origin) for path in origin.rglob("*") if path.is_file()][:400]
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("needle\n")
    rules = [rule(chosen, chosen.choice(paths)) for _ in range(6)]
    (tmp_path / ".gitignore").write_text("\n".join(rules) + "\n")
    run_git(tmp_path, "init", "--quiet")
    told = run_git(tmp_path, "ls-files", "-z", "--others", "--exclude-standard").decode()
    theirs = {path for path in told.split("\0") if path and path != ".gitignore"}
    found = pages(tmp_path, "search_text", "matches", pattern="needle")
    assert {path_of(tmp_path, item) for item in found} == theirs, rules


def packages() -> list[Path]:
    root = Path(pytest.__file__).parent.parent
    found = [path.parent for path in sorted(root.glob("*/__init__.py"))]
    return [path for path in found if any(item.is_dir() for item in path.iterdir())]


def rule(chosen: random.Random, path: Path) -> str:
    parts = path.parts
    return chosen.choice(
        [
            path.name, f"*{path.suffix}", f"/{parts[0]}", f"{parts[0]}/", f"**/{path.name}",
            f"!{path.name}", f"{path.parent}/*", f"{path.name[:2]}*", f"!*{path.suffix}",
            f"{parts[0]}/**/{path.name[:1]}*", f"[{path.name[:1]}]*",
        ]
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(SEEDS))
def test_status_diff_and_apply_over_a_history_of_real_files_are_those_of_git(
    seed: int, tmp_path: Path
) -> None:
    chosen = drawn(seed)
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    run_git(first, "init", "--quiet", "--initial-branch=main")
    contents = list(texts("python", 30).values())
    for _ in range(3):
        change(first, chosen, contents)
        commit_all(first)
    run_git(tmp_path, "clone", "--quiet", str(first), str(second))
    change(first, chosen, contents)
    staged = chosen.random() < 0.5
    # New files alone: of all files git would put deletions into the index, too.
    new = run_git(first, "ls-files", "--others", "--exclude-standard", "-z").decode().split("\0")
    run_git(first, "add", *(["--all"] if staged else ["--intent-to-add", "--", *filter(None, new)]))

    told = data(first, "status")
    theirs = run_git(first, "status", "--porcelain=v2", "-z", "--no-renames", "--untracked=all")
    listed = {line.split(b" ", 8)[8].decode() for line in theirs.split(b"\0") if line}
    assert {item["path"] for item in map(with_path(first), told["files"])} == listed

    found = data(first, "diff", staged=staged)
    names = run_git(first, "diff", *(["--cached"] if staged else []), "--no-renames",
                    "--name-only", "-z")  # fmt: skip
    assert len(found["files"]) == len(names.split(b"\0")) - 1
    if not found["files"]:
        return
    patch = {key: found[key] for key in ("patch", "patch_b64") if found[key] is not None}
    data(second, "apply", **patch)
    assert tree(second) == tree(first)


def with_path(root: Path) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda item: {**item, "path": path_of(root, item)}


def tree(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mode & 0o100)
        for path in root.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(root).parts
    }


def change(root: Path, chosen: random.Random, contents: list[str]) -> None:
    """A dozen changes such as people make: new files, lines moved, cut, changed; files gone."""
    for _ in range(12):
        there = sorted(tree(root))
        what = chosen.random()
        if what < 0.35 or not there:
            path = (
                root / chosen.choice(["", "sub", "sub/deep", "a b"]) / f"f{chosen.randrange(20)}.py"
            )
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(chosen.choice(contents), encoding="utf-8", newline="")
            continue
        path = root / chosen.choice(there)
        if what < 0.45:
            path.unlink()
        elif what < 0.5:
            path.chmod(chosen.choice([0o644, 0o755]))
        elif what < 0.55:
            path.write_bytes(bytes(chosen.randrange(256) for _ in range(200)))
        else:
            path.write_bytes(reworked(path.read_bytes(), chosen))


def reworked(content: bytes, chosen: random.Random) -> bytes:
    lines = content.split(b"\n")
    for _ in range(chosen.randrange(1, 5)):
        at = chosen.randrange(len(lines))
        kind = chosen.randrange(4)
        if kind == 0:
            lines[at:at] = lines[max(0, at - 3) : at]
        elif kind == 1 and len(lines) > 1:
            del lines[at : at + 2]
        elif kind == 2:
            lines[at : at + 1] = [lines[at] + b" # changed\r"] if lines else [b"new"]
        else:
            lines[at : at + 1] = [b"", lines[at] if lines else b""]
        lines = lines or [b""]
    return b"\n".join(lines)
