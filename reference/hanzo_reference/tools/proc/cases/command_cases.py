"""Cases of commands: words, folder, environment, input, what is said of their end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, asked, at
from hanzo_reference.tools.proc.cases.words import (
    HIP,
    ID,
    RAN,
    UNTIL_GO,
    execute,
    killed,
    logs,
    played,
    running,
    state,
    stream,
)

TOOL = {"bin/greet": {"text": '#!/bin/sh\nprintf "%s\\n" "$@"\n', "executable": True}}
OWN_PATH = {"PATH": "/nowhere:${workspace}/bin:/usr/bin:/bin"}


def cases() -> Iterator[Case]:
    """Every case of commands."""
    yield from _words()
    yield from _folders()
    yield from _environment()
    yield from _ends()


def _words() -> Iterator[Case]:
    yield played(
        "text-goes-to-the-shell", "A command that is text is run by the shell, whole", "PROC-1",
        execute("printf '%s|' a 'b  c' $((1+2)) && echo done"), logs("a|b  c|3|done\n"),
        anchor=HIP, flags=["shell"],
    )  # fmt: skip
    yield played(
        "list-goes-without-a-shell", "The words of a list reach the program as they are", "PROC-2",
        execute(["printf", "%s|", "a b", "$HOME", "*", "", "'"]), logs("a b|$HOME|*||'|"),
        anchor=HIP, flags=["shell"],
    )  # fmt: skip
    yield played(
        "program-by-path", "A name with a slash is a path from the command's folder", "PROC-15",
        execute(["./greet", "x"], cwd=at("bin")), logs("x\n"), files=TOOL,
    )  # fmt: skip
    yield played(
        "program-by-own-path", "A program is looked for in the PATH that it will have", "PROC-15",
        execute(["greet", "x"], env=OWN_PATH), logs("x\n"), files=TOOL,
    )  # fmt: skip
    yield played(
        "program-behind-a-plain-file", "A file that may not be executed does not hide a program",
        "PROC-15", execute(["greet", "x"], env={"PATH": "${workspace}/plain:${workspace}/bin"}),
        logs("x\n"), files={**TOOL, "plain/greet": {"text": "no"}, "a/greet": {"text": "no"}},
    )  # fmt: skip
    yield played(
        "program-in-an-empty-place", "An empty place in PATH is the command's own folder",
        "PROC-15", execute(["greet", "x"], cwd=at("bin"), env={"PATH": "/nowhere:"}),
        logs("x\n"), files=TOOL, anchor="POSIX.1-2017, Base Definitions 8.3",
    )  # fmt: skip
    yield played(
        "environment-beside-the-usual", "env adds variables and replaces some", "PROC-13",
        execute('printf %s "$A-$HOME"', env={"A": "1 = 2", "HOME": "/h"}), logs("1 = 2-/h"),
        anchor=HIP,
    )  # fmt: skip
    yield played(
        "text-in-other-scripts", "Words and output are UTF-8", "PROC-2 PROC-29",
        execute(["printf", "%s", "naïve 雪 😀"]), logs("naïve 雪 😀"),
    )  # fmt: skip


def _folders() -> Iterator[Case]:
    yield played(
        "runs-in-the-workspace", "Without cwd a command runs in the workspace", "PROC-8",
        execute('test "$(pwd -P)" = "${workspace}" && cat a.txt'), logs("here\n"),
        files={"a.txt": {"text": "here\n"}}, anchor=HIP,
    )  # fmt: skip
    yield played(
        "runs-in-a-folder", "cwd names a folder of the workspace", "PROC-8",
        execute("cat a.txt", cwd=at("sub%20dir")), logs("there\n"),
        files={"sub dir/a.txt": {"text": "there\n"}, "a.txt": {"text": "here\n"}}, anchor=HIP,
    )  # fmt: skip
    yield played(
        "runs-behind-a-link", "A link to a folder of the workspace is followed", "PROC-8",
        execute("cat a.txt", cwd=at("link")), logs("there\n"),
        files={"sub/a.txt": {"text": "there\n"}, "link": {"symlink": "sub"}},
    )  # fmt: skip


# The variables that PROC-12 names, as it names them.
PASSED = (
    "CARGO_HOME", "GOPATH", "HOME", "JAVA_HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "NVM_DIR",
    "PATH", "PYENV_ROOT", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "SHELL", "TERM", "TMPDIR", "TZ", "USER",
    "VIRTUAL_ENV",
)  # fmt: skip


def _environment() -> Iterator[Case]:
    names = "|".join(PASSED)
    where = {
        "/data/proc_id": ID,
        "/data/stdout/text": {"type": "string", "pattern": f"^((?:{names})=[^\\n]*\\n)+$"},
        "/data/stdout/end": {"type": "integer", "minimum": 1},
        "/data/stdout/size": {"type": "integer", "minimum": 1},
        "/data/next/stdout": {"type": "integer", "minimum": 1},
    }
    plain = logs("")
    yield played(
        "only-the-usual-environment", "Of the server's variables only the listed ones are passed",
        "PROC-12", execute(["env"]), replace(plain, where=where),
        flags=["inherited-environment"],
    )  # fmt: skip
    yield played(
        "there-is-always-a-path", "A command has a PATH", "PROC-12",
        execute('test -n "$PATH"'), anchor="tools.md, proc",
    )  # fmt: skip
    yield played(
        "input-is-empty", "Whoever reads the input is at its end at once", "PROC-17",
        execute("cat; echo end"), logs("end\n"), flags=["stdin"],
    )  # fmt: skip


def _ends() -> Iterator[Case]:
    yield played(
        "exit-code-is-no-failure", "A command that ends with another code has been run", "PROC-4",
        execute("exit 3", state(exit_code=3)), flags=["status-as-error"],
    )  # fmt: skip
    yield played(
        "program-of-the-shell-is-missing", "What a shell cannot find is the shell's own code",
        "PROC-4", execute("no-such-program-at-all 2>/dev/null", state(exit_code=127)),
        anchor="POSIX.1-2017, Shell & Utilities 2.8.2", flags=["status-as-error"],
    )  # fmt: skip
    yield played(
        "ended-by-a-signal", "A process that a signal has ended has no exit code", "PROC-5 PROC-6",
        execute("kill -KILL $$", killed("SIGKILL")), execute("kill -TERM $$", killed("SIGTERM")),
    )  # fmt: skip
    yield played(
        "broken-pipe-is-usual", "Programs get the usual effect of signals", "PROC-6",
        execute("yes | head -n 1"), logs("y\n"),
        anchor="POSIX.1-2017, write: SIGPIPE",
    )  # fmt: skip
    call = asked("proc", "exec", command="true")
    told = answered("proc", "exec", {
        **state(), "stdout_ref": "stdout_ref:proc_1", "stderr_ref": "stderr_ref:proc_1",
    })  # fmt: skip
    yield Case(
        "members-of-exec", "What exec says of a process", ["PROC-5", "PROC-7"], *call,
        expected=told, anchor=HIP, where=RAN, workspace={},
    )  # fmt: skip
    yield played(
        "streams-apart", "The two streams are kept apart", "PROC-18",
        execute("echo out; echo err >&2; echo more"), logs("out\nmore\n", "err\n"), anchor=HIP,
    )  # fmt: skip
    yield played(
        "long-output", "Output of any length neither stops the process nor is lost", "PROC-18 PROC-30",
        execute("head -c 300000 /dev/zero | tr '\\0' x"),
        logs(stream("x" * 65536, 234464), ""), flags=["pipe-full"],
    )  # fmt: skip
    yield played(
        "background-after-a-while", "A command that lasts goes on, and can be asked for later",
        "PROC-21 PROC-35",
        execute(f"{UNTIL_GO}; echo late", running(), background_after_ms=20),
        execute(["touch", "go"]), logs("late\n", wait_ms=10000), anchor="HIP-0300, Rust: Auto-backgrounding",
    )  # fmt: skip
    yield played(
        "processes-have-ids-of-their-own", "No two processes have the same id", "PROC-7",
        execute("echo 1"), execute("echo 2"), logs("1\n"), logs("2\n", step=1),
    )  # fmt: skip
