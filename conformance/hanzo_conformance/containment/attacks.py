"""What a contained process tries, and whether it worked: by its effect, not by what it was told.

The harness makes a target, starts the attacker inside, and looks at the target afterwards. What is
said to hold has been tried and was in vain; an attack that cannot be made here is said to be open.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from hanzo_confinement import syscalls

TEXT = b"as it was"
DECOYS = ("written", "linked", "renamed", "truncated", "chmodded")
MODE = 0o640
# The variable of a process outside that nobody inside may read.
SECRET = "HANZO_CONFORMANCE_DECOY"  # noqa: S105 - the name of a variable
NOWHERE = "192.0.2.1"
# The bytes of a socket's name with the zero behind it, by the narrowest of the systems.
LONGEST_NAME = 104


class Target:
    """Decoys outside; ``plan`` is what the attacker is told, ``outcome`` what became of them."""

    def __init__(self, folder: Path, hidden: str | None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="d-", dir=folder))
        for name in DECOYS:
            (self._folder / name).write_bytes(TEXT)
            (self._folder / name).chmod(MODE)
        self._secret = secrets.token_hex(16)
        self._victim = self._start_victim()
        self._sockets: dict[str, socket.socket] = {}
        self._listen()
        self._late = str(self._folder / "late")
        self.plan: dict[str, Any] = {
            "folder": str(self._folder),
            "victim": self._victim,
            "secret": self._secret,
            "hidden": hidden,
            "addresses": {
                # A name that was too long to be bound is told whole.
                name: str(self._folder / "s") if name == "unix" else _named(item)
                for name, item in self._sockets.items()
            },
            "late": self._late,
        }

    def listen_late(self) -> None:
        """Make a socket that was not there when the attacker was started."""
        item = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with _addressable(self._late) as address:
            item.bind(address)
        item.listen()
        item.setblocking(False)
        self._sockets["late"] = item

    def outcome(self, told: dict[str, Any]) -> dict[str, bool | None]:
        """Whether each attack was in vain, None where there was nothing to attack.

        ``told`` is what the attacker says that it could do.
        """
        files = {name: self._is_as_it_was(name) for name in DECOYS}
        return {
            "write": files["written"] and not (self._folder / "new").exists(),
            "link": files["linked"],
            "move": files["renamed"],
            "truncate": files["truncated"],
            "chmod": files["chmodded"],
            "home": None if self.plan["hidden"] is None else not told.get("home", True),
            "processes": self._victim_lives() and not told.get("ptrace", True),
            "environments": not told.get("environment", True),
            "tcp": self._untouched("tcp"),
            "udp": self._untouched("udp"),
            "sockets": bool(self._untouched("unix") and self._untouched("abstract")),
            "late-sockets": self._untouched("late"),
        }

    def close(self) -> None:
        """Take the decoys away."""
        with suppress(OSError):
            os.kill(self._victim, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._victim, 0)
        for item in self._sockets.values():
            item.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start_victim(self) -> int:
        """A process of the same user that does nothing, with the secret in its environment."""
        pid = os.fork()
        if pid == 0:
            with suppress(BaseException):
                sleep = shutil.which("sleep") or "/bin/sleep"
                # A program of the system, started without a shell.
                os.execve(sleep, [sleep, "60"], {SECRET: self._secret})  # noqa: S606 - it becomes another program
            os._exit(1)
        return pid

    def _listen(self) -> None:
        host = _own_address()
        kinds: dict[str, tuple[int, int, Any]] = {
            "unix": (socket.AF_UNIX, socket.SOCK_STREAM, str(self._folder / "s")),
            "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, f"\0hanzo-{self._secret}"),
        }
        if host is not None:
            kinds["tcp"] = socket.AF_INET, socket.SOCK_STREAM, (host, 0)
            kinds["udp"] = socket.AF_INET, socket.SOCK_DGRAM, (host, 0)
        for name, (family, kind, address) in kinds.items():
            item = socket.socket(family, kind)
            with _addressable(address) as place:
                item.bind(place)
            if kind == socket.SOCK_STREAM:
                item.listen()
            item.setblocking(False)
            self._sockets[name] = item

    def _untouched(self, name: str) -> bool | None:
        """Whether nobody called; None where there is no network to call by."""
        item = self._sockets.get(name)
        if item is None:
            return None
        try:
            if item.type == socket.SOCK_DGRAM:
                item.recvfrom(1)
            else:
                item.accept()[0].close()
        except BlockingIOError:
            return True
        return False

    def _is_as_it_was(self, name: str) -> bool:
        place = self._folder / name
        try:
            return place.read_bytes() == TEXT and stat.S_IMODE(place.stat().st_mode) == MODE
        except OSError:
            return False

    def _victim_lives(self) -> bool:
        with suppress(ChildProcessError):
            return os.waitpid(self._victim, os.WNOHANG) == (0, 0)
        return False


def attack(plan: dict[str, Any], inside: str, await_late: Callable[[], object]) -> dict[str, Any]:
    """Try everything; ``inside`` is a folder that may be written. Says what it could read or do.

    ``await_late`` returns when what is there later only is there.
    ``fits`` is whether what has to work does: without that nothing could run in there.
    """
    outside = plan["folder"]
    attempts: list[Callable[[], object]] = [
        lambda: _append(f"{outside}/written"),
        lambda: Path(outside, "new").touch(),
        lambda: _through_a_link(f"{outside}/linked", f"{inside}/link"),
        lambda: Path(outside, "renamed").rename(f"{inside}/renamed"),
        lambda: os.truncate(f"{outside}/truncated", 0),
        lambda: Path(outside, "chmodded").chmod(0o600),
        lambda: os.kill(plan["victim"], signal.SIGKILL),
        *[lambda kind=kind: _call(kind, plan["addresses"]) for kind in plan["addresses"]],
    ]
    told = {
        "home": plan["hidden"] is not None and _can_read(plan["hidden"]),
        "environment": _finds(plan["secret"]),
        "ptrace": _traces(plan["victim"]),
        "fits": _fits(inside),
    }
    for attempt in attempts:
        with suppress(OSError):
            attempt()
    with suppress(OSError):
        await_late()
        _call("unix", {"unix": plan["late"]})
    return told


def something_in(home: str, shown: list[str]) -> str | None:
    """A file or folder of a home that is to be hidden, if there is one."""
    try:
        for entry in sorted(Path(home).iterdir()):
            if not any(f"{path}/".startswith(f"{entry}/") for path in shown):
                return str(entry)
    except OSError:
        return None
    return None


def _named(item: socket.socket) -> Any:
    address = item.getsockname()
    # An abstract name comes as bytes.
    return address.decode() if isinstance(address, bytes) else address


def _through_a_link(old: str, new: str) -> None:
    os.link(old, new)
    _append(new)


def _append(path: str) -> None:
    with Path(path).open("ab") as stream:
        stream.write(b"!")


def _call(kind: str, addresses: dict[str, Any]) -> None:
    address = addresses[kind]
    family = socket.AF_UNIX if kind in ("unix", "abstract") else socket.AF_INET
    of = socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM
    with closing(socket.socket(family, of)) as item, _addressable(address) as place:
        item.settimeout(0.5)
        item.connect(tuple(place) if isinstance(place, list) else place)
        item.send(b"!")


@contextmanager
def _addressable(address: Any) -> Iterator[Any]:
    """The address of a socket, by its open folder where the system takes no name as long."""
    if not isinstance(address, str) or len(os.fsencode(address)) < LONGEST_NAME:
        yield address
        return
    folder, name = os.path.split(address)
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{opened}/{name}"
    finally:
        os.close(opened)


def _can_read(path: str) -> bool:
    try:
        if Path(path).is_dir():
            return list(Path(path).iterdir()) is not None
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def _finds(secret: str) -> bool:
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if secret.encode() in place.read_bytes():
                return True
    return False


def _traces(pid: int) -> bool:
    try:
        syscalls.ptrace_attach(pid)
    except OSError:
        return False
    return True


def _fits(inside: str) -> bool:
    """Whether one can write where one may, run a program, and talk to oneself."""
    try:
        Path(inside, "mine").write_bytes(TEXT)
        _append("/dev/null")
        with socket.create_server(("127.0.0.1", 0)) as listener:
            address = listener.getsockname()
            with socket.create_connection(address, 1), closing(listener.accept()[0]):
                pass
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                # Words of our own: whether anything can be started is what is tried.
                os.execv("/bin/sh", ["/bin/sh", "-c", "exit 7"])  # noqa: S606 - it becomes another program
            os._exit(1)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    except OSError:
        return False


def _own_address() -> str | None:
    """An address of this machine that is not loopback; nothing is sent to find it."""
    with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as item:
        item.connect((NOWHERE, 9))
        host: str = item.getsockname()[0]
        return None if host.startswith("127.") else host
    return None
