"""Seeded inputs for fuzzing: valid flows with one thing bent, and texts of troublesome pieces."""

from __future__ import annotations

import base64
import string
from random import Random
from typing import Any

OPERATIONS = (
    "challenge", "generate", "authorization_url", "callback", "callback", "callback",
    "token_request", "token_response", "token_response", "token_response",
)  # fmt: skip
UNRESERVED = string.ascii_letters + string.digits + "-._~"
SCOPE = "".join(chr(point) for point in range(0x21, 0x7F) if chr(point) not in '"\\')
LENGTHS = (0, 1, 42, 43, 44, 64, 127, 128, 129)
ENTROPY = (0, 31, 32, 33, 34, 48, 95, 96, 97)
ENDPOINTS = ("https://auth.example.com/authorize", "https://a.example", "http://127.0.0.1:8/x")
SUFFIXES = ("", "", "?", "?a=b", "?a=b&", "#f", "?a=b#f", "?#", "#?", "?a=%2f+~")
REDIRECTS = ("http://127.0.0.1:8765/callback", "app.example:/cb", "https://c.example/cb?a=1&b=2")
TEXTS = ("xyz", "a b", "a+b", "grün", "😀", "100%", "%41", "a&b=c", "*'()~", "\ufeffs", "\n")
ISSUERS = ("https://honest.as.example", "https://honest.as.example/", "https://Honest.as.example")
ERRORS = ("access_denied", "server_error", "a b", "", 'a"b', "a\nb", "é")
# Pieces of a query, many of them broken.
PIECES = (
    *"&&==%+;?#", "state=", "state", "code=", "code", "error=", "iss=", "xyz", "a+b", "%4", "%41",
    "%zz", "%FF", "%C3%A9", "é", "😀", "%EF%BB%BF", "%00", "st%61te",
)  # fmt: skip
NUMBERS = (
    "0", "-0", "1", "3600", "3600.0", "36e2", "3600.5", "-1", "1e16", "1e999", "9007199254740991",
    "9007199254740992", "true", "false", "null", '"0"', '"3600"', '"007"', '""', '"-1"', '"+1"',
    '" 1"', '"1e3"', '"٣"', '"99999999999999999999"', "[]", "{}",
)  # fmt: skip
TOKENS = ('"t"', '"mF_9.B5f-4.1JqM"', '" ~"', '""', '"\\n"', '"é"', "null", "1", "true", "[]")
TYPES = ('"bearer"', '"Bearer"', '"BEARER"', '"mac"', '" bearer"', '""', "null", "1")
BODIES = (
    "", "{}", "[]", "null", "true", '"x"', "<html>", "a=b", "{", '{"a":NaN}', "{} {}", "\ufeff{}",
)  # fmt: skip
STATUSES = (200, 200, 200, 200, 200, 200, 201, 204, 302, 400, 401, 500)
MOMENTS = (0, 1, 1_700_000_000, 2**53 - 1)


def well_formed(random: Random) -> tuple[str, dict[str, Any]]:
    """An operation and an input that a careful client could send."""
    operation = random.choice(OPERATIONS)
    if operation == "callback":
        return operation, _flow_callback(random)
    if operation == "token_response":
        members = {"access_token": '"t1"', "token_type": random.choice(TYPES[:3])}
        if random.random() < 0.6:
            members["expires_in"] = random.choice(NUMBERS)
        if random.random() < 0.5:
            members["refresh_token"] = random.choice(TOKENS)
        return operation, _response(random, 200, members)
    length = random.randrange(43, 129)
    return operation, _request(random, operation, length, random.randrange(32, 97))


def raw(random: Random) -> tuple[str, dict[str, Any]]:
    """An operation and an input that fits the schema and little else."""
    operation = random.choice(OPERATIONS)
    if operation == "callback":
        query = "".join(random.choices(PIECES, k=random.randrange(12)))
        return operation, {
            "query": random.choice(("", "state=xyz&", "state=xyz&code=")) + query,
            "state": random.choice(("xyz", "xyz", "é", "A", "")),
            "issuer": random.choice((None, "xyz", "A")),
        }
    if operation == "token_response":
        status = random.choice(STATUSES)
        if random.random() < 0.2:
            return operation, {"status": status, "body": random.choice(BODIES), "now": 0}
        members = {"access_token": random.choice(TOKENS), "token_type": random.choice(TYPES)}
        if random.random() < 0.2:
            members["error"] = random.choice(TOKENS)
        return operation, _response(random, status, members)
    return operation, _request(random, operation, random.choice(LENGTHS), random.choice(ENTROPY))


def _request(random: Random, operation: str, length: int, entropy: int) -> dict[str, Any]:
    if operation == "challenge":
        return {"verifier": _verifier(random, length)}
    if operation == "generate":
        return {"entropy_b64": base64.b64encode(random.randbytes(entropy)).decode("ascii")}
    given = {"client_id": random.choice(TEXTS), "redirect_uri": random.choice(REDIRECTS)}
    if operation == "token_request":
        return {"code": random.choice(TEXTS), "verifier": _verifier(random, length), **given}
    scopes = [
        "".join(random.choices(SCOPE, k=random.randrange(1, 8))) for _ in range(random.randrange(4))
    ]
    challenge = "".join(random.choices(UNRESERVED[:64], k=43)).replace(".", "_")
    endpoint = random.choice(ENDPOINTS) + random.choice(SUFFIXES)
    state = random.choice(TEXTS)
    return {"endpoint": endpoint, **given, "scopes": scopes, "state": state, "challenge": challenge}


def _verifier(random: Random, length: int) -> str:
    verifier = "".join(random.choices(UNRESERVED, k=length))
    if random.random() < 0.1:
        return verifier[:-1] + random.choice("+/= é\n😀")
    return verifier


def _flow_callback(random: Random) -> dict[str, Any]:
    state, issuer = random.choice(TEXTS), random.choice(ISSUERS)
    pairs = [("state", state), ("code", random.choice(TEXTS))]
    chance = random.random()
    if chance < 0.2:
        pairs.append(("iss", random.choice(ISSUERS)))
    elif chance < 0.4:
        pairs.append(("error", random.choice(ERRORS)))
    elif chance < 0.5:
        pairs.append(random.choice(pairs))
    elif chance < 0.6:
        pairs.pop(random.randrange(2))
    random.shuffle(pairs)
    query = "&".join(f"{name}={_encoded(random, value)}" for name, value in pairs)
    given = {"query": query, "state": state}
    return {**given, "issuer": issuer} if random.random() < 0.5 else given


def _encoded(random: Random, text: str) -> str:
    if random.random() < 0.2:
        return text
    space = random.choice(("+", "%20"))
    return "".join(
        chr(byte) if chr(byte) in UNRESERVED else space if byte == 0x20 else f"%{byte:02x}"
        for byte in text.encode("utf-8")
    )


def _response(random: Random, status: int, members: dict[str, str]) -> dict[str, Any]:
    body = ",".join(f'"{name}":{value}' for name, value in members.items())
    given = {"status": status, "body": f"{{{body}}}", "now": random.choice(MOMENTS)}
    if random.random() < 0.5:
        given["refresh_token"] = random.choice(("old", None))
    return given
