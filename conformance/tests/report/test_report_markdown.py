"""Reports in Markdown, read by a parser that is not ours."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest
from fake_world import vectors
from markdown_it import MarkdownIt
from markdown_it.token import Token
from report_world import HOSTILE_RECORD, cut_run, one_of_each, result, run_record

from hanzo_conformance.report import markdown
from hanzo_conformance.verdicts.record import EntryUse, RunRecord
from hanzo_conformance.verdicts.verdict import Verdict


class Tags(HTMLParser):
    """The elements of a page and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.said = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1

    def handle_data(self, data: str) -> None:
        self.said += data


class TestMarkdown:
    reader = MarkdownIt("gfm-like", {"html": True, "linkify": False})

    def tokens(self, record: RunRecord) -> list[Token]:
        flat: list[Token] = []
        for token in self.reader.parse(markdown.render(record).decode()):
            flat += [token, *(token.children or [])]
        return flat

    def test_the_matrix_is_a_table_of_implementations_and_domains(self) -> None:
        page = Tags(self.reader.render(markdown.render(one_of_each()).decode()))
        assert page.tags["table"] == 1
        assert page.tags["th"] == 2
        assert "Echo of text" in page.said
        assert "one 1.0" in page.said

    def test_what_a_stranger_says_is_text_and_nothing_else(self) -> None:
        kinds = Counter(token.type for token in self.tokens(HOSTILE_RECORD))
        # One heading for the page, one for the implementation; rows and cells of one table.
        assert kinds["heading_open"] == 2
        assert kinds["tr_open"] == 2
        assert kinds["link_open"] == kinds["image"] == kinds["strong_open"] == 0
        page = Tags(self.reader.render(markdown.render(HOSTILE_RECORD).decode()))
        assert page.tags["script"] == 0
        assert page.tags["details"] == page.tags["summary"] == 5
        assert "<script>document.title='owned'</script>" in page.said

    @pytest.mark.parametrize(
        "said",
        ["**b** _i_ `c` ~~s~~", "[l](x) ![i](x)", "# h", "- l", "1. l", "<b>&amp;", "a | b", "> q",
         "\\| \\", "=== ---", "https://x.example/", "- [ ] t", "    code", "~~~", "[^1]: f"],
    )  # fmt: skip
    def test_a_text_is_shown_as_it_is(self, said: str) -> None:
        page = Tags(self.reader.render(f"| {markdown.text(said)} |\n| --- |\n"))
        assert set(page.tags) == {"table", "thead", "tr", "th"}
        assert page.said.strip() == said.strip()
        assert Tags(self.reader.render(markdown.text(said))).tags == {"p": 1}

    def test_names_in_it_call_nobody(self) -> None:
        text = markdown.render(HOSTILE_RECORD).decode()
        fences = re.compile(r"^(`{3,})text\n.*?^\1$", re.MULTILINE | re.DOTALL)
        assert "@someone" in text
        assert "@someone" not in fences.sub("", text)
        assert "@someone" not in markdown.text("@someone")

    def test_what_a_baseline_excuses_is_shown_by_its_entries(self) -> None:
        chosen = vectors(3)
        results = [
            result("one", of, Verdict.KNOWN, was=Verdict.FAILED, reason=reason)
            for of, reason in zip(chosen, ("rare", "often", "often"), strict=True)
        ]
        record = run_record(results, chosen, exit_code=0)
        uses = [
            EntryUse(place="x:1", at="/a", reason="rare", bound=1, touches=1, alone=0, reach=3,
                     judged=3, named=False),
            EntryUse(place="x:2", at="", reason="often", bound=3, touches=3, alone=2, reach=3,
                     judged=3, named=False),
        ]  # fmt: skip
        [one] = [
            msgspec.structs.replace(item, baseline=uses)
            for item in record.implementations
            if item.name == "one"
        ]
        told = markdown.render(msgspec.structs.replace(record, implementations=[one])).decode()
        assert "one: 3 vectors with known differences only" in told
        assert "    3     2  (the whole answer): often\n    1     0  /a: rare\n" in told

    def test_every_fence_is_longer_than_what_stands_in_it(self) -> None:
        told = ["a", "`````", "b"]
        kinds = [token.type for token in self.reader.parse(markdown.fenced(told))]
        assert kinds == ["fence"]

    def test_it_is_never_longer_than_a_step_allows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(markdown, "BYTES", 2000)
        told = markdown.render(one_of_each())
        assert len(told) <= 2000
        assert told.endswith(markdown.STOPPED.encode())
        assert told.count(b"<details>") == told.count(b"</details>") > 0

    def test_a_cut_run_says_so_first(self) -> None:
        assert markdown.render(cut_run()).startswith("## ⚠️ Conformance: cut off\n".encode())
