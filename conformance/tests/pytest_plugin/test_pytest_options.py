"""Vectors as tests of pytest: the options that people know select, repeat, spread and report them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from plugin_world import build, outcomes, session, surroundings, world
from small_corpus import entry, manifest

__all__ = ["surroundings"]  # the fixture


class TestPeoplesOptions:
    def world(self, tmp_path: Path) -> Path:
        entries = [entry(f"v{n}", "bad" if n % 7 == 3 else "a") for n in range(30)]
        return world(tmp_path, "wrong", *entries)

    def test_k_selects_by_id_and_by_requirement(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-k", "v1 and not v11")
        assert "2 failed, 8 passed, 20 deselected" in text
        _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-k", "ECHO-1")
        assert "4 failed, 26 passed" in text

    def test_a_test_is_named_by_its_node_id(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors/echo.json::fake::v3")
        assert code == 1
        assert "1 failed in" in text

    def test_last_failed_runs_those_again_and_no_others(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        session(tmp_path, "--hanzo-impl", path, "test-vectors")
        _, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "--lf")
        assert "4 failed, 26 deselected" in text
        manifest(tmp_path / "impl", "none")
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "--lf")
        assert code == 0
        assert "4 passed" in text

    def test_maxfail_stops(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-x")
        assert code == 1
        assert "1 failed, 3 passed" in text

    def test_workers_share_the_vectors(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "-n", "2", "-rA")
        assert code == 1
        assert "4 failed, 26 passed" in text
        told = Counter(outcomes(text).values())
        assert told == {"PASSED": 26, "FAILED": 4}

    def test_junit_has_a_case_for_each_vector_with_what_people_look_for(
        self, tmp_path: Path
    ) -> None:
        path = self.world(tmp_path)
        session(tmp_path, "--hanzo-impl", path, "test-vectors", "--junitxml", "junit.xml")
        suite = ElementTree.parse(tmp_path / "junit.xml").getroot()[0]
        cases = {case.get("name"): case for case in suite.iter("testcase")}
        assert len(cases) == 30
        assert cases["v3"].get("classname") == "test-vectors.echo.json.fake"
        failure = cases["v3"].find("failure")
        assert failure is not None
        assert f"hanzo-conformance replay echo/v3 --impl {path} --vectors" in (failure.text or "")
        properties = {item.get("name"): item.get("value") for item in cases["v3"].iter("property")}
        assert properties == {"level": "must", "requirement": "ECHO-1", "verdict": "failed"}

    def test_several_implementations_each_have_their_tests(self, tmp_path: Path) -> None:
        path = self.world(tmp_path)
        other = manifest(tmp_path / "other", "none", name="other")
        code, text = session(
            tmp_path, "--hanzo-impl", path, "--hanzo-impl", other, "test-vectors", "-rf"
        )
        assert code == 1
        assert "4 failed, 56 passed" in text
        assert "::fake::v3" in text
        assert "::other::v3" not in text

    def test_collecting_starts_nothing(self, tmp_path: Path) -> None:
        path = world(tmp_path, "none", entry("one", "a"), more=build("touch built"))
        code, text = session(tmp_path, "--hanzo-impl", path, "test-vectors", "--collect-only", "-q")
        assert code == 0
        assert "test-vectors/echo.json::fake::one" in text
        assert not (path.parent / "built").exists()
