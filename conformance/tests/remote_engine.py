"""An engine of a test's own behind TCP, with TLS or without, and the certificates for it."""

from __future__ import annotations

import datetime
import ipaddress
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

START_S = 30.0
STOP_S = 20.0


class Authority:
    """Signs certificates; a folder of them has the names that the engine's client looks for."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "authority")])
        rights = x509.BasicConstraints(ca=True, path_length=None)
        use = x509.SubjectKeyIdentifier.from_public_key(self._key.public_key())
        self._certificate = (
            self._begun(self._name, self._key)
            .add_extension(rights, critical=True)
            .add_extension(use, critical=False)
            .sign(self._key, hashes.SHA256())
        )

    def issue(self, folder: Path, host: str = "127.0.0.1") -> Path:
        """A folder with ``ca.pem``, and ``cert.pem`` and ``key.pem`` of somebody at this host."""
        folder.mkdir()
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "somebody")])
        place = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))])
        uses = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        made = (
            self._begun(name, key)
            .add_extension(place, critical=False)
            .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
            .add_extension(issuer, critical=False)
            .sign(self._key, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        (folder / "ca.pem").write_bytes(self._certificate.public_bytes(pem))
        (folder / "cert.pem").write_bytes(made.public_bytes(pem))
        (folder / "key.pem").write_bytes(
            key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        )
        return folder

    def _begun(self, name: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(hours=1))
        )


@contextmanager
def remote(folder: Path, certificates: Path | None = None) -> Iterator[str]:
    """The address of an engine that keeps all it has in a folder; skips where none can run."""
    program = shutil.which("dockerd") or shutil.which("dockerd", path="/usr/sbin")
    if program is None or os.getuid() != 0:
        pytest.skip("an engine behind TCP takes root and dockerd")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    command = [program, "--iptables=false", "--bridge=none", "--host", address]
    # The paths of its sockets may not have more than 107 bytes.
    sockets = Path(tempfile.mkdtemp(prefix="engine-"))
    for word, place in (("data-root", folder), ("exec-root", sockets), ("pidfile", folder)):
        command += [f"--{word}", str(place / word)]
    if certificates is not None:
        command += ["--tlsverify", *_files(certificates)]
    with (folder / "log").open("wb") as log:
        engine = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    try:
        _await(engine, port, folder / "log")
        yield address
    finally:
        engine.terminate()
        with suppress(subprocess.TimeoutExpired):
            engine.wait(STOP_S)
        engine.kill()
        engine.wait()
        for place in (folder, sockets):
            _unmount(place)
        shutil.rmtree(sockets)


def _unmount(folder: Path) -> None:
    """Take away what an engine has left mounted: nobody could remove the folder."""
    with Path("/proc/mounts").open() as mounts:
        places = [line.split()[1] for line in mounts]
    for place in sorted(places, reverse=True):
        if place.startswith(f"{folder}/"):
            subprocess.run(["umount", place], check=True)


def _files(certificates: Path) -> Sequence[str]:
    words = {"--tlscacert": "ca.pem", "--tlscert": "cert.pem", "--tlskey": "key.pem"}
    return [part for word, name in words.items() for part in (word, str(certificates / name))]


def _await(engine: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_S
    while b"API listen on" not in log.read_bytes():
        if engine.poll() is not None or time.monotonic() > deadline:
            tail = log.read_text(errors="replace").splitlines()[-3:]
            pytest.skip(f"dockerd does not listen at {port}: {' | '.join(tail)}")
        time.sleep(0.1)
