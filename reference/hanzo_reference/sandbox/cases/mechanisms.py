"""Cases of mechanisms: which one is taken, and how it is told what may be written."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from hanzo_reference.sandbox.cases.modes import ROOT, TMP, configured, plan, planned
from hanzo_reference.spec.cases import Case

COMMAND = ["make", "test"]
REFUSED = [
    "seccomp", "bpf", "kexec_file_load", "kexec_load", "mount", "mount_setattr", "move_mount",
    "open_by_handle_at", "pivot_root", "process_vm_writev", "ptrace", "setns", "umount2", "unshare",
]  # fmt: skip
RIGHTS = [
    "landlock", "write_file", "remove_dir", "remove_file", "make_char", "make_dir", "make_reg",
    "make_sock", "make_fifo", "make_block", "make_sym", "refer", "truncate",
]  # fmt: skip
BOTH = [ROOT, TMP]


def bwrap(writable: Sequence[str], command: Sequence[str] = COMMAND, cwd: str = ROOT) -> list[str]:
    """The words of bubblewrap, written out."""
    words = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for path in writable:
        words += ["--bind", path, path]
    words += ["--unshare-all", "--share-net", "--cap-drop", "ALL", "--die-with-parent"]
    return [*words, "--new-session", "--chdir", cwd, "--", *command]


def namespaces(writable: Sequence[str]) -> list[list[str]]:
    """The steps into namespaces, written out."""
    return [
        ["unshare", "user", "mount"], ["id_map", "same"], ["private", "/"],
        *(["bind", path] for path in writable), ["read_only", "/"],
        *(["writable", path] for path in writable), ["drop_capabilities"], ["no_new_privs"],
        REFUSED,
    ]  # fmt: skip


def landlock(writable: Sequence[str]) -> list[list[str]]:
    """The steps to Landlock, written out."""
    allowed = [["allow", path] for path in writable]
    given_up = [["drop_capabilities"], ["no_new_privs"]]
    return [*given_up, RIGHTS, *allowed, ["allow", "/dev/null"], REFUSED]


def seatbelt(writable: Sequence[str], command: Sequence[str] = COMMAND) -> list[str]:
    """The words of sandbox-exec; paths as a profile writes them."""
    places = "".join(f' (subpath "{path}")' for path in writable)
    profile = (
        "(version 1)(allow default)(deny file-write*)(allow file-write*"
        f' (literal "/dev/null") (literal "/dev/tty"){places})'
    )
    return ["/usr/bin/sandbox-exec", "-p", profile, *command]


def by(enforcement: str, writable: Sequence[str] = BOTH, **more: Any) -> dict[str, Any]:
    """The answer by a mechanism in the mode workspace."""
    argv = more.pop("command", COMMAND)
    mode = more.pop("mode", "workspace")
    setup: Sequence[Sequence[str]] = ()
    if enforcement == "bwrap":
        argv = bwrap(writable, argv, more.pop("cwd", ROOT))
    elif enforcement == "seatbelt":
        argv = seatbelt(writable, argv)
    elif enforcement in ("namespace", "landlock"):
        setup = (namespaces if enforcement == "namespace" else landlock)(writable)
    return planned(mode, enforcement, argv, setup=setup, **more)


def cases() -> Iterator[Case]:
    """Every mechanism."""
    yield from _linux()
    yield from _elsewhere()
    yield from _writable()
    yield from _quoted()
    yield from _words()


def _linux() -> Iterator[Case]:
    rows: tuple[tuple[str, str, str, dict[str, Any], str], ...] = (
        ("bwrap", "bubblewrap where it works", "SANDBOX-33 SANDBOX-40 SANDBOX-41",
         {"bwrap": True}, "bwrap"),
        ("bwrap-of-all", "Also where all else could be had", "SANDBOX-33",
         {"bwrap": True, "namespace": True, "seccomp": True, "landlock": 7}, "bwrap"),
        ("namespace", "Namespaces with a filter", "SANDBOX-34 SANDBOX-42 SANDBOX-39 SANDBOX-47",
         {"namespace": True, "seccomp": True}, "namespace"),
        ("namespace-before-landlock", "Namespaces before Landlock", "SANDBOX-34",
         {"namespace": True, "seccomp": True, "landlock": 7}, "namespace"),
        ("namespace-without-filter", "Without a filter they do not hold", "SANDBOX-34 SANDBOX-36",
         {"namespace": True}, "path"),
        ("namespace-and-landlock-without-filter", "Neither does Landlock", "SANDBOX-35 SANDBOX-36",
         {"namespace": True, "landlock": 7}, "path"),
        ("landlock", "Landlock from ABI 3 on", "SANDBOX-35 SANDBOX-43 SANDBOX-39 SANDBOX-47",
         {"seccomp": True, "landlock": 3}, "landlock"),
        ("landlock-new", "The rights stay those of ABI 3", "SANDBOX-35 SANDBOX-43",
         {"seccomp": True, "landlock": 9}, "landlock"),
        ("landlock-too-old", "ABI 2 lets files be cut", "SANDBOX-35 SANDBOX-36",
         {"seccomp": True, "landlock": 2}, "path"),
        ("landlock-oldest", "So does ABI 1", "SANDBOX-35",
         {"seccomp": True, "landlock": 1}, "path"),
        ("landlock-without-filter", "Landlock without a filter is not taken", "SANDBOX-35",
         {"landlock": 7}, "path"),
        ("filter-alone", "A filter alone holds nobody", "SANDBOX-36 SANDBOX-40",
         {"seccomp": True}, "path"),
        ("sandbox-exec-on-linux", "What macOS has means nothing", "SANDBOX-38",
         {"sandbox_exec": True}, "path"),
    )  # fmt: skip
    for slug, description, requirements, features, enforcement in rows:
        yield plan(
            f"linux-{slug}", description, requirements, by(enforcement), "too-weak",
            config=configured("workspace"), features=features,
        )  # fmt: skip
    for mechanism, features in (
        ("bwrap", {"bwrap": True}), ("namespace", {"namespace": True, "seccomp": True}),
        ("landlock", {"landlock": 4, "seccomp": True}),
    ):  # fmt: skip
        yield plan(
            f"allowlist-by-{mechanism}", "Entries are opened as a workspace is", "SANDBOX-32",
            by(mechanism, ["/a", "/b/c.txt", TMP], mode="allowlist"),
            config=configured("allowlist", "/a", "/b/c.txt"), features=features,
            roots=["/a", "/b/c.txt"],
        )  # fmt: skip
        yield plan(
            f"allowlist-of-nothing-by-{mechanism}", "Without an entry temporary files are left",
            "SANDBOX-31 SANDBOX-32", by(mechanism, [TMP], mode="allowlist"),
            config=configured("allowlist"), features=features, roots=[],
        )  # fmt: skip


def _elsewhere() -> Iterator[Case]:
    everything = {"bwrap": True, "namespace": True, "seccomp": True, "landlock": 7}
    for slug, description, requirements, platform, features, enforcement in (
        ("macos", "sandbox-exec where it works", "SANDBOX-37 SANDBOX-40 SANDBOX-44", "macos",
         {"sandbox_exec": True}, "seatbelt"),
        ("macos-of-all", "Whatever else is said to be there", "SANDBOX-37", "macos",
         {**everything, "sandbox_exec": True}, "seatbelt"),
        ("macos-without", "Without it paths are looked at", "SANDBOX-37", "macos", {}, "path"),
        ("macos-with-bwrap", "What Linux has means nothing", "SANDBOX-38", "macos", everything,
         "path"),
        ("other", "Elsewhere paths are looked at", "SANDBOX-38", "other", {}, "path"),
        ("other-of-all", "Whatever is said to be there", "SANDBOX-38", "other",
         {**everything, "sandbox_exec": True}, "path"),
    ):  # fmt: skip
        yield plan(
            slug, description, requirements, by(enforcement), "too-weak", platform=platform,
            features=features,
        )  # fmt: skip


def _writable() -> Iterator[Case]:
    rows: tuple[tuple[str, str, list[str], str, list[str]], ...] = (
        ("sorted", "Paths are ordered", ["/z", "/b", "/a"], "/m", ["/a", "/b", "/m", "/z"]),
        ("once", "Each stands once", ["/b", "/a", "/b"], "/a", ["/a", "/b"]),
        ("below", "What holds another comes first", ["/a/b/c", "/a", "/a/b"], "/t",
         ["/a", "/a/b", "/a/b/c", "/t"]),
        ("beside", "By bytes, whatever a path is", ["/a/b", "/a-b", "/a b", "/aa"], "/a",
         ["/a", "/a b", "/a-b", "/a/b", "/aa"]),
        ("cases", "Upper case before lower case", ["/b", "/B", "/a"], "/C",
         ["/B", "/C", "/a", "/b"]),
        ("beyond", "Code points beyond UTF-16's first plane come last", ["/😀", "/\uffee"], "/z",
         ["/z", "/\uffee", "/😀"]),
        ("forms", "Two normal forms are two paths", ["/é", "/e\u0301"], "/e",
         ["/e", "/e\u0301", "/é"]),
        ("everything", "The root is a path as any", ["/"], "/t", ["/", "/t"]),
    )  # fmt: skip
    mechanisms: Iterator[tuple[str, dict[str, Any]]] = itertools.cycle(
        (
            ("bwrap", {"bwrap": True}), ("namespace", {"namespace": True, "seccomp": True}),
            ("landlock", {"landlock": 3, "seccomp": True}),
        )
    )  # fmt: skip
    for slug, description, roots, tmp, writable in rows:
        for mechanism, features in itertools.islice(mechanisms, 2):
            yield plan(
                f"writable-{slug}-by-{mechanism}", description, "SANDBOX-31",
                by(mechanism, writable, tmp=tmp), "order", features=features, roots=roots, tmp=tmp,
            )  # fmt: skip
    yield plan(
        "writable-by-seatbelt", "In a profile they stand in the same order", "SANDBOX-31 SANDBOX-44",
        by("seatbelt", ["/B", "/a", "/\uffee", "/😀"], tmp="/a"), "order", platform="macos",
        features={"sandbox_exec": True}, roots=["/😀", "/\uffee", "/a", "/B"], tmp="/a",
    )  # fmt: skip


def _quoted() -> Iterator[Case]:
    for slug, path, written in (
        ("quote", '/a"b', '/a\\"b'),
        ("backslash", "/a\\b", "/a\\\\b"),
        ("both", '/\\"', '/\\\\\\"'),
        ("profile", '/p")(allow file-write*)("', '/p\\")(allow file-write*)(\\"'),
        ("several", '/"""\\\\', '/\\"\\"\\"\\\\\\\\'),
        ("line-end", "/a\nb", "/a\nb"),
        ("other-signs", "/a'b (c);#|雪", "/a'b (c);#|雪"),
    ):
        yield plan(
            f"quoted-{slug}", f"A profile with {slug.replace('-', ' ')} in a path", "SANDBOX-45",
            by("seatbelt", [written, TMP]), "quoting", platform="macos",
            features={"sandbox_exec": True}, roots=[path], anchor="sandbox-exec(1)",
        )  # fmt: skip
    yield plan(
        "quoted-by-bwrap", "Words need no quotes", "SANDBOX-41",
        by("bwrap", ['/a"b\\ $(x)', TMP]), "quoting", features={"bwrap": True},
        roots=['/a"b\\ $(x)'], anchor="bwrap(1)",
    )  # fmt: skip
    yield plan(
        "quoted-by-namespace", "Nor do steps", "SANDBOX-42", by("namespace", ['/a"b\\', TMP]),
        "quoting", features={"namespace": True, "seccomp": True}, roots=['/a"b\\'],
    )  # fmt: skip
    yield plan(
        "option-as-a-path", "A path that looks like an option begins with a slash", "SANDBOX-41",
        by("bwrap", ["/--dev", TMP]), "quoting", features={"bwrap": True}, roots=["/--dev"],
    )  # fmt: skip


def _words() -> Iterator[Case]:
    words = ["--unshare-user", "", "a b", "$(x)", "--"]
    yield plan(
        "words-by-bwrap", "Behind the two hyphens stands the command", "SANDBOX-41 SANDBOX-46",
        by("bwrap", command=words), "shell-words", features={"bwrap": True}, command=words,
    )  # fmt: skip
    yield plan(
        "words-by-seatbelt", "Behind the profile, too", "SANDBOX-44 SANDBOX-46",
        by("seatbelt", command=words), "shell-words", features={"sandbox_exec": True},
        platform="macos", command=words,
    )  # fmt: skip
    for mechanism, features in (
        ("namespace", {"namespace": True, "seccomp": True}),
        ("landlock", {"landlock": 3, "seccomp": True}),
    ):  # fmt: skip
        yield plan(
            f"words-by-{mechanism}", "A process that sets itself up starts the command itself",
            "SANDBOX-39 SANDBOX-46", by(mechanism, command=words), "shell-words",
            features=features, command=words,
        )  # fmt: skip
    yield plan(
        "folder-by-bwrap", "The command begins in its folder", "SANDBOX-41",
        by("bwrap", cwd="/home/me/work/sub dir"), features={"bwrap": True},
        cwd="/home/me/work/sub dir",
    )  # fmt: skip
