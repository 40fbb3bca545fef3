"""Renaming held against programs that know types: rope, tsserver, rust-analyzer and clangd.

Every file is alone in a workspace of its own. What ``code.rename`` accepts there has to be what the
other program makes of it; what it refuses is not asked.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import site
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hanzo_reference.envelope import ToolError
from hanzo_reference.tools.code import grammars
from hanzo_reference.tools.code.files import read_named
from hanzo_reference.tools.code.languages import language_of
from hanzo_reference.tools.code.outline import outline
from hanzo_reference.tools.code.source import Source
from hanzo_reference.tools.code.syntax import Syntax
from hanzo_reference.tools.context import Context

CHECKOUT = Path(__file__).resolve().parents[2]
# Files that are sampled are neither empty nor minified.
SMALLEST, LARGEST = 200, 60_000
NEW_NAME = "renamed_by_nobody"
# A server that has died, or thinks for ever, ends a test and not the run.
ANSWER_S = 60


class Attempt(NamedTuple):
    """A renaming that was accepted: where, of what, and the text that came of it.

    ``origin`` is where the file comes from, among the files that it includes.
    """

    path: Path
    origin: Path
    line: int
    col: int
    name: str
    before: str
    after: str


EXTENSIONS = {
    "python": (".py",), "javascript": (".js", ".mjs", ".cjs"), "typescript": (".ts",),
    "rust": (".rs",), "c": (".c",), "cpp": (".cpp", ".cc", ".hpp"),
}  # fmt: skip


class Verdict(NamedTuple):
    """What the other program says: ``theirs`` is its text, None where it refuses."""

    attempt: Attempt
    theirs: str | None
    why: str = ""


class Oracle(Protocol):
    """Another program that renames; raises ``RefusedError``."""

    def rename(self, attempt: Attempt) -> str:
        """The text of the file after the same renaming."""

    def close(self) -> None:
        """End its process."""


class RefusedError(Exception):
    """The other program does not rename, and says why."""


def sources(language: str) -> list[Path]:
    """Where there is real code of a language on this machine."""
    if language == "python":
        return [Path(place) for place in [*site.getsitepackages(), *_shared_packages()]]
    if language == "rust":
        return [Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"), "registry", "src")]
    if language in {"c", "cpp"}:
        return [*sources("rust"), Path("/usr/include"), Path("/usr/local/go/src"), Path("/usr/src")]
    npm = Path("/usr/lib/node_modules")
    return [npm, Path("/usr/local/lib/node_modules"), CHECKOUT / "runners" / "js"]


def sample(language: str, extensions: Sequence[str], count: int, seed: int = 1) -> list[Path]:
    """So many files of a language, drawn from all that there are; fewer where there are not."""
    found = sorted({path for root in sources(language) for path in _files(root, extensions)})
    # Reproducible samples, nothing secret.
    drawn = random.Random(seed).sample(found, len(found))  # noqa: S311 - a fixed sequence
    chosen: dict[bytes, Path] = {}
    for path in drawn:
        if len(chosen) == count:
            break
        with suppress(OSError):
            content = path.read_bytes()
            if SMALLEST <= len(content) <= LARGEST and b"\r" not in content:
                chosen.setdefault(content, path)
    return list(chosen.values())


def attempts(root: Path, path: Path, most: int) -> Iterator[Attempt]:
    """Renamings of definitions of a file that are accepted, of so many that are asked for."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    root.mkdir(parents=True)
    place = root / path.name.replace(" ", "_")
    place.write_text(text, encoding="utf-8", newline="")
    language = language_of(place.name)
    assert language is not None
    source = Source(text)
    tree = grammars.parse(source, language.name)
    if next(grammars.problems(tree), None) is not None:
        return
    found = outline(source, language, grammars.matches(tree, language))
    syntax = Syntax(Context(str(root), {}, time.time, _no_other_tool))
    document = read_named(_workspace(root), place.as_uri())
    # Reproducible samples, nothing secret.
    drawn = random.Random(text).sample(found.definitions, len(found.definitions))  # noqa: S311 - a fixed sequence
    for item in drawn[:most]:
        if item.name.startswith("#"):
            continue
        try:
            changes = syntax.rename(document, item.span.start, NEW_NAME)
        except ToolError:
            continue
        position = source.position(item.span.start)
        if changes:
            (change,) = changes
            yield Attempt(
                place, path, position["line"], position["col"], item.name, text, change.text
            )


def is_same(verdict: Verdict) -> bool:
    """Whether both made the same of a file, but for comments and what only a macro knows.

    Nobody's code is in comments; and what stands in a macro the other program sees only if it can
    expand it, which takes all that the file is compiled with.
    """
    path, theirs = verdict.attempt.path, verdict.theirs or ""
    if theirs == verdict.attempt.after:
        return True
    ours, others = _leaves(path, verdict.attempt.after), _leaves(path, theirs)
    return len(ours) == len(others) and all(
        one.text == other.text
        or (one.in_macro and (one.text, other.text) == (NEW_NAME, verdict.attempt.name))
        for one, other in zip(ours, others, strict=True)
    )


class _Leaf(NamedTuple):
    text: str
    in_macro: bool


def _leaves(path: Path, text: str) -> list[_Leaf]:
    language = language_of(path.name)
    assert language is not None
    source = Source(text)
    found: list[_Leaf] = []
    left = [(grammars.parse(source, language.name).root_node, False)]
    while left:
        node, in_macro = left.pop()
        if "comment" in node.type:
            continue
        if not node.children:
            content = source.units[node.start_byte : node.end_byte].decode("utf-16-le")
            found.append(_Leaf(content, in_macro))
        inside = in_macro or node.type == "token_tree"
        left.extend((child, inside) for child in reversed(node.children))
    return found


def held_against(oracle: Oracle, found: Sequence[Attempt]) -> Iterator[Verdict]:
    """What the other program makes of each."""
    for attempt in found:
        try:
            theirs = oracle.rename(attempt)
        except RefusedError as problem:
            yield Verdict(attempt, None, str(problem))
        else:
            # What is left out by the configuration is not looked at.
            seen = theirs != attempt.before
            yield Verdict(attempt, theirs if seen else None, "" if seen else "it changes nothing")


class Rope:
    """rope, which knows the scopes of Python, and jedi where rope makes something else of it."""

    def rename(self, attempt: Attempt) -> str:
        with warnings.catch_warnings():
            # Its own, of what it calls in itself.
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", SyntaxWarning)
            text = self._by_rope(attempt)
        return text if text == attempt.after else self._by_jedi(attempt) or text

    def _by_jedi(self, attempt: Attempt) -> str | None:
        import jedi

        script = jedi.Script(attempt.before, path=attempt.path)
        try:
            changes = script.rename(attempt.line + 1, attempt.col, new_name=NEW_NAME)
            files = changes.get_changed_files()
        # Whatever it stumbles over, rope has answered.
        except Exception:  # noqa: BLE001 - as said above
            return None
        return files[attempt.path].get_new_code() if set(files) == {attempt.path} else None

    def _by_rope(self, attempt: Attempt) -> str:
        from rope.base.exceptions import RopeError
        from rope.base.project import Project
        from rope.refactor.rename import Rename

        project = Project(str(attempt.path.parent), ropefolder=None)
        try:
            resource = project.get_resource(attempt.path.name)
            offset = _index(attempt.before, attempt.line, attempt.col)
            changes = Rename(project, resource, offset).get_changes(NEW_NAME, docs=False)
        except (RopeError, SyntaxError, AttributeError, RecursionError, TypeError) as problem:
            raise RefusedError(f"{type(problem).__name__}: {problem}") from None
        finally:
            project.close()
        if len(changes.changes) != 1:
            raise RefusedError("it renames a file, too")
        text: str = changes.changes[0].new_contents
        return text

    def close(self) -> None:
        """Nothing of it is left."""


class LanguageServer:
    """A language server over standard input and output."""

    def __init__(
        self,
        command: Sequence[str],
        root: Path,
        language: str,
        options: Mapping[str, Any],
        *,
        in_place: bool = False,
    ) -> None:
        self._language = language
        self._in_place = in_place
        self._broken: dict[str, str] = {}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=root,
        )  # fmt: skip
        self._number = 0
        self._opened: set[Path] = set()
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "capabilities": {
                    "textDocument": {"rename": {}},
                    "workspace": {"workspaceEdit": {"documentChanges": False}},
                    "window": {"workDoneProgress": False},
                    "experimental": {"serverStatusNotification": True},
                },
                "initializationOptions": options,
            },
        )
        self.tell("initialized", {})

    def rename(self, attempt: Attempt) -> str:
        uri = (attempt.origin if self._in_place else attempt.path).as_uri()
        if attempt.path not in self._opened:
            self._opened.add(attempt.path)
            document = {
                "uri": uri, "languageId": self._language, "version": 1, "text": attempt.before,
            }  # fmt: skip
            self.tell("textDocument/didOpen", {"textDocument": document})
        edit = self.ask(
            "textDocument/rename",
            {
                "textDocument": {"uri": uri},
                "position": {"line": attempt.line, "character": attempt.col},
                "newName": NEW_NAME,
            },
        )
        if self._in_place and self._broken.get(uri):
            raise RefusedError("it cannot read the whole file")
        changes = (edit or {}).get("changes") or {}
        for one in (edit or {}).get("documentChanges") or []:
            if "textDocument" not in one:
                raise RefusedError("it renames a file, too")
            changes.setdefault(one["textDocument"]["uri"], []).extend(one["edits"])
        if set(changes) - {uri}:
            raise RefusedError(f"it changes other files, too: {sorted(changes)}")
        return edited(
            attempt.before,
            [
                (
                    _index(attempt.before, **_place(one["range"]["start"])),
                    _index(attempt.before, **_place(one["range"]["end"])),
                    one["newText"],
                )
                for one in changes.get(uri, [])
            ],
        )

    def wait_until_quiescent(self) -> None:
        """Read until the server says that it has seen everything."""
        limit = time.monotonic() + 5 * ANSWER_S
        while time.monotonic() < limit:
            message = self._read()
            if (
                message.get("method") == "experimental/serverStatus"
                and message["params"]["quiescent"]
            ):
                return

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        self._number += 1
        self._write({"id": self._number, "method": method, "params": params})
        while True:
            message = self._read()
            if "method" in message and "id" in message:
                self._write({"id": message["id"], "result": None})
            elif message.get("id") == self._number:
                if "error" in message:
                    raise RefusedError(message["error"]["message"])
                return message.get("result")

    def tell(self, method: str, params: Mapping[str, Any]) -> None:
        self._write({"method": method, "params": params})

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _write(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        message = _framed(self._process.stdout)
        if message.get("method") == "textDocument/publishDiagnostics":
            told = message["params"]
            errors = [one["message"] for one in told["diagnostics"] if one.get("severity") == 1]
            self._broken[told["uri"]] = "; ".join(errors)
        return message


class TypeScript:
    """tsserver, which knows the types of JavaScript and TypeScript."""

    def __init__(self, package: Path) -> None:
        self._process = subprocess.Popen(
            ["node", str(package / "lib" / "tsserver.js"), "--disableAutomaticTypingAcquisition"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._number = 0
        self._open: Path | None = None
        self._ask("configure", {"preferences": {"providePrefixAndSuffixTextForRename": True}})

    def rename(self, attempt: Attempt) -> str:
        name = str(attempt.path)
        if self._open != attempt.path:
            if self._open is not None:
                self._write("close", {"file": str(self._open)})
            self._open = attempt.path
            self._write("open", {"file": name, "fileContent": attempt.before})
        answer = self._ask(
            "rename", {"file": name, "line": attempt.line + 1, "offset": attempt.col + 1}
        )
        if not answer["info"]["canRename"]:
            raise RefusedError(answer["info"]["localizedErrorMessage"])
        if {item["file"] for item in answer["locs"]} != {name}:
            raise RefusedError(f"it changes other files, too: {answer['locs']}")
        text = attempt.before
        return edited(
            text,
            [
                (
                    _index(text, one["start"]["line"] - 1, one["start"]["offset"] - 1),
                    _index(text, one["end"]["line"] - 1, one["end"]["offset"] - 1),
                    one.get("prefixText", "") + NEW_NAME + one.get("suffixText", ""),
                )
                for one in answer["locs"][0]["locs"]
            ],
        )

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _ask(self, command: str, arguments: Mapping[str, Any]) -> Any:
        self._write(command, arguments)
        assert self._process.stdout is not None
        while True:
            message = _framed(self._process.stdout)
            if message.get("type") == "response" and message["request_seq"] == self._number:
                if not message["success"]:
                    raise RefusedError(message["message"])
                return message.get("body")

    def _write(self, command: str, arguments: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._number += 1
        asked = {
            "seq": self._number, "type": "request", "command": command, "arguments": arguments,
        }  # fmt: skip
        self._process.stdin.write(json.dumps(asked).encode() + b"\n")
        self._process.stdin.flush()


def oracle_for(language: str, root: Path, found: Sequence[Attempt]) -> Oracle | str:
    """The program that renames in a language, or why there is none here."""
    if language == "python":
        try:
            import jedi  # noqa: F401 - whether it is there is the question
            import rope  # noqa: F401 - whether it is there is the question
        except ImportError:
            return "rope and jedi are the oracle: they are not installed"
        return Rope()
    if language in {"javascript", "typescript"}:
        package = typescript()
        if package is None or shutil.which("node") is None:
            return "tsserver is the oracle: no typescript found"
        return TypeScript(package)
    if language == "rust":
        if not _works("rust-analyzer"):
            return "rust-analyzer is the oracle: none works here"
        files = sorted({attempt.path for attempt in found})
        crates = [{"root_module": str(path), "edition": "2021", "deps": []} for path in files]
        server = LanguageServer(
            ["rust-analyzer"], root, "rust",
            {
                "linkedProjects": [{"sysroot": _sysroot(), "crates": crates}],
                "checkOnSave": False, "cachePriming": {"enable": False},
            },
        )  # fmt: skip
        server.wait_until_quiescent()
        return server
    if not _works("clangd"):
        return "clangd is the oracle: none works here"
    command = ["clangd", "--log=error", "--background-index=false", "--enable-config=false"]
    includes = {parent / "include" for attempt in found for parent in _origins(attempt.origin)}
    flags = [f"-I{path}" for path in sorted(includes) if path.is_dir()]
    return LanguageServer(command, root, language, {"fallbackFlags": flags}, in_place=True)


def typescript() -> Path | None:
    """The folder of the package typescript: of the runner's own, or where NODE_PATH says."""
    places = [str(CHECKOUT / "runners" / "js" / "node_modules")]
    places += os.environ.get("NODE_PATH", "").split(os.pathsep)
    found = (Path(place, "typescript") for place in places if place)
    return next((path for path in found if (path / "lib" / "tsserver.js").is_file()), None)


def edited(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """A text after changes that do not overlap: start, end and what comes in their place."""
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def first_line_apart(verdict: Verdict) -> tuple[str, str]:
    """Where two texts differ first: our line and theirs."""
    ours, theirs = verdict.attempt.after.split("\n"), (verdict.theirs or "").split("\n")
    found = [(one, other) for one, other in zip(ours, theirs, strict=False) if one != other]
    # What differs in comments alone is the same.
    return next(
        ((one, other) for one, other in found if "//" not in one and "*" not in one), found[0]
    )


def _framed(stream: Any) -> dict[str, Any]:
    length = 0
    while line := stream.readline():
        if not line.strip():
            if length:
                break
            continue
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    if not length:
        raise EOFError("the server has gone")
    message: dict[str, Any] = json.loads(stream.read(length))
    return message


def _origins(path: Path) -> list[Path]:
    """The folders around a file that may be those of its package."""
    return list(path.parents)[:4]


def _sysroot() -> str:
    """The standard library of Rust, with its sources where ``rust-src`` is installed."""
    done = subprocess.run(
        ["rustc", "--print", "sysroot"], capture_output=True, check=True, text=True, timeout=60
    )
    return done.stdout.strip()


def _works(program: str) -> bool:
    """Whether a program does more than stand on the PATH, as the shims of rustup do."""
    if shutil.which(program) is None:
        return False
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _place(position: Mapping[str, int]) -> dict[str, int]:
    return {"line": position["line"], "col": position["character"]}


def _index(text: str, line: int, col: int) -> int:
    """The index of a place whose column counts UTF-16 units; lines end at line feeds."""
    start = 0
    for _ in range(line):
        start = text.index("\n", start) + 1
    end = text.find("\n", start)
    whole = text[start : len(text) if end < 0 else end].encode("utf-16-le")
    return start + len(whole[: 2 * col].decode("utf-16-le"))


def _files(root: Path, extensions: Sequence[str]) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in {"__pycache__", ".git"}]
        yield from (Path(folder, name) for name in names if name.endswith(tuple(extensions)))


def _shared_packages() -> list[str]:
    return [path for path in sys.path if path.endswith("site-packages")]


def _workspace(root: Path) -> Any:
    return Context(str(root), {}, time.time, _no_other_tool).workspace


def _no_other_tool(tool: str, action: str, _: Mapping[str, Any]) -> dict[str, Any]:
    raise AssertionError(f"{tool}.{action} is not asked here")
