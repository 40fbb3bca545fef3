"""Cases of links: where they lead, how many are followed, and what they may say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hanzo_reference.sandbox.cases.walks import HIP, LIMIT, LOOP, REFUSED, walk
from hanzo_reference.spec.cases import Case

TRAVERSAL = "path_resolution(7); HIP-0301 Security Considerations"
MOST = 40


def chain(length: int) -> dict[str, str]:
    """Links in /l that lead from each to the next, the last one to a name without a link."""
    return {f"/l/{number}": str(number + 1) for number in range(length)}


def cases() -> Iterator[Case]:
    """Every walk over links."""
    yield from _led()
    yield from _missed()
    yield from _loops()
    yield from _targets()


def _led() -> Iterator[Case]:
    rows: tuple[tuple[str, str, str, str, str, Mapping[str, str], str], ...] = (
        ("link-absolute", "A link leads where it says", "SANDBOX-11", "in/a", "/etc/a",
         {"/work/in": "/etc"}, "/work"),
        ("link-relative", "A relative one from its own folder", "SANDBOX-11", "a/b/in/c",
         "/work/a/d/c", {"/work/a/b/in": "../d"}, "/work"),
        ("link-at-the-end", "A link at the end is followed, too", "SANDBOX-10", "out",
         "/etc/passwd", {"/work/out": "/etc/passwd"}, "/work"),
        ("link-at-the-end-and-slash", "With a slash behind it as well", "SANDBOX-10", "out/",
         "/etc", {"/work/out": "/etc/"}, "/work"),
        ("up-behind-a-link", "Two dots behind a link go up from where it led", "SANDBOX-8",
         "up/../b", "/etc/b", {"/work/up": "/etc/ssl"}, "/work"),
        ("up-behind-a-link-at-the-end", "Also as the last name", "SANDBOX-8", "up/..", "/etc",
         {"/work/up": "/etc/ssl"}, "/work"),
        ("up-behind-a-link-into-itself", "A link to its own folder goes up twice", "SANDBOX-8",
         "here/../a", "/a", {"/work/here": "."}, "/work"),
        ("link-to-the-root", "A link to the root", "SANDBOX-11", "all/etc/passwd", "/etc/passwd",
         {"/work/all": "/"}, "/work"),
        ("link-to-the-root-and-up", "From there nobody goes up", "SANDBOX-9", "all/../x", "/x",
         {"/work/all": "/"}, "/work"),
        ("link-beyond-the-root", "A link that goes up further than there is", "SANDBOX-9",
         "l/etc", "/etc", {"/work/l": "../../../.."}, "/work"),
        ("link-through-a-link", "A link that leads over another one", "SANDBOX-10", "a/x",
         "/srv/d/x", {"/work/a": "b/d", "/work/b": "/srv"}, "/work"),
        ("link-to-a-link", "A link to another one at the end", "SANDBOX-10", "a", "/etc/c",
         {"/work/a": "b", "/work/b": "/etc/c"}, "/work"),
        ("link-behind-a-link", "One that is met only where the first has led", "SANDBOX-10",
         "a/b/c", "/q/c", {"/work/a": "/srv", "/srv/b": "../q"}, "/work"),
        ("link-in-the-base", "Links of the base are followed", "SANDBOX-5 SANDBOX-10", "x",
         "/data/w/x", {"/home": "/data"}, "/home/w"),
        ("link-as-the-base", "The base may be a link itself", "SANDBOX-5 SANDBOX-8", "../x",
         "/data/x", {"/w": "/data/real"}, "/w"),
        ("dangling", "A link to nothing leads there", "SANDBOX-14 SANDBOX-10", "new/file",
         "/work/gone/file", {"/work/new": "gone"}, "/work"),
        ("dangling-outside", "Also where that is outside", "SANDBOX-14 SANDBOX-10", "new",
         "/srv/not-there", {"/work/new": "/srv/not-there"}, "/work"),
        ("rest-behind-the-link", "What stood behind the link comes behind what it says",
         "SANDBOX-11", "a/b/c", "/x/y/b/c", {"/work/a": "/x/y"}, "/work"),
        ("target-with-dots", "What a link says is walked by the same rules", "SANDBOX-11 SANDBOX-7",
         "a/z", "/x/y/z", {"/work/a": "//x/./w/../y/"}, "/work"),
        ("target-with-tilde", "A tilde in a link is a name", "SANDBOX-6", "a", "/work/~/x",
         {"/work/a": "~/x"}, "/work"),
        ("proc-self-root", "The root of a process is the root", "SANDBOX-10",
         "/proc/self/root/etc/passwd", "/etc/passwd",
         {"/proc/self": "42", "/proc/42/root": "/"}, "/work"),
        ("proc-self-cwd", "Its folder is what it is", "SANDBOX-8", "/proc/self/cwd/../x",
         "/home/me/x", {"/proc/self": "42", "/proc/42/cwd": "/home/me/here"}, "/work"),
        ("dev-fd", "A file that is open is where it is", "SANDBOX-10", "/dev/fd/3", "/etc/shadow",
         {"/dev/fd": "/proc/self/fd", "/proc/self": "42", "/proc/42/fd/3": "/etc/shadow"},
         "/work"),
        ("link-proto", "A link may be called as objects' own members are", "SANDBOX-10",
         "/__proto__/a", "/etc/a", {"/__proto__": "/etc"}, "/work"),
    )  # fmt: skip
    for slug, description, requirements, path, found, links, base in rows:
        flags = ["by-text"] if "SANDBOX-8" in requirements else []
        flags += ["prototype"] if "__proto__" in path else []
        yield walk(
            slug, description, requirements, path, found, *flags, base=base, links=links,
            anchor=TRAVERSAL,
        )  # fmt: skip


def _missed() -> Iterator[Case]:
    for slug, description, requirements, path, links in (
        ("link-of-another-case", "A link in another case is another name", "SANDBOX-15", "link/a",
         {"/work/LINK": "/etc", "/WORK/link": "/etc"}),
        ("link-of-another-form", "A link in another normal form is another name", "SANDBOX-15",
         "caf\u00e9/a", {"/work/cafe\u0301": "/etc"}),
        ("link-with-a-longer-name", "A name that only begins like a link is none", "SANDBOX-14",
         "wx/a", {"/work/w": "/etc"}),
        ("link-with-a-shorter-name", "Nor one that is the beginning of one", "SANDBOX-14", "w/a",
         {"/work/wx": "/etc"}),
        ("link-elsewhere", "The same name in another folder is another place", "SANDBOX-14",
         "a/link/b", {"/work/link": "/etc", "/a/link": "/etc"}),
        ("link-below-a-link", "What stands below the name of a link is not met there", "SANDBOX-13",
         "a/b", {"/work/a": ".", "/work/a/b": "/etc"}),
        ("link-by-a-name-that-is-not-canonical", "No walk comes to a name with dots in it",
         "SANDBOX-13", "a/b", {"/work/./a": "/etc", "work/a": "/etc", "/work/a/": "/etc",
                               "/work//a": "/etc", "/work/c/../a": "/etc", "a": "/etc"}),
        ("link-at-the-root", "The root itself is no link", "SANDBOX-13", "/b", {"/": "/etc"}),
        ("bad-link-elsewhere", "A link that is not met may say anything", "SANDBOX-13", "b",
         {"/work/a": "", "/work/c": "x\0"}),
    ):  # fmt: skip
        found = {"link-below-a-link": "/work/b", "link-at-the-root": "/b"}.get(
            slug, f"/work/{path}"
        )
        flags = ["same-name"] if requirements == "SANDBOX-15" else []
        yield walk(slug, description, requirements, path, found, *flags, links=links)


def _loops() -> Iterator[Case]:
    for slug, description, path, links in (
        ("loop-of-one", "A link to itself", "a", {"/work/a": "a"}),
        ("loop-of-one-absolute", "By its whole path", "a", {"/work/a": "/work/a"}),
        ("loop-of-two", "Two links to each other", "a/x", {"/work/a": "b", "/work/b": "a"}),
        ("loop-that-grows", "A link into itself", "a", {"/work/a": "a/b"}),
        ("loop-by-its-folder", "A folder whose link is that folder", "a/" * 41,
         {"/work/a": "."}),
        ("loop-up-and-down", "One that goes up and comes back", "d/a",
         {"/work/d/a": "../d/a"}),
    ):  # fmt: skip
        yield walk(slug, description, "SANDBOX-12", path, LOOP, "loop", links=links)
    yield walk(
        "links-forty", "40 links are followed", "SANDBOX-12", "/l/0", f"/l/{MOST}", "loop",
        links=chain(MOST),
    )  # fmt: skip
    yield walk(
        "links-forty-one", "41 are not", "SANDBOX-12", "/l/0", LOOP, "loop",
        links=chain(MOST + 1),
    )  # fmt: skip
    yield walk(
        "links-forty-times-one", "One link 40 times is followed", "SANDBOX-12", "a/" * MOST + "b",
        "/work/b", "loop", links={"/work/a": "."},
    )  # fmt: skip
    yield walk(
        "links-of-base-count", "Links of the base count with the path's", "SANDBOX-12", "x", LOOP,
        "loop", base="/l/0", links={**chain(MOST), f"/l/{MOST}/x": "/y"},
    )  # fmt: skip
    yield walk(
        "links-of-base-and-path", "Where both make 40 they are followed", "SANDBOX-12", "x", "/y",
        "loop", base="/l/0", links={**chain(MOST - 1), f"/l/{MOST - 1}/x": "/y"},
    )  # fmt: skip
    yield walk(
        "base-loop-of-absolute", "An absolute path does not walk the base", "SANDBOX-4", "/x", "/x",
        "loop", base="/l", links={"/l": "l"}, anchor=HIP,
    )  # fmt: skip
    yield walk(
        "loop-then-bad-target", "The 41st link is not read any more", "SANDBOX-12", "/l/0", LOOP,
        "loop", links={**chain(MOST), f"/l/{MOST}": ""},
    )  # fmt: skip


def _targets() -> Iterator[Case]:
    anchor = "symlink(7)"
    for word, target in (
        ("empty", ""), ("nul", "x\0"), ("too-long", "x" * (LIMIT + 1)),
        ("too-long-in-bytes", "é" * 2048 + "x"),
    ):  # fmt: skip
        yield walk(
            f"target-{word}", f"A link with a target that is {word.replace('-', ' ')} is refused",
            "SANDBOX-13", "a/b", REFUSED, *(["limit"] if "long" in word else []),
            links={"/work/a": target}, anchor=anchor,
        )  # fmt: skip
    yield walk(
        "target-longest", "A target of 4096 bytes is one", "SANDBOX-13", "a",
        "/work/" + "é" * 2048, "limit", links={"/work/a": "é" * 2048}, anchor=anchor,
    )  # fmt: skip
    yield walk(
        "target-bad-behind-a-good-one", "Wherever the walk comes to it", "SANDBOX-13", "a", REFUSED,
        links={"/work/a": "/b", "/b": ""}, anchor=anchor,
    )  # fmt: skip
    yield walk(
        "target-bad-though-it-goes-up", "Also where the path goes up again behind it", "SANDBOX-13",
        "a/../b", REFUSED, links={"/work/a": ""}, anchor=anchor,
    )  # fmt: skip
