"""Shards are stable, and their records put together are the record of the whole run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from command_line import Cli, cli
from fake_world import vectors
from small_corpus import entry, lay_out, manifest

from hanzo_conformance.engine.shards import cut, parse_shard, shard_of
from hanzo_conformance.values.errors import UsageError
from hanzo_vectors.shipped import shipped_folder

__all__ = ["cli"]

BASELINE = """
# Old news.
[[divergence]]
at = ""
kind = "crashed"
vector = "echo/known"
reason = "upstream"

[[divergence]]
at = "/text"
vector = "echo/v1*"
reason = "they all pass by now"
count = 11

[[divergence]]
at = "/text"
vector = "echo/gone"
reason = "TODO"
"""


def test_every_vector_is_in_exactly_one_shard_in_its_order() -> None:
    chosen = vectors(500)
    parts = [cut(chosen, index, 7) for index in range(1, 8)]
    placed = [
        (place, vector.id)
        for part, shard in parts
        for place, vector in zip(shard.places, part, strict=True)
    ]
    assert sorted(placed) == [(place, vector.id) for place, vector in enumerate(chosen)]
    assert all(shard.places == sorted(shard.places) for _, shard in parts)
    assert all(40 < len(part) < 110 for part, _ in parts)


def test_a_vector_stays_in_its_shard_when_others_come() -> None:
    before = {vector.id for vector in cut(vectors(50), 2, 3)[0]}
    after = {vector.id for vector in cut(vectors(500), 2, 3)[0]}
    assert before == after & {vector.id for vector in vectors(50)}
    # A change of the rule would tear apart records that were made before and after it.
    assert [shard_of(f"echo/good-{n}", 5) for n in range(4)] == [2, 1, 1, 2]


@pytest.mark.parametrize(
    "stated", ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1/ 3", "١/٣"]
)
def test_a_shard_that_is_none_is_refused(stated: str) -> None:
    with pytest.raises(UsageError, match="is not I/N"):
        parse_shard(stated)


Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(cli: Cli, tmp_path: Path) -> Run:
    """Runs two implementations, one of them with trouble of each kind, and reads the record.

    Trouble at the end of a process is laid to the last vector of each part, so that it is no part
    of this.
    """
    many = [entry(f"v{n}", "a") for n in range(20)]
    bad = [entry("known", "bad-dies"), entry("wrong", "bad-wrong"), entry("out", "bad-not-json"),
           entry("should", "bad-wrong", level="should")]  # fmt: skip
    place = lay_out(tmp_path, *many[:9], *bad, *many[9:])
    one = manifest(tmp_path / "one", "named", name="one")
    (one.parent / "known-divergences.toml").write_text(BASELINE)
    two = manifest(tmp_path / "two", "none", name="two")

    def carry_out(name: str, *words: str) -> dict[str, Any]:
        path = tmp_path / name
        cli("run", "--vectors", place, "--impl", one, "--impl", two, *words,
            "--report", f"json={path}")  # fmt: skip
        loaded: dict[str, Any] = json.loads(path.read_bytes())
        return loaded

    return carry_out


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what differs between any two runs."""
    results = [
        {key: value for key, value in result.items() if key != "ms"} for result in record["results"]
    ]
    rest = {key: value for key, value in record.items() if key not in {"started", "seconds"}}
    return {**rest, "results": results}


STRICT, PART = ("--strict",), ("--require", "-k", "v or known")


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, ()), (2, ()), (3, ()), (40, ()), (2, STRICT), (3, PART)],
    ids=str,
)
def test_the_merged_record_equals_that_of_the_run_in_one_piece(
    cli: Cli, run: Run, tmp_path: Path, count: int, words: tuple[str, ...]
) -> None:
    whole = run("whole.json", *words)
    names = [f"part-{index}.json" for index in range(count, 0, -1)]
    for index, name in zip(range(count, 0, -1), names, strict=True):
        run(name, *words, "--shard", f"{index}/{count}")
    code, out, _ = cli("merge", *names, "-o", "merged.json")
    merged = json.loads((tmp_path / "merged.json").read_bytes())
    assert timeless(merged) == timeless(whole)
    assert code == whole["exit_code"]
    assert "merged.json: " in out
    assert "the baseline of one does not hold" in out


def test_a_shard_says_so_in_its_record_and_fits_the_schema(run: Run) -> None:
    record = run("part.json", "--shard", "2/3")
    assert (record["shard"]["index"], record["shard"]["count"]) == (2, 3)
    assert len(record["shard"]["places"]) == len(record["vectors"]) > 0
    schema = json.loads((shipped_folder() / "schemas" / "run-record.json").read_bytes())
    jsonschema.Draft202012Validator(schema).validate(record)


def test_a_shard_of_an_event_stream_can_be_merged_too(cli: Cli, tmp_path: Path) -> None:
    place = lay_out(tmp_path, *(entry(f"v{n}", "a") for n in range(9)))
    path = manifest(tmp_path / "one", "none")
    for index in (1, 2):
        cli("run", "--vectors", place, "--impl", path, "--shard", f"{index}/2",
            "--report", f"events=part-{index}.jsonl")  # fmt: skip
    code, out, _ = cli("merge", "part-1.jsonl", "part-2.jsonl", "-o", "merged.json")
    assert code == 0
    assert "conformant: 9 passed" in out


def test_an_entry_of_the_baseline_is_judged_by_the_shard_of_its_vector_only(run: Run) -> None:
    told = [
        run(f"part-{index}.json", "--shard", f"{index}/3")["implementations"][0][
            "baseline_problems"
        ]
        for index in (1, 2, 3)
    ]
    # That an entry touches too little can only be said of the whole.
    assert not [text for of in told for text in of if "nothing differs" in text]
    whole = run("whole.json")["implementations"][0]
    assert [text for text in whole["baseline_problems"] if "nothing differs" in text]
    # What is wrong with the file is wrong in every shard.
    assert all(any("no vector is echo/gone" in text for text in of) for of in told)


def spoil(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**record, **changes}


def of_other_version(record: dict[str, Any]) -> dict[str, Any]:
    first, *rest = record["implementations"]
    return spoil(record, implementations=[{**first, "version": "9"}, *rest])


def with_other_places(record: dict[str, Any]) -> dict[str, Any]:
    places = [place + 1 for place in record["shard"]["places"]]
    return spoil(record, shard={**record["shard"], "places": places})


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "another tool": (
        lambda record: spoil(record, tool={"name": "hanzo-conformance", "version": "9"}),
        "different versions of the tool",
    ),
    "other vectors": (
        lambda record: spoil(record, vectors_sha256="9" * 64),
        "different vectors: ",
    ),
    "another strictness": (lambda record: spoil(record, strict=True), "values of --strict"),
    "another version": (of_other_version, "one has another version in part-2.json"),
    "no shard": (lambda record: spoil(record, shard=None), "part-2.json is no shard"),
    "another count": (
        lambda record: spoil(record, shard={**record["shard"], "count": 3}),
        "part-1.json is one of 2 shards, part-2.json one of 3",
    ),
    "another selection": (
        lambda record: spoil(record, shard={**record["shard"], "selection_sha256": "9" * 64}),
        "shards of different selections",
    ),
    "the same shard": (
        lambda record: spoil(record, shard={**record["shard"], "index": 1}),
        "part-1.json and part-2.json are both shard 1/2",
    ),
    "gaps": (with_other_places, "overlap or leave gaps"),
    "no vectors": (lambda record: spoil(record, vectors=[]), "does not fit together"),
}


@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_belong_together_is_refused(
    cli: Cli,
    run: Run,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], dict[str, Any]],
    message: str,
) -> None:
    run("part-1.json", "--shard", "1/2")
    changed = change(run("part-2.json", "--shard", "2/2"))
    (tmp_path / "part-2.json").write_text(json.dumps(changed))
    code, _, told = cli("merge", "part-1.json", "part-2.json", "-o", "merged.json")
    assert code == 2
    assert message in told
    assert "hint: " in told or "does not fit" in told
    assert not (tmp_path / "merged.json").exists()


def test_a_missing_shard_is_named_with_what_to_run(cli: Cli, run: Run) -> None:
    run("part-1.json", "--shard", "1/3")
    run("part-3.json", "--shard", "3/3")
    code, _, told = cli("merge", "part-1.json", "part-3.json", "-o", "merged.json")
    assert code == 2
    assert told == "error: shard 2/3 is missing\nhint: run it with --shard 2/3\n"


class TestImplementationsApart:
    def setup(self, cli: Cli, tmp_path: Path, *second: str) -> None:
        place = lay_out(tmp_path, entry("one", "a"), entry("two", "bad"))
        for name, fault in (("one", "none"), ("two", "wrong")):
            path = manifest(tmp_path / name, fault, name=name)
            words = second if name == "two" else ()
            cli("run", "--vectors", place, "--impl", path, "--report", f"json={name}.json", *words)

    def test_runs_of_different_implementations_are_joined(self, cli: Cli, tmp_path: Path) -> None:
        self.setup(cli, tmp_path)
        code, out, _ = cli("merge", "one.json", "two.json", "-o", "merged.json")
        assert code == 1
        assert "diverges: 3 passed, 1 failed" in out
        merged = json.loads((tmp_path / "merged.json").read_bytes())
        assert [item["name"] for item in merged["implementations"]] == ["one", "two"]

    def test_the_same_implementation_twice_is_refused(self, cli: Cli, tmp_path: Path) -> None:
        self.setup(cli, tmp_path)
        cli("merge", "one.json", "two.json", "-o", "both.json")
        code, _, told = cli("merge", "both.json", "two.json", "-o", "merged.json")
        assert code == 2
        assert "both.json and two.json are both of two" in told

    def test_different_selections_are_refused(self, cli: Cli, tmp_path: Path) -> None:
        self.setup(cli, tmp_path, "-k", "one")
        code, _, told = cli("merge", "one.json", "two.json", "-o", "merged.json")
        assert code == 2
        assert "different selections of vectors" in told
