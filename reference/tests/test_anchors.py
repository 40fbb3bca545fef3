"""What an anchor rests on: the strongest of the texts that it cites."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hanzo_reference
from hanzo_reference.spec.anchors import Authority, authority


@pytest.mark.parametrize(
    ("anchor", "rests_on"),
    [
        ("RFC 6749 §3.1, §4.1.1", "standard"),
        ("WHATWG HTML §9.2.6; decision at SSE-27", "standard"),
        ("spec.md, CODE-48 to CODE-51; GNU diffutils, Unified Format", "standard"),
        ("LSP 3.17, Position; units counted by hand", "standard"),
        ("UTF-16, Unicode Standard §3.9", "standard"),
        ("HIP-0301 §1, decision MCP-16; digests by sha256sum", "hip"),
        ("The project's worked example of HIP-0301 §16", "hip"),
        ("HIP-0301 §9; POSIX.1-2017 XCU §2.8", "standard"),
        ("decision FS-132", "decision"),
        ("SESSION-9: floor(bytes / 4) + 1 for each block", "decision"),
        ("tools.md, fs.apply_patch; counted by hand", "decision"),
        ("tools-memory.md 2; ENVELOPE-55", "decision"),
        ("a decision of ours", "decision"),
        ("counted by hand", "decision"),
    ],
)
def test_the_strongest_text_that_an_anchor_cites_counts(anchor: str, rests_on: Authority) -> None:
    assert authority(anchor) == rests_on


ROOT = Path(hanzo_reference.__path__[0])
# What cases take from beside them and that judges nothing: tables for them, a type, a name's home.
DATA = {
    "hanzo_reference.ids.columns", "hanzo_reference.ids.characters", "hanzo_reference.ids.positions",
    "hanzo_reference.backoff.decimals", "hanzo_reference.tools.calling",
}  # fmt: skip


def test_no_expectation_is_written_in_the_words_of_the_code_that_it_judges() -> None:
    paths = [
        *ROOT.glob("**/cases/**/*.py"),
        *ROOT.glob("**/cases.py"),
        *ROOT.rglob("case_words.py"),
    ]
    assert len(paths) > 50
    taken = [
        f"{path.relative_to(ROOT)} imports {node.module}"
        for path in paths
        if path.parent.name != "spec"
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hanzo_reference.")
        if not node.module.startswith("hanzo_reference.spec.")  # type: ignore[union-attr]
        and ".cases" not in (node.module or "")
        and not (node.module or "").endswith("case_words")
        and node.module not in DATA
    ]
    assert taken == []
