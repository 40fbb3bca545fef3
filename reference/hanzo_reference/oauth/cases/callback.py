"""The cases of the callback: codes that are taken, refusals, and errors that are passed on."""

from __future__ import annotations

from collections.abc import Iterator

from hanzo_reference.spec.cases import Case, error, result

ISSUER = "https://honest.as.example"
ISS = "iss=https%3A%2F%2Fhonest.as.example"

# slug, description, requirements, flags, query, state, issuer, code, anchor
CODES = (
    ("callback-of-the-rfc", "The response in the RFC's example", "OAUTH-18 OAUTH-23", "",
     "code=SplxlOBeZQQYbYS6WxSbIA&state=xyz", "xyz", None, "SplxlOBeZQQYbYS6WxSbIA",
     "RFC 6749 §4.1.2"),
    ("callback-with-the-state-in-front", "The order of the parameters has no meaning", "OAUTH-18",
     "", "state=xyz&code=front", "xyz", None, "front", "RFC 6749 §4.1.2"),
    ("callback-skips-empty-pieces", "Repeated ampersands separate nothing", "OAUTH-18", "",
     "&&code=pieces&&state=xyz&", "xyz", None, "pieces", "WHATWG URL §5.1"),
    ("callback-equals-sign-in-a-value", "Only the first equals sign separates", "OAUTH-18", "",
     "code=a=b==&state=xyz", "xyz", None, "a=b==", "WHATWG URL §5.1"),
    ("callback-semicolon-is-text", "A semicolon separates nothing", "OAUTH-18", "",
     "code=a;b&state=xyz", "xyz", None, "a;b", "WHATWG URL §5.1"),
    ("callback-plus-is-a-space", "A plus in a code is a space", "OAUTH-19", "plus-and-space",
     "code=a+b&state=xyz", "xyz", None, "a b", "RFC 6749 appendix B"),
    ("callback-encoded-plus-is-a-plus", "%2B in a code is a plus", "OAUTH-19 OAUTH-20",
     "plus-and-space", "code=a%2Bb&state=xyz", "xyz", None, "a+b", "RFC 6749 appendix B"),
    ("callback-plus-in-the-state", "A plus in a state is a space as well", "OAUTH-19",
     "plus-and-space", "code=plus&state=x+z", "x z", None, "plus", "RFC 6749 appendix B"),
    ("callback-encoded-slashes", "Percent-encodings are decoded in either case", "OAUTH-20", "",
     "code=4%2F0a%2fb%7E&state=xyz", "xyz", None, "4/0a/b~", "RFC 6749 appendix B"),
    ("callback-decodes-once", "What decoding gives is not decoded again", "OAUTH-20", "decoding",
     "code=%2541&state=xyz", "xyz", None, "%41", "RFC 6749 appendix B"),
    ("callback-decodes-after-splitting", "Encoded delimiters are part of the value", "OAUTH-20",
     "decoding", "code=a%26code%3Db&state=xyz", "xyz", None, "a&code=b", "RFC 6749 appendix B"),
    ("callback-decodes-names", "A name may be percent-encoded", "OAUTH-20", "decoding",
     "%63ode=name&st%61te=xyz", "xyz", None, "name", "RFC 6749 appendix B"),
    ("callback-percent-at-the-end", "A percent sign without digits is literal", "OAUTH-21",
     "decoding", "code=100%&state=xyz", "xyz", None, "100%", "WHATWG URL §1.3"),
    ("callback-percent-without-digits", "Other signs behind a percent sign leave it literal",
     "OAUTH-21", "decoding", "code=a%2gb%%41&state=xyz", "xyz", None, "a%2gb%A",
     "WHATWG URL §1.3"),
    ("callback-signed-digits", "A sign is no hexadecimal digit", "OAUTH-21", "decoding",
     "code=a%+1b%-1&state=xyz", "xyz", None, "a% 1b%-1", "WHATWG URL §1.3"),
    ("callback-question-mark-of-another-name", "A question mark in front belongs to a name",
     "OAUTH-22", "", "?x=1&code=mark&state=xyz", "xyz", None, "mark", "RFC 3986 §3.4"),
    ("callback-state-in-utf-8", "A state outside ASCII is compared decoded", "OAUTH-20 OAUTH-23",
     "", "code=utf8&state=gr%C3%BC%C3%9Fe", "gr\u00fc\u00dfe", None, "utf8", "RFC 6749 appendix B"),
    ("callback-state-with-a-byte-order-mark", "A leading U+FEFF of a value stays", "OAUTH-20",
     "decoding", "code=bom&state=%EF%BB%BFs", "\ufeffs", None, "bom", "WHATWG URL §5.1"),
    ("callback-state-with-delimiters", "A state of signs comes back encoded", "OAUTH-23", "",
     "code=signs&state=a%26b%3Dc%23d", "a&b=c#d", None, "signs", "RFC 6749 §4.1.2"),
    ("callback-issuer-of-the-rfc", "The response in the RFC's example", "OAUTH-27 OAUTH-20", "",
     ("code=x1848ZT64p4IirMPT0R-X3141MFPTuBX-VFL_cvaplMH58"
      f"&state=ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI&{ISS}"),
     "ZWVlNDBlYzA1NjdkMDNhYjg3ZjUxZjAyNGQzMTM2NzI", ISSUER,
     "x1848ZT64p4IirMPT0R-X3141MFPTuBX-VFL_cvaplMH58", "RFC 9207 §2.1"),
    ("callback-without-iss", "A server that sends no iss is accepted", "OAUTH-29", "",
     "code=no-iss&state=xyz", "xyz", ISSUER, "no-iss", "RFC 9207 §2.4"),
    ("callback-no-issuer-expected", "Without an expectation any iss passes", "OAUTH-29", "",
     "code=any-iss&state=xyz&iss=https%3A%2F%2Felsewhere.example&iss=", "xyz", None, "any-iss",
     "RFC 6749 §4.1.2"),
    ("callback-ignores-other-parameters", "Unknown parameters are ignored, repeated or not",
     "OAUTH-36", "repeated-parameter",
     "session_state=1&code=others&scope=a&scope=b&state=xyz&error_description=fine&flag", "xyz",
     None, "others", "RFC 6749 §4.1.2"),
    ("callback-names-are-case-sensitive", "ERROR and Code are unknown parameters", "OAUTH-36", "",
     "ERROR=x&Code=y&code=lower&state=xyz", "xyz", None, "lower", "RFC 6749 §4.1.2"),
    ("callback-code-of-printable-signs", "Every printable sign of ASCII may be in a code",
     "OAUTH-35", "", "code=!\"%23$%25%26'()*%2B,-./:;<=>?@[\\]^_`{|}~&state=xyz", "xyz", None,
     "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "RFC 6749 appendix A.11"),
)  # fmt: skip

# slug, description, requirements, flags, query, state, issuer, error, anchor
REFUSALS = (
    ("callback-without-state", "A code without a state is refused", "OAUTH-23", "",
     "code=c", "xyz", None, "STATE_MISMATCH", "RFC 6749 §10.12"),
    ("callback-with-another-state", "Another state is refused", "OAUTH-23", "",
     "code=c&state=abc", "xyz", None, "STATE_MISMATCH", "RFC 6749 §10.12"),
    ("callback-with-a-beginning-of-the-state", "The beginning of the state is not the state",
     "OAUTH-23", "boundary", "code=c&state=xy", "xyz", None, "STATE_MISMATCH", "RFC 6749 §10.12"),
    ("callback-with-a-longer-state", "The state and something more is not the state", "OAUTH-23",
     "boundary", "code=c&state=xyz+", "xyz", None, "STATE_MISMATCH", "RFC 6749 §10.12"),
    ("callback-state-in-another-case", "States are case-sensitive", "OAUTH-23", "",
     "code=c&state=XYZ", "xyz", None, "STATE_MISMATCH", "RFC 6749 §4.1.2"),
    ("callback-state-in-another-normal-form", "States are not brought into a normal form",
     "OAUTH-23", "", "code=c&state=e%CC%81", "\u00e9", None, "STATE_MISMATCH", "RFC 6749 §4.1.2"),
    ("callback-error-with-another-state", "A foreign error is not reported as ours", "OAUTH-23",
     "", "error=access_denied&state=abc", "xyz", None, "STATE_MISMATCH", "RFC 6749 §10.12"),
    ("callback-state-before-issuer", "The state is judged before the issuer", "OAUTH-23", "mix-up",
     "code=c&state=abc&iss=x", "xyz", ISSUER, "STATE_MISMATCH", "RFC 6749 §10.12"),
    ("callback-state-twice", "The right state twice is refused", "OAUTH-24", "repeated-parameter",
     "code=c&state=xyz&state=xyz", "xyz", None, "STATE_MISMATCH", "RFC 6749 §3.1"),
    ("callback-two-states", "A right and a wrong state are refused", "OAUTH-24",
     "repeated-parameter", "state=xyz&code=c&state=abc", "xyz", None, "STATE_MISMATCH",
     "RFC 6749 §3.1"),
    ("callback-empty-state-expected", "An empty state matches nothing", "OAUTH-25", "",
     "code=c&state=", "", None, "STATE_MISMATCH", "RFC 6749 appendix A.5"),
    ("callback-from-another-issuer", "Another issuer is refused", "OAUTH-27", "mix-up",
     "code=c&state=xyz&iss=https%3A%2F%2Fattacker.example", "xyz", ISSUER, "ISSUER_MISMATCH",
     "RFC 9207 §2.4"),
    ("callback-issuer-with-a-slash", "A slash at the end makes another issuer", "OAUTH-27",
     "url-library", f"code=c&state=xyz&{ISS}%2F", "xyz", ISSUER, "ISSUER_MISMATCH",
     "RFC 9207 §2.4"),
    ("callback-issuer-in-another-case", "Hosts in another case make another issuer", "OAUTH-27",
     "url-library", "code=c&state=xyz&iss=https%3A%2F%2FHonest.as.example", "xyz", ISSUER,
     "ISSUER_MISMATCH", "RFC 9207 §2.4"),
    ("callback-empty-issuer", "An empty iss is there and is another one", "OAUTH-27", "mix-up",
     "code=c&state=xyz&iss=", "xyz", ISSUER, "ISSUER_MISMATCH", "RFC 9207 §2.4"),
    ("callback-issuer-twice", "The right issuer twice is refused", "OAUTH-28", "repeated-parameter",
     f"code=c&state=xyz&{ISS}&{ISS}", "xyz", ISSUER, "ISSUER_MISMATCH", "RFC 6749 §3.1"),
    ("callback-issuer-before-error", "The error of another issuer is not reported", "OAUTH-30",
     "mix-up", "error=access_denied&state=xyz&iss=https%3A%2F%2Fattacker.example", "xyz", ISSUER,
     "ISSUER_MISMATCH", "RFC 9207 §2.4"),
    ("callback-issuer-before-code", "The issuer is judged though there is no code", "OAUTH-30",
     "mix-up", "state=xyz&iss=https%3A%2F%2Fattacker.example", "xyz", ISSUER, "ISSUER_MISMATCH",
     "RFC 9207 §2.4"),
    ("callback-empty-error", "An empty error is no error code, and no success", "OAUTH-33", "",
     "error=&code=c&state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 6749 appendix A.7"),
    ("callback-error-twice", "Two errors are refused", "OAUTH-33", "repeated-parameter",
     "error=access_denied&error=server_error&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 §3.1"),
    ("callback-error-with-a-line-feed", "An error with a line end is refused", "OAUTH-33",
     "header-injection", "error=access_denied%0A&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 appendix A.7"),
    ("callback-error-with-a-quote", "An error has no quotation mark", "OAUTH-33", "",
     "error=a%22b&state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 6749 appendix A.7"),
    ("callback-error-with-a-backslash", "An error has no backslash", "OAUTH-33", "",
     "error=a%5Cb&state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 6749 appendix A.7"),
    ("callback-without-code", "The right state alone is no answer", "OAUTH-34", "",
     "state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 6749 §4.1.2"),
    ("callback-code-twice", "Two codes are refused, also equal ones", "OAUTH-34",
     "repeated-parameter", "code=c&code=c&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 §3.1"),
    ("callback-empty-code", "An empty code is refused", "OAUTH-35", "",
     "code=&state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 6749 appendix A.11"),
    ("callback-code-without-equals-sign", "A name alone has an empty value", "OAUTH-18 OAUTH-35",
     "", "code&state=xyz", "xyz", None, "INVALID_CALLBACK", "WHATWG URL §5.1"),
    ("callback-code-with-a-line-feed", "A code with a line end is refused", "OAUTH-35",
     "header-injection", "code=a%0Ab&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 appendix A.11"),
    ("callback-code-with-a-unit-separator", "The last control character is refused", "OAUTH-35",
     "boundary", "code=a%1Fb&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 appendix A.11"),
    ("callback-code-with-delete", "The character behind the tilde is refused", "OAUTH-35",
     "boundary", "code=a%7Fb&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 appendix A.11"),
    ("callback-code-outside-ascii", "A code outside ASCII is refused", "OAUTH-35", "",
     "code=caf%C3%A9&state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 6749 appendix A.11"),
    ("callback-code-of-bad-utf-8", "Bytes that are not UTF-8 are no code", "OAUTH-21 OAUTH-35",
     "decoding", "code=a%FFb&state=xyz", "xyz", None, "INVALID_CALLBACK",
     "RFC 6749 appendix A.11"),
    ("callback-question-mark-of-the-code", "A question mark in front hides the code", "OAUTH-22",
     "", "?code=c&state=xyz", "xyz", None, "INVALID_CALLBACK", "RFC 3986 §3.4"),
)  # fmt: skip

# slug, description, requirements, query, state, issuer, error in the details, anchor
DENIALS = (
    ("callback-error-of-the-rfc", "The error response in the RFC's example", "OAUTH-31",
     "error=access_denied&state=xyz", "xyz", None, "access_denied", "RFC 6749 §4.1.2.1"),
    ("callback-error-with-issuer", "The error response in the RFC's example, with its issuer",
     "OAUTH-31 OAUTH-27",
     f"error=access_denied&state=N2JjNGJhY2JiZjRhYzA3MGJkMzNmMDE5OWJhZmJhZjA&{ISS}",
     "N2JjNGJhY2JiZjRhYzA3MGJkMzNmMDE5OWJhZmJhZjA", ISSUER, "access_denied", "RFC 9207 §2.2"),
    ("callback-error-with-description", "The description stays out of the details", "OAUTH-31",
     "error=server_error&error_description=try+later&error_uri=https%3A%2F%2Fe.example&state=xyz",
     "xyz", None, "server_error", "RFC 6749 §4.1.2.1"),
    ("callback-error-of-an-extension", "An error that the RFC does not list is reported",
     "OAUTH-31", "error=interaction_required&state=xyz", "xyz", None, "interaction_required",
     "RFC 6749 §4.1.2.1"),
    ("callback-error-is-decoded", "The details carry the decoded error", "OAUTH-31 OAUTH-19",
     "error=not+now%2C+thanks&state=xyz", "xyz", None, "not now, thanks", "RFC 6749 appendix B"),
    ("callback-error-and-code", "An error beside a code counts", "OAUTH-32",
     "code=c&error=temporarily_unavailable&state=xyz", "xyz", None, "temporarily_unavailable",
     "RFC 6749 §4.1.2.1"),
    ("callback-error-and-two-codes", "An error is judged before the code", "OAUTH-32",
     "code=c&code=d&error=invalid_scope&state=xyz", "xyz", None, "invalid_scope",
     "RFC 6749 §4.1.2.1"),
)  # fmt: skip


def cases() -> Iterator[Case]:
    """Every case of the operation ``callback``."""
    for slug, description, requirements, flags, query, state, issuer, code, anchor in CODES:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="callback", input=_callback(query, state, issuer),
            expected=result({"code": code}), anchor=anchor,
        )  # fmt: skip
    for slug, description, requirements, flags, query, state, issuer, code, anchor in REFUSALS:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            flags=flags.split(), operation="callback", input=_callback(query, state, issuer),
            expected=error(code), anchor=anchor,
        )  # fmt: skip
    for slug, description, requirements, query, state, issuer, denied, anchor in DENIALS:
        yield Case(
            slug=slug, description=description, requirements=requirements.split(),
            operation="callback", input=_callback(query, state, issuer),
            expected=error("AUTHORIZATION_DENIED", {"error": denied}), anchor=anchor,
        )  # fmt: skip


def _callback(query: str, state: str, issuer: str | None) -> dict[str, str]:
    given = {"query": query, "state": state}
    return given if issuer is None else {**given, "issuer": issuer}
