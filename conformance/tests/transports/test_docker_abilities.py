"""What engines say of themselves, as real ones have said it, and what is made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from container_world import contained
from fake_world import drive, fake, vectors

from hanzo_conformance.implementations.address import reached_otherwise
from hanzo_conformance.implementations.manifest import DockerTable, Implementation, TransportKind
from hanzo_conformance.transports.channel import Channel, Sharing, Transport
from hanzo_conformance.values.errors import EngineError

pytest.importorskip("docker")

HELD = {"MemoryLimit": True, "PidsLimit": True, "CpuCfsQuota": True}
LOOSE = dict.fromkeys(HELD, False)
# Docker 20.10 by root; Docker 20.10 rootless with cgroup 1 and as with cgroup 2; Podman 4.3 so.
ROOTFUL = {**HELD, "CgroupVersion": "1", "SecurityOptions": ["name=seccomp,profile=default"]}
ROOTLESS = {**LOOSE, "CgroupVersion": "1", "SecurityOptions": ["name=rootless"]}
DELEGATED = {**HELD, "CgroupVersion": "2", "SecurityOptions": ["name=rootless"]}
PODMAN = {**HELD, "CgroupVersion": "1", "Rootless": True, "SecurityOptions": None}


@pytest.mark.parametrize(
    ("told", "rootless", "loose"),
    [
        (ROOTFUL, False, None),
        (ROOTLESS, True, "memory_mb, pids, cpus"),
        (DELEGATED, True, None),
        ({**DELEGATED, "CpuCfsQuota": False}, True, "cpus"),
        (PODMAN, True, "memory_mb, pids, cpus"),
        ({**PODMAN, "CgroupVersion": "2"}, True, None),
    ],
)
def test_bounds_that_do_not_hold_are_named(
    told: dict[str, Any], rootless: bool, loose: str | None
) -> None:
    from hanzo_conformance.transports.docker_abilities import is_rootless, unbounded

    assert is_rootless(told) is rootless
    said = unbounded(told)
    if loose is None:
        assert said is None
    else:
        assert said is not None
        assert f"does not hold its containers to {loose} of [docker]" in said


def test_an_engine_that_refuses_bounds_is_said_to_need_them() -> None:
    from docker.errors import APIError

    from hanzo_conformance.transports.docker_abilities import refused

    said = "crun: controller `pids` is not available under /cgroup"
    problem = refused("x", APIError("500", explanation=said))
    assert "the engine cannot bound a container" in str(problem)
    assert "delegated to its user" in (problem.hint or "")


def test_an_engine_that_is_reached_over_a_network_shares_no_files(tmp_path: Path) -> None:
    from hanzo_conformance.transports.docker_container import DockerTransport

    variables = {"DOCKER_HOST": "tcp://elsewhere:2376"}
    table = DockerTable(image="x")
    transport = DockerTransport(contained(""), table, "x", variables, lambda: False, tmp_path)
    assert not transport.sharing.files
    assert not transport.sharing.loopback


def test_the_way_is_told_only_where_it_is_not_the_usual_one() -> None:
    both = fake("", docker=DockerTable(image="x"))
    for way, told in ((None, False), (TransportKind.PROCESS, False), (TransportKind.DOCKER, True)):
        item = msgspec.structs.replace(both, transport=way)
        assert reached_otherwise(item) is told
    only = Implementation(contained("").manifest, Path(), transport=TransportKind.DOCKER)
    assert not reached_otherwise(only)


def test_an_engine_that_is_lost_after_a_restart_is_status_3() -> None:
    class Losing:
        """Starts a process twice, and then finds nothing to start it on."""

        def __init__(self, inner: Transport) -> None:
            self._inner, self._left = inner, 2

        @property
        def sharing(self) -> Sharing:
            return self._inner.sharing

        def open(self) -> Channel:
            self._left -= 1
            if self._left < 0:
                raise EngineError("the container engine stopped answering: gone", "start it")
            return self._inner.open()

    outcome = drive(fake("dies"), vectors(8, [2, 5]), wrap=Losing)
    assert outcome.code == 3
    assert "stopped answering" in outcome.unavailable[0].why
    assert outcome.unavailable[0].hint == "start it"
    assert len(outcome.verdicts()) == 8
    assert outcome.of("not-run")
    assert outcome.of("passed")
