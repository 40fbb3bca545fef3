"""``list`` and ``search_text``: beside ripgrep and git, and where a system is needed to be hostile."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import threading
import time
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.fs.globs import GlobError, glob_filter
from hanzo_reference.tools.fs.ignoring import read_rules
from hanzo_reference.tools.fs.regex_parser import PatternError, parse_literal, parse_regex
from hanzo_reference.tools.fs.search_lines import Match, literal_finder, matches, tree_finder

RIPGREP = shutil.which("rg")
needs_ripgrep = pytest.mark.skipif(RIPGREP is None, reason="ripgrep is the oracle: no rg found")


def call(root: Path, action: str, **params: Any) -> dict[str, Any]:
    answer = Toolbox({}).call(str(root), "fs", action, params)
    if not answer["ok"]:
        problem = answer["error"]
        raise ToolError(problem["code"], problem["message"], problem["details"])
    return answer


def pages(root: Path, action: str, member: str, **params: Any) -> list[dict[str, Any]]:
    """All that all pages have."""
    found: list[dict[str, Any]] = []
    cursor: dict[str, Any] = {}
    while True:
        answer = call(root, action, **params, **cursor)
        found += answer["data"][member]
        if not answer["meta"]["paging"]["more"]:
            return found
        cursor = {"cursor": answer["meta"]["paging"]["cursor"]}


def lay_out(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())


def spans(text: str, pattern: str, *, ignore_case: bool = False) -> list[Match]:
    find = tree_finder(parse_regex(pattern, ignore_case=ignore_case))
    return list(matches(text.encode(), find))


# Patterns that our subset and ripgrep read alike, in the alphabet of the texts.
PIECES = st.sampled_from(
    ["a", "b", "é", "😀", ".", "[ab]", "[^a]", "[^é😀]", r"\.", "a|b", "ab|a", "", "^", "$", "-"]
)
QUANTIFIERS = st.sampled_from(["", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?"])
PATTERNS = st.lists(st.tuples(PIECES, QUANTIFIERS), min_size=1, max_size=4).map(
    lambda parts: "".join(f"(?:{piece}){quantifier}" for piece, quantifier in parts)
)
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


def from_ripgrep(root: Path, pattern: str) -> set[tuple[str, int, int, int]]:
    assert RIPGREP is not None
    told = subprocess.run(
        [RIPGREP, "--json", "--no-config", "-e", pattern, "."],
        cwd=root, capture_output=True, check=False, text=True, encoding="utf-8",
    )  # fmt: skip
    found = set()
    for text in told.stdout.splitlines():
        event = json.loads(text)
        if event["type"] == "match":
            data = event["data"]
            name = data["path"]["text"].removeprefix("./")
            line = data["lines"]["text"].encode()
            for match in data["submatches"] or [{"start": 0, "end": 0}]:
                found.add((name, data["line_number"] - 1, *utf_16(line, match)))
    return found


def utf_16(line: bytes, match: dict[str, int]) -> tuple[int, int]:
    start, end = (
        len(line[: match[side]].decode("utf-8", "ignore").encode("utf-16-le")) // 2
        for side in ("start", "end")
    )
    return start, end


NAMES = st.sampled_from(["a", "b", "ab", "a b", "b ", "a.b", "{a,b}", "[a]", "!a", "#a", "e", "a*"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
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


def path_of(root: Path, item: dict[str, Any]) -> str:
    from hanzo_reference.ids import path_from_uri

    return os.path.relpath(path_from_uri(item["uri"]), root)


GLOBS = st.lists(
    # No negated sets: with ripgrep they match a slash.
    st.sampled_from(["a", "b", "*", "**", "/", "?", "[ab]", "{a,b}", "{a,*}", ".", "\\*"]),
    min_size=1, max_size=5,
).map("".join).filter(lambda glob: glob != "/")  # fmt: skip


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


def positions(text: str, pattern: str) -> list[tuple[int, int, int]]:
    return [(found.line, found.start_col, found.end_col) for found in spans(text, pattern)]


@given(
    text=st.text(alphabet="ab\r\n\u00e9\U0001f600", max_size=30), needle=st.sampled_from("ab\u00e9")
)
def test_a_literal_and_its_expression_find_the_same(text: str, needle: str) -> None:
    content = text.encode()
    assert list(matches(content, literal_finder(needle))) == spans(text, needle)


@given(text=st.text(alphabet="ab-\r\n\u00e9\U0001f600\u2028\x0b", max_size=30), pattern=PATTERNS)
def test_a_match_lies_where_its_range_says(text: str, pattern: str) -> None:
    from hanzo_reference.ids import Position, Range, slice_text

    try:
        tree = parse_regex(pattern, ignore_case=False)
    except PatternError:
        return
    for found in matches(text.encode(), tree_finder(tree)):
        start, end = Position(found.line, found.start_col), Position(found.line, found.end_col)
        inside = slice_text(text, Range(start, end))
        assert not set(inside) & {"\r", "\n"}
        assert (
            found.text.encode("utf-16-le")[2 * start.col : 2 * end.col].decode("utf-16-le")
            == inside
        )


@given(text=st.text(alphabet="ab\r\n\u00e9\U0001f600", max_size=30), pattern=PATTERNS)
def test_lines_are_searched_each_on_its_own(text: str, pattern: str) -> None:
    from hanzo_reference.ids.positions import lines

    try:
        tree = parse_regex(pattern, ignore_case=False)
    except PatternError:
        return
    find = tree_finder(tree)
    alone = [
        (number, found.start_col, found.end_col)
        for number, (start, end) in enumerate(lines(text))
        # An empty line is one if something ends it.
        for found in matches((text[start:end] + "\n").encode(), find)
        if end < len(text) or start < end
    ]
    assert positions(text, pattern) == alone


@given(
    units=st.lists(st.sampled_from(["a", "\u00e9", "\U0001f600"]), min_size=490, max_size=700),
    at=st.integers(0, 700),
)
def test_an_excerpt_is_a_window_on_the_line_with_the_match_in_it(units: list[str], at: int) -> None:
    at = min(at, len(units))
    line = "".join([*units[:at], "x", *units[at:]])
    (found,) = spans(line, "x")
    whole = line.encode("utf-16-le")
    excerpt = found.text.encode("utf-16-le")
    assert whole[2 * found.text_col :].startswith(excerpt)
    assert "x" in found.text
    length = len(whole) // 2
    assert len(excerpt) // 2 == length if length <= 500 else len(excerpt) // 2 >= 498
    assert len(excerpt) <= 1000


def test_the_smallest_and_the_largest_character_of_a_class_are_in_it() -> None:
    text = "\u00e8\u00e9\u00fc\u00fd"
    assert positions(text, "[\u00e9-\u00fc]+") == [(0, 1, 3)]


@pytest.mark.parametrize("pattern", ["(x+x+)+y", "(x|xx)+y", "(?:x{1,30}){1,30}y", "x*x*x*x*x*x*y"])
def test_time_grows_with_the_text_and_not_faster(pattern: str) -> None:
    find = tree_finder(parse_regex(pattern, ignore_case=False))

    def seconds(length: int) -> float:
        begun = time.perf_counter()
        assert not list(matches(b"x" * length, find))
        return time.perf_counter() - begun

    seconds(10_000)
    short = min(seconds(100_000) for _ in range(3))
    long = min(seconds(1_000_000) for _ in range(3))
    assert long < 40 * short + 0.1


@pytest.mark.parametrize("pattern", ["\n", "a\rb", ""])
def test_a_literal_that_no_line_can_have_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError):
        parse_literal(pattern, ignore_case=False)


@given(pattern=st.text(alphabet="ab(){}[]|*+?^$.\\-,0129:xdDwWsSbB ", max_size=12))
def test_what_the_parser_takes_the_engine_takes(pattern: str) -> None:
    try:
        tree = parse_regex(pattern, ignore_case=True)
    except PatternError:
        return
    assert all(found.line == 0 for found in matches(b"ab 0129", tree_finder(tree)))


@given(pattern=st.text(alphabet="ab*?[]!^-{},\\/.:", max_size=12), path=PATHS)
def test_every_glob_is_refused_or_answers(pattern: str, path: str) -> None:
    try:
        accepts = glob_filter(pattern)
    except GlobError:
        return
    assert accepts(path) in (True, False)


def test_a_glob_of_many_stars_takes_no_long_time() -> None:
    accepts = glob_filter("*a" * 400 + "b")
    begun = time.perf_counter()
    assert not accepts("a" * 20_000)
    assert time.perf_counter() - begun < 60


def test_a_thousand_rules_are_judged_in_portions() -> None:
    rules = read_rules("".join(f"name{number}\n" for number in range(1000)).encode())
    assert rules.verdict("a/name999", "name999", is_folder=False) is True
    assert rules.verdict("a/name1000", "name1000", is_folder=False) is None


def test_names_that_are_not_utf_8_are_left_out(tmp_path: Path) -> None:
    lay_out(tmp_path, {"a": "x"})
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))).write_text("x")
    listed = call(tmp_path, "list", uri=tmp_path.as_uri())["data"]["entries"]
    assert [path_of(tmp_path, entry) for entry in listed] == ["a"]
    found = call(tmp_path, "search_text", pattern="x")["data"]["matches"]
    assert [path_of(tmp_path, item) for item in found] == ["a"]


def test_a_pipe_is_listed_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    listed = call(tmp_path, "list", uri=tmp_path.as_uri())["data"]["entries"]
    assert [(entry["type"], entry["size"]) for entry in listed] == [("other", None)]
    assert call(tmp_path, "search_text", pattern="x")["data"]["matches"] == []
    with pytest.raises(ToolError, match="is no file"):
        call(tmp_path, "search_text", pattern="x", path="pipe")


def test_names_in_different_forms_are_two_entries(tmp_path: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "\u00e9") for form in ("NFC", "NFD"))
    lay_out(tmp_path, {composed: "", decomposed: ""})
    listed = call(tmp_path, "list", uri=tmp_path.as_uri())["data"]["entries"]
    assert [path_of(tmp_path, entry) for entry in listed] == [decomposed, composed]


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_pages_together_are_the_list(tmp_path: Path, limit: int) -> None:
    source = random.Random(limit)  # noqa: S311 - the same names every time
    names = ["".join(source.choices("ab+/-", k=6)).replace("//", "/") for _ in range(30)]
    for name in names:
        place = tmp_path / f"d{name.strip('/')}x"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x\nxx\n")
    uri = tmp_path.as_uri()
    whole = call(tmp_path, "list", uri=uri, depth=9, limit=1000)["data"]["entries"]
    assert pages(tmp_path, "list", "entries", uri=uri, depth=9, limit=limit) == whole
    found = call(tmp_path, "search_text", pattern="x", limit=1000)["data"]["matches"]
    assert pages(tmp_path, "search_text", "matches", pattern="x", limit=limit) == found
    assert len(found) == 3 * sum(path.is_file() for path in tmp_path.rglob("*"))


def test_a_first_page_leaves_the_rest_unread(tmp_path: Path) -> None:
    lay_out(tmp_path, {f"{number:03}": "x" * 100_000 for number in range(100)})
    (tmp_path / "000").write_text("x")

    def seconds(pattern: str) -> float:
        begun = time.perf_counter()
        assert call(tmp_path, "search_text", pattern=pattern, limit=1)["ok"]
        return time.perf_counter() - begun

    seconds("x")
    # What is found nowhere is looked for in all hundred files.
    assert min(seconds("x") for _ in range(3)) < min(seconds("y") for _ in range(3))


def test_no_descriptor_stays_open(tmp_path: Path) -> None:
    lay_out(tmp_path, {f"a/b/{number}": "x" for number in range(20)})

    def count() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    if not Path("/proc/self/fd").exists():
        pytest.skip("the system does not show open files")
    call(tmp_path, "search_text", pattern="x", limit=1)
    before = count()
    for _ in range(20):
        call(tmp_path, "search_text", pattern="x", limit=1)
        call(tmp_path, "list", uri=tmp_path.as_uri(), depth=9, limit=2)
        with pytest.raises(ToolError):
            call(tmp_path, "search_text", pattern="x", cursor="bm9uZQ")
    assert count() == before


def test_a_folder_that_becomes_a_link_leads_nowhere(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    lay_out(root, {"a/b/inside.txt": "secret", "z.txt": "secret"})
    lay_out(outside, {"b/outside.txt": "secret", "outside.txt": "secret"})
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (root / "a").rename(tmp_path / "kept")
            (root / "a").symlink_to(outside)
            (root / "a").unlink()
            (tmp_path / "kept").rename(root / "a")

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        told = set()
        for _ in range(300):
            for answer in (
                call(root, "search_text", pattern="secret")["data"]["matches"],
                call(root, "list", uri=root.as_uri(), depth=9)["data"]["entries"],
            ):
                told |= {item["uri"].rpartition("/")[2] for item in answer}
    finally:
        done.set()
        swapping.join()
    assert told <= {"a", "b", "inside.txt", "z.txt"}
    assert "z.txt" in told
