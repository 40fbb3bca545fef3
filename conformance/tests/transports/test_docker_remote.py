"""Engines that are reached over TCP, with TLS: a real one, and everything that can be wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from container_world import IMAGE, contained, engine, image
from fake_world import drive, vectors
from remote_engine import Authority, remote

if TYPE_CHECKING:
    import docker

__all__ = ["engine", "image"]  # fixtures


class Secured:
    """An engine behind TLS: its address, who signs for it, and a user's certificates."""

    def __init__(self, address: str, authority: Authority, user: Path) -> None:
        self.address = address
        self.authority = authority
        self.user = user


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    """An engine behind TLS that wants to know its users."""
    folder = tmp_path_factory.mktemp("engine")
    authority = Authority()
    own = authority.issue(folder / "engine")
    user = authority.issue(folder / "user")
    with remote(folder, own) as address:
        yield Secured(address, authority, user)


@pytest.fixture
def variables(secured: Secured, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment of a user whom the engine knows."""
    monkeypatch.setenv("DOCKER_HOST", secured.address)
    monkeypatch.setenv("DOCKER_TLS_VERIFY", "1")
    monkeypatch.setenv("DOCKER_CERT_PATH", str(secured.user))
    return monkeypatch


@pytest.fixture(scope="module")
def carried(secured: Secured, engine: docker.DockerClient, image: str) -> str:
    """The image of the fake, carried to the engine behind TLS."""
    from hanzo_conformance.transports.docker_engine import engine as connected

    reached = {
        "DOCKER_HOST": secured.address,
        "DOCKER_TLS_VERIFY": "1",
        "DOCKER_CERT_PATH": str(secured.user),
    }
    with connected(reached) as client:
        client.images.load(b"".join(engine.images.get(image).save(named=IMAGE)))
    return image


@pytest.mark.usefixtures("variables")
@pytest.mark.parametrize(
    ("fault", "verdict"),
    [
        ("exits", "crashed"),
        ("late-log-line", "garbled"),
        ("huge-line", "garbled"),
        ("own-failure", "errored"),
    ],
)
def test_a_fault_has_behind_tls_the_verdict_that_it_has_in_a_process(
    fault: str, verdict: str, carried: str
) -> None:
    outcome = drive(contained(fault, image=carried), vectors(12, [4]))
    assert outcome.of(verdict) == ["echo/bad-4"]
    assert len(outcome.of("passed")) == 11


@pytest.mark.usefixtures("variables")
def test_many_answers_come_through_tls_and_the_adapter_hears_the_end(carried: str) -> None:
    outcome = drive(contained("", image=carried), vectors(3000))
    assert len(outcome.of("passed")) == 3000
    # It would be told of an adapter that had to be killed.
    assert outcome.notices == []


def refused() -> tuple[str, str]:
    """Why a run cannot be, and what it says to do."""
    outcome = drive(contained(""), vectors(2))
    assert outcome.code == 3
    assert outcome.of("not-run") == ["echo/good-0", "echo/good-1"]
    return outcome.unavailable[0].why, outcome.unavailable[0].hint or ""


def test_an_engine_with_the_certificate_of_a_stranger_is_not_spoken_to(
    variables: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    variables.setenv("DOCKER_CERT_PATH", str(Authority().issue(tmp_path / "other")))
    why, hint = refused()
    assert f"no container engine answers at {os.environ['DOCKER_HOST']}" in why
    assert "certificate" in why.lower()
    assert "ca.pem, whose authority has signed" in hint


def test_a_user_whom_the_engine_does_not_know_is_told_which_files_it_wants(
    secured: Secured, variables: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mixed = Authority().issue(tmp_path / "other")
    (mixed / "ca.pem").write_bytes((secured.user / "ca.pem").read_bytes())
    variables.setenv("DOCKER_CERT_PATH", str(mixed))
    why, hint = refused()
    assert secured.address in why
    assert "cert.pem and key.pem, which the engine trusts" in hint


def test_certificates_that_are_not_there_are_named(
    variables: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    variables.setenv("DOCKER_CERT_PATH", str(tmp_path / "none"))
    why, hint = refused()
    assert "DOCKER_CERT_PATH must be a folder with ca.pem" in hint
    assert "no container engine answers" in why


def test_an_engine_that_speaks_tls_is_said_to(variables: pytest.MonkeyPatch) -> None:
    variables.delenv("DOCKER_TLS_VERIFY")
    variables.delenv("DOCKER_CERT_PATH")
    why, hint = refused()
    assert "HTTPS" in why
    assert "set DOCKER_TLS_VERIFY=1" in hint


def test_an_engine_without_tls_is_spoken_to_without(
    variables: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with remote(tmp_path) as address:
        variables.setenv("DOCKER_HOST", address)
        why, hint = refused()
        assert "no container engine answers" in why
        assert "an engine without TLS wants neither that nor DOCKER_TLS_VERIFY" in hint
        variables.delenv("DOCKER_TLS_VERIFY")
        variables.delenv("DOCKER_CERT_PATH")
        why, hint = refused()
    assert why == f"there is no image {IMAGE} on the engine"
    assert hint == f"docker pull {IMAGE}"


def test_an_engine_behind_ssh_is_refused_with_the_way_around(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("docker")
    monkeypatch.setenv("DOCKER_HOST", "ssh://somebody@elsewhere")
    why, hint = refused()
    assert "is not driven over ssh" in why
    assert "-L /tmp/engine.sock:/var/run/docker.sock somebody@elsewhere" in hint
