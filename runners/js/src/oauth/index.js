// OAuth 2.0 authorization code flow with PKCE: what a client sends and how it judges answers.

export { authorizationUrl, readCallback } from "./authorization.js";
export { OAuthError } from "./oauth-error.js";
export { challenge, generate, METHOD, Pkce } from "./pkce.js";
export { readTokenResponse, tokenRequest, Tokens } from "./tokens.js";

/** @typedef {import("./authorization.js").AuthorizationRequest} AuthorizationRequest */
/** @typedef {import("./oauth-error.js").OAuthErrorCode} OAuthErrorCode */
