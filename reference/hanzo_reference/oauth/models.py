"""Inputs and outputs of the operations, as they travel: strict, members in their fixed order."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hanzo_reference.spec.declaration import Base64, Model

LARGEST_INTEGER = 2**53 - 1

Verifier = Annotated[
    str, Field(description="The PKCE code verifier; any text, judged by the operation.")
]
Challenge = Annotated[
    str,
    Field(
        pattern="^[A-Za-z0-9_-]{43}$",
        description="SHA-256 of the verifier in base64url without padding, 43 characters.",
    ),
]
ClientId = Annotated[str, Field(min_length=1, description="The client's registered identifier.")]
RedirectUri = Annotated[
    str, Field(min_length=1, description="Where the browser is sent back to; taken as it is.")
]
Members = dict[str, list[str | None]]
MEMBERS = (
    "Members by name, as they are spelled and in no order: a name's values are sorted by code "
    "points. null stands for a member without an equals sign."
)
# RFC 6749 §3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ). A space would make two of one.
ScopeToken = Annotated[str, Field(pattern=r"^[!#-\[\]-~]+$")]


class ChallengeInput(Model):
    """A verifier to be turned into its challenge."""

    verifier: Verifier


class ChallengeOutput(Model):
    """The challenge of a verifier."""

    challenge: Challenge
    method: Literal["S256"] = Field(description="The code_challenge_method.")


class GenerateInput(Model):
    """Random bytes from the caller."""

    entropy_b64: Base64 = Field(description="The bytes in padded base64; any number of them.")


class GenerateOutput(Model):
    """A verifier with its challenge."""

    verifier: str = Field(description="The entropy in base64url without padding.")
    challenge: Challenge
    method: Literal["S256"] = Field(description="The code_challenge_method.")


class AuthorizationUrlInput(Model):
    """Everything that the authorization URL is made of."""

    endpoint: str = Field(min_length=1, description="The authorization endpoint's URL.")
    client_id: ClientId
    redirect_uri: RedirectUri
    scopes: list[ScopeToken] = Field(description="Scope tokens in the order to be sent.")
    state: str = Field(min_length=1, description="The value that the callback must bring back.")
    challenge: Challenge


class AuthorizationUrlOutput(Model):
    """The URL to open in a browser, in comparable form."""

    location: str = Field(description="What stands before the first ?.")
    query: Members = Field(description=MEMBERS)


class CallbackInput(Model):
    """The query with which the browser came back, and what it is judged by."""

    query: str = Field(description="The query component of the callback's URL, without the ?.")
    state: str = Field(description="The state that was sent; empty matches nothing.")
    issuer: str | None = Field(
        default=None,
        min_length=1,
        description="The issuer that iss must name; null or absent when it is not known.",
    )


class CallbackOutput(Model):
    """The authorization code."""

    code: str = Field(description="Decoded; one or more of U+0020 to U+007E.")


class TokenRequestInput(Model):
    """Everything that the token request's body is made of."""

    code: str = Field(min_length=1, description="The authorization code from the callback.")
    verifier: Verifier
    client_id: ClientId
    redirect_uri: RedirectUri


class TokenRequestOutput(Model):
    """The form-encoded body of the POST to the token endpoint, in comparable form."""

    form: Members = Field(description=MEMBERS)


class TokenResponseInput(Model):
    """What the token endpoint answered, and when."""

    status: int = Field(ge=100, le=599, description="The HTTP status code.")
    body: str = Field(description="The body, decoded as UTF-8.")
    now: int = Field(
        ge=0, le=LARGEST_INTEGER, description="Seconds since the Unix epoch when it arrived."
    )
    refresh_token: str | None = Field(
        default=None,
        min_length=1,
        description="The refresh token held so far; null or absent when there is none.",
    )


class TokenResponseOutput(Model):
    """The tokens to be kept."""

    access_token: str = Field(description="One or more of U+0020 to U+007E.")
    refresh_token: str | None = Field(description="The new one, else the one held; null if none.")
    expires_at: int | None = Field(
        description="Seconds since the Unix epoch; null when the server does not say."
    )
