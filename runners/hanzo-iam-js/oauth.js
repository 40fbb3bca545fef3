/**
 * The code flow with PKCE over the main entry of @hanzo/iam.
 *
 * - `generate` is `generatePKCEChallenge()` while `crypto.getRandomValues` hands out the entropy of
 *   the request. The build always draws 32 bytes; of a longer entropy the rest is left over.
 * - `authorization_url` is `authorizeUrl()`.
 * - `token_request` is the body that `IamClient#exchangeCode()` posts.
 * - `callback` is `IAM#handleCallback()`: the code is the one that it posts to the token endpoint.
 *   The sign-in that it belongs to is remembered through `stashPkce`, the build's own method, for
 *   the public ones draw their state at random.
 * - `token_response` is what `IAM` holds after `handleCallback()`, or, where the request brings a
 *   refresh token, after signing in with that token and `refreshAccessToken()`.
 *
 * `oauth.challenge` is not declared: nothing exported makes a challenge for a given verifier. The
 * same digest is seen through `generate`.
 */
import { DomainError } from "./outcomes.js";
import { base64, integer, operation, text, textOrNull, texts } from "./shapes.js";
import { ISSUER, inWorld, issuer, randomFrom } from "./world.js";

/** @typedef {typeof import("@hanzo/iam")} Published */

const CLIENT = { serverUrl: ISSUER, clientId: "client" };
const CALLBACK = "https://client.invalid/callback";
const A_VERIFIER = "v".repeat(43);
const A_TOKEN = { status: 200, body: '{"access_token":"token","token_type":"Bearer"}' };

/** How the build's failures begin, which it tells apart by their text, and what they are called. */
const FAILURES = /** @type {const} */ ([
  ["OAuth state mismatch", "STATE_MISMATCH"],
  ["OAuth error on a sign-in this browser did not start", "STATE_MISMATCH"],
  ["Missing authorization code", "INVALID_CALLBACK"],
  ["Token exchange failed", "TOKEN_ERROR"],
  ["Token refresh failed", "TOKEN_ERROR"],
]);
const DENIED = "OAuth error: ";

/**
 * The operations by name.
 *
 * @param {Published} published
 */
export function operations(published) {
  return {
    "oauth.generate": operation({ entropy_b64: base64 }, {}, ({ entropy_b64 }) =>
      generate(published, Buffer.from(entropy_b64, "base64")),
    ),
    "oauth.authorization_url": operation(
      {
        endpoint: text, client_id: text, redirect_uri: text, scopes: texts, state: text,
        challenge: text,
      },
      {},
      async (params) => authorizationUrl(published, params),
    ),
    "oauth.callback": operation({ query: text, state: text }, { issuer: textOrNull }, (params) =>
      named(callback(published, params)),
    ),
    "oauth.token_request": operation(
      { code: text, verifier: text, client_id: text, redirect_uri: text },
      {},
      (params) => tokenRequest(published, params),
    ),
    "oauth.token_response": operation(
      { status: integer, body: text, now: integer },
      { refresh_token: textOrNull },
      (params) => named(tokenResponse(published, params)),
    ),
  };
}

/**
 * @param {Published} published
 * @param {Uint8Array} entropy
 */
async function generate(published, entropy) {
  const pair = await inWorld({ random: randomFrom(entropy) }, () =>
    published.generatePKCEChallenge(),
  );
  // The method is not part of the build's answer; its documentation and requests say S256.
  return { verifier: pair.codeVerifier, challenge: pair.codeChallenge, method: "S256" };
}

/**
 * @param {Published} published
 * @param {{endpoint: string, client_id: string, redirect_uri: string, scopes: string[],
 *   state: string, challenge: string}} params
 */
function authorizationUrl(published, params) {
  const url = published.authorizeUrl({
    serverUrl: ISSUER,
    endpoint: params.endpoint,
    clientId: params.client_id,
    redirectUri: params.redirect_uri,
    scope: params.scopes.join(" "),
    state: params.state,
    codeChallenge: params.challenge,
  });
  const [location = "", ...behind] = url.toString().split("?");
  return { location, query: members(behind.join("?")) };
}

/**
 * The members of a query or form as the build spells them; the domain gives them no order.
 *
 * @param {string} written
 */
function members(written) {
  /** @type {Map<string, (string | null)[]>} */
  const found = new Map();
  for (const piece of written === "" ? [] : written.split("&")) {
    const [name = "", ...values] = piece.split("=");
    found.set(name, [...(found.get(name) ?? []), values.length > 0 ? values.join("=") : null]);
  }
  for (const values of found.values()) values.sort();
  return Object.fromEntries(found);
}

/**
 * @param {Published} published
 * @param {{query: string, state: string, issuer?: string | null}} params `issuer` has nowhere to
 *   go: the build does not look at `iss`.
 */
async function callback(published, { query, state }) {
  const iam = new published.IAM({ ...CLIENT, redirectUri: CALLBACK });
  // Private in the types only.
  /** @type {any} */ (iam).stashPkce(state, A_VERIFIER);
  /** @type {URLSearchParams[]} */
  const sent = [];
  await inWorld({ fetch: issuer([A_TOKEN], sent) }, () =>
    iam.handleCallback(`${CALLBACK}?${query}`),
  );
  return { code: sent[0]?.get("code") };
}

/**
 * @param {Published} published
 * @param {{code: string, verifier: string, client_id: string, redirect_uri: string}} params
 */
async function tokenRequest(published, params) {
  const client = new published.IamClient({ serverUrl: ISSUER, clientId: params.client_id });
  /** @type {string[]} */
  const sent = [];
  const network = issuer([A_TOKEN], []);
  /** @type {typeof fetch} */
  const listening = (address, init) => {
    if (init?.method === "POST") sent.push(String(init.body));
    return network(address, init);
  };
  await inWorld({ fetch: listening }, () =>
    client.exchangeCode({
      code: params.code,
      redirectUri: params.redirect_uri,
      codeVerifier: params.verifier,
    }),
  );
  return { form: members(sent[0] ?? "") };
}

/**
 * @param {Published} published
 * @param {{status: number, body: string, now: number, refresh_token?: string | null}} params
 */
async function tokenResponse(published, { status, body, now, refresh_token }) {
  const iam = new published.IAM({ ...CLIENT, redirectUri: CALLBACK });
  const answer = { status, body };
  const before = { status: 200, body: JSON.stringify({ access_token: "before", refresh_token }) };
  const refreshing = refresh_token !== undefined && refresh_token !== null;
  const network = issuer(refreshing ? [before, answer] : [answer], []);
  await inWorld({ fetch: network, now: () => now * 1000 }, async () => {
    const address = new URL(await iam.getSigninUrl());
    await iam.handleCallback(`${CALLBACK}?code=code&state=${address.searchParams.get("state")}`);
    if (refreshing) await iam.refreshAccessToken();
  });
  const expiresAt = iam.getExpiresAt();
  return {
    access_token: iam.getAccessToken(),
    refresh_token: iam.getRefreshToken(),
    // Milliseconds there, seconds here.
    expires_at: expiresAt === null ? null : expiresAt / 1000,
  };
}

/**
 * The answer, or the build's failure under the domain's name for it.
 *
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
async function named(answer) {
  try {
    return await answer;
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    const known = FAILURES.find(([beginning]) => message.startsWith(beginning));
    if (known) throw new DomainError(known[1], message);
    if (message.startsWith(DENIED)) {
      // The text of the error where the answer has one, its code otherwise.
      const error = message.slice(DENIED.length);
      throw new DomainError("AUTHORIZATION_DENIED", message, { error });
    }
    throw problem;
  }
}
