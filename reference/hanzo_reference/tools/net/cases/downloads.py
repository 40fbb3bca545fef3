"""Cases of downloads and of showing URLs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hanzo_reference.spec.cases import Case
from hanzo_reference.tools.case_words import answered, at, invalid, refused
from hanzo_reference.tools.net.cases.words import (
    HTTP,
    failed,
    leads_to,
    measured,
    net_case,
    says,
)

HIP = "HIP-0300, net"
SAFETY = "HIP-0300, Security Considerations"


def _kept(path: str, content: bytes, asked: str = "/f", **more: Any) -> dict[str, Any]:
    data = {"url": HTTP + asked, "status": 200, "redirects": [], "uri": at(path), **more}
    return answered("net", "download", {**data, **measured(content)})


def kept_cases() -> Iterator[Case]:
    """Downloads that end well."""
    yield net_case(
        "download", "A body becomes a file", "NET-39", "download",
        {"url": f"{HTTP}/f", "output": at("f.txt")}, _kept("f.txt", b"hello\n"), HIP,
        http={"/f": says("hello\n")}, files={}, after={"f.txt": {"text": "hello\n"}},
    )  # fmt: skip
    yield net_case(
        "download-bytes", "Bytes stay as they are, packed ones packed", "NET-39 NET-16",
        "download", {"url": f"{HTTP}/f", "output": at("sub/f.bin")},
        _kept("sub/f.bin", b"\x1f\x8b\x00\r\n\xff"), HIP, "decoded-body",
        http={"/f": {"body": {"base64": "H4sADQr/"}, "headers": {"Content-Encoding": "gzip"}}},
        files={"sub/other": {"text": "x"}}, after={"sub/f.bin": {"base64": "H4sADQr/"}},
    )  # fmt: skip
    yield net_case(
        "download-empty", "An empty body is an empty file", "NET-39", "download",
        {"url": f"{HTTP}/f", "output": f"file://localhost{at('a%20b')[7:]}"},
        _kept("a%20b", b"", status=204), HIP, http={"/f": {"status": 204}}, files={},
        after={"a b": {"text": ""}},
    )  # fmt: skip
    yield net_case(
        "download-redirected", "Redirects are followed", "NET-39 NET-18", "download",
        {"url": f"{HTTP}/a", "output": at("f"), "headers": {"X-Kept": "k"}},
        _kept("f", b"there", "/b", redirects=[f"{HTTP}/a"]), HIP,
        http={"/a": leads_to("/b"), "/b": says("there")}, files={}, after={"f": {"text": "there"}},
    )  # fmt: skip
    yield net_case(
        "download-through-link", "A link to a folder inside is a way", "NET-33 NET-39",
        "download", {"url": f"{HTTP}/f", "output": at("link/f")}, _kept("real/f", b"x"), SAFETY,
        http={"/f": says("x")},
        files={"real/a": {"text": ""}, "link": {"symlink": "real"}},
        after={"real/f": {"text": "x"}},
    )  # fmt: skip


def refused_cases() -> Iterator[Case]:
    """Downloads that leave nothing behind."""
    there = {"f": {"text": "mine"}, "folder": {"directory": True}, "dangling": {"symlink": "none"},
             "out": {"symlink": "${outside}"}, "way": {"symlink": "out/new"}}  # fmt: skip
    served = {"/f": says("theirs")}
    for name in ("f", "folder", "dangling"):
        yield net_case(
            f"download-over-{name}" if name != "f" else "download-over-file",
            "What is there stays", "NET-34", "download",
            {"url": "http://127.0.0.1:1/", "output": at(name)},
            refused("net", "download", "EXISTS", {"uri": at(name)}), "HIP-0300, One Edit Primitive",
            http=served, files=there, after={},
        )  # fmt: skip
    for slug, name in (("through-link", "out/new"), ("by-link", "way"), ("over-secret",
                       "out/secret.txt")):  # fmt: skip
        yield net_case(
            f"download-outside-{slug}", "A link that leads out is no way", "NET-33", "download",
            {"url": f"{HTTP}/f", "output": at(name)},
            refused("net", "download", "PERMISSION_DENIED", {"uri": at(name)}), SAFETY, "outside",
            http=served, files=there, after={},
        )  # fmt: skip
    yield net_case(
        "download-outside", "A place outside of the workspace", "NET-33", "download",
        {"url": f"{HTTP}/f", "output": "file://${outside}/new"},
        refused("net", "download", "PERMISSION_DENIED", {"uri": "file://${outside}/new"}), SAFETY,
        "outside", http=served, files={}, after={},
    )  # fmt: skip
    for slug, output in (
        ("dots", at("../outside/new")), ("escaped-dots", at("%2e%2e/outside/new")),
        ("escaped-slash", at("..%2Foutside%2Fnew")), ("path", "${workspace}/f"),
        ("relative", "f"), ("other-scheme", f"{HTTP}/f"),
    ):  # fmt: skip
        yield net_case(
            f"download-output-{slug}", f"An output that is no file URI: {slug.replace('-', ' ')}",
            "NET-33", "download", {"url": f"{HTTP}/f", "output": output},
            invalid("net", "download", ("/output", "uri")), SAFETY, "outside",
            http=served, files={}, after={},
        )  # fmt: skip
    for slug, name in (("folder-missing", "none/f"), ("folder-is-file", "f/f")):
        yield net_case(
            f"download-{slug}", "No folders are made", "NET-35", "download",
            {"url": f"{HTTP}/f", "output": at(name)},
            refused("net", "download", "NOT_FOUND", {"uri": at(name)}), "decision NET-35",
            http=served, files=there, after={},
        )  # fmt: skip
    yield net_case(
        "download-failed", "A page that says no is no file", "NET-38 NET-36", "download",
        {"url": f"{HTTP}/none?x", "output": at("f")},
        failed("download", "status", "/none?x", status=404), "decision NET-38", "partial-file",
        http={}, files={}, after={},
    )  # fmt: skip
    yield net_case(
        "download-not-modified", "A redirect without a Location is no file", "NET-38", "download",
        {"url": f"{HTTP}/f", "output": at("f")}, failed("download", "status", "/f", status=302),
        "decision NET-38", "partial-file", http={"/f": says("x", status=302)}, files={}, after={},
    )  # fmt: skip
    yield net_case(
        "download-too-large", "What has come of a file that is too large goes", "NET-36 NET-29",
        "download", {"url": f"{HTTP}/f", "output": at("f"), "max_bytes": 200000},
        failed("download", "size", "/f"), "decision NET-36", "partial-file", "unbounded",
        http={"/f": {"body": {"endless": "0123456789"}}}, files={}, after={},
    )  # fmt: skip
    yield net_case(
        "download-time-limit-of-drops", "What came in time is no file", "NET-28 NET-36",
        "download", {"url": f"{HTTP}/f", "output": at("f"), "timeout_ms": 120},
        refused("net", "download", "TIMEOUT", {"timeout_ms": 120, "url": f"{HTTP}/f"}),
        "decision NET-28", "partial-file", "unbounded",
        http={"/f": {"body": {"endless": "x", "pause_ms": 20}}}, files={}, after={},
    )  # fmt: skip
    yield net_case(
        "download-other-scheme", "Files are not copied by net", "NET-2 NET-42", "download",
        {"url": "file:///etc/passwd", "output": at("f")},
        refused("net", "download", "UNSUPPORTED", {"scheme": "file"}), "decision NET-2", "scheme",
        files={"f": {"text": "mine"}}, after={},
    )  # fmt: skip
    yield net_case(
        "download-all-violations", "Violations of url and output together", "NET-42 NET-33",
        "download", {"url": "x", "output": "y", "headers": {"Host": "z"}},
        invalid("net", "download", ("/headers/Host", "header-reserved"), ("/output", "uri"),
                ("/url", "url")),
        "decision NET-42",
    )  # fmt: skip


def open_cases() -> Iterator[Case]:
    """Showing a URL, as far as nothing is shown."""
    yield net_case(
        "open-without-opener", "Without an opener nothing is opened", "NET-41", "open",
        {"url": f"{HTTP}/"}, refused("net", "open", "UNSUPPORTED", {"missing": "HANZO_OPENER"}),
        "decision NET-41", http={},
    )  # fmt: skip
    yield net_case(
        "open-file", "Files are not opened", "NET-42 NET-2", "open", {"url": "file:///etc/passwd"},
        refused("net", "open", "UNSUPPORTED", {"scheme": "file"}), "decision NET-2", "scheme",
    )  # fmt: skip
    yield net_case(
        "open-option", "What looks like an option of the opener is no URL", "NET-42 NET-1", "open",
        {"url": "--version"}, invalid("net", "open", ("/url", "url")), GRAMMAR, "injection",
    )  # fmt: skip


GRAMMAR = "RFC 3986, section 3"
