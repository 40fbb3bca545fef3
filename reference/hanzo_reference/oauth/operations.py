"""The operations of the domain: from input models to the behaviour and back."""

from __future__ import annotations

import base64

from hanzo_reference.oauth import models
from hanzo_reference.oauth.authorization import authorization_url, read_callback
from hanzo_reference.oauth.comparable import located, members
from hanzo_reference.oauth.pkce import METHOD, challenge, generate
from hanzo_reference.oauth.tokens import read_token_response, token_request


def make_challenge(given: models.ChallengeInput) -> models.ChallengeOutput:
    """``oauth.challenge``."""
    return models.ChallengeOutput(challenge=challenge(given.verifier), method=METHOD)


def generate_pair(given: models.GenerateInput) -> models.GenerateOutput:
    """``oauth.generate``."""
    pair = generate(base64.b64decode(given.entropy_b64, validate=True))
    return models.GenerateOutput(verifier=pair.verifier, challenge=pair.challenge, method=METHOD)


def make_authorization_url(given: models.AuthorizationUrlInput) -> models.AuthorizationUrlOutput:
    """``oauth.authorization_url``."""
    location, query = located(
        authorization_url(
            endpoint=given.endpoint,
            client_id=given.client_id,
            redirect_uri=given.redirect_uri,
            scopes=given.scopes,
            state=given.state,
            challenge=given.challenge,
        )
    )
    return models.AuthorizationUrlOutput(location=location, query=query)


def judge_callback(given: models.CallbackInput) -> models.CallbackOutput:
    """``oauth.callback``."""
    return models.CallbackOutput(code=read_callback(given.query, given.state, given.issuer))


def make_token_request(given: models.TokenRequestInput) -> models.TokenRequestOutput:
    """``oauth.token_request``."""
    return models.TokenRequestOutput(
        form=members(
            token_request(
                code=given.code,
                verifier=given.verifier,
                client_id=given.client_id,
                redirect_uri=given.redirect_uri,
            )
        )
    )


def judge_token_response(given: models.TokenResponseInput) -> models.TokenResponseOutput:
    """``oauth.token_response``."""
    tokens = read_token_response(given.status, given.body, given.now, given.refresh_token)
    return models.TokenResponseOutput(
        access_token=tokens.access_token,
        refresh_token=tokens.refresh_token,
        expires_at=tokens.expires_at,
    )
