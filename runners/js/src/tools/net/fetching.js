// A request with its redirects, within limits of time, size and number.

import { ToolError } from "../../envelope/index.js";
import { compareUtf8 } from "../../utf8-order.js";
import { exchanged } from "./exchange.js";
import { otherScheme, redirected } from "./messages.js";
import { redirectTarget, SchemeError, UrlError } from "./urls.js";

/** @typedef {import("./exchange.js").Answer} Answer */
/** @typedef {import("./messages.js").Request} Request */
/** @typedef {import("./urls.js").Url} Url */
/** @typedef {{ timeoutMs: number, maxBytes: number, maxRedirects: number }} Limits */

/**
 * The last answer of a chain of redirects; `redirects` are the URLs that led on.
 * @typedef {object} Fetched
 * @property {string} url
 * @property {number} status
 * @property {{ name: string, value: string }[]} headers
 * @property {string[]} redirects
 */

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Ask, follow redirects, and hand the body of the last answer to `take` in pieces.
 *
 * `accept` sees status and URL of the last answer before its body and may refuse it. Throws
 * `TIMEOUT`, `UNSUPPORTED` or `ERROR`.
 * Spec: NET-13, NET-16 to NET-20, NET-25 to NET-30
 * @param {Request} first
 * @param {Limits} limits
 * @param {(status: number, url: Url) => void} accept
 * @param {(chunk: Buffer) => void} take
 * @returns {Promise<Fetched>}
 */
export async function fetchWithin(first, limits, accept, take) {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  /** @type {string[]} */
  const redirects = [];
  let request = first;
  for (;;) {
    const { url } = request;
    const answer = await asked(request, limits, signal, accept, take);
    const { status, location } = answer;
    if (location === null) {
      return { url: String(url), status, headers: answer.headers, redirects };
    }
    if (redirects.length === limits.maxRedirects) {
      throw failed("redirects", url, "too many redirects");
    }
    redirects.push(String(url));
    request = redirected(request, status, targetOf(url, location));
  }
}

/**
 * An exchange that came to nothing.
 * @param {string} reason
 * @param {Url} url
 * @param {string} message
 * @param {Record<string, unknown>} [more]
 * @returns {ToolError}
 */
export function failed(reason, url, message, more = {}) {
  return new ToolError("ERROR", message, { reason, url: String(url), ...more });
}

/**
 * One exchange; `location` is null unless it leads on.
 * @param {Request} request
 * @param {Limits} limits
 * @param {AbortSignal} signal
 * @param {(status: number, url: Url) => void} accept
 * @param {(chunk: Buffer) => void} take
 */
async function asked(request, limits, signal, accept, take) {
  const { url } = request;
  try {
    const answer = await exchanged(request, signal);
    try {
      const { status } = answer.head;
      const headers = shownHeaders(answer.head.headers);
      const location = headers.find(({ name }) => name === "location")?.value ?? null;
      if (location !== null && REDIRECTS.includes(status) && limits.maxRedirects > 0) {
        return { status, headers, location };
      }
      accept(status, url);
      await takeAll(answer, request, limits, take);
      return { status, headers, location: null };
    } finally {
      answer.close();
    }
  } catch (problem) {
    if (problem instanceof ToolError) throw problem;
    if (signal.aborted) {
      const details = { timeout_ms: limits.timeoutMs, url: String(url) };
      throw new ToolError("TIMEOUT", "the time limit has passed", details);
    }
    throw failed("connection", url, String(problem));
  }
}

/**
 * @param {Answer} answer
 * @param {Request} request
 * @param {Limits} limits
 * @param {(chunk: Buffer) => void} take
 */
async function takeAll(answer, { url }, { maxBytes }, take) {
  const tooLarge = failed("size", url, `the body has more than ${maxBytes} bytes`);
  if (answer.head.length !== null && answer.head.length > maxBytes) throw tooLarge;
  let size = 0;
  for await (const piece of answer.pieces()) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge;
    take(piece);
  }
}

/** @param {Url} url @param {string} location */
function targetOf(url, location) {
  try {
    return redirectTarget(url, location);
  } catch (problem) {
    if (problem instanceof SchemeError) throw otherScheme(problem);
    if (problem instanceof UrlError) throw failed("location", url, problem.message);
    throw problem;
  }
}

/**
 * Headers as they are answered.
 *
 * Spec: NET-14
 * @param {readonly import("./response.js").Header[]} headers
 */
function shownHeaders(headers) {
  const shown = headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
  return shown.sort((left, right) => compareUtf8(left.name, right.name));
}
