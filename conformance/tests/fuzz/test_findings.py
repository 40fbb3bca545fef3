"""Findings in a folder and in a Redis server, spoken to over a real socket."""

from __future__ import annotations

import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from command_line import Cli, cli
from finding_world import finding
from runner_of_workflows import obeyed

from hanzo_conformance.fuzz.findings import FolderStore, find_finding, open_store
from hanzo_conformance.fuzz.findings_server import KEY, ServerStore, StoreError
from hanzo_conformance.fuzz.findings_text import finding_lines
from hanzo_conformance.values.errors import ConformanceError, UnknownNameError
from hanzo_conformance.verdicts.verdict import Verdict
from hanzo_vectors.errors import FileError
from hanzo_vectors.vector import RequirementEntry

__all__ = ["cli"]  # the fixture


class Server(socketserver.ThreadingTCPServer):
    """As much of Redis as findings need: hashes, over its protocol, version 2."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Client)
        self.hashes: dict[bytes, dict[bytes, bytes]] = {}

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.server_address[1]}/0"


class _Client(socketserver.StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        while line := self.rfile.readline():
            words = [self._word() for _ in range(int(line[1:]))]
            self.wfile.write(self._answer(words[0].upper(), words[1:]))

    def _word(self) -> bytes:
        length = int(self.rfile.readline()[1:])
        return self.rfile.read(length + 2)[:-2]

    def _answer(self, verb: bytes, words: list[bytes]) -> bytes:
        match verb:
            case b"PING":
                return b"+PONG\r\n"
            case b"HSET":
                self._hash(words).update({words[1]: words[2]})
                return b":1\r\n"
            case b"HDEL":
                return b":%d\r\n" % (self._hash(words).pop(words[1], None) is not None)
            case b"MEMORY":
                held = self._hash(words[1:])
                return b":%d\r\n" % sum(len(name) + len(value) for name, value in held.items())
            case b"HGETALL":
                told = [item for pair in self._hash(words).items() for item in pair]
                bulk = b"".join(b"$%d\r\n%s\r\n" % (len(item), item) for item in told)
                return b"*%d\r\n%s" % (len(told), bulk)
            case _:
                # Such as HELLO and CLIENT, which a client can do without.
                return b"-ERR unknown command\r\n"

    def _hash(self, words: list[bytes]) -> dict[bytes, bytes]:
        return self.server.hashes.setdefault(words[0], {})


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(params=["folder", "server"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "folder":
        return str(tmp_path / "not" / "there" / "yet")
    running: Server = request.getfixturevalue("server")
    return running.address


def test_what_is_saved_comes_back_and_what_is_removed_does_not(address: str) -> None:
    store = open_store(address)
    assert store.all() == []
    one, two = finding(), finding("echo.cry", input={"text": "é😀\n"}, alone=False)
    store.save(one)
    store.save(two)
    store.save(msgspec.structs.replace(one, state="fixed"))
    again = open_store(address)
    assert again.all() == sorted(
        [msgspec.structs.replace(one, state="fixed"), two], key=lambda item: item.id
    )
    assert one.id in again.where(one.id)
    again.remove(one.id)
    again.remove(one.id)
    assert store.all() == [two]


def test_a_hash_larger_than_any_findings_is_not_fetched(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(server.address)
    store.save(finding())
    monkeypatch.setattr("hanzo_conformance.fuzz.findings_server.FINDINGS_BYTES", 2000)
    assert len(store.all()) == 1
    server.hashes[KEY.encode()][b"huge"] = b"x" * 3000
    with pytest.raises(StoreError, match="findings 2000 at most") as caught:
        store.all()
    assert f"redis-cli del {KEY}" in str(caught.value.hint)


def test_a_finding_is_found_by_the_start_of_its_id(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    one, two = finding(), finding("echo.cry")
    store.save(one)
    store.save(two)
    assert find_finding(one.id, store) == one
    assert find_finding("fake-echo-say", store) == one
    with pytest.raises(UnknownNameError):
        find_finding("fake-echo", store)
    with pytest.raises(UnknownNameError):
        find_finding("nobody", store)


def test_a_file_that_is_no_finding_is_named(tmp_path: Path) -> None:
    (tmp_path / "spoiled.json").write_text('{"format": 1}')
    with pytest.raises(FileError, match=r"spoiled\.json: is no finding") as caught:
        FolderStore(tmp_path).all()
    assert caught.value.hint == "delete it"


def test_a_file_under_another_name_is_refused(tmp_path: Path) -> None:
    FolderStore(tmp_path).save(finding())
    next(tmp_path.glob("*.json")).rename(tmp_path / "other.json")
    with pytest.raises(FileError, match="holds the finding"):
        FolderStore(tmp_path).all()


def test_a_field_that_is_no_finding_is_named_with_the_command_that_removes_it(
    server: Server,
) -> None:
    server.hashes[KEY.encode()] = {b"odd": b"{}"}
    with pytest.raises(StoreError, match="field odd") as caught:
        ServerStore(server.address).all()
    assert caught.value.hint == f"redis-cli hdel {KEY} odd"


def test_a_server_that_is_not_there_is_an_error_of_usage_without_the_password() -> None:
    with pytest.raises(StoreError, match="no Redis server answers") as caught:
        open_store("redis://:secret@127.0.0.1:1/0")
    assert "secret" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_an_address_that_cannot_be_read_is_an_error_of_usage() -> None:
    with pytest.raises(ConformanceError, match="--database"):
        open_store("redis://host:port")


def test_the_client_is_imported_only_where_a_server_is_named() -> None:
    code = (
        "import sys; from hanzo_conformance.fuzz.findings import open_store; open_store('x').all();"
        "assert 'redis' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_a_stranger_answered_is_told_without_its_control_characters() -> None:
    rule = RequirementEntry(id="ECHO-1", level="must", sentence="Text comes back.", source="x")
    told = finding_lines(
        finding(
            actual="\x1b[2J\u202e",
            detail="\x07",
            stderr="\x1b]0;x",
            requirements=["ECHO-1"],
            others={"right": Verdict.PASSED},
        ),
        {"ECHO-1": rule},
    )
    text = "\n".join(told)
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "\u202e" not in text
    assert "ECHO-1 (must): Text comes back." in text
    assert "right passed" in text


def test_what_a_stranger_answered_is_no_command_to_a_workflow(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    FolderStore(tmp_path / "kept").save(finding(actual="##[error]owned", stderr="::error::owned"))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    code, out, _ = cli("fuzz", "findings", "--database", tmp_path / "kept")
    assert code == 0
    assert "\\u0023#[error]owned" in out
    assert obeyed(out) == []


def test_when_everybody_else_diverges_too_the_reference_is_asked_about() -> None:
    text = "\n".join(finding_lines(finding(others={"other": Verdict.FAILED}), {}))
    assert "is the reference right?" in text
