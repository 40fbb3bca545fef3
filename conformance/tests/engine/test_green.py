"""What green means: each implementation was held to something, and all of it was right."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.run.choosing import in_ci
from hanzo_vectors.reading import Corpus, read_corpus, read_file

__all__ = ["cli"]  # a fixture


def stating(folder: Path, *operations: str, fault: str = "none", name: str = "fake") -> Path:
    """A fake whose manifest states these operations."""
    path = manifest(folder, fault, name)
    path.write_text(f"operations = {json.dumps(operations)}\n{path.read_text()}")
    return path


def record_of(cli: Cli, folder: Path, *words: str | Path) -> tuple[int, str, dict[str, Any]]:
    """Exit code, output and record of a run."""
    code, out, _ = cli("run", *words, "--report", f"json={folder / 'run.json'}")
    return code, out, json.loads((folder / "run.json").read_bytes())


class TestEachImplementationIsHeldToSomething:
    def test_one_that_was_put_nothing_is_not_covered_by_another(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        idle = manifest(tmp_path / "idle", "no-operations", "idle")
        busy = manifest(tmp_path / "busy", "none", "busy")
        code, out, _ = cli("run", "--vectors", place, "--impl", idle, "--impl", busy)
        assert code == 4
        assert "incomplete: idle: no vector was judged\n" in out
        assert "busy: no vector" not in out

    @pytest.mark.parametrize(("level", "code"), [("may", 4), ("should", 4), ("must", 0)])
    def test_a_filter_that_leaves_no_vector_that_counts_is_not_green(
        self, cli: Cli, tmp_path: Path, level: str, code: int
    ) -> None:
        vectors = [entry(name, "a", level=name) for name in ("must", "should", "may")]
        place = lay_out(tmp_path, *vectors)
        path = manifest(tmp_path / "impl", "none")
        got, out, _ = cli("run", "--vectors", place, "--impl", path, "--level", level)
        assert got == code
        assert ("fake: no vector was judged of a level that counts" in out) is (code == 4)

    def test_with_strict_vectors_of_level_should_are_something(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a", level="should"))
        path = manifest(tmp_path / "impl", "none")
        assert cli("run", "--vectors", place, "--impl", path, "--strict")[0] == 0

    def test_a_baseline_that_excuses_everything_altogether_is_not_green(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "bad"), entry("two", "bad-a"))
        path = manifest(tmp_path / "impl", "own-failure")
        cli("baseline", "update", "--impl", path, "--vectors", place)
        known = path.with_name("known-divergences.toml")
        known.write_text(known.read_text().replace('"TODO"', '"not written yet"'))
        code, out, _ = cli("run", "--vectors", place, "--impl", path)
        assert code == 4
        assert "fake: no vector passed, and its baseline excuses 2 altogether" in out

    def test_a_baseline_that_names_a_place_holds_the_rest_of_the_answer(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "bad"))
        path = manifest(tmp_path / "impl", "wrong")
        cli("baseline", "update", "--impl", path, "--vectors", place)
        known = path.with_name("known-divergences.toml")
        known.write_text(known.read_text().replace('"TODO"', '"says good instead"'))
        code, out, _ = cli("run", "--vectors", place, "--impl", path)
        assert (code, "conformant but for 1 known divergence" in out) == (0, True), out

    def test_a_replay_counts_the_one_vector_whatever_its_level(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a", level="may"), entry("two", "bad", level="may"))
        path = manifest(tmp_path / "impl", "wrong")
        codes = [
            cli("replay", f"echo/{name}", "--impl", path, "--vectors", place)[0]
            for name in ("one", "two")
        ]
        assert codes == [0, 1]

    def test_a_report_of_such_a_run_is_not_green_and_merge_says_the_same(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a", level="may"))
        path = manifest(tmp_path / "impl", "none")
        record_of(cli, tmp_path, "--vectors", place, "--impl", path)
        code, out, _ = cli("merge", tmp_path / "run.json", "-o", tmp_path / "whole.json")
        assert code == 4
        assert "no vector was judged of a level that counts" in out
        _, junit, _ = cli("report", tmp_path / "run.json", "--to", "junit=-")
        assert 'errors="1"' in junit


class TestOperationsThatGetLost:
    def test_what_is_stated_and_not_named_is_red_without_require(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        listen = entry("two", "b", operation="echo.listen")
        place = lay_out(tmp_path, entry("one", "a"))
        schema = tmp_path / "schemas" / "vectors" / "echo.json"
        schema.write_text(schema.read_text().replace('"echo.say"', '"echo.listen"'))
        other = json.loads((place / "echo.json").read_text())
        other["vectors"] = [listen]
        (place / "echo.json").write_text(json.dumps(other))
        path = stating(tmp_path / "impl", "echo.*")
        code, out, record = record_of(cli, tmp_path, "--vectors", place, "--impl", path)
        assert code == 4
        said = "its manifest states what its handshake does not name: echo.listen"
        assert f"incomplete: fake: {said}" in out
        assert record["implementations"][0]["missing"] == ["echo.listen"]

    @pytest.mark.parametrize("stated", ["echo.shout", "shout.*"])
    def test_a_statement_that_nothing_matches_is_missing(
        self, cli: Cli, tmp_path: Path, stated: str
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path = stating(tmp_path / "impl", "echo.say", stated)
        code, out, record = record_of(cli, tmp_path, "--vectors", place, "--impl", path)
        assert code == 4
        assert record["implementations"][0]["missing"] == [stated]
        assert "unstated" not in record["implementations"][0]
        _, junit, _ = cli("report", tmp_path / "run.json", "--to", "junit=-")
        assert stated in junit
        assert cli("merge", tmp_path / "run.json", "-o", tmp_path / "all.json")[0] == 4
        assert stated in out

    def test_what_is_not_stated_is_counted(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path = manifest(tmp_path / "impl", "none")
        code, out, record = record_of(cli, tmp_path, "--vectors", place, "--impl", path)
        assert code == 0
        assert "  1 operation is not stated in its manifest: nobody would miss" in out
        assert record["implementations"][0]["unstated"] == 1
        stated = stating(tmp_path / "other", "echo.*")
        _, out, record = record_of(cli, tmp_path, "--vectors", place, "--impl", stated)
        assert "not stated" not in out
        assert "unstated" not in record["implementations"][0]

    def test_a_second_process_that_names_less_than_the_first_is_missed(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # The two meet in a folder outside of their stage.
        monkeypatch.setenv("HANZO_CONFORMANCE_CONTAIN", "off")
        place = lay_out(tmp_path, *(entry(f"v{n}", "a") for n in range(4)))
        path = manifest(tmp_path / "impl", "none")
        # The first process that starts takes the folder, and has the operation.
        adapter = json.dumps(
            [sys.executable, str(Path(__file__).parents[1] / "fakes" / "adapter.py")]
        )
        script = (
            f"import os, subprocess, sys\nfault = 'none'\n"
            f"try: os.mkdir({str(tmp_path / 'met')!r})\n"
            f"except FileExistsError: fault = 'no-operations'\n"
            f"raise SystemExit(subprocess.call({adapter} + [fault]))\n"
        )
        (path.parent / "start.py").write_text(script)
        command = json.dumps([sys.executable, "${here}/start.py"])
        path.write_text(f'name = "fake"\nlanguage = "python"\ncommand = {command}\n')
        code, out, record = record_of(
            cli, tmp_path, "--vectors", place, "--impl", path, "--jobs", "2"
        )
        assert record["implementations"][0]["counts"] == {"passed": 2, "unsupported": 2}
        assert record["implementations"][0]["missing"] == ["echo.say"]
        assert code == 4, out


class TestVectorFiles:
    @pytest.fixture
    def stated(self, tmp_path: Path) -> Path:
        """A folder of one vector file that states what its vectors are."""
        place = lay_out(tmp_path, entry("one", "a"), entry("two", "b"))
        path = place / "echo.json"
        _, _, sha256 = read_file(path)
        path.write_text(path.read_text().replace("0" * 64, sha256))
        return place

    def test_a_file_that_lost_a_vector_is_refused(
        self, cli: Cli, tmp_path: Path, stated: Path
    ) -> None:
        words = ("run", "--vectors", stated, "--impl", manifest(tmp_path / "impl", "none"))
        assert cli(*words)[0] == 0
        document = json.loads((stated / "echo.json").read_text())
        document["vectors"].pop()
        (stated / "echo.json").write_text(json.dumps(document))
        code, _, err = cli(*words)
        assert code == 2
        assert "was changed or cut after it was generated" in err

    def test_a_file_that_is_missing_altogether_is_refused(
        self, cli: Cli, tmp_path: Path, stated: Path
    ) -> None:
        schemas = tmp_path / "schemas" / "vectors"
        (schemas / "lost.json").write_text((schemas / "echo.json").read_text())
        path = manifest(tmp_path / "impl", "none")
        code, _, err = cli("run", "--vectors", stated, "--impl", path)
        assert code == 2
        assert "lost.json: is not there, but" in err


class TestWhoRuns:
    def test_two_manifests_of_one_name_are_refused(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "bad"))
        right, wrong = (manifest(tmp_path / fault, fault) for fault in ("none", "wrong"))
        for paths in ((right, wrong), (wrong, right)):
            code, _, err = cli(
                "run", "--vectors", place, *(word for path in paths for word in ("--impl", path))
            )
            assert code == 2
            assert f"{paths[0]} and {paths[1]} are both called fake" in err

    def test_one_manifest_named_twice_is_one(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path = manifest(tmp_path / "impl", "none")
        code, out, _ = cli("run", "--vectors", place, "--impl", path, "--impl", path.parent)
        assert (code, "1 implementation," in out) == (0, True)

    @pytest.fixture
    def places(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str | Path, ...]:
        """A default set of one that can run and one that lacks a tool."""
        empty = tmp_path / "data"
        empty.mkdir()
        monkeypatch.setattr(
            "hanzo_conformance.implementations.manifests.data_folder", lambda: empty
        )
        whole = "default = true\n"
        manifest(tmp_path / "runners" / "here", "none", "here", whole)
        lacking = f'{whole}[requires]\nno-such-tool = ">=1"\n'
        manifest(tmp_path / "runners" / "lacking", "none", "lacking", lacking)
        return "--vectors", lay_out(tmp_path, entry("one", "a"))

    def test_one_of_the_default_set_that_cannot_run_is_forgiven_to_a_person(
        self, cli: Cli, tmp_path: Path, places: tuple[str | Path, ...]
    ) -> None:
        code, out, record = record_of(cli, tmp_path, *places)
        assert code == 0
        assert "lacking: unavailable: needs no-such-tool >=1" in out
        assert [item["state"] for item in record["implementations"]] == ["ran", "unavailable"]

    @pytest.mark.parametrize(("words", "variable"), [(["--require"], ""), ([], "true")])
    def test_it_is_status_3_where_all_is_required_and_in_ci(
        self,
        cli: Cli,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        places: tuple[str | Path, ...],
        words: list[str],
        variable: str,
    ) -> None:
        monkeypatch.setenv("CI", variable)
        code, out, record = record_of(cli, tmp_path, *places, *words)
        assert code == 3
        assert "or leave it out by name: --without lacking" in out
        assert record["implementations"][1]["counts"] == {"not-run": 1}

    def test_what_is_the_user_s_own_and_not_asked_is_said(
        self, cli: Cli, tmp_path: Path, places: tuple[str | Path, ...]
    ) -> None:
        manifest(tmp_path / "runners" / "mine", "none", "mine")
        said = "the default set is asked, and so not mine; say --impl NAME, or default = true"
        assert said in cli("run", *places)[2]
        assert "so not" not in cli("run", *places, "--impl=mine")[2]

    def test_what_is_left_out_by_name_is_said_and_is_no_harm(
        self, cli: Cli, tmp_path: Path, places: tuple[str | Path, ...]
    ) -> None:
        code, out, record = record_of(cli, tmp_path, *places, "--require", "--without", "lacking")
        assert code == 0
        assert "left out by name: lacking\n" in out
        assert record["left_out"] == ["lacking"]
        assert [item["name"] for item in record["implementations"]] == ["here"]

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["--without", "lacing"], "did you mean lacking?"),
            (["--without", "here", "--without", "lacking"], "--without leaves nobody"),
            (["--without", "lacking", "--impl", "here"], "where no --impl says who runs"),
        ],
    )
    def test_leaving_out_what_would_not_run_is_a_mistake(
        self, cli: Cli, places: tuple[str | Path, ...], words: list[str], said: str
    ) -> None:
        code, _, err = cli("run", *places, *words)
        assert code == 2
        assert said in err

    def test_ci_is_what_says_so(self) -> None:
        said = {"true": True, "1": True, "True": True, "": False, "false": False, "0": False}
        assert {text: in_ci({"CI": text}) for text in said} == said
        assert not in_ci({})
        assert not in_ci(os.environ)


class TestRecordsAndReports:
    """What is written of a run is about this run, and about all of it."""

    @pytest.mark.parametrize("form", ["json", "junit", "tap", "events"])
    def test_a_report_of_an_earlier_run_does_not_outlive_a_run_that_fails(
        self, cli: Cli, tmp_path: Path, form: str
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path, report = manifest(tmp_path / "impl", "none"), tmp_path / "report"
        words = ("run", "--vectors", place, "--impl", path, "--report", f"{form}={report}")
        assert cli(*words)[0] == 0
        assert report.stat().st_size
        path.with_name("known-divergences.toml").write_text("no toml")
        assert cli(*words)[0] == 2
        assert report.stat().st_size == 0

    @pytest.mark.parametrize("second", ["run.out", "./runs/../run.out", "link.out"])
    def test_two_reports_for_one_file_are_refused_and_none_is_lost(
        self, cli: Cli, tmp_path: Path, second: str
    ) -> None:
        (tmp_path / "runs").mkdir()
        (tmp_path / "link.out").symlink_to("run.out")
        (tmp_path / "run.out").write_text("of an earlier run")
        vectors = lay_out(tmp_path, entry("one", "text"))
        words = ["--report=json=run.out", f"--report=junit={second}"]
        path = stating(tmp_path / "i")
        code, _, err = cli("run", "--vectors", vectors, "--impl", path, *words)
        assert code == 2
        assert f"--report: {Path(second)} would hold json and junit, of which one is lost" in err
        assert (tmp_path / "run.out").read_text() == "of an earlier run"

    def test_a_report_does_not_take_the_place_of_its_run(self, cli: Cli, tmp_path: Path) -> None:
        path = self.record(cli, tmp_path)
        before = path.read_bytes()
        code, _, err = cli("report", path, f"--to=html={path}")
        assert (code, path.read_bytes()) == (2, before)
        assert "would take the place of the run itself" in err
        assert cli("report", path, "--to=tap=-", "--to=markdown=-")[0] == 0

    def record(self, cli: Cli, tmp_path: Path, form: str = "json") -> Path:
        place = lay_out(tmp_path, entry("one", "a"), entry("two", "b"))
        path, report = manifest(tmp_path / "impl", "none"), tmp_path / "run.json"
        code, _, _ = cli("run", "--vectors", place, "--impl", path, "--report", f"{form}={report}")
        assert code == 0
        return report

    @pytest.mark.parametrize("verb", ["report", "merge", "diff", "compare"])
    def test_a_record_without_all_its_results_is_refused(
        self, cli: Cli, tmp_path: Path, verb: str
    ) -> None:
        report = self.record(cli, tmp_path)
        document = json.loads(report.read_bytes())
        document["results"].pop()
        report.write_text(json.dumps(document))
        words = {"diff": (report,), "merge": ("-o", tmp_path / "whole.json")}.get(verb, ())
        code, _, err = cli(verb, report, *words)
        assert code == 2
        assert "has no result of fake for echo/two" in err

    def test_a_record_with_two_results_of_one_vector_is_refused(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        report = self.record(cli, tmp_path)
        document = json.loads(report.read_bytes())
        document["results"].append(document["results"][0])
        report.write_text(json.dumps(document))
        code, _, err = cli("report", report)
        assert code == 2
        assert "has 2 results of fake for echo/one" in err

    def test_a_stream_that_lost_a_line_in_its_middle_is_cut(self, cli: Cli, tmp_path: Path) -> None:
        report = self.record(cli, tmp_path, "events")
        lines = report.read_text().splitlines(keepends=True)
        report.write_text("".join(line for line in lines if '"echo/two"' not in line[:80]))
        code, out, _ = cli("merge", report, "-o", tmp_path / "whole.json")
        assert code == 130
        assert "1 passed, 1 not-run" in out

    def test_shards_of_other_vectors_are_not_merged(self, cli: Cli, tmp_path: Path) -> None:
        names = [entry(f"v{n}", "a") for n in range(8)]
        path = manifest(tmp_path / "impl", "none")
        for number, text in ((1, "a"), (2, "b")):
            place = lay_out(tmp_path / text, *({**name, "input": {"text": text},
                            "expected": {"result": {"text": text}}} for name in names))  # fmt: skip
            cli("run", "--vectors", place, "--impl", path, "--shard", f"{number}/2",
                "--report", f"json={tmp_path / text}.json")  # fmt: skip
        code, _, err = cli(
            "merge", tmp_path / "a.json", tmp_path / "b.json", "-o", tmp_path / "whole.json"
        )
        assert code == 2
        assert "have different vectors" in err

    def test_an_empty_shard_is_not_green_and_does_the_whole_no_harm(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path = manifest(tmp_path / "impl", "none")
        parts = [tmp_path / f"{number}.json" for number in (1, 2)]
        codes = [
            cli("run", "--vectors", place, "--impl", path, "--shard", f"{number}/2",
                "--report", f"json={part}")[0]
            for number, part in enumerate(parts, 1)
        ]  # fmt: skip
        assert sorted(codes) == [0, 4]
        assert cli("merge", *parts, "-o", tmp_path / "whole.json")[0] == 0

    def test_a_gate_between_two_runs_that_judged_nothing_is_not_green(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place = lay_out(tmp_path, entry("one", "a"))
        path, report = manifest(tmp_path / "impl", "no-operations"), tmp_path / "run.json"
        cli("run", "--vectors", place, "--impl", path, "--report", f"json={report}")
        code, out, _ = cli("diff", report, report, "--gate")
        assert code == 4
        assert "fake: nothing that counts was judged now" in out


class TestFaultsThatNoVectorAnswersFor:
    @pytest.fixture
    def reports(self, cli: Cli, tmp_path: Path) -> dict[str, Path]:
        """Of a run in which only a vector of no weight differs, and the process is at fault."""
        many = [entry(f"v{n}", "a") for n in range(2000)]
        place = lay_out(tmp_path, *many, entry("last", "bad", level="may"))
        found = {form: tmp_path / f"run.{form}" for form in ("json", "events")}
        for name, fault in (("sound", "none"), ("run", "repeats-the-first-for-ever")):
            path = manifest(tmp_path / name, fault)
            code, _, _ = cli(
                "run", "--vectors", place, "--impl", path,
                *(word for form in found
                  for word in ("--report", f"{form}={tmp_path / name}.{form}")),
            )  # fmt: skip
            assert code == (0 if name == "sound" else 1)
        return found

    @pytest.mark.parametrize("form", ["json", "events"])
    def test_they_keep_the_whole_red_when_records_are_merged(
        self, cli: Cli, tmp_path: Path, reports: dict[str, Path], form: str
    ) -> None:
        code, out, _ = cli("merge", reports[form], "-o", tmp_path / "whole.json")
        assert code == 1
        assert "fake has a fault that no vector answers for: " in out
        # What was merged can be merged again.
        code, _, _ = cli("merge", tmp_path / "whole.json", "-o", tmp_path / "again.json")
        assert code == 1

    @pytest.mark.parametrize("form", ["json", "events"])
    def test_every_report_made_of_them_is_red(
        self, cli: Cli, reports: dict[str, Path], form: str
    ) -> None:
        _, junit, _ = cli("report", reports[form], "--to", "junit=-")
        assert "fake has no fault beside the vectors" in junit
        _, tap, _ = cli("report", reports[form], "--to", "tap=-")
        assert "not ok" in tap
        assert "fake has no fault beside the vectors" in tap
        _, told, _ = cli("report", reports[form], "--to", "markdown=-")
        assert told.count("echo/v0: answers request 1 for the second") == 1

    @pytest.mark.parametrize("form", ["json", "events"])
    def test_a_gate_between_two_runs_closes(
        self, cli: Cli, tmp_path: Path, reports: dict[str, Path], form: str
    ) -> None:
        sound = tmp_path / f"sound.{form}"
        assert cli("diff", reports[form], sound, "--gate")[0] == 0
        code, out, _ = cli("diff", sound, reports[form], "--gate")
        assert code == 1
        assert "note: fake: echo/v0: answers request 1" in out
        # Only what is new closes it.
        assert cli("diff", reports[form], reports[form], "--gate")[0] == 0


def held_by(path: Path, mechanism: str, **members: Any) -> None:
    """Have a record say that its adapters were held so."""
    document = json.loads(path.read_bytes())
    held = {"mode": "auto", "mechanism": mechanism, **members}
    path.write_text(json.dumps({**document, "containment": held}))


def test_a_merged_record_says_of_containment_what_holds_for_every_part(
    cli: Cli, tmp_path: Path
) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n}", "a") for n in range(8)))
    path = manifest(tmp_path / "impl", "none")
    parts = [tmp_path / f"{number}.json" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        cli("run", "--vectors", place, "--impl", path, "--shard", f"{number}/2",
            "--report", f"json={part}")  # fmt: skip
    held_by(parts[0], "namespaces", holds=["write", "chmod", "tcp"], untried=["udp"])
    held_by(parts[1], "landlock", holds=["write", "udp"], open=["chmod"], why=["no namespaces"])
    assert cli("merge", *parts, "-o", tmp_path / "whole.json")[0] == 0
    merged = json.loads((tmp_path / "whole.json").read_bytes())["containment"]
    assert merged["mechanism"] == "landlock"
    assert merged["holds"] == ["write"]
    assert (merged["open"], merged["untried"]) == (["chmod"], ["udp"])
    assert merged["why"] == ["no namespaces"]


class TestChecksThatLookAtNothing:
    def test_statistics_of_no_vectors_are_not_green(self, cli: Cli, tmp_path: Path) -> None:
        place = lay_out(tmp_path)
        assert cli("vectors", "stats", place)[0] == 0
        code, out, _ = cli("vectors", "stats", "--check", place)
        assert (code, "there are no vectors to measure" in out) == (4, True)

    def test_sequences_of_which_somebody_was_asked_nothing_are_not_green(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        path = stating(tmp_path / "i", fault="no-operations")
        every = read_corpus().vectors
        domain = next(item.domain for item in every if item.scenario and item.scenario.workspace)
        words = ("--domain", domain, "--steps=1", "--impl", path)
        code, out, _ = cli("fuzz", "sequences", *words)
        assert code == 4
        assert f"incomplete: nothing of {domain} was judged of fake" in out

    def test_a_check_of_no_requirements_is_not_green(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nothing = Corpus((), {}, {}, "0" * 64)
        monkeypatch.setattr("hanzo_conformance.requirements.verb.read_corpus", lambda _: nothing)
        monkeypatch.setattr("hanzo_conformance.requirements.verb.read_reviews", lambda _: {})
        assert cli("requirements", "--check")[0] == 4

    def test_a_survey_without_a_mutant_is_not_green(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hanzo_conformance.mutate.survey.surveys", lambda *_, **__: [])
        code, out, _ = cli("mutate")
        assert (code, "0 mutants" in out) == (4, True)
