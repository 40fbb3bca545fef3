"""The printable signs of ASCII, each with its percent-encoding; which of them stay is a choice."""

from __future__ import annotations

SIGNS = {
    "exclamation-mark": ("!", "%21"),
    "quotation-mark": ('"', "%22"),
    "number-sign": ("#", "%23"),
    "dollar-sign": ("$", "%24"),
    "percent-sign": ("%", "%25"),
    "ampersand": ("&", "%26"),
    "apostrophe": ("'", "%27"),
    "left-parenthesis": ("(", "%28"),
    "right-parenthesis": (")", "%29"),
    "asterisk": ("*", "%2A"),
    "plus-sign": ("+", "%2B"),
    "comma": (",", "%2C"),
    "hyphen": ("-", "%2D"),
    "full-stop": (".", "%2E"),
    "slash": ("/", "%2F"),
    "colon": (":", "%3A"),
    "semicolon": (";", "%3B"),
    "less-than-sign": ("<", "%3C"),
    "equals-sign": ("=", "%3D"),
    "greater-than-sign": (">", "%3E"),
    "question-mark": ("?", "%3F"),
    "commercial-at": ("@", "%40"),
    "left-square-bracket": ("[", "%5B"),
    "backslash": ("\\", "%5C"),
    "right-square-bracket": ("]", "%5D"),
    "circumflex-accent": ("^", "%5E"),
    "low-line": ("_", "%5F"),
    "grave-accent": ("`", "%60"),
    "left-curly-bracket": ("{", "%7B"),
    "vertical-line": ("|", "%7C"),
    "right-curly-bracket": ("}", "%7D"),
    "tilde": ("~", "%7E"),
}
# RFC 3986 §2.3 for URLs, and the form-urlencoded percent-encode set of WHATWG URL §1.3.
KEPT_IN_URLS = frozenset({"hyphen", "full-stop", "low-line", "tilde"})
KEPT_IN_FORMS = frozenset({"asterisk", "hyphen", "full-stop", "low-line"})


def written(name: str, kept: frozenset[str]) -> str:
    """A sign as it stands in what was encoded."""
    sign, escape = SIGNS[name]
    return sign if name in kept else escape
