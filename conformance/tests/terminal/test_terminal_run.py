"""A run as people read it: causes, the matrix, builds, and what was judged when it was stopped."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import msgspec
import pytest
from command_line import Cli, cli
from fake_world import fake, vector, vectors
from report_world import RULE, differs, result, stranger
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.engine.conclusion import Conclusion
from hanzo_conformance.engine.events import (
    BuildFinished,
    BuildProgressed,
    BuildStarted,
    Event,
    Judged,
    Notice,
    RunFinished,
    RunStarted,
)
from hanzo_conformance.implementations.builds import last_line
from hanzo_conformance.report.terminal import TerminalSink
from hanzo_conformance.terminal.progress import columns
from hanzo_conformance.verdicts.record import Result
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.vector import Vector

__all__ = ["cli"]  # the fixture


def started(chosen: tuple[Vector, ...]) -> RunStarted:
    return RunStarted(
        started="2026-01-02T03:04:05+00:00",
        vectors_sha256="ab" * 32,
        implementations=(fake("none"),),
        vectors={of.id: of for of in chosen},
        requirements={RULE.id: RULE},
        titles={"echo": "Echo"},
        strict=False,
        require=False,
    )


def printed(
    *events: Event,
    width: int | None = None,
    shown: int = 10,
    each: bool | None = False,
    known: bool = False,
) -> str:
    out = io.StringIO()
    conclusion = Conclusion(require=False, strict=False)
    wide = None if width is None else (lambda: width)
    more = "--show N tells more"
    sink = TerminalSink(conclusion, out, shown, more, wide, each=each, known=known)
    for event in events:
        conclusion.handle(event)
        sink.handle(event)
    sink.close()
    return out.getvalue()


def failing(chosen: tuple[Vector, ...]) -> list[Result]:
    return [result("fake", of, Verdict.FAILED, failure=differs("a", "b")) for of in chosen]


class TestCauses:
    chosen = (*vectors(6), vector("x", 9))

    def told(self, each: bool | None = False) -> str:
        events = (started(self.chosen), Judged(failing(self.chosen)), RunFinished(1.0, 1, False))
        return printed(*events, each=each)

    def test_a_cause_is_one_block_with_its_smallest_vector_and_the_count(self) -> None:
        told = self.told()
        assert told.count("FAILED ") == 1
        assert "FAILED fake echo/x-9 and 6 more like it\n" in told
        named = "echo/good-0, echo/good-1, echo/good-2 and 3 more"
        assert f"  like it   {named}; --each tells each\n" in told

    def test_each_is_told_where_it_is_asked_for(self) -> None:
        told = self.told(each=True)
        assert told.count("FAILED ") == 7
        assert "like it" not in told

    def test_what_is_not_told_is_counted_with_its_causes(self) -> None:
        events = (started(self.chosen), Judged(failing(self.chosen)), RunFinished(1.0, 1, False))
        told = printed(*events, shown=0)
        assert "… and 7 more failed of 1 further cause (fake); --show N tells more\n" in told

    def test_a_verb_without_the_option_does_not_name_it(self) -> None:
        told = self.told(each=None)
        assert "  like it   echo/good-0, echo/good-1, echo/good-2 and 3 more\n" in told
        assert "--each" not in told

    def test_run_has_the_option(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "bad"), entry("two", "bad"))
        words = ("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "wrong"))
        assert cli(*words)[1].count("FAILED ") == 1
        assert cli(*words, "--each")[1].count("FAILED ") == 2


@pytest.mark.parametrize("known", [False, True])
def test_what_a_baseline_excuses_is_told_only_where_it_is_asked_for(known: bool) -> None:
    chosen = vectors(1)
    excused = result(
        "fake", chosen[0], Verdict.KNOWN, failure=differs("a", "b"), was=Verdict.FAILED, reason="so"
    )
    told = printed(started(chosen), Judged([excused]), RunFinished(1.0, 0, False), known=known)
    assert ("KNOWN fake echo/good-0\n" in told) == known
    assert ("  baseline  so\n" in told) == known


class TestInterrupted:
    def test_the_number_is_that_of_what_was_judged(self) -> None:
        chosen = vectors(10)
        done = [result("fake", of) for of in chosen[:3]]
        rest = [result("fake", of, Verdict.NOT_RUN) for of in chosen[3:]]
        told = printed(
            started(chosen),
            stranger("fake"),
            Judged(done),
            Judged(rest),
            RunFinished(1.0, 130, True),
        )
        assert "interrupted after 3 of 10 were judged: 3 passed, 7 not-run" in told

    def test_the_bar_does_not_count_what_was_not_run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hanzo_conformance.report.terminal.REDRAW_S", -1.0)
        chosen = vectors(10)
        done = [result("fake", of) for of in chosen[:3]]
        rest = [result("fake", of, Verdict.NOT_RUN) for of in chosen[3:]]
        told = printed(started(chosen), Judged(done), Judged(rest), width=80)
        assert "3/10" in told
        assert "10/10" not in told


class TestProgressLine:
    def test_failures_are_counted_as_they_come(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hanzo_conformance.report.terminal.REDRAW_S", -1.0)
        chosen = vectors(10)
        told = printed(started(chosen), Judged(failing(chosen[:4])), width=80)
        assert "4/10, 4 diverging" in told

    @pytest.mark.parametrize("width", [20, 40])
    def test_a_narrow_terminal_keeps_no_trail(
        self, width: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hanzo_conformance.report.terminal.REDRAW_S", -1.0)
        chosen = vectors(10)
        events: tuple[Event, ...] = (
            started(chosen),
            BuildStarted("fake", ("make",)),
            BuildProgressed("fake", 3.0, "Compiling " + "a-very-long-name " * 8),
            BuildFinished("fake", 4.0),
            *(Judged([result("fake", of)]) for of in chosen),
        )
        drawn = printed(*events, width=width).split("\r\x1b[K")[1:]
        assert len(drawn) > 10
        for text in drawn:
            # A line that was drawn over, and not one that was printed to stay.
            if not text.endswith("\n"):
                assert columns(text) < width


class TestBuilds:
    def test_a_build_shows_that_it_builds_with_its_last_line(self) -> None:
        told = printed(
            started(vectors(1)),
            BuildStarted("fake", ("make",)),
            BuildProgressed("fake", 3.2, "Compiling x"),
            width=80,
        )
        assert "fake: building, 3 s: Compiling x" in told

    def test_a_log_gets_no_line_that_is_drawn_over(self) -> None:
        told = printed(started(vectors(1)), BuildProgressed("fake", 3.2, "Compiling x"))
        assert "Compiling" not in told

    @pytest.mark.parametrize(
        ("log", "line"),
        [
            (b"", ""),
            (b"one\ntwo\n", "two"),
            (b"one\n\n  \n", "one"),
            (b"done\nload 1 %\rload 2 %\rload 3 %", "load 3 %"),
            (b"x" * 9000 + b"\nlast", "last"),
            (b"caf\xc3\xa9 \xff", "café \ufffd"),
        ],
    )
    def test_the_last_line_is_the_last_that_says_something(
        self, tmp_path: Path, log: bytes, line: str
    ) -> None:
        path = tmp_path / "log"
        path.write_bytes(log)
        assert last_line(path) == line

    def test_a_slow_build_tells_of_itself_while_it_goes_on(self, tmp_path: Path) -> None:
        from hanzo_conformance.implementations.builds import run_build
        from hanzo_conformance.implementations.manifests import read_manifest

        slow = "import time; print('half way', flush=True); time.sleep(1.2)"
        words = json.dumps([sys.executable, "-S", "-c", slow])
        more = f'[build]\ncommand = {words}\ninputs = ["runner.toml"]'
        item = read_manifest(manifest(tmp_path / "impl", "none", more=more))
        told: list[tuple[float, str]] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HANZO_CONFORMANCE_CACHE", str(tmp_path / "cache"))
            run_build(item, {}, lambda _: None, lambda: False, lambda *said: told.append(said))
        assert told
        assert told[-1][1] == "half way"
        assert [seconds for seconds, _ in told] == sorted(seconds for seconds, _ in told)


class TestMatrix:
    def test_several_implementations_are_one_table(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "bad"), entry("two", "a"))
        paths = [
            manifest(tmp_path / name, fault, name=name)
            for name, fault in (("right", "none"), ("wrong", "wrong"))
        ]
        out = cli("run", "--vectors", place, *(f"--impl={path}" for path in paths))[1]
        assert "      right  wrong\necho      2   1 ✗1\npassed, ✗ diverging\n" in out
        assert "\n  echo  " not in out

    def test_one_is_told_in_words(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "bad"), entry("two", "a"))
        out = cli("run", "--vectors", place, "--impl", manifest(tmp_path / "i", "wrong"))[1]
        assert "  echo  1 passed, 1 failed\n" in out


@pytest.mark.parametrize("width", [40, 60])
def test_what_stays_on_a_narrow_terminal_is_folded_between_words(width: int) -> None:
    chosen = tuple(
        msgspec.structs.replace(of, requirements=(f"ECHO-{n}",)) for n, of in enumerate(vectors(30))
    )
    events: tuple[Event, ...] = (
        started(chosen), Judged(failing(chosen)), Notice("fake", "so it goes " * 20),
        RunFinished(1.0, 1, False),
    )  # fmt: skip
    told = printed(*events, width=width, shown=2).split("\r\x1b[K")[-1]
    long = [line for line in told.splitlines() if len(line) > width]
    # A command stays on one line, and so does the sum of the run.
    assert [line for line in long if "  replay  " not in line and "(1 impl" not in line] == []
