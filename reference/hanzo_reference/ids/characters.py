"""Characters that URIs treat differently, with their escapes written out; data for the cases."""

from __future__ import annotations

# Visible ASCII that is neither unreserved nor a slash.
SYMBOLS = {
    "space": (" ", "%20"),
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
    "grave-accent": ("`", "%60"),
    "left-curly-bracket": ("{", "%7B"),
    "vertical-line": ("|", "%7C"),
    "right-curly-bracket": ("}", "%7D"),
}

# RFC 3986 §3.3: what a path may hold without an escape although it is not unreserved.
PLAIN_IN_PATHS = (
    "exclamation-mark", "dollar-sign", "ampersand", "apostrophe", "left-parenthesis",
    "right-parenthesis", "asterisk", "comma", "semicolon", "equals-sign", "colon",
    "commercial-at",
)  # fmt: skip

# The first and last characters of each length in UTF-8 (Unicode, table 3-6), and everyday ones.
BEYOND_ASCII = {
    "u-0080": ("\u0080", "%C2%80"),
    "u-07ff": ("\u07ff", "%DF%BF"),
    "u-0800": ("\u0800", "%E0%A0%80"),
    "u-d7ff": ("\ud7ff", "%ED%9F%BF"),
    "u-e000": ("\ue000", "%EE%80%80"),
    "u-ffff": ("\uffff", "%EF%BF%BF"),
    "u-10000": ("\U00010000", "%F0%90%80%80"),
    "u-10ffff": ("\U0010ffff", "%F4%8F%BF%BF"),
    "e-acute": ("\u00e9", "%C3%A9"),
    "euro-sign": ("\u20ac", "%E2%82%AC"),
    "emoji": ("\U0001f600", "%F0%9F%98%80"),
    "combining-acute": ("e\u0301", "e%CC%81"),
    "han": ("\u4e2d", "%E4%B8%AD"),
}

CONTROLS = (*range(0x01, 0x20), 0x7F)
UNRESERVED_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
