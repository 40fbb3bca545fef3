/**
 * What the published code reaches for outside of itself, supplied by the adapter: the network, the
 * clock and the random source, for the time of one request. Requests are answered one after the
 * other, so what is supplied for one is never seen by another.
 */
import { NotOfferedError } from "./outcomes.js";

/** The issuer that stand-in flows talk to; nothing listens there and nothing is sent. */
export const ISSUER = "https://iam.invalid";
const DISCOVERY = JSON.stringify({
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
});

// With a store that outlasts the process, one request would see what another one left. Without
// one, the published code makes a store in memory for each client.
Object.defineProperty(globalThis, "localStorage", { value: undefined, configurable: true });

/**
 * Run with parts of the world replaced, and put them back.
 *
 * @template T
 * @param {{fetch?: typeof fetch, now?: () => number, random?: (into: Uint8Array) => void}} supplied
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function inWorld(supplied, run) {
  const before = { fetch: globalThis.fetch, now: Date.now };
  const { random } = supplied;
  if (supplied.fetch) globalThis.fetch = supplied.fetch;
  if (supplied.now) Date.now = supplied.now;
  if (random) {
    /** @param {Uint8Array} into */
    const value = (into) => (random(into), into);
    Object.defineProperty(crypto, "getRandomValues", { value, configurable: true });
  }
  try {
    return await run();
  } finally {
    globalThis.fetch = before.fetch;
    Date.now = before.now;
    // The method itself stands on the prototype; what was put before it goes.
    if (random) Reflect.deleteProperty(crypto, "getRandomValues");
  }
}

/**
 * A random source that hands out these bytes and has no others.
 *
 * @param {Uint8Array} entropy
 * @returns {(into: Uint8Array) => void}
 */
export function randomFrom(entropy) {
  return (into) => {
    if (into.length > entropy.length) {
      const has = `the entropy has ${entropy.length}`;
      throw new NotOfferedError(`@hanzo/iam draws ${into.length} bytes, ${has}`);
    }
    into.set(entropy.subarray(0, into.length));
  };
}

/**
 * A network with one issuer in it: discovery, and a token endpoint that gives these answers in
 * turn. Every body that is posted is added to `sent`.
 *
 * @param {{status: number, body: string}[]} answers
 * @param {URLSearchParams[]} sent
 * @returns {typeof fetch}
 */
export function issuer(answers, sent) {
  const left = [...answers];
  return async (address, init) => {
    if (init?.method !== "POST") return reply(200, DISCOVERY);
    sent.push(new URLSearchParams(String(init.body)));
    const next = left.shift();
    if (next === undefined) throw new NotOfferedError(`@hanzo/iam posts once more to ${address}`);
    return reply(next.status, next.body);
  };
}

/**
 * A response with any status; `Response` refuses some together with a body.
 *
 * @param {number} status
 * @param {string} body
 * @returns {Response}
 */
function reply(status, body) {
  const response = new Response(body);
  Object.defineProperty(response, "status", { value: status });
  Object.defineProperty(response, "ok", { value: status >= 200 && status <= 299 });
  return response;
}
