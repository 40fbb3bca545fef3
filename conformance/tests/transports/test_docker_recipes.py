"""Images made from recipes, our own implementations in them, and what ``clean`` removes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from container_watch import nothing_left
from container_world import contained, engine, image, notices_of
from fake_world import drive, vectors

from hanzo_conformance.engine.scenario import out_of_reach
from hanzo_conformance.implementations.manifest import Implementation, TransportKind
from hanzo_conformance.implementations.manifests import find_implementations
from hanzo_conformance.transports.channel import Sharing
from hanzo_vectors.errors import FileError
from hanzo_vectors.reading import read_corpus

if TYPE_CHECKING:
    import docker

__all__ = ["engine", "image", "nothing_left"]  # fixtures

pytestmark = pytest.mark.lengthy


def test_clean_removes_what_a_killed_run_has_left(
    engine: docker.DockerClient, image: str, tmp_path: Path
) -> None:
    from small_corpus import entry, lay_out

    place = lay_out(tmp_path, entry("bad", "bad"))
    manifest = tmp_path / "runner.toml"
    manifest.write_text(
        f'name = "left"\nlanguage = "x"\n[docker]\nimage = "{image}"\ncommand = ["hangs"]\n'
        "[limits]\ntimeout_s = 60\nstart_s = 60\n"
    )
    command = [sys.executable, "-m", "hanzo_conformance"]
    child = subprocess.Popen(
        [*command, "run", "--impl", str(manifest), "--vectors", str(place)],
        stdout=subprocess.DEVNULL,
    )
    labelled: dict[str, Any] = {
        "label": "dev.hanzo.conformance.implementation=left",
        "status": "running",
    }
    deadline = time.monotonic() + 60
    while not engine.containers.list(filters=labelled):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    child.kill()
    child.wait()
    done = subprocess.run([*command, "clean"], capture_output=True, text=True, check=True)
    assert "of left" in done.stdout
    del labelled["status"]
    assert engine.containers.list(all=True, filters=labelled) == []
    again = subprocess.run([*command, "clean"], capture_output=True, text=True, check=True)
    assert again.stdout == "nothing to remove\n"


@pytest.mark.parametrize(
    "name",
    [item.name for item in find_implementations(Path.cwd()).values() if item.manifest.default],
)
def test_our_implementations_give_in_containers_the_verdicts_of_the_processes(
    name: str, engine: docker.DockerClient
) -> None:
    item = find_implementations(Path.cwd())[name]
    assert item.manifest.docker is not None
    assert item.manifest.docker.recipe is not None
    for argument in item.manifest.docker.recipe.arguments:
        if f"HANZO_CONFORMANCE_{argument}" not in os.environ:
            pytest.skip(f"HANZO_CONFORMANCE_{argument} names no base; see ci/images/build")
    # Only the servers of vectors are out of a container's reach.
    sharing = Sharing(files=True, loopback=False)
    chosen = tuple(
        vector
        for vector in read_corpus().vectors
        if vector.scenario is None or out_of_reach(vector.scenario, sharing) is None
    )
    process = drive(item, chosen)
    inside = drive(msgspec.structs.replace(item, transport=TransportKind.DOCKER), chosen)
    assert inside.verdicts() == process.verdicts()
    assert inside.of("passed")
    assert inside.notices == notices_of(engine)
    assert engine.ping()


def test_a_recipe_is_made_again_when_what_goes_in_has_changed(
    engine: docker.DockerClient, tmp_path: Path
) -> None:
    from hanzo_conformance.transports.docker_image import image_of, prepare_image

    (tmp_path / "Dockerfile").write_text("FROM scratch\nCOPY a /\n")
    (tmp_path / "a").write_text("one")
    item = contained("", image="made-below")
    manifest = msgspec.convert(
        {"name": "made", "language": "x", "docker": {"recipe": {"context": {"a": "a"}}}},
        type(item.manifest),
    )
    item = Implementation(manifest, tmp_path)
    assert manifest.docker is not None
    told: list[list[str]] = []

    def prepared() -> float | None:
        assert manifest.docker is not None
        return prepare_image(item, manifest.docker, os.environ, told.append, lambda: False)

    assert prepared() is not None
    first = image_of(item, manifest.docker, os.environ)
    assert prepared() is None
    (tmp_path / "a").write_text("two")
    second = image_of(item, manifest.docker, os.environ)
    assert prepared() is not None
    assert first != second
    assert len(told) == 2
    for name in (first, second):
        engine.images.remove(name, force=True)


def test_a_recipe_that_fails_shows_its_last_lines(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM scratch\nCOPY nothing-of-that-name /\n")
    (tmp_path / "a").write_text("one")
    stated = {"name": "made", "language": "x", "docker": {"recipe": {"context": {"a": "a"}}}}
    manifest = msgspec.convert(stated, type(contained("").manifest))
    outcome = drive(Implementation(manifest, tmp_path), vectors(1))
    assert outcome.code == 3
    assert "build failed" in outcome.unavailable[0].why
    assert "nothing-of-that-name" in outcome.unavailable[0].why
    assert "FROM scratch" in outcome.unavailable[0].detail


def test_a_context_that_is_not_there_is_a_mistake_in_the_manifest(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM scratch\n")
    stated = {"name": "made", "language": "x", "docker": {"recipe": {"context": {"a": "a"}}}}
    manifest = msgspec.convert(stated, type(contained("").manifest))
    with pytest.raises(FileError, match="is not there"):
        drive(Implementation(manifest, tmp_path), vectors(1))
