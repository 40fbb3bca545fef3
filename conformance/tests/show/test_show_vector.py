"""A vector on one screen, in full, and as its file has it."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out

from hanzo_conformance.show.vector_text import screen_lines
from hanzo_vectors.reading import read_corpus

__all__ = ["cli"]  # the fixture

SAID = 'a "quoted" line\n'
CODED = base64.b64encode(SAID.encode()).decode()


def long_entry(**members: Any) -> dict[str, Any]:
    text = "many words " * 400
    return entry("long", text, description="Says much", **members)


@pytest.mark.parametrize(("width", "rows"), [(80, 22), (40, 22), (80, 8), (30, 12), (120, 50)])
def test_a_vector_of_any_length_is_one_screen(tmp_path: Path, width: int, rows: int) -> None:
    corpus = read_corpus(lay_out(tmp_path, long_entry()))
    lines = screen_lines(corpus.vectors[0], corpus.requirements, width, rows)
    assert len(lines) <= rows
    assert max(map(len, lines)) <= width
    assert lines[-1] == "… --full has all of it"


def test_a_short_vector_is_told_whole(tmp_path: Path) -> None:
    corpus = read_corpus(lay_out(tmp_path, entry("one", "a", anchor="Nobody §1")))
    assert screen_lines(corpus.vectors[0], corpus.requirements, 80, 22) == [
        "Says a",
        "ECHO-1    (must) Text comes back. [nobody]",
        "operation echo.say",
        'input     {"text": "a"}',
        'expected  {"text": "a"}',
        "anchor    Nobody §1",
    ]


def test_on_one_screen_and_in_full_base64_is_its_text_and_raw_it_is_not(
    cli: Cli, tmp_path: Path
) -> None:
    of = entry("one", "a", description="Says bytes")
    place = lay_out(tmp_path, of)
    schema = tmp_path / "schemas" / "vectors" / "echo.json"
    schema.write_text(schema.read_text().replace('"text"', '"text_b64"'))
    path = place / "echo.json"
    path.write_text(path.read_text().replace('"text": "a"', f'"text_b64": "{CODED}"'))
    shown = f"base64({SAID!r})"
    for words in ([], ["--full"]):
        code, out, _ = cli("show", "echo/one", "--vectors", place, *words)
        assert code == 0
        assert (shown in out, CODED in out) == (True, False)
    code, out, _ = cli("show", "echo/one", "--vectors", place, "--raw")
    assert code == 0
    assert (shown in out, CODED in out) == (False, True)


def test_a_rule_is_told_in_words_and_raw_as_a_schema(cli: Cli, tmp_path: Path) -> None:
    where = {"/text": {"type": "string", "minLength": 1}}
    place = lay_out(tmp_path, entry("one", "a", where=where))
    told = "/text has to be a text that is not empty"
    assert f"where     {told}" in cli("show", "echo/one", "--vectors", place)[1]
    assert f"  {told}\n" in cli("show", "echo/one", "--vectors", place, "--full")[1]
    raw = cli("show", "echo/one", "--vectors", place, "--raw")[1]
    assert '"minLength": 1' in raw
    assert told not in raw
