"""The HTML report as a file: what is in it, what is not, and how large it gets."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import msgspec
import pytest
from fake_world import vector, vectors
from report_world import HOSTILE, differs, hostile_record, result, run_record, stranger

from hanzo_conformance.report import html_page
from hanzo_conformance.report.html_story import BEFORE, VALUE_SHOWN, marked
from hanzo_conformance.verdicts.verdict import Verdict

# Elements that the page is made of; none other may appear, whoever says what.
# fmt: off
ELEMENTS = {
    "html", "head", "meta", "title", "style", "script", "body", "header", "main", "section", "div",
    "h1", "h4", "p", "span", "small", "b", "br", "i", "cite", "code", "pre", "mark", "ul", "li",
    "table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd", "details", "summary",
    "form", "label", "a", "h2", "input", "select", "option", "output",
}
# fmt: on
VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """Checks that a page is well formed, and keeps what the tests ask for."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, str] = {}
        self.text = ""
        self.feed(page.decode())
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in {"script", "style"}:
            self.raw[self.open[-1]] = data
        else:
            self.text += data

    def policy(self) -> str:
        return next(
            attrs["content"] or ""
            for _, attrs in self.elements
            if attrs.get("http-equiv") == "Content-Security-Policy"
        )


def test_it_is_well_formed_and_a_stranger_adds_no_element_and_no_attribute() -> None:
    page = Page(html_page.render(hostile_record()))
    assert {tag for tag, _ in page.elements} <= ELEMENTS
    assert [tag for tag, _ in page.elements].count("script") == 1
    attributes = {name for _, attrs in page.elements for name in attrs}
    assert not {name for name in attributes if name.startswith("on") or name == "src"}
    assert "<script>document.title='owned'</script>" in page.text


def test_only_its_own_script_and_style_may_run() -> None:
    page = Page(html_page.render(hostile_record()))
    policy = page.policy()
    assert policy.startswith("default-src 'none'; ")
    for element in ("script", "style"):
        digest = hashlib.sha256(page.raw[element].encode()).digest()
        assert f"{element}-src 'sha256-{base64.b64encode(digest).decode()}'" in policy


def test_it_asks_the_network_for_nothing() -> None:
    text = html_page.render(run_record([], [], names=("one",))).decode()
    assert re.findall(r"(?:https?:)?//\w", text) == []
    assert "url(" not in text
    assert "@import" not in text


def test_the_matrix_has_a_row_for_each_domain_and_a_column_for_each_implementation() -> None:
    chosen = vectors(4)
    results = [result(name, of) for name in ("one", "two") for of in chosen]
    page = Page(html_page.render(run_record(results, chosen, names=("one", "two"), exit_code=0)))
    domains = [attrs for tag, attrs in page.elements if attrs.get("class") == "domain"]
    assert [attrs["id"] for attrs in domains] == ["echo"]
    assert "Echo of text" in page.text
    assert page.text.count("4 ✓") == 2


def test_a_divergence_shows_requirement_difference_stderr_and_replay_line() -> None:
    of = vector("bad")
    failure = differs("kitten", "kettle", stderr="about to fail")
    record = run_record([result("one", of, Verdict.FAILED, failure=failure)], [of], stranger("one"))
    page = html_page.render(record).decode()
    assert "Text comes back as it was." in page
    assert "&quot;k<mark>itten</mark>&quot;" in page
    assert "&quot;k<mark>ettle</mark>&quot;" in page
    assert "about to fail" in page
    assert "hanzo-conformance replay echo/bad-0 --impl one" in page


@pytest.mark.parametrize(
    ("left", "right", "expected", "actual"),
    [
        ("kitten", "kettle", "k<mark>itten</mark>", "k<mark>ettle</mark>"),
        ("abcd", "axcd", "a<mark>b</mark>cd", "a<mark>x</mark>cd"),
        ("ab", "aab", "a<mark></mark>b", "a<mark>a</mark>b"),
        ("aa", "a", "a<mark>a</mark>", "a<mark></mark>"),
        ("", "x", "<mark></mark>", "<mark>x</mark>"),
        ("<b>", "<i>", "&lt;<mark>b</mark>&gt;", "&lt;<mark>i</mark>&gt;"),
        ("same", "same", "same<mark></mark>", "same<mark></mark>"),
    ],
)
def test_the_differing_part_is_marked(left: str, right: str, expected: str, actual: str) -> None:
    assert marked(left, right) == (expected, actual)


def test_a_long_value_is_cut_around_its_first_difference() -> None:
    left, right = "a" * 5000 + "b" + "c" * 5000, "a" * 5000 + "d" + "c" * 5000
    expected, actual = marked(left, right)
    assert expected == (
        "…" + "a" * BEFORE + "<mark>b</mark>" + "c" * (VALUE_SHOWN - BEFORE - 1)
        + "… <i>10001 characters</i>"
    )  # fmt: skip
    assert actual == expected.replace("b</mark>", "d</mark>")


def test_fifteen_hundred_green_vectors_of_five_implementations_stay_small() -> None:
    chosen = vectors(1500)
    names = ("a", "b", "c", "d", "e")
    results = [result(name, of) for name in names for of in chosen]
    page = html_page.render(run_record(results, chosen, names=names, exit_code=0))
    assert len(page) < 1_000_000


def test_fifteen_hundred_red_vectors_of_five_implementations_stay_bounded() -> None:
    chosen = vectors(1500)
    names = ("a", "b", "c", "d", "e")
    told = differs("x" * 4000, "y" * 4000, detail=HOSTILE * 20, stderr=HOSTILE * 20)
    results = [result(name, of, Verdict.FAILED, failure=told) for name in names for of in chosen]
    page = html_page.render(run_record(results, chosen, names=names))
    assert len(page) < 12_000_000
    last = page.rindex(b'<details class="vector"')
    assert b"Told in short: the page is full." in page[last:]
    assert b"hanzo-conformance replay echo/good-1499 --impl e" in page[last:]


def test_a_record_without_vectors_and_requirements_is_shown_by_its_ids() -> None:
    whole = hostile_record("plain")
    bare = msgspec.structs.replace(whole, vectors=[], requirements=[], titles={})
    page = Page(html_page.render(bare))
    assert "echo/v0-0" in page.text
    assert "ECHO-1" in page.text
