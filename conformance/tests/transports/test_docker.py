"""Adapters in containers, on a real engine: the same verdicts, and a container that is a prison."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from container_watch import SHORT, meanwhile, nothing_left, running
from container_world import IMAGE, UNHURRIED, bounded, contained, engine, image, notices_of
from fake_world import drive, vector, vectors

from hanzo_conformance.implementations.address import read_address
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_vectors.writing import give

if TYPE_CHECKING:
    import docker

__all__ = ["bounded", "engine", "image", "nothing_left"]  # fixtures


@pytest.mark.parametrize(
    ("fault", "verdict", "detail"),
    [
        ("exits", "crashed", "the container exited with status 0"),
        ("grandchild", "crashed", "the container exited with status 1"),
        ("hangs", "timed-out", "no answer within 1 s"),
        ("log-line", "garbled", "INFO bad text seen"),
        ("late-log-line", "garbled", "INFO bad text seen"),
        ("huge-line", "garbled", "a line of more than 16777216 bytes"),
        ("wrong", "failed", None),
        ("own-failure", "errored", "code -32603: it broke"),
    ],
)
def test_a_fault_has_in_a_container_the_verdict_that_it_has_in_a_process(
    fault: str, verdict: str, detail: str | None, image: str
) -> None:
    limits = SHORT if fault == "hangs" else UNHURRIED
    outcome = drive(contained(fault, limits, image), vectors(12, [4]))
    assert outcome.of(verdict) == ["echo/bad-4"]
    assert len(outcome.of("passed")) == 11
    failure = outcome.result("echo/bad-4").failure
    assert failure is not None
    if detail is not None:
        assert detail in (failure.detail or "")


def test_many_answers_come_through_one_container(engine: docker.DockerClient, image: str) -> None:
    outcome = drive(contained("", image=image), vectors(3000))
    assert len(outcome.of("passed")) == 3000
    assert outcome.notices == notices_of(engine)


@pytest.mark.parametrize("fault", ["closes-stdout", "closes-outputs"])
def test_an_adapter_that_closes_its_output_and_lives_on_is_not_waited_for(
    fault: str, image: str
) -> None:
    # In a process that is garbled; an engine tells of the end of the container only.
    outcome = drive(contained(fault, SHORT, image), vectors(6, [2]))
    assert outcome.of("timed-out") == ["echo/bad-2"]
    assert len(outcome.of("passed")) == 5


def test_standard_error_is_kept_apart_and_shown(image: str) -> None:
    outcome = drive(contained("stderr-flood", image=image), vectors(3, [1]))
    assert len(outcome.of("passed")) == 3


@pytest.mark.usefixtures("image")
def test_a_container_has_no_network_no_rights_and_nothing_to_write_but_tmp(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HANZO_CONFORMANCE_TOKEN", "secret")
    assert answer_of("looks-around") == {
        "uid": 65534,
        "gid": 65534,
        "capabilities": ["0" * 16] * 3,
        "no_new_privileges": "1",
        "network": ["lo"],
        "writable": ["/tmp"],  # noqa: S108 - a place named, not made
        "secret": None,
    }


def answer_of(fault: str, **table: Any) -> Any:
    """The whole answer of the fake to the bad text."""
    from hanzo_conformance.transports.transcript import TranscriptTransport

    books: list[TranscriptTransport] = []

    def kept(transport: Any) -> Any:
        books.append(TranscriptTransport(transport))
        return books[0]

    drive(contained(fault, **table), [vector("bad")], wrap=kept)
    lines = [line for direction, line in books[0].lines if direction == "←"]
    return msgspec.json.decode(lines[-1])["result"]


@pytest.mark.usefixtures("image", "bounded")
def test_processes_are_counted() -> None:
    assert 0 < answer_of("forks", pids=20)["forked"] < 20


@pytest.mark.usefixtures("bounded")
def test_a_container_beyond_its_memory_is_killed_and_the_limit_named(image: str) -> None:
    outcome = drive(contained("eats-memory", image=image, memory_mb=64), vectors(6, [2]))
    assert outcome.of("crashed") == ["echo/bad-2"]
    assert len(outcome.of("passed")) == 5
    failure = outcome.result("echo/bad-2").failure
    assert failure is not None
    assert "ran out of memory and was killed; memory_mb in [docker] allows 64 MB" in (
        failure.detail or ""
    )


def test_a_container_that_somebody_kills_is_a_crash(
    engine: docker.DockerClient, image: str
) -> None:
    slow = msgspec.structs.replace(UNHURRIED, timeout_s=60.0)
    outcome = meanwhile(
        lambda: drive(contained("hangs", slow, image), [vector("bad")]),
        lambda: [item.kill() for item in running(engine)],
    )
    assert outcome.of("crashed") == ["echo/bad-0"]
    failure = outcome.result("echo/bad-0").failure
    assert "the container was killed by SIGKILL" in failure.detail


def test_a_container_that_somebody_removes_is_a_crash(
    engine: docker.DockerClient, image: str
) -> None:
    slow = msgspec.structs.replace(UNHURRIED, timeout_s=60.0)
    outcome = meanwhile(
        lambda: drive(contained("hangs", slow, image), [vector("bad")]),
        lambda: running(engine)[0].remove(force=True),
    )
    assert outcome.of("crashed") == ["echo/bad-0"]


def test_a_run_can_be_interrupted_and_leaves_no_container(image: str) -> None:
    interrupted = threading.Event()
    threading.Timer(3, interrupted.set).start()
    slow = msgspec.structs.replace(UNHURRIED, timeout_s=60.0)
    outcome = drive(contained("hangs", slow, image), vectors(9, [5]), interrupted=interrupted)
    assert outcome.code == 130
    assert len(outcome.verdicts()) == 9


def test_a_workspace_is_there_at_its_own_path_and_can_be_written(
    image: str, tmp_path: Path
) -> None:
    from hanzo_conformance.transports.docker_container import DockerTransport

    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / "given").write_text("given")
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    item = contained("workspace", image=image)
    named = msgspec.structs.replace(item.manifest, environment={"PLACE": str(workspace)})
    item = Implementation(named, item.folder)
    assert item.manifest.docker is not None
    table = item.manifest.docker

    def bound(_: object) -> DockerTransport:
        return DockerTransport(item, table, image, os.environ, lambda: False, workspace)

    sharing = bound(None).sharing
    if not sharing.files:
        pytest.skip("the engine is elsewhere, or rootless and another user's")
    if sharing.owner is not None:
        give(workspace, sharing.owner)
    assert drive(item, [vector("bad")], wrap=bound).code == 0
    assert (workspace / "made").read_text() == "given and made"


def test_an_address_names_an_image(image: str) -> None:
    manifest = read_address(f"docker:{IMAGE}")
    assert manifest is not None
    item = Implementation(msgspec.structs.replace(manifest, limits=UNHURRIED), Path.cwd())
    # Its entry point wants an argument, and without one says so on standard error.
    outcome = drive(item, vectors(1))
    assert outcome.code == 3
    assert "IndexError" in outcome.unavailable[0].detail
    assert image == IMAGE
