"""``list`` and ``search_text`` find what ripgrep finds, and leave out what git leaves out."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest
from fs_search_world import PATHS, PATTERNS, lay_out, pages, path_of
from hypothesis import given, settings
from hypothesis import strategies as st
from ripgrep_world import RIPGREP, from_ripgrep, needs_ripgrep

from hanzo_reference.tools.fs.regex_parser import PatternError, parse_regex

TEXTS = st.text(alphabet="ab-.é😀\n", max_size=40)


@needs_ripgrep
@settings(deadline=None, max_examples=60)
@given(pattern=PATTERNS, texts=st.lists(TEXTS, min_size=1, max_size=3))
def test_matches_are_those_of_ripgrep(
    pattern: str, texts: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    try:
        parse_regex(pattern, ignore_case=False)
    except PatternError:
        return
    root = tmp_path_factory.mktemp("rg")
    lay_out(root, {f"{number}.txt": text for number, text in enumerate(texts)})
    found = pages(root, "search_text", "matches", pattern=pattern, regex=True)
    ours = {
        (item["uri"].rpartition("/")[2], item["range"]["start"]["line"], *columns(item))
        for item in found
    }
    theirs = from_ripgrep(root, pattern)
    # ripgrep puts empty matches within characters, too: of those, only the lines are compared.
    assert {place for place in ours if place[2] < place[3]} == {
        place for place in theirs if place[2] < place[3]
    }
    assert {place[:2] for place in ours} == {place[:2] for place in theirs}


def columns(item: dict[str, Any]) -> tuple[int, int]:
    return item["range"]["start"]["col"], item["range"]["end"]["col"]


RULE_PIECES = st.sampled_from(
    ["a", "b", "*", "**", "/", "?", "[ab]", "[!a]", "[^b]", "[]a]", "[a-c]", "[[:alpha:]]", "\\", " ",
     "!", "#", "{a,b}", ".", "[", "]", "-", "***", "/**/", "\\*", "\\ ", "[b-a]", "[\\]a]"]
)  # fmt: skip
RULE_LINES = st.lists(RULE_PIECES, max_size=5).map("".join)
RULE_FILES = st.lists(RULE_LINES, min_size=1, max_size=4).map("\n".join)


@settings(deadline=None, max_examples=150)
@given(
    rules=RULE_FILES, deeper=st.none() | RULE_FILES,
    paths=st.lists(PATHS, min_size=1, max_size=8, unique=True),
)  # fmt: skip
def test_files_left_out_are_those_that_git_leaves_out(
    rules: str, deeper: str | None, paths: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("git")
    for path in paths:
        place = root / path
        # A name that is a file already cannot be a folder, and the other way round.
        if not any((root / part).is_file() for part in parents(path)) and not place.is_dir():
            lay_out(root, {path: "x"})
    lay_out(root, {".gitignore": rules})
    if deeper is not None and not (root / "a").is_file():
        lay_out(root, {"a/.gitignore": deeper})
    environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(root)}

    def git(*arguments: str) -> bytes:
        return subprocess.run(
            ["git", *arguments], cwd=root, env=environment, check=True, capture_output=True
        ).stdout

    git("init", "-q")
    told = git("ls-files", "-z", "--others", "--exclude-standard").decode()
    theirs = {path for path in told.split("\0") if path and ".gitignore" not in path}
    found = pages(root, "search_text", "matches", pattern="x")
    assert {path_of(root, item) for item in found} == theirs


def parents(path: str) -> list[str]:
    names = path.split("/")
    return ["/".join(names[:count]) for count in range(1, len(names))]


GLOBS = st.lists(
    # No negated sets: with ripgrep they match a slash. No three stars: to git they are two, always,
    # and to ripgrep at the end they are one.
    st.sampled_from(["a", "b", "*", "**", "/", "?", "[ab]", "{a,b}", "{a,*}", ".", "\\*"]),
    min_size=1, max_size=5,
).map("".join).filter(lambda glob: glob != "/" and "***" not in glob)  # fmt: skip


@needs_ripgrep
@settings(deadline=None, max_examples=60)
@given(glob=GLOBS, paths=st.lists(PATHS, min_size=1, max_size=8, unique=True))
def test_files_that_a_glob_chooses_are_those_of_ripgrep(
    glob: str, paths: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert RIPGREP is not None
    root = tmp_path_factory.mktemp("glob")
    for path in paths:
        if (
            not any((root / part).is_file() for part in parents(path))
            and not (root / path).is_dir()
        ):
            lay_out(root, {path: "x"})
    told = subprocess.run(
        [RIPGREP, "--files", "--no-config", "--no-ignore", "-0", "-g", glob],
        cwd=root, capture_output=True, check=False,
    )  # fmt: skip
    found = pages(root, "list", "entries", uri=root.as_uri(), pattern=glob)
    ours = {path_of(root, entry) for entry in found if entry["type"] == "file"}
    assert ours == {path for path in told.stdout.decode().split("\0") if path}
