"""Adapters in containers, on a real engine: the same verdicts, and a container that is a prison."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from container_world import (
    IMAGE,
    UNHURRIED,
    bounded,
    contained,
    engine,
    image,
    notices_of,
    wire,
)
from fake_world import drive, vector, vectors

from hanzo_conformance.files.manifests import find_implementations
from hanzo_conformance.files.vectors import read_corpus
from hanzo_conformance.files.workspace import give
from hanzo_conformance.pure.address import read_address
from hanzo_conformance.values.errors import FileError
from hanzo_conformance.values.manifest import Implementation, TransportKind

if TYPE_CHECKING:
    import docker

__all__ = ["bounded", "engine", "image"]  # fixtures
SHORT = msgspec.structs.replace(UNHURRIED, timeout_s=1.0)


@pytest.fixture(autouse=True)
def nothing_left(engine: docker.DockerClient) -> Iterator[None]:
    """No test leaves a container behind."""
    yield
    assert remains(engine) == []


def remains(engine: docker.DockerClient) -> list[Any]:
    """The containers that this process made and that are still there."""
    from hanzo_conformance.transports.docker_engine import PID

    chosen: dict[str, Any] = {"label": f"{PID}={os.getpid()}"}
    return list(engine.containers.list(all=True, filters=chosen, ignore_removed=True))


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
        "writable": ["/tmp"],  # noqa: S108
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


def running(engine: docker.DockerClient) -> list[Any]:
    deadline = time.monotonic() + 60
    while not (found := [item for item in remains(engine) if item.status == "running"]):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    # The request has to be on its way too.
    time.sleep(1)
    return found


def meanwhile(what: Callable[[], Any], act: Callable[[], object]) -> Any:
    """What ``what`` gives, while ``act`` is done beside it."""
    thread = threading.Thread(target=act)
    thread.start()
    try:
        return what()
    finally:
        thread.join()


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
    # Workspaces are laid out for git, shells and servers that these small images have not.
    chosen = tuple(vector for vector in read_corpus().vectors if vector.scenario is None)
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
    item = contained("", image="")
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


def test_an_address_names_an_image(image: str) -> None:
    manifest = read_address(f"docker:{IMAGE}")
    assert manifest is not None
    item = Implementation(msgspec.structs.replace(manifest, limits=UNHURRIED), Path.cwd())
    # Its entry point wants an argument, and without one says so on standard error.
    outcome = drive(item, vectors(1))
    assert outcome.code == 3
    assert "IndexError" in outcome.unavailable[0].detail
    assert image == IMAGE
