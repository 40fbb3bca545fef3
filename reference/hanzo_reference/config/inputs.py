"""Inputs for fuzzing the config domain: files that mostly hold together, and damaged ones.

Files are put together from texts of members, so that spelling, order and repetition vary as they
do not in what a JSON writer prints. Draws are made with ``random()`` alone, for speed.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")

TIERS = ("user_b64", "project_b64", "local_b64")
NAMES = ("git", "web", "9", "10", "1", "__proto__", "", "é", "\\ud83d\\ude00", "\uff5e", "a/b~c")
PATTERNS = ("fs.*", "*", "10", "9", "1", "mcp__*", "__proto__", "", "fs.r\\u006d", "net.open")
MODES = ('"allow"', '"deny"', '"prompt"', "null")
FIELDS = (
    '"command":"run"', '"command":["npx","-y"]', '"args":["-v"]', '"args":[]',
    '"env":{"A":"1","B":null}', '"env":{"B":"2"}', '"disabled":true', '"disabled":false',
    '"disabled":null', '"url":"u"', '"headers":{"X":[1,null]}',
)  # fmt: skip
VALUES = (
    "null", "true", "false", "0", "-0", "7", "9007199254740991", '""', '"text"', '"\\u00e9\\n"',
    "[]", "{}", "[1,[null],{}]", '{"a":1,"b":null}', '{"a":{"b":null,"c":[]}}', '{"b":2}',
)  # fmt: skip
HOOK = '{"event":"pre_tool_use","command":"c","tool_pattern":"*"'
PLAIN = (
    '"model":"small"', '"model":null', '"custom_instructions":"Be brief."',
    '"custom_instructions":""', '"input_mode":"vim"', '"input_mode":null', '"mcp_servers":null',
    '"permissions":null', '"permissions":{}', f'"hooks":[{HOOK}}}]',
    f'"hooks":[{HOOK},"timeout_ms":0,"x":null}}]', '"hooks":[]', '"api_key":"sk-1"',
    '"api_key":null', '"oauth_credentials":{"t":1}', '"API_KEY":"x"',
)  # fmt: skip
WRONG = (
    '"model":1', '"input_mode":"Vim"', '"mcp_servers":[]', '"mcp_servers":{"a":{"args":[null]}}',
    '"mcpServers":{"a":{"disabled":"true"}}', '"permissions":{"a/b":"Allow","1":2}', '"hooks":{}',
    '"hooks":[{"event":"x"}]', '"hooks":[{}]', '"custom_instructions":[]', '"x":1.5', '"x":01',
    '"x":9007199254740992', '"x":NaN', '"x":"\\ud800"', '"x":"\\u+041"', '"x":{"a":1,"\\u0061":2}',
    '"x":[1,]', '"x":[1 2]', '"x":\'a\'', "x:1", '"x"', "", '"x":' + "[" * 130 + "]" * 130,
)  # fmt: skip
DAMAGE = (
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\u", b"null", b"1e5", b"-", b"0", b" ",
    b"\n", b"\0", b"\xef\xbb\xbf", b"\xff", b"\xed\xa0\x80", b"\xc2\xa0", b"//", b"\x1f",
)  # fmt: skip
ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {}, {}, {"HANZO_MODEL": "env"}, {"HANZO_API_KEY": "sk-env"}, {"hanzo_model": "no"},
    {"HANZO_MODEL": "", "HANZO_API_KEY": ""}, {"HANZO_MODEL": " ", "PATH": "/bin"},
)  # fmt: skip
COMMANDS: tuple[str | list[str], ...] = ("run", "a b", "", [], ["npx", "-y"], [""])


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """Files of valid members; some are missing."""
    if random.random() < 0.03:
        words = [_pick(random, ("-v", "", "a b", "é")) for _ in range(_below(random, 3))]
        return "argv", {"command": _pick(random, COMMANDS), "args": words}
    return _ask(random, [file_bytes(random, ()) for _ in TIERS])


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """Files in which something is often wrong: a type, a number, a name, a byte."""
    files = [file_bytes(random, WRONG if random.random() < 0.2 else ()) for _ in TIERS]
    if random.random() < 0.6:
        broken = _below(random, 3)
        files[broken] = damaged(random, files[broken])
    return _ask(random, files)


def _ask(random: Random, files: list[bytes]) -> tuple[str, dict[str, Any]]:
    params: dict[str, Any] = {
        name: None if random.random() < 0.15 else b64encode(file).decode("ascii")
        for name, file in zip(TIERS, files, strict=True)
    }
    params["env"] = dict(_pick(random, ENVIRONMENTS))
    return "merge", params


def file_bytes(random: Random, further: Sequence[str]) -> bytes:
    """A file of a few valid members, each name once, and one of ``further`` if there are any."""
    members: dict[str, str] = {}
    for _ in range(_below(random, 5)):
        member = _member(random)
        members[member.partition(":")[0]] = member
    texts = list(members.values())
    if further:
        texts.insert(_below(random, len(texts) + 1), _pick(random, further))
    return ("{" + _pick(random, (",", ", ", ",\n\t")).join(texts) + "}").encode()


def _member(random: Random) -> str:
    draw = random.random()
    if draw < 0.25:
        return f'"mcp_servers":{{{_servers(random)}}}'
    if draw < 0.5:
        rules = {_pick(random, PATTERNS): _pick(random, MODES) for _ in range(_below(random, 4))}
        return '"permissions":{' + ",".join(f'"{key}":{rules[key]}' for key in rules) + "}"
    if draw < 0.8:
        return _pick(random, PLAIN)
    return f'"x{_below(random, 3)}":{_pick(random, VALUES)}'


def _servers(random: Random) -> str:
    servers: dict[str, str] = {}
    for _ in range(_below(random, 3)):
        fields = {}
        for _ in range(_below(random, 3)):
            field = _pick(random, FIELDS)
            fields[field.partition(":")[0]] = field
        server = "{" + ",".join(fields.values()) + "}" if random.random() < 0.9 else "null"
        servers[_pick(random, NAMES)] = server
    return ",".join(f'"{name}":{server}' for name, server in servers.items())


def damaged(random: Random, file: bytes) -> bytes:
    """The file with a stretch of it taken out and something put in; sometimes anything at all."""
    if random.random() < 0.05:
        return random.randbytes(_below(random, 40))
    start = _below(random, len(file) + 1)
    end = start + _below(random, 3)
    return file[:start] + _pick(random, DAMAGE) + file[end:]


def _pick(random: Random, choices: Sequence[T]) -> T:
    return choices[int(random.random() * len(choices))]


def _below(random: Random, limit: int) -> int:
    return int(random.random() * limit)
