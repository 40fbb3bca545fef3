"""OAuth 2.0 authorization code flow with PKCE: what a client sends and how it judges answers.

Here live the challenge, the authorization URL, the callback, and the token endpoint's request and
response, as pure functions. Browsers, listening sockets, HTTP and stored credentials do not.
"""

from hanzo_reference.oauth import models, operations
from hanzo_reference.oauth.authorization import authorization_url, read_callback
from hanzo_reference.oauth.pkce import METHOD, Pkce, challenge, generate
from hanzo_reference.oauth.tokens import Tokens, read_token_response, token_request
from hanzo_reference.spec.declaration import Domain, Operation

__all__ = [
    "DOMAIN",
    "METHOD",
    "Pkce",
    "Tokens",
    "authorization_url",
    "challenge",
    "generate",
    "read_callback",
    "read_token_response",
    "token_request",
]

BAD_VERIFIER = "The verifier is not 43 to 128 unreserved characters."

DOMAIN = Domain(
    id="oauth",
    title="OAuth code flow with PKCE",
    vector_file="oauth-pkce",
    requirement_prefix="OAUTH",
    sources=("HIP-0301 §6", "RFC 7636", "RFC 9700", "RFC 6749", "RFC 8252", "RFC 9207"),
    operations=(
        Operation(
            name="challenge",
            input=models.ChallengeInput,
            output=models.ChallengeOutput,
            function=operations.make_challenge,
            errors={"INVALID_VERIFIER": BAD_VERIFIER},
        ),
        Operation(
            name="generate",
            input=models.GenerateInput,
            output=models.GenerateOutput,
            function=operations.generate_pair,
            errors={"INVALID_ENTROPY": "There are fewer than 32 or more than 96 bytes."},
        ),
        Operation(
            name="authorization_url",
            input=models.AuthorizationUrlInput,
            output=models.AuthorizationUrlOutput,
            function=operations.make_authorization_url,
        ),
        Operation(
            name="callback",
            input=models.CallbackInput,
            output=models.CallbackOutput,
            function=operations.judge_callback,
            errors={
                "STATE_MISMATCH": "The state is missing, repeated or not the one that was sent.",
                "ISSUER_MISMATCH": "An issuer is expected, and iss is repeated or another one.",
                "AUTHORIZATION_DENIED": "The server answers with an error; details carry it.",
                "INVALID_CALLBACK": "The code, or the error, is missing, repeated or malformed.",
            },
        ),
        Operation(
            name="token_request",
            input=models.TokenRequestInput,
            output=models.TokenRequestOutput,
            function=operations.make_token_request,
            errors={"INVALID_VERIFIER": BAD_VERIFIER},
        ),
        Operation(
            name="token_response",
            input=models.TokenResponseInput,
            output=models.TokenResponseOutput,
            function=operations.judge_token_response,
            errors={
                "TOKEN_ERROR": "The status is not 200, or the body carries an error.",
                "INVALID_TOKEN_RESPONSE": "The body is not a well-formed bearer token response.",
            },
        ),
    ),
)
