"""code: positions, patches and outlines against git, difflib, ast and the trees themselves."""

from __future__ import annotations

import ast
import difflib
import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanzo_reference.ids import Position, convert_position
from hanzo_reference.ids.positions import index_of, lines
from hanzo_reference.tools.calling import Toolbox
from hanzo_reference.tools.code import grammars, languages
from hanzo_reference.tools.code.cases.samples import SAMPLES
from hanzo_reference.tools.code.formatting import trimmed
from hanzo_reference.tools.code.patches import unified
from hanzo_reference.tools.code.source import Source, Span, shortened
from hanzo_reference.tools.code.words import words

CHECKOUT = Path(__file__).resolve().parents[2]
COPIES = (
    "runners/js/src/tools/code/languages.json",
    "runners/rust/crates/tool-code/src/languages.json",
)
TEXTS = st.text(st.sampled_from("ab \t\r\n\u00e9\u20ac\U0001f600"), max_size=40)
LINES = st.lists(st.sampled_from(["a", "b b", "", "c\r", "\u00e9"]), min_size=1, max_size=30)
LANGUAGES = sorted(SAMPLES)


class Asker:
    """The tool with the grammars, in a workspace."""

    def __init__(self, root: Path, files: Mapping[str, str]) -> None:
        self.root = root.resolve()
        self._toolbox = Toolbox({})
        for name, text in files.items():
            place = self.root / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())

    def __call__(self, action: str, name: str = "", tool: str = "code", **params: Any) -> Any:
        if name:
            params["uri"] = f"file://{self.root}/{name}"
        if tool == "code":
            params = {"backend": "tree-sitter", **params}
        envelope = self._toolbox.call(str(self.root), tool, action, params)
        return envelope["data"] if envelope["ok"] else envelope["error"]


def shape(text: str, language: str) -> str:
    return str(grammars.parse(Source(text), language).root_node)


@given(TEXTS, st.integers(0, 6), st.integers(0, 12))
def test_offsets_and_positions_are_those_of_the_page_on_identifiers(
    text: str, line: int, col: int
) -> None:
    source = Source(text)
    offset = source.offset(line, col)
    if line >= len(lines(text)):
        assert offset is None
        return
    assert offset is not None
    index = index_of(text, Position(line, col), "utf-16")
    assert source.part(Span(0, offset)) == text[:index]
    assert (
        source.position(offset)
        == convert_position(text, Position(line, col), "utf-16", "utf-16")._asdict()
    )


@given(LINES, st.data())
def test_a_patch_is_what_difflib_and_git_make_of_changed_lines(
    before: list[str], data: st.DataObject
) -> None:
    # Lines that no other equals: there is one shortest difference.
    old = [f"{number} {line}" for number, line in enumerate(before)]
    new = [f"{line}!" if data.draw(st.booleans()) else line for line in old]
    texts = ["\n".join(old), "\n".join(new)]
    end = "\n" if data.draw(st.booleans()) else ""
    told = difflib.unified_diff(
        (texts[0] + end).splitlines(keepends=True) if "\r" not in texts[0] else kept(texts[0] + end),
        (texts[1] + end).splitlines(keepends=True) if "\r" not in texts[1] else kept(texts[1] + end),
        "a/x", "b/x",
    )  # fmt: skip
    marked = [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in told
    ]
    assert unified("x", texts[0] + end, texts[1] + end) == "".join(marked)


def kept(text: str) -> list[str]:
    """Lines that line feeds end, and nothing else."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


@pytest.mark.parametrize("name", ["plain.py", "a b.py", 'quo"te.py', "tab\t.py", "\u00e9.py"])
def test_git_applies_what_rename_and_format_make(tmp_path: Path, name: str) -> None:
    text = "x = 1 \nprint(x)\r\n\n\n\n\n\n\n\n\n\ny = x"
    (tmp_path / name).write_bytes(text.encode())
    ask = Asker(tmp_path, {})
    uri = ask("search_symbol", query="y")["results"][0]["uri"]
    place: dict[str, Any] = {"position": {"line": 0, "col": 0}, "new_name": "z\u00fcge"}
    steps: list[tuple[str, dict[str, Any]]] = [("rename", place), ("format", {})]
    for action, params in steps:
        (patch,) = ask(action, uri=uri, **params)["patches"]
        done = subprocess.run(
            ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"], cwd=tmp_path, check=False,
            input=patch["patch"].encode(), capture_output=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    after = "z\u00fcge = 1\nprint(z\u00fcge)\r\n\n\n\n\n\n\n\n\n\ny = z\u00fcge\n"
    assert (tmp_path / name).read_bytes() == after.encode()


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LANGUAGES), st.lists(st.integers(0, 400), max_size=6))
def test_formatting_changes_no_tree(language: str, places: list[int]) -> None:
    _, text, _ = SAMPLES[language]
    for place in places:
        at = place % (len(text) + 1)
        text = f"{text[:at]} \t{text[at:]}"
    source = Source(text)
    tree = grammars.parse(source, language)
    if next(grammars.problems(tree), None) is not None:
        return
    after = trimmed(source, None, lambda span: grammars.is_between_tokens(tree, span))
    assert shape(after, language) == shape(text, language)
    assert trimmed(Source(after), None, lambda _: False) == after


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rename_there_and_back_is_the_same_file(tmp_path: Path, language: str) -> None:
    name, text, defined = SAMPLES[language]
    ask = Asker(tmp_path, {name: text})
    renamed = 0
    for line, col, _, symbol in defined:
        new_name = "#renamed" if symbol.endswith("#items") else "renamed"
        for wanted in (new_name, symbol.rpartition(".")[2]):
            answer = ask("rename", name, position={"line": line, "col": col}, new_name=wanted)
            if "patches" not in answer:
                assert answer["details"]["reason"] == "ambiguous", (symbol, answer)
                break
            renamed += 1
            for patch in answer["patches"]:
                applied = ask("apply_patch", tool="fs", **patch)
                assert "hash" in applied, applied
            after = (tmp_path / name).read_text(encoding="utf-8")
            assert shape(after, language) == shape(text, language)
        else:
            assert after == text
    # There and back, and more of them than are refused.
    assert renamed > len(defined)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_definition_is_a_reference_of_itself(tmp_path: Path, language: str) -> None:
    name, text, defined = SAMPLES[language]
    assert next(grammars.problems(grammars.parse(Source(text), language)), None) is None
    ask = Asker(tmp_path, {name: text})
    for line, col, length, symbol in defined:
        place = {"line": line, "col": col}
        found = ask("references", name, position=place)["results"]
        assert place in [item["range"]["start"] for item in found], symbol
        ends = ask("definition", name, position={"line": line, "col": col + length})["results"]
        assert ends, symbol


def definitions_by_ast(text: str) -> Iterator[tuple[int, str]]:
    """Functions and classes that other files see, by the standard library's own parser."""

    def inside(node: ast.AST, path: tuple[str, ...]) -> Iterator[tuple[int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield child.lineno, ".".join([*path, child.name])
                if isinstance(child, ast.ClassDef):
                    yield from inside(child, (*path, child.name))
            elif not isinstance(child, ast.Lambda):
                yield from inside(child, path)

    return inside(ast.parse(text), ())


def test_functions_and_classes_are_those_that_ast_finds(tmp_path: Path) -> None:
    sources = sorted((CHECKOUT / "reference/hanzo_reference").rglob("*.py"))[::4]
    files = {f"s{number}.py": path.read_text("utf-8") for number, path in enumerate(sources)}
    ask = Asker(tmp_path, files)
    for name, text in files.items():
        uri = f"file://{ask.root}/{name}"
        found = ask("search_symbol", query="", scope=uri, limit=1000)["results"]
        by_grammar = {
            (item["range"]["start"]["line"] + 1, item["symbol_id"].removeprefix("sym:"))
            for item in found
            if item["snippet"].lstrip().startswith(("class ", "def ", "async def "))
        }
        # A decorator stands above the line of the name, ast's line is that of the keyword.
        assert by_grammar == set(definitions_by_ast(text)), name


def test_the_ports_have_the_same_table() -> None:
    ours = Path(languages.__file__).with_name(languages.FILE).read_bytes()
    for copy in COPIES:
        assert (CHECKOUT / copy).read_bytes() == ours, f"copy languages.json to {copy}"


def test_every_language_has_a_grammar_that_takes_its_query() -> None:
    for name, language in languages.languages().items():
        tree = grammars.parse(Source(""), name)
        assert list(grammars.matches(tree, language)) == []


def test_a_named_pipe_is_no_file_and_nobody_waits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    started = time.monotonic()
    answer = Asker(tmp_path, {})("diagnostics", "pipe.py")
    assert answer["code"] == "UNSUPPORTED"
    assert answer["details"]["type"] == "other"
    assert time.monotonic() - started < 60


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    ask = Asker(tmp_path, {"a.py": "x = 1\n"})
    assert len(ask("search_symbol", query="")["results"]) == 1
    (tmp_path / "a.py").write_text("y = 1\n", encoding="utf-8")
    os.utime(tmp_path / "a.py", (0, 0))
    assert ask("search_symbol", query="")["results"][0]["symbol_id"] == "sym:y"


def test_a_named_file_in_a_skipped_folder_counts(tmp_path: Path) -> None:
    ask = Asker(tmp_path, {"build/a.py": "x = 1\nx\n"})
    found = ask("references", "build/a.py", position={"line": 1, "col": 0})["results"]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("text", "defined"),
    [("def f", ["f"]), ("def\nf", []), ("undef f", []), ("class\t x y", ["x"]), ("1def f", [])],
)
def test_a_word_is_given_by_a_keyword_and_blanks_before_it(text: str, defined: list[str]) -> None:
    assert [word.text for word in words(Source(text)) if word.defined] == defined


def test_white_space_of_a_shown_declaration_is_single_blanks() -> None:
    assert shortened("\n def  f(\n\ta,\r\n b)\f:\v") == "def f( a, b) :"
    assert len(shortened("\U0001f600" * 300)) == 200
