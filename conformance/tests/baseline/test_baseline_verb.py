"""The verbs ``baseline update`` and ``baseline check``, met as a user meets them."""

from __future__ import annotations

import datetime
import json
import os
from pathlib import Path

import pytest
from command_line import Cli, cli
from small_corpus import entry, lay_out, manifest

__all__ = ["cli"]


def one(vector: str, reason: str = "upstream") -> str:
    return f'[[divergence]]\nat = "/text"\nvector = "echo/{vector}"\nreason = "{reason}"\n'


class TestCommand:
    def setup(self, tmp_path: Path, fault: str) -> tuple[Path, Path, Path]:
        place = lay_out(
            tmp_path, entry("one", "a"), entry("two", "bad"), entry("low", "bad", level="should")
        )
        path = manifest(tmp_path / "mine", fault, name="mine")
        return place, path, path.parent / "known-divergences.toml"

    def test_an_update_makes_a_file_that_a_gate_accepts_once_reasons_are_given(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        code, out, _ = cli("baseline", "update", "--impl", path, "--vectors", place)
        assert code == 0
        assert f"{known}: 1 added\n  added    /text, value, echo/two: 1 vector; say why\n" in out
        assert "to do: mine/known-divergences.toml:3: has no reason yet" in out
        code, out, _ = cli("run", "--impl", path, "--vectors", place)
        assert code == 1
        assert "has no reason yet" in out
        known.write_text(known.read_text().replace("TODO", "upstream bug 7"))
        assert cli("run", "--impl", path, "--vectors", place)[0] == 0

    def test_strict_wants_entries_for_level_should_too(self, cli: Cli, tmp_path: Path) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        cli("baseline", "update", "--impl", path, "--vectors", place, "--strict")
        assert 'vector = ["echo/two", "echo/low"]' in known.read_text()

    def test_when_all_pass_the_file_is_gone(self, cli: Cli, tmp_path: Path) -> None:
        place, path, known = self.setup(tmp_path, "none")
        known.write_text(one("two"))
        code, out, _ = cli("baseline", "update", "--impl", path, "--vectors", place)
        assert code == 0
        assert "no entry is left, so it is gone, 1 dropped" in out
        assert not known.exists()

    def test_nothing_to_change_is_said(self, cli: Cli, tmp_path: Path) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        known.write_text(one("two"))
        before = known.stat().st_mtime_ns
        code, out, _ = cli("baseline", "update", "--impl", path, "--vectors", place)
        assert code == 0
        assert "nothing to change, 1 kept" in out
        assert known.stat().st_mtime_ns == before

    def test_a_record_serves_instead_of_a_run(self, cli: Cli, tmp_path: Path) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        cli("run", "--impl", path, "--vectors", place, "--report", "json=run.json")
        manifest(tmp_path / "mine", "exits-at-once", name="mine")
        words = ("baseline", "update", "--impl", path, "--vectors", place, "--from", "run.json")
        assert cli(*words)[0] == 0
        assert 'vector = "echo/two"' in known.read_text()

    def test_a_record_over_other_vectors_is_refused(self, cli: Cli, tmp_path: Path) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        cli("run", "--impl", path, "--vectors", place, "--report", "json=run.json")
        code, _, told = cli("baseline", "update", "--impl", path, "--from", "run.json")
        assert code == 2
        assert "is a run over other vectors" in told
        assert "hint: run again" in told
        assert not known.exists()

    def test_a_record_of_somebody_else_is_refused(self, cli: Cli, tmp_path: Path) -> None:
        place, path, _ = self.setup(tmp_path, "wrong")
        other = manifest(tmp_path / "other", "none", name="other")
        cli("run", "--impl", other, "--vectors", place, "--report", "json=run.json")
        code, _, told = cli(
            "baseline", "update", "--impl", path, "--vectors", place, "--from", "run.json"
        )
        assert code == 2
        assert "is a run of other, not of mine" in told

    def test_an_implementation_that_cannot_start_changes_nothing(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "exits-at-once")
        known.write_text(one("two"))
        code, out, _ = cli("baseline", "update", "--impl", path, "--vectors", place)
        assert code == 3
        assert "is left as it was" in out
        assert known.read_text() == one("two")

    def test_a_file_that_cannot_be_written_is_refused_before_the_run(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        # Who runs this may be allowed everything.
        allowed = os.access
        monkeypatch.setattr(os, "access", lambda at, how: how != os.W_OK and allowed(at, how))
        code, out, told = cli("baseline", "update", "--impl", path, "--vectors", place)
        assert code == 2
        assert f"{known}: cannot be written" in told
        assert "hint: copy the manifest's folder to a place of your own" in told
        assert out == ""

    @pytest.mark.parametrize("verb", ["check", "update"])
    def test_what_it_hints_at_it_can_do(self, cli: Cli, tmp_path: Path, verb: str) -> None:
        place, path, _ = self.setup(tmp_path, "wrong")
        words = ("baseline", verb, "--impl", path, "--vectors", place)
        assert (
            "… and 2 more failed of 2 further causes (mine); --show N tells more\n"
            in cli(*words)[1]
        )
        assert "FAILED mine echo/low" in cli(*words, "--show", "2")[1]

    def test_an_address_has_no_baseline(self, cli: Cli) -> None:
        code, _, told = cli("baseline", "update", "--impl", "process:true")
        assert code == 2
        assert "hint: write a manifest" in told

    def test_a_baseline_that_is_none_is_for_hands_to_mend(self, cli: Cli, tmp_path: Path) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        cli("run", "--impl", path, "--vectors", place, "--report", "json=run.json")
        known.write_text("[[divergence]]\nvector = 3\n")
        for words in ((), ("--from", "run.json")):
            code, _, told = cli("baseline", "update", "--impl", path, "--vectors", place, *words)
            assert code == 2
            assert "is no baseline" in told
        assert known.read_text() == "[[divergence]]\nvector = 3\n"

    def test_entries_of_the_old_form_are_refused_and_an_update_rewrites_them(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        known.write_text('[[divergence]]\nvector = "echo/two"\nverdict = "failed"\nreason = "x"\n')
        code, _, told = cli("run", "--impl", path, "--vectors", place)
        assert code == 2
        assert "is of the old form: mine/known-divergences.toml:1: excuses a vector" in told
        assert f"hint: run: hanzo-conformance baseline update --impl {path}\n" in told
        code, out, _ = cli("baseline", "update", "--impl", path, "--vectors", place)
        assert code == 0
        assert "1 migrated\n  migrated (the whole answer), echo/two: names the whole" in out
        assert cli("run", "--impl", path, "--vectors", place)[0] == 0

    def test_a_run_announces_what_runs_out_and_tells_what_each_entry_does(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        soon = datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=9)
        known.write_text(one("two") + f"expires = {soon.isoformat()}\n")
        words = ("run", "--impl", path, "--vectors", place, "--report", "json=run.json")
        code, out, _ = cli(*words)
        assert code == 0
        assert "mine/known-divergences.toml:1: expires in " in out
        assert "    1     1  /text: upstream\n" in out
        [use] = json.loads(Path("run.json").read_bytes())["implementations"][0]["baseline"]
        assert (use["touches"], use["alone"], use["named"]) == (1, 1, True)

    def test_a_vector_that_is_fixed_is_told_in_a_line_with_the_command_that_takes_it_out(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "none")
        known.write_text(one("two"))
        code, out, _ = cli("run", "--impl", path, "--vectors", place)
        assert code == 1
        assert (
            "FIXED mine echo/two\n"
            f"  it passes by now; hanzo-conformance baseline update --impl {path} --vectors {place} "
            "takes it out\n\n"
        ) in out

    def test_check_says_what_update_would_do_and_does_nothing(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        words = ("baseline", "check", "--impl", path, "--vectors", place)
        code, out, _ = cli(*words)
        assert code == 1
        assert "added    /text, value, echo/two" in out
        assert "is not up to date; run: hanzo-conformance baseline update" in out
        assert not known.exists()
        known.write_text(one("two", reason="TODO"))
        code, out, _ = cli(*words)
        assert code == 1
        assert "has things to do for its author" in out
        assert "baseline update" not in out
        known.write_text(one("two"))
        code, out, _ = cli(*words)
        assert code == 0
        assert "up to date, 1 kept" in out

    def test_the_record_tells_the_verdict_before_the_baseline(
        self, cli: Cli, tmp_path: Path
    ) -> None:
        place, path, known = self.setup(tmp_path, "wrong")
        known.write_text(one("two"))
        cli("run", "--impl", path, "--vectors", place, "--report", "json=run.json")
        told = {
            item["vector"]: item for item in json.loads(Path("run.json").read_bytes())["results"]
        }
        assert told["echo/two"]["verdict"] == "known"
        code, out, _ = cli(
            "baseline", "update", "--impl", path, "--vectors", place, "--from", "run.json"
        )
        assert code == 0
        assert "nothing to change, 1 kept" in out
