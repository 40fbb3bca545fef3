"""Engine, image, adapter or package are not there, or the engine dies in the middle of a run."""

from __future__ import annotations

import importlib.util
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from container_watch import SHORT, meanwhile, nothing_left, remains, running
from container_world import UNHURRIED, contained, engine, image, wire
from fake_world import drive, vectors

if TYPE_CHECKING:
    import docker

__all__ = ["engine", "image", "nothing_left"]  # fixtures


def test_an_image_that_is_not_there_is_unavailable(engine: docker.DockerClient) -> None:
    outcome = drive(contained("", image="hanzo-conformance-nowhere:none"), vectors(2))
    assert outcome.code == 3
    assert "there is no image hanzo-conformance-nowhere:none" in outcome.unavailable[0].why
    assert outcome.unavailable[0].hint == "docker pull hanzo-conformance-nowhere:none"
    assert engine.ping()


@pytest.mark.usefixtures("image")
@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("exits-at-once", "ended before the handshake: exited with status 3"),
        ("banner", "adapter 1.0 starting up"),
        ("says-nothing", "no handshake within"),
    ],
)
def test_an_image_without_an_adapter_is_unavailable(fault: str, what: str) -> None:
    limits = msgspec.structs.replace(UNHURRIED, start_s=3.0)
    outcome = drive(contained(fault, limits), vectors(2))
    assert outcome.code == 3
    assert what in outcome.unavailable[0].why


def test_an_image_whose_program_is_missing_is_unavailable(
    engine: docker.DockerClient, image: str
) -> None:
    container = engine.containers.create(image, entrypoint=["/no/such/program"])
    try:
        container.commit("hanzo-conformance-broken", "test")
        outcome = drive(contained("", image="hanzo-conformance-broken:test"), vectors(2))
    finally:
        container.remove()
        engine.images.remove("hanzo-conformance-broken:test", force=True)
    assert outcome.code == 3
    assert "cannot be started" in outcome.unavailable[0].why
    assert "/no/such/program" in outcome.unavailable[0].why


def test_where_no_engine_answers_the_run_says_where_it_looked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    outcome = drive(contained(""), vectors(2))
    assert outcome.code == 3
    assert f"no container engine answers at unix://{tmp_path}/none.sock" in (
        outcome.unavailable[0].why
    )
    assert "DOCKER_HOST" in (outcome.unavailable[0].hint or "")


def test_without_the_package_the_pip_line_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "docker" else find(name)
    )
    outcome = drive(contained(""), vectors(1))
    assert outcome.code == 3
    assert outcome.unavailable[0].hint == "pip install 'hanzo-conformance[docker]'"


def path_of_the_engine() -> str:
    host = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")
    if not host.startswith("unix://"):
        pytest.skip("the engine is not on a socket of this machine")
    return host.removeprefix("unix://")


def test_an_engine_behind_tcp_is_driven_as_one_on_a_socket(
    image: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with wire(path_of_the_engine()) as (address, _):
        monkeypatch.setenv("DOCKER_HOST", address)
        outcome = drive(contained("exits", image=image), vectors(12, [4]))
    assert outcome.of("crashed") == ["echo/bad-4"]
    assert len(outcome.of("passed")) == 11


def test_an_engine_that_dies_in_the_middle_ends_the_run_as_unavailable(
    image: str, engine: docker.DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanzo_conformance.transports.docker_engine import remove_orphans

    slow = msgspec.structs.replace(UNHURRIED, timeout_s=60.0)
    told: list[str] = []
    with wire(path_of_the_engine()) as (address, cut):
        monkeypatch.setenv("DOCKER_HOST", address)
        outcome = meanwhile(
            lambda: drive(contained("hangs", slow, image), vectors(9, [5])),
            lambda: cut.set() if running(engine) else None,
        )
    assert outcome.code == 3
    assert "the container engine stopped answering" in outcome.unavailable[0].why
    assert len(outcome.verdicts()) == 9
    assert "echo/bad-5" in outcome.of("not-run")
    # Its run is not over, as far as the label says.
    remove_orphans(engine, everything=False, told=told.append)
    assert len(remains(engine)) == 1
    assert remove_orphans(engine, everything=True, told=told.append) >= 1
    assert told[-1].endswith(" of fake")


def test_an_engine_that_dies_after_a_restart_ends_the_run_as_unavailable_too(
    image: str, engine: docker.DockerClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hanzo_conformance.transports.docker_engine import remove_orphans

    with wire(path_of_the_engine()) as (address, cut):

        def cut_at_the_second() -> None:
            seen: set[str] = set()
            deadline = time.monotonic() + 120
            while len(seen) < 2 and time.monotonic() < deadline:
                seen |= {item.id for item in remains(engine)}
                time.sleep(0.05)
            cut.set()

        monkeypatch.setenv("DOCKER_HOST", address)
        outcome = meanwhile(
            lambda: drive(contained("hangs", SHORT, image), vectors(9, [1, 3, 5, 7])),
            cut_at_the_second,
        )
    remove_orphans(engine, everything=True, told=lambda _: None)
    assert outcome.code == 3
    assert "engine" in outcome.unavailable[0].why
    assert len(outcome.verdicts()) == 9
    assert outcome.of("not-run")
