"""Cases of the members that only the user tier may set."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.config.cases.files import HIP, failed, loaded, merge
from hanzo_reference.spec.cases import Case

KEY, OAUTH = "api_key", "oauth_credentials"


def credential_cases() -> Iterator[Case]:
    """What is left out, and what is warned about."""
    for tier in ("project", "local"):
        yield merge(
            f"api-key-in-{tier}", f"api_key in the {tier} tier has no effect",
            "CONFIG-37 CONFIG-38", {tier: {KEY: "sk-leaked", "note": tier}},
            loaded({"note": tier}, warnings=[(tier, KEY)]), "credential",
        )  # fmt: skip
        yield merge(
            f"oauth-credentials-in-{tier}", f"oauth_credentials in the {tier} tier have no effect",
            "CONFIG-37 CONFIG-38", {tier: {OAUTH: {"token": "t"}, "model": tier}},
            loaded({"model": tier}, warnings=[(tier, OAUTH)]), "credential",
        )  # fmt: skip
        yield merge(
            f"api-key-in-{tier}-over-user", f"api_key in the {tier} tier leaves the user's",
            "CONFIG-37", {"user": {KEY: f"sk-not-{tier}"}, tier: {KEY: "sk-leaked"}},
            loaded({KEY: f"sk-not-{tier}"}, warnings=[(tier, KEY)]), "credential",
        )  # fmt: skip
        yield merge(
            f"null-api-key-in-{tier}", f"A null in the {tier} tier does not remove the user's key",
            "CONFIG-39", {"user": {KEY: f"sk-kept-{tier}"}, tier: {KEY: None}},
            loaded({KEY: f"sk-kept-{tier}"}, warnings=[(tier, KEY)]), "credential",
        )  # fmt: skip
        yield merge(
            f"api-key-of-any-type-in-{tier}", f"api_key in the {tier} tier may be of any type",
            "CONFIG-40", {tier: {KEY: {"secret": 1}, "note": f"typed {tier}"}},
            loaded({"note": f"typed {tier}"}, warnings=[(tier, KEY)]), "credential",
        )  # fmt: skip
    yield merge(
        "null-oauth-credentials-in-project", "A null does not remove the user's oauth_credentials",
        "CONFIG-39", {"user": {OAUTH: {"token": "mine"}}, "project": {OAUTH: None}},
        loaded({OAUTH: {"token": "mine"}}, warnings=[("project", OAUTH)]), "credential",
    )  # fmt: skip
    yield merge(
        "oauth-credentials-not-merged", "oauth_credentials are not merged member by member",
        "CONFIG-37", {"user": {OAUTH: {"token": "mine"}}, "local": {OAUTH: {"refresh": "theirs"}}},
        loaded({OAUTH: {"token": "mine"}}, warnings=[("local", OAUTH)]), "credential",
    )  # fmt: skip
    yield merge(
        "warnings-in-order", "Warnings stand by tier and then by key, not as in the file",
        "CONFIG-38",
        {"project": {OAUTH: 1, KEY: 2}, "local": {OAUTH: 3, "note": "order", KEY: 4}},
        loaded(
            {"note": "order"},
            warnings=[("project", KEY), ("project", OAUTH), ("local", KEY), ("local", OAUTH)],
        ),
        "credential",
    )  # fmt: skip
    yield merge(
        "warning-for-an-equal-key", "A key equal to the user's is warned about, too",
        "CONFIG-38", {"user": {KEY: "sk-same"}, "project": {KEY: "sk-same"}},
        loaded({KEY: "sk-same"}, warnings=[("project", KEY)]), "credential",
    )  # fmt: skip
    yield merge(
        "empty-api-key-in-project", "An empty key is left out and warned about as well",
        "CONFIG-38", {"user": {KEY: "sk-full"}, "project": {KEY: ""}},
        loaded({KEY: "sk-full"}, warnings=[("project", KEY)]), "credential", "falsy-value",
    )  # fmt: skip
    yield merge(
        "no-warning-for-the-environment", "A key from the environment is not warned about",
        "CONFIG-38 CONFIG-4", {"project": {"note": "quiet"}},
        loaded({KEY: "sk-env", "note": "quiet"}), "credential", env={"HANZO_API_KEY": "sk-env"},
    )  # fmt: skip
    yield merge(
        "environment-over-project-key", "The environment's key counts and the project's is warned "
        "about", "CONFIG-37 CONFIG-4", {"project": {KEY: "sk-project"}},
        loaded({KEY: "sk-env-2"}, warnings=[("project", KEY)]), "credential",
        env={"HANZO_API_KEY": "sk-env-2"},
    )  # fmt: skip


def spelling_cases() -> Iterator[Case]:
    """Which names are meant."""
    yield merge(
        "credential-names-in-a-server", "Members of a server with these names stay", "CONFIG-41",
        {"project": {"mcp_servers": {"a": {KEY: "x", OAUTH: [1]}}}},
        loaded({"mcp_servers": {"a": {KEY: "x", OAUTH: [1]}}}, ["a"]), "credential",
    )  # fmt: skip
    yield merge(
        "credential-name-in-a-servers-environment", "A variable of a server with this name stays",
        "CONFIG-41", {"local": {"mcp_servers": {"b": {"env": {KEY: "x"}}}}},
        loaded({"mcp_servers": {"b": {"env": {KEY: "x"}}}}, ["b"]), "credential",
    )  # fmt: skip
    yield merge(
        "server-with-a-credential-name", "A server with this name stays", "CONFIG-41",
        {"project": {"mcp_servers": {KEY: {"command": "c"}}}},
        loaded({"mcp_servers": {KEY: {"command": "c"}}}, [KEY]), "credential",
    )  # fmt: skip
    yield merge(
        "credential-name-at-depth", "A nested member with this name stays", "CONFIG-41",
        {"project": {"x": {KEY: "y", "z": [{KEY: "w"}]}}},
        loaded({"x": {KEY: "y", "z": [{KEY: "w"}]}}), "credential",
    )  # fmt: skip
    others = ("API_KEY", "Api_Key", "apiKey", "api-key", " api_key", "oauthCredentials")
    for name in others:
        slug = {
            "API_KEY": "upper-case",
            "Api_Key": "capitals",
            "apiKey": "camel-case",
            "api-key": "hyphen",
            " api_key": "space",
            "oauthCredentials": "oauth-camel-case",
        }
        yield merge(
            f"credential-other-spelling-{slug[name]}", f"{name!r} is another name", "CONFIG-41",
            {"local": {name: "kept"}}, loaded({name: "kept"}), "credential", "case-folding",
        )  # fmt: skip
    yield merge(
        "credential-name-escaped", "An escape in the name does not hide it", "CONFIG-41",
        {"project": r'{"\u0061pi_ke\u0079": "sk-hidden", "note": "escaped"}'},
        loaded({"note": "escaped"}, warnings=[("project", KEY)]), "credential",
    )  # fmt: skip
    yield merge(
        "user-sets-both", "The user tier may set both", "CONFIG-42",
        {"user": {KEY: "sk-user", OAUTH: {"token": "t", "expires": 1}}},
        loaded({KEY: "sk-user", OAUTH: {"token": "t", "expires": 1}}),
    )  # fmt: skip
    yield merge(
        "oauth-credentials-of-any-type", "oauth_credentials of the user are not checked",
        "CONFIG-42", {"user": {OAUTH: ["a", 1, None]}}, loaded({OAUTH: ["a", 1, None]}),
    )  # fmt: skip
    yield merge(
        "user-removes-oauth-credentials", "A null of the user leaves oauth_credentials absent",
        "CONFIG-42", {"user": {OAUTH: None, "note": "none"}}, loaded({"note": "none"}),
        "null-stored",
    )  # fmt: skip
    yield merge(
        "broken-file-with-a-credential", "A file with a credential must still be JSON",
        "CONFIG-8 CONFIG-37", {"project": '{"api_key": "sk-1", }'},
        failed("CONFIG_PARSE", "project"), anchor=HIP,
    )  # fmt: skip
