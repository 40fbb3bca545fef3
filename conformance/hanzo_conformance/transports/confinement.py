"""Which folders an adapter sees, and which mechanism holds it: found by trying, said as it is."""

from __future__ import annotations

import importlib.util
import os
import pwd
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from hanzo_confinement.decisions import BY_STRENGTH
from hanzo_conformance.containment.state import (
    ESSENTIAL,
    Bounds,
    Contain,
    ContainmentEntry,
    Mechanism,
)
from hanzo_conformance.implementations.commands import build_folder, expand
from hanzo_conformance.implementations.manifest import Implementation
from hanzo_conformance.installation.places import data_folder
from hanzo_conformance.transports.launching import Launcher, Spec
from hanzo_conformance.values.errors import StartError
from hanzo_vectors.errors import FileError

# Homes, and where the sockets of a system's services are.
HIDDEN = ("/home", "/root", "/Users", "/run", "/var/run")
HINT = "--contain auto runs without; --contain off does not try"


def find_mechanism(launcher: Launcher, mode: Contain, folder: Path) -> ContainmentEntry:
    """The strongest mechanism that holds here, by attacks on files in ``folder``.

    Raises ``StartError`` where one is required and none holds.
    """
    unbounded = launcher.bound() if sys.platform == "linux" else "only Linux has them"
    bounds = Bounds.KERNEL if unbounded is None else Bounds.WATCH
    known = ContainmentEntry(
        mode=mode, mechanism=Mechanism.NONE, bounds=bounds, unbounded=unbounded or ""
    )
    if mode is Contain.OFF:
        return known
    why: list[str] = []
    if sys.platform != "linux":
        why.append("only Linux has the means")
    else:
        for mechanism in map(Mechanism, BY_STRENGTH):
            spec = Spec(mechanism, hidden_folders(), tuple(_installed()))
            answer = launcher.probe(spec, folder)
            problem = answer.get("problem")
            outcome: dict[str, bool | None] = answer.get("outcome", {})
            missed = [name for name in ESSENTIAL if outcome.get(name) is False]
            if problem is None and not missed:
                return msgspec.structs.replace(
                    known,
                    mechanism=mechanism,
                    holds=[name for name, held in outcome.items() if held],
                    open=[name for name, held in outcome.items() if held is False],
                    untried=[name for name, held in outcome.items() if held is None],
                    why=why,
                )
            why.append(f"{mechanism}: {problem or 'it does not stop ' + ', '.join(missed)}")
    if mode is Contain.REQUIRE:
        raise StartError("nothing here contains an adapter\n  " + "\n  ".join(why), HINT)
    return msgspec.structs.replace(known, why=why)


def hidden_folders() -> tuple[str, ...]:
    """The homes of users, as they really are, and where their services listen."""
    places = [*HIDDEN, os.environ.get("HOME", "")]
    with suppress(KeyError):
        places.append(pwd.getpwuid(os.getuid()).pw_dir)
    real = dict.fromkeys(os.path.realpath(place) for place in places if place)
    return tuple(place for place in real if place != "/" and Path(place).is_dir())


def readable_folders(item: Implementation) -> tuple[str, ...]:
    """What an implementation has to see, wherever it lies: its own folders, and what is installed."""
    places = [str(item.folder), str(_repository(item.folder)), str(build_folder(item))]
    with suppress(FileError):
        somewhere = Path("/nowhere")
        stated = [*item.manifest.command, *item.manifest.environment.values()]
        words = [word for text in expand(stated, item, somewhere, somewhere) for word in
                 text.split(os.pathsep)]  # fmt: skip
        places += [word for word in words if word.startswith("/")]
        places += expand(item.manifest.reads, item)
    homes = {*hidden_folders(), "/"}
    found = dict.fromkeys([*places, *_installed()])
    return tuple(place for place in found if os.path.realpath(place) not in homes)


def _installed() -> Iterator[str]:
    """Where programs and packages are, also in a home."""
    yield from (sys.prefix, sys.base_prefix, sys.exec_prefix, str(data_folder()))
    yield from (place for place in sys.path if place)
    for name in ("hanzo_confinement", "hanzo_reference", "hanzo_conformance", "hanzo_vectors"):
        found = importlib.util.find_spec(name)
        yield from (found.submodule_search_locations or []) if found is not None else []
    homes = hidden_folders()
    for place in os.environ.get("PATH", "").split(os.pathsep):
        if not place.startswith("/"):
            continue
        yield place
        above = Path(os.path.realpath(place)).parent
        # The rest of an installation lies beside its programs, unless that is all of a home.
        if str(above) not in homes and not above.name.startswith(".local") and above != Path("/"):
            yield str(above)


def _repository(folder: Path) -> Path:
    """The repository in which a manifest stands, unless that is a whole home; else its folder."""
    homes = hidden_folders()
    for place in (folder, *folder.parents):
        if str(place) in homes:
            break
        if (place / ".git").exists():
            return place
    return folder
