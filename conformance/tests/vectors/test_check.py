"""The author's verb: a new domain from nothing, and each thing that may be missing, in words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout_world import Checkout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout in which somebody has just begun a domain."""
    made = Checkout(tmp_path_factory.mktemp("checkout"))
    status, told = made.run("init", "--domain", "greet")
    assert status == 0, told
    return made


@pytest.fixture
def checkout(fresh: Checkout, tmp_path: Path) -> Iterator[Checkout]:
    """The same with its room put back as it was before another test changed it."""
    room = fresh.room("greet", "")
    kept = tmp_path / "kept"
    shutil.copytree(room, kept, ignore=shutil.ignore_patterns("__pycache__"))
    yield fresh
    shutil.rmtree(room)
    shutil.copytree(kept, room)


def state_sources(checkout: Checkout) -> None:
    checkout.change(checkout.room("greet", "spec.md"), "TODO", "a decision of ours")
    checkout.change(checkout.room("greet", "cases/shortening.py"), "TODO", "a decision of ours")


def check(checkout: Checkout) -> tuple[int, str]:
    status, told = checkout.run("vectors", "check", "--domain", "greet")
    assert "Traceback" not in told, told
    return status, told


def test_a_new_domain_lacks_its_sources_and_nothing_else_of_the_author(checkout: Checkout) -> None:
    status, told = check(checkout)
    assert status == 1
    assert "greet/spec.md:19: GREET-1 names no source yet" in told
    assert "0 anchored, " in told
    for aspect in ("5 vectors as their schema says", "500 drawn, each fits", "killed, 0 explained"):
        assert aspect in told
    state_sources(checkout)
    status, told = check(checkout)
    assert status == 1
    assert "GREET-1 was never reviewed" in told
    assert "next: hanzo-conformance requirements GREET-1 --reviewed" in told
    assert checkout.run("requirements", "--reviewed", "--all")[0] == 0
    status, told = check(checkout)
    assert status == 0, told
    assert "bring it to js, rust" in told
    assert "hanzo-conformance run --domain greet" in told


def test_an_anchor_that_is_still_to_be_named_is_told_with_its_case(checkout: Checkout) -> None:
    checkout.change(checkout.room("greet", "spec.md"), "TODO", "a decision of ours")
    checkout.change(
        checkout.room("greet", "cases/shortening.py"),
        'anchor="TODO",\n        )\n',
        'anchor="x",\n        )\n',
    )
    told = check(checkout)[1]
    assert "shortening.py:41: the anchor of greet/limit-of-nothing still says TODO" in told
    assert "1 anchored (1 by standard)" not in told


def test_a_review_is_the_last_thing_to_do(checkout: Checkout) -> None:
    state_sources(checkout)
    checkout.change(checkout.room("greet", "rule.py"), "limit < 1", "limit < 1 or text == '\\x07'")
    checkout.change(checkout.room("greet", "spec.md"), "A limit below 1", "A limit under 1")
    told = check(checkout)[1]
    assert "GREET-3 " in told
    assert "reviewed" in told
    assert "next: write a case that notices, or explain it in mutants.toml\n  SURVIVED" in told


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("cases/shortening.py", '"ab…"', '"abc"',
         ("greet/cases/shortening.py:14: greet/one-over-the-limit: the anchored value and the "
          "reference disagree at /result/text")),
        ("cases/shortening.py", 'error("LIMIT_TOO_SMALL")', 'error("NO_SUCH")',
         "greet/limit-of-nothing: the anchored value and the reference disagree at /error/code"),
        ("cases/shortening.py", '"limit": 1}', '"limit": "1"}',
         "greet/limit-of-one: greet.shorten does not take this input: /limit"),
        ("cases/shortening.py", '["GREET-2"]', '["GREET-9"]', "spec.md has no requirement GREET-9"),
        ("cases/__init__.py", "FLAGS = {", "KINDS = {", "greet/cases/__init__.py has no FLAGS"),
        ("rule.py", "return text\n", "return text / 2\n", "greet/rule.py:18: TypeError"),
        ("rule.py", "limit < 1", "limit <", "greet/rule.py:15: SyntaxError: invalid syntax"),
        ("rule.py", '"LIMIT_TOO_SMALL", f', '"OTHER", f', "does not declare the error OTHER"),
        ("__init__.py", '"no text fits into the limit"}', '"none", "NEVER": "never"}',
         "greet/__init__.py:22: greet.shorten declares NEVER, and no vector ends in it"),
        ("__init__.py", 'vector_file="greet"', 'vector_file="sse-frames"',
         "sse/__init__.py: its vector_file 'sse-frames' is that of hanzo_reference.greet"),
        ("__init__.py", "from hanzo", "from nowhere", "greet/__init__.py:3: ModuleNotFoundError"),
        ("inputs.py", '"limit": limit', '"limt": limit', "does not fit its model: /limit"),
        ("inputs.py", 'return "shorten"', 'return "shrink"', "there is no operation greet.shrink"),
        ("inputs.py", "def raw", "def rough", "greet/inputs.py has no raw"),
        ("spec.md", "### GREET-3 (MUST)", "### GREET-3 (OUGHT)", "greet/spec.md, line 31: expected"),
        ("rule.py", "limit < 1", "limit < 1 or text == '\\x07'", "none notices"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_a_sentence_with_its_place(
    checkout: Checkout, file: str, old: str, new: str, told: str
) -> None:
    state_sources(checkout)
    checkout.change(checkout.room("greet", file), old, new)
    status, said = check(checkout)
    assert status == 1, said
    assert told in said


@pytest.mark.parametrize("file", ["inputs.py", "spec.md"])
def test_a_file_that_is_not_there_is_named(checkout: Checkout, file: str) -> None:
    checkout.room("greet", file).unlink()
    status, told = check(checkout)
    assert status == 1
    assert f"reference/hanzo_reference/greet/{file} is not there" in told


def test_a_domain_is_not_begun_twice_and_has_a_name_that_operations_can_have(
    checkout: Checkout,
) -> None:
    for name, told in (("greet", "is there already"), ("Greet-2", "is no name for a domain"),
                       ("class", "is no name for a domain")):  # fmt: skip
        status, said = checkout.run("init", "--domain", name)
        assert status == 2
        assert told in said


def test_a_domain_that_nobody_has_begun_is_begun_by_init(checkout: Checkout) -> None:
    status, told = checkout.run("vectors", "check", "--domain", "grete")
    assert status == 2
    assert "did you mean greet" in told
    assert "init --domain grete" in told


def test_one_domain_is_generated_alone_and_what_it_had_goes(checkout: Checkout) -> None:
    before = (checkout.folder / "test-vectors" / "sse-frames.json").read_bytes()
    assert checkout.run("vectors", "generate", "--domain", "greet")[0] == 0
    schema = checkout.folder / "schemas" / "operations" / "greet.shorten.input.json"
    assert schema.is_file()
    gone = checkout.folder / "schemas" / "operations" / "greet.lengthen.input.json"
    shutil.copy(schema, gone)
    status, told = checkout.run("vectors", "generate", "--check", "--domain", "greet")
    assert status == 1
    assert "extra: schemas/operations/greet.lengthen.input.json" in told
    assert checkout.run("vectors", "generate", "--domain", "greet")[0] == 0
    assert not gone.exists()
    assert (checkout.folder / "test-vectors" / "sse-frames.json").read_bytes() == before


def test_nobody_is_asked_to_have_a_draft_and_no_bar_is_held_against_it(checkout: Checkout) -> None:
    assert checkout.run("vectors", "generate", "--domain", "greet")[0] == 0
    status, told = checkout.run("vectors", "stats", "--check")
    assert status == 0, told
    assert "greet: a draft, which no bar is held against" in told
    status, told = checkout.run("requirements", "--check", "--domain", "greet")
    assert status == 0, told
    assert "GREET-1 names no source yet (a draft)" in told
