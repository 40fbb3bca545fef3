import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import {
  authorizationUrl, challenge, generate, OAuthError, readCallback, readTokenResponse, tokenRequest,
} from "hanzo-conformance-js/oauth";

// RFC 7636 appendix B.
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** @param {() => unknown} action @param {string} code @param {object} [details] */
function fails(action, code, details) {
  assert.throws(action, (error) => {
    assert.ok(error instanceof OAuthError);
    assert.deepEqual([error.code, error.details], [code, details]);
    return true;
  });
}

test("the challenge of RFC 7636 appendix B", () => assert.equal(challenge(VERIFIER), CHALLENGE));

test("all unreserved characters may stand in a verifier", () => {
  assert.equal(challenge("~".repeat(43)), "dOHT1ivLVSPsewADt8TAZF2T2lLYTZ4BymCwTRKpihg");
  assert.equal(challenge("-._~Az09".repeat(6)).length, 43);
});

const BAD_VERIFIERS = [
  "", "a".repeat(42), "a".repeat(129), `${"a".repeat(43)}+`, `${"a".repeat(43)}\n`, "é".repeat(50),
];
for (const verifier of BAD_VERIFIERS) {
  test(`${JSON.stringify(verifier).slice(0, 60)} is no verifier anywhere`, () => {
    fails(() => challenge(verifier), "INVALID_VERIFIER");
    const request = { code: "c", verifier, clientId: "i", redirectUri: "r" };
    fails(() => tokenRequest(request), "INVALID_VERIFIER");
  });
}

test("43 and 128 characters are the limits of a verifier, 32 and 96 bytes those of entropy", () => {
  assert.equal(challenge("a".repeat(43)).length, 43);
  assert.equal(challenge("a".repeat(128)).length, 43);
  assert.equal(generate(new Uint8Array(32)).verifier, "A".repeat(43));
  assert.equal(generate(new Uint8Array(96)).verifier.length, 128);
  fails(() => generate(new Uint8Array(31)), "INVALID_ENTROPY");
  fails(() => generate(new Uint8Array(97)), "INVALID_ENTROPY");
});

test("a generated pair belongs together and does not show its verifier to a log", () => {
  const pair = generate(Buffer.from(VERIFIER, "base64url"));
  assert.deepEqual({ ...pair }, { verifier: VERIFIER, challenge: CHALLENGE });
  assert.equal(inspect({ pair }).includes(VERIFIER), false);
});

/** @param {string} endpoint @param {Partial<Parameters<typeof authorizationUrl>[0]>} [rest] */
const urlFor = (endpoint, rest) =>
  authorizationUrl({
    endpoint,
    clientId: "c",
    redirectUri: "http://127.0.0.1:1/cb",
    scopes: ["a b"],
    state: "s",
    challenge: CHALLENGE,
    ...rest,
  });

const QUERY =
  "response_type=code&client_id=c&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcb" +
  `&scope=a%20b&state=s&code_challenge=${CHALLENGE}&code_challenge_method=S256`;

test("a query of the endpoint stays in front and a fragment goes", () => {
  /** @type {[string, string][]} */
  const endpoints = [
    ["https://Ex.org:443/A", "https://Ex.org:443/A?"],
    ["https://e/a?", "https://e/a?"],
    ["https://e/a?x?", "https://e/a?x?&"],
    ["https://e/a?x=%7e", "https://e/a?x=%7e&"],
    ["https://e/a?x=1&", "https://e/a?x=1&"],
    ["https://e/a#f?g", "https://e/a?"],
    ["https://e/a?x#f#g", "https://e/a?x&"],
  ];
  for (const [endpoint, front] of endpoints) assert.equal(urlFor(endpoint), front + QUERY);
});

test("every byte that is not unreserved is percent-encoded, and no scopes are no parameter", () => {
  const url = urlFor("e", { state: "!'()*~ é\u{1f600}\ud800", scopes: [] });
  assert.ok(url.includes("&state=%21%27%28%29%2A~%20%C3%A9%F0%9F%98%80%EF%BF%BD&"), url);
  assert.equal(url.includes("scope"), false);
});

test("a callback brings its code, decoded", () => {
  assert.equal(readCallback("code=a%2Bb+c&state=s%20t", "s t"), "a+b c");
  assert.equal(readCallback("&x&&state=é&code=%7e%zz%", "é"), "~%zz%");
  assert.equal(readCallback("state=%F0%9F%98%80&code=a=b&CODE=c&x=1&x=2", "\u{1f600}"), "a=b");
});

test("without the very state nothing else is judged", () => {
  const queries = [
    "", "state=", "state=t&error=x", "state=s&state=s", "?state=s", "State=s", "state=ss",
  ];
  for (const query of queries) fails(() => readCallback(query, "s"), "STATE_MISMATCH");
  fails(() => readCallback("state=&code=c", ""), "STATE_MISMATCH");
  fails(() => readCallback("state=%ef%bb%bfs&code=c", "s"), "STATE_MISMATCH");
});

test("an issuer that is known must be the one that answers", () => {
  assert.equal(readCallback("state=s&code=c&iss=https%3A%2F%2Fe", "s", "https://e"), "c");
  assert.equal(readCallback("state=s&code=c", "s", "https://e"), "c");
  assert.equal(readCallback("state=s&code=c&iss=x&iss=y", "s"), "c");
  for (const iss of ["iss=https://e/", "iss=", "iss=https://e&iss=https://e"]) {
    fails(() => readCallback(`state=s&error=x&${iss}`, "s", "https://e"), "ISSUER_MISMATCH");
  }
});

test("a refusal carries its error code and nothing else", () => {
  const query = "state=s&code=c&error=access_denied&error_description=secret";
  fails(() => readCallback(query, "s"), "AUTHORIZATION_DENIED", { error: "access_denied" });
});

test("a code or an error that is missing, repeated or malformed is an invalid callback", () => {
  const queries = [
    "", "code=", "code=a&code=a", "code=%0a", "code=é",
    "error=", "error=%22", "error=%5C", "error=a&error=b",
  ];
  for (const query of queries) {
    fails(() => readCallback(`state=s&${query}`, "s"), "INVALID_CALLBACK");
  }
});

test("the token request is a form", () => {
  const body = tokenRequest({
    code: "a b*~", verifier: VERIFIER, clientId: "é", redirectUri: "http://l/?x",
  });
  assert.equal(
    body,
    "grant_type=authorization_code&code=a+b*%7E&redirect_uri=http%3A%2F%2Fl%2F%3Fx" +
      `&client_id=%C3%A9&code_verifier=${VERIFIER}`,
  );
});

/** @param {object} members @param {string | null} [held] @param {number} [now] */
const respond = (members, held, now = 1000) => {
  const body = JSON.stringify({ access_token: "t", token_type: "Bearer", ...members });
  return { ...readTokenResponse(200, body, now, held) };
};

test("a new refresh token replaces the one held, and none keeps it", () => {
  const tokens = { accessToken: "t", refreshToken: null, expiresAt: null };
  assert.deepEqual(respond({}), tokens);
  assert.deepEqual(respond({ refresh_token: null }, "old"), { ...tokens, refreshToken: "old" });
  assert.deepEqual(respond({ refresh_token: "new" }, "old"), { ...tokens, refreshToken: "new" });
});

test("a lifetime is a whole number or digits, and the sum stays within 2^53-1", () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (const [given, expected] of [[0, 1000], [3600, 4600], ["0060", 1060], [null, null]]) {
    assert.equal(respond({ expires_in: given }).expiresAt, expected);
  }
  assert.equal(respond({ expires_in: most - 1 }, null, 1).expiresAt, most);
  for (const given of [most, `${most}`, "9".repeat(400), 1e300]) {
    fails(() => respond({ expires_in: given }, null, 1), "INVALID_TOKEN_RESPONSE");
  }
  for (const given of [-1, 0.5, "", "-1", "1.0", "1e3", " 1", "\u0661", true, [], {}]) {
    fails(() => respond({ expires_in: given }), "INVALID_TOKEN_RESPONSE");
  }
});

test("a number without a double is no lifetime, one in another notation is", () => {
  const read = (/** @type {string} */ number) =>
    readTokenResponse(
      200, `{"access_token":"t","token_type":"BEARER","expires_in":${number}}`, 0,
    ).expiresAt;
  assert.deepEqual([read("3.6e3"), read("-0.0"), read("60.0")], [3600, 0, 60]);
  fails(() => read("1e999"), "INVALID_TOKEN_RESPONSE");
});

test("tokens are printable text, of type bearer", () => {
  for (const value of ["", "a\n", "é", 1, null]) {
    fails(() => respond({ access_token: value }), "INVALID_TOKEN_RESPONSE");
    fails(() => respond({ token_type: value }), "INVALID_TOKEN_RESPONSE");
  }
  for (const value of ["", "a\n", "é", 1]) {
    fails(() => respond({ refresh_token: value }, "old"), "INVALID_TOKEN_RESPONSE");
  }
  fails(() => respond({ token_type: "Bearer\n" }), "INVALID_TOKEN_RESPONSE");
});

test("an error is an error at any status, and a body that is no object is none", () => {
  fails(() => readTokenResponse(201, "{}", 0), "TOKEN_ERROR");
  fails(() => respond({ error: "x" }), "TOKEN_ERROR");
  fails(() => respond({ error: false }), "TOKEN_ERROR");
  assert.equal(respond({ error: null }).accessToken, "t");
  for (const body of ["", "[]", "null", "1", "access_token=t", '{"a":1,}', "\ufeff{}"]) {
    fails(() => readTokenResponse(200, body, 0), "INVALID_TOKEN_RESPONSE");
  }
});

test("no message tells a secret, and no log shows a token", () => {
  const tell = (/** @type {() => unknown} */ action) => {
    try {
      return inspect(action());
    } catch (error) {
      return inspect(error);
    }
  };
  const shown = [
    tell(() => challenge("hush")),
    tell(() => readCallback("state=hush&code=hush", "hush hush")),
    tell(() => readCallback("state=s&code=hush&code=hush", "s")),
    tell(() => respond({ access_token: "hush\n" })),
    tell(() => readTokenResponse(400, "hush", 0)),
    tell(() => readTokenResponse(200, "hush", 0)),
    tell(() => readTokenResponse(200, '{"access_token":"hush","token_type":"bearer"}', 0, "hush")),
  ];
  assert.equal(shown.length, 7);
  for (const text of shown) assert.doesNotMatch(text.replace(/\n {4}at .*/g, ""), /hush/);
});
