"""What ``code.rename`` accepts in real code is what programs that know types make of it.

A few files of each language, or as many as ``HANZO_ORACLE_FILES`` says; ``bench/renames.py`` tells
the figures and every difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rename_world import (
    EXTENSIONS,
    NEW_NAME,
    Attempt,
    Verdict,
    attempts,
    edited,
    first_line_apart,
    held_against,
    is_same,
    oracle_for,
    sample,
)

FILES = int(os.environ.get("HANZO_ORACLE_FILES", "12"))
MOST = 4


@pytest.mark.parametrize("language", sorted(EXTENSIONS))
def test_what_is_renamed_in_real_code_is_what_others_rename(language: str, tmp_path: Path) -> None:
    chosen = sample(language, EXTENSIONS[language], FILES)
    if not chosen:
        pytest.skip(f"there is no code of {language} on this machine")
    found = [
        attempt
        for number, path in enumerate(chosen)
        for attempt in attempts(tmp_path / f"f{number:04}", path, MOST)
    ]
    assert found
    oracle = oracle_for(language, tmp_path, found)
    if isinstance(oracle, str):
        pytest.skip(oracle)
    try:
        verdicts = list(held_against(oracle, found))
    finally:
        oracle.close()
    apart = [one for one in verdicts if one.theirs is not None and not is_same(one)]
    assert [(one.attempt.origin, one.attempt.name, first_line_apart(one)) for one in apart] == []


def judged(name: str, before: str, after: str, theirs: str) -> bool:
    path = Path(name)
    return is_same(Verdict(Attempt(path, path, 0, 0, "x", before, after), theirs))


def test_what_another_program_writes_into_a_comment_is_no_difference() -> None:
    before = "let x = 1; // x\nf(x)\n"
    assert judged("a.js", before, "let y = 1; // x\nf(y)\n", "let y = 1; // y\nf(y)\n")
    assert not judged("a.js", before, "let y = 1; // x\nf(x)\n", "let y = 1; // y\nf(y)\n")


def test_what_only_a_macro_knows_is_no_difference_and_what_stands_outside_is() -> None:
    before = "fn f() { let x = 1; g!(x); }\n"
    ours = f"fn f() {{ let {NEW_NAME} = 1; g!({NEW_NAME}); }}\n"
    assert judged("a.rs", before, ours, f"fn f() {{ let {NEW_NAME} = 1; g!(x); }}\n")
    assert not judged("a.rs", before, ours, f"fn f() {{ let x = 1; g!({NEW_NAME}); }}\n")


def test_changes_of_a_text_are_made_from_its_end() -> None:
    assert edited("ab", [(0, 1, "xyz"), (1, 2, "")]) == "xyz"
