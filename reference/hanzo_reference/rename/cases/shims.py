"""The cases of shims: manifests, ranges, and versions that are none."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, error, result

HIP, SEMVER = "HIP-0301 §17", "SemVer 2.0.0"
REPL = "hanzo-repl is now called hanzo-dev: install hanzo-dev instead"
SCOPED = "@hanzo/repl is now called @hanzo/dev: install @hanzo/dev instead"

# slug, description, requirements, flags, registry, version, new version, range, anchor
MADE = (
    ("shim-for-pypi", "The shim of PyPI, with its three programs",
     "REN-1 REN-10 REN-16 REN-17 REN-18", "", "pypi", "0.2.0", "1.2.3", ">=1.2.3,<2", HIP),
    ("shim-for-npm", "The shim of npm", "REN-1 REN-10 REN-16 REN-17 REN-18", "",
     "npm", "0.2.0", "1.2.3", ">=1.2.3 <2.0.0", HIP),
    ("shim-for-crates", "The shim of crates.io", "REN-1 REN-10 REN-16 REN-17 REN-18", "",
     "crates", "0.2.0", "1.2.3", ">=1.2.3, <2.0.0", HIP),
    ("shim-first-above", "The first version above the one that is taken", "REN-12", "off-by-one",
     "pypi", "0.1.1", "1.2.3", ">=1.2.3,<2", HIP),
    ("shim-minor-by-number", "0.10.0 is above 0.9.0 and 0.1.0", "REN-12", "version",
     "npm", "0.10.0", "1.0.0", ">=1.0.0 <2.0.0", SEMVER),
    ("shim-major-above", "1.0.0 is above 0.1.0", "REN-12", "version",
     "crates", "1.0.0", "1.0.0", ">=1.0.0, <2.0.0", SEMVER),
    ("shim-to-major-0-on-pypi", "Of major version 0, too, the end is the next major", "REN-15",
     "off-by-one", "pypi", "0.2.0", "0.9.9", ">=0.9.9,<1", HIP),
    ("shim-to-major-0-on-npm", "Of major version 0, too, the end is the next major", "REN-15",
     "off-by-one", "npm", "0.2.0", "0.9.9", ">=0.9.9 <1.0.0", HIP),
    ("shim-to-major-0-on-crates", "Of major version 0, too, the end is the next major", "REN-15",
     "off-by-one", "crates", "0.2.0", "0.0.1", ">=0.0.1, <1.0.0", HIP),
    ("shim-to-major-9", "The next major has one digit more", "REN-15", "off-by-one",
     "npm", "0.2.0", "9.0.0", ">=9.0.0 <10.0.0", HIP),
    ("shim-to-a-pre-release-on-crates", "A pre-release stays as written", "REN-13 REN-15", "version",
     "crates", "0.2.0", "2.0.0-beta.1", ">=2.0.0-beta.1, <3.0.0", SEMVER),
    ("shim-to-a-pre-release-on-pypi", "A pre-release stays as written on PyPI, too",
     "REN-13 REN-15", "version", "pypi", "0.2.0", "1.0.0-rc.1", ">=1.0.0-rc.1,<2", SEMVER),
    ("shim-to-an-odd-pre-release", "Hyphens and letters behind digits are identifiers", "REN-13",
     "version", "npm", "0.2.0", "1.0.0-0a.-.x-y-z", ">=1.0.0-0a.-.x-y-z <2.0.0", SEMVER),
    ("shim-to-pre-release-0", "Zero alone has no leading zero", "REN-13", "version",
     "npm", "0.2.0", "1.0.0-0", ">=1.0.0-0 <2.0.0", SEMVER),
    ("shim-of-the-largest-numbers", "2^53 - 1 is a number", "REN-14", "off-by-one",
     "crates", "0.1.9007199254740991", "1.9007199254740991.0",
     ">=1.9007199254740991.0, <2.0.0", "npm's semver"),
    ("shim-to-the-largest-major", "One more than the largest is written exactly", "REN-14 REN-15",
     "off-by-one", "pypi", "0.2.0", "9007199254740991.0.0",
     ">=9007199254740991.0.0,<9007199254740992", "npm's semver"),
    ("shim-to-a-long-identifier", "Identifiers are not counted with", "REN-14", "off-by-one",
     "npm", "0.2.0", "1.0.0-rc.9007199254740992", ">=1.0.0-rc.9007199254740992 <2.0.0",
     "npm's semver"),
)  # fmt: skip

# slug, description, requirements, flags, version, new version, anchor
REFUSED = (
    ("shim-at-0-1-0", "0.1.0 is taken", "REN-12", "off-by-one", "0.1.0", "1.0.0", HIP),
    ("shim-at-0-0-9", "0.0.9 is below what is taken", "REN-12", "version", "0.0.9", "1.0.0", HIP),
    ("shim-at-0-0-0", "0.0.0 is below what is taken", "REN-12", "", "0.0.0", "1.0.0", HIP),
    ("shim-that-is-a-pre-release", "Installers pass over pre-releases", "REN-11", "version",
     "1.0.0-rc.1", "1.0.0", SEMVER),
    ("shim-with-build-metadata", "Build metadata tells no versions apart", "REN-11", "version",
     "1.0.0+1", "1.0.0", SEMVER),
    ("shim-with-leading-zero", "A number has no leading zero", "REN-11", "version",
     "01.0.0", "1.0.0", SEMVER),
    ("shim-with-leading-zero-in-patch", "The last number has none either", "REN-11", "version",
     "1.0.00", "1.0.0", SEMVER),
    ("shim-with-two-numbers", "Two numbers are no version", "REN-11", "version",
     "1.0", "1.0.0", SEMVER),
    ("shim-with-four-numbers", "Four numbers are no version", "REN-11", "version",
     "1.0.0.0", "1.0.0", SEMVER),
    ("shim-with-a-colon-first", "Numbers are parted by full stops alone", "REN-11", "version",
     "1:0.0", "1.0.0", SEMVER),
    ("shim-with-a-colon-last", "Numbers are parted by full stops alone", "REN-11", "version",
     "1.0:0", "1.0.0", SEMVER),
    ("shim-with-a-v", "A v is no part of a version", "REN-11", "version", "v1.0.0", "1.0.0", SEMVER),
    ("shim-without-version", "Nothing is no version", "REN-11", "version", "", "1.0.0", SEMVER),
    ("shim-with-a-space", "White space is no part of a version", "REN-11", "version",
     " 1.0.0", "1.0.0", SEMVER),
    ("shim-with-a-line-feed", "A line feed at the end is not overlooked", "REN-11", "version",
     "1.0.0\n", "1.0.0", SEMVER),
    ("shim-with-foreign-digits", "Digits are those of ASCII", "REN-11", "version",
     "1.0.\u0663", "1.0.0", SEMVER),
    ("shim-with-a-minus", "A number has no sign", "REN-11", "version", "-1.0.0", "1.0.0", SEMVER),
    ("shim-to-build-metadata", "Nor does it lead to build metadata", "REN-13", "version",
     "0.2.0", "1.0.0+1", SEMVER),
    ("shim-to-build-behind-pre-release", "Nor behind a pre-release", "REN-13", "version",
     "0.2.0", "1.0.0-rc.1+1", SEMVER),
    ("shim-to-an-empty-pre-release", "A pre-release has an identifier", "REN-13", "version",
     "0.2.0", "1.0.0-", SEMVER),
    ("shim-to-an-empty-identifier", "Each identifier has a character", "REN-13", "version",
     "0.2.0", "1.0.0-a..b", SEMVER),
    ("shim-to-a-numeric-identifier-with-zero", "A numeric identifier has no leading zero",
     "REN-13", "version", "0.2.0", "1.0.0-01", SEMVER),
    ("shim-to-an-underscore", "An underscore is in no identifier", "REN-13", "version",
     "0.2.0", "1.0.0-a_b", SEMVER),
    ("shim-to-a-foreign-letter", "Letters are those of ASCII", "REN-13", "version",
     "0.2.0", "1.0.0-\u00e9", SEMVER),
    ("shim-to-a-leading-zero", "A number has no leading zero", "REN-13", "version",
     "0.2.0", "1.02.0", SEMVER),
    ("shim-to-a-range", "A range is no version", "REN-13", "version", "0.2.0", "^1.0.0", SEMVER),
    ("shim-of-a-number-too-large", "2^53 is beyond exact numbers", "REN-14", "off-by-one",
     "9007199254740992.0.0", "1.0.0", "npm's semver"),
    ("shim-to-a-number-too-large", "2^53 is beyond exact numbers", "REN-14", "off-by-one",
     "0.2.0", "1.0.9007199254740992", "npm's semver"),
    ("shim-to-forty-digits", "However long it is", "REN-14", "version",
     "0.2.0", "1.1234567890123456789012345678901234567890.0", "npm's semver"),
    ("shim-to-five-thousand-digits", "However long it is", "REN-14", "version",
     "0.2.0", f"1.{5000 * '9'}.0", "npm's semver"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """What is made, then what is refused."""
    for slug, description, ids, flags, registry, version, new_version, span, anchor in MADE:
        name, new, words = ("@hanzo/repl", "@hanzo/dev", SCOPED)
        if registry != "npm":
            name, new, words = ("hanzo-repl", "hanzo-dev", REPL)
        programs = {"hanzo-repl": "hanzo-dev"}
        if registry == "pypi":
            programs |= {"hanzo-repl-ipython": "hanzo-dev", "hanzo-repl-tui": "hanzo-dev"}
        package = {
            "name": name, "version": version, "description": words,
            "requires": {"name": new, "range": span}, "programs": programs,
        }  # fmt: skip
        yield Case(
            slug, description, ids.split(), "shim",
            {"registry": registry, "version": version, "new_version": new_version},
            flags.split(), result({"package": package}), anchor,
        )  # fmt: skip
    for number, (slug, description, ids, flags, version, new_version, anchor) in enumerate(REFUSED):
        # What is no version is none in every registry: each is asked in turn.
        registry = ("crates", "pypi", "npm")[number % 3]
        # The shim's own version is looked at first.
        refused = new_version if version == "0.2.0" else version
        yield Case(
            slug, description, ids.split(), "shim",
            {"registry": registry, "version": version, "new_version": new_version},
            flags.split(), error("INVALID_VERSION", {"version": refused}), anchor,
        )  # fmt: skip
