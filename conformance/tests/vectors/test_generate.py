"""Generated files: the same everywhere, held against what is committed, changes told by vector."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from hanzo_conformance.generation.generate import (
    files_there,
    generated_files,
    vector_changes,
    write_files,
)
from hanzo_conformance.generation.reference import UnsoundReferenceError
from hanzo_conformance.vectors.verb import command
from hanzo_vectors.shipped import shipped_folder

pytestmark = pytest.mark.lengthy


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return generated_files()


@pytest.fixture(autouse=True)
def few_domains(files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """What the verb does it does to one domain as to all, whose vectors take their time."""
    del files
    from hanzo_reference.spec import contract

    chosen = tuple(domain for domain in contract.domains() if domain.id == "mcp")
    monkeypatch.setattr(contract, "domains", lambda: chosen)


def invoke(*words: str | Path) -> tuple[int, str]:
    from click.testing import CliRunner

    done = CliRunner().invoke(command, list(map(str, words)), standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return int(done.return_value or 0), done.output


def test_what_is_committed_is_what_the_reference_says(files: dict[str, bytes]) -> None:
    assert files_there(shipped_folder()) == files


def test_every_generated_schema_is_a_valid_schema_by_an_independent_validator(
    files: dict[str, bytes],
) -> None:
    schemas = {path: json.loads(data) for path, data in files.items() if path.startswith("schemas")}
    assert len(schemas) > 20
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_every_vector_file_fits_its_schema_by_an_independent_validator(
    files: dict[str, bytes],
) -> None:
    for path, data in files.items():
        if path.startswith("test-vectors/"):
            document = json.loads(data)
            place = "schemas/vectors/" + path.rpartition("/")[2]
            schema = {"$ref": f"https://schemas.invalid/{place}"}
            jsonschema.Draft202012Validator(schema, registry=registry(files)).validate(document)
            document["vectors"][0]["level"] = "ought"
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.Draft202012Validator(schema, registry=registry(files)).validate(document)


def registry(files: dict[str, bytes]) -> Registry[Any]:
    """The schemas by where they lie, for a validator that is not ours."""
    return Registry().with_resources(
        (f"https://schemas.invalid/{path}", Resource.from_contents(json.loads(data)))
        for path, data in files.items()
        if path.startswith("schemas/")
    )


def test_what_does_not_show_is_escaped_and_the_rest_is_readable(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        text = data.decode()
        assert all(char.isprintable() or char == "\n" for char in text), path
        assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("seed", "locale", "zone"), [("0", "C", "UTC"), ("9", "C.UTF-8", "Asia/Kolkata")]
)
def test_generation_gives_the_same_bytes_under_any_hash_seed_locale_and_time_zone(
    tmp_path: Path, files: dict[str, bytes], seed: str, locale: str, zone: str
) -> None:
    subprocess.run(
        [sys.executable, "-m", "hanzo_conformance", "vectors", "generate", "--into", tmp_path],
        env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone},
        check=True,
        capture_output=True,
    )
    assert digest(files_there(tmp_path)) == digest(files)


def digest(files: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for path, data in sorted(files.items()):
        whole.update(f"{path}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()


def test_check_is_clean_right_after_generation(tmp_path: Path) -> None:
    invoke("generate", "--into", tmp_path)
    code, out = invoke("generate", "--check", "--into", tmp_path)
    assert code == 0
    assert "clean" in out


def spoil_a_value(folder: Path) -> str:
    path = folder / "test-vectors" / "mcp-normalization.json"
    document = json.loads(path.read_text())
    vector = next(item for item in document["vectors"] if "result" in item["expected"])
    vector["expected"]["result"] = {"name": "spoiled", "reversible": True}
    path.write_text(json.dumps(document))
    return str(vector["id"])


def test_check_names_a_changed_vector_with_the_place_and_both_values(tmp_path: Path) -> None:
    invoke("generate", "--into", tmp_path)
    vector = spoil_a_value(tmp_path)
    code, out = invoke("generate", "--check", "--into", tmp_path)
    assert code == 1
    assert "changed: test-vectors/mcp-normalization.json" in out
    assert f"vector changed: {vector}" in out
    assert "/expected/result/name" in out
    assert '"spoiled"' in out


def test_check_names_what_is_missing_and_what_is_extra(tmp_path: Path) -> None:
    invoke("generate", "--into", tmp_path)
    (tmp_path / "schemas" / "runner.json").unlink()
    (tmp_path / "test-vectors" / "old.json").write_text("{}")
    code, out = invoke("generate", "--check", "--into", tmp_path)
    assert code == 1
    assert "missing: schemas/runner.json" in out
    assert "extra: test-vectors/old.json" in out


def test_check_changes_nothing(tmp_path: Path) -> None:
    invoke("generate", "--into", tmp_path)
    spoil_a_value(tmp_path)
    before = files_there(tmp_path)
    invoke("generate", "--check", "--into", tmp_path)
    assert files_there(tmp_path) == before


def test_generate_says_what_a_rule_change_did_and_takes_away_what_is_gone(tmp_path: Path) -> None:
    invoke("generate", "--into", tmp_path)
    vector = spoil_a_value(tmp_path)
    (tmp_path / "test-vectors" / "old.json").write_text('{"vectors": [{"id": "old/one"}]}')
    code, out = invoke("generate", "--into", tmp_path)
    assert code == 0
    assert f"vector changed: {vector}" in out
    assert "vector gone: old/one" in out
    assert not (tmp_path / "test-vectors" / "old.json").exists()
    assert invoke("generate", "--into", tmp_path)[1].startswith("unchanged")


def test_a_reordering_of_members_is_no_change_of_a_vector(files: dict[str, bytes]) -> None:
    path = "test-vectors/mcp-normalization.json"
    document = json.loads(files[path])
    document["vectors"] = [dict(reversed(item.items())) for item in document["vectors"]]
    assert vector_changes(files, {**files, path: json.dumps(document).encode()}) == []


def test_verify_accepts_what_was_generated(tmp_path: Path, files: dict[str, bytes]) -> None:
    write_files(tmp_path, files)
    code, out = invoke("verify", tmp_path / "test-vectors")
    assert code == 0
    assert "valid:" in out


def test_verify_refuses_vectors_that_were_changed_by_hand(
    tmp_path: Path, files: dict[str, bytes]
) -> None:
    from hanzo_vectors.errors import FileError

    write_files(tmp_path, files)
    spoil_a_value(tmp_path)
    with pytest.raises(FileError, match="after it was generated"):
        invoke("verify", tmp_path / "test-vectors")


def test_an_anchor_that_the_reference_contradicts_stops_generation_and_names_the_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from hanzo_reference.spec import contract
    from hanzo_reference.spec.cases import CaseError

    def describe(*_: object) -> list[object]:
        raise CaseError("x/y: the anchored value and the reference disagree")

    monkeypatch.setattr(contract, "vectors", describe)
    with pytest.raises(UnsoundReferenceError, match="x/y: the anchored value"):
        generated_files()
