// net: requests over HTTP, downloads into the workspace, URLs shown to the user.

import { DomainError } from "../../domain-error.js";
import { contentHash, pathFromUri } from "../../ids/index.js";
import { failed, fetchWithin } from "./fetching.js";
import { requestFrom } from "./messages.js";
import { openUrl } from "./opening.js";
import { DOWNLOAD, OPEN, REQUEST } from "./schemas.js";
import { NewFile } from "./storing.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {Readonly<Record<string, any>>} Params */

const MIB = 1024 * 1024;

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "net",
  backend: null,
  actions: {
    request: { params: REQUEST, run: (_, params) => request(params) },
    download: { params: DOWNLOAD, run: download },
    open: { params: OPEN, run: open },
  },
};

/**
 * One HTTP request.
 *
 * Spec: NET-1 to NET-31
 * @param {Params} params
 */
async function request(params) {
  /** @type {Buffer[]} */
  const chunks = [];
  const asked = requestFrom(params["method"], params);
  const { url, status, redirects, headers } = await fetchWithin(
    asked, limitsOf(params, 10 * MIB), () => {}, (chunk) => chunks.push(chunk),
  );
  const content = Buffer.concat(chunks);
  const text = textOf(content);
  return {
    data: {
      url,
      status,
      redirects,
      headers,
      text,
      content_b64: text === null ? content.toString("base64") : null,
      hash: contentHash(content),
      size: content.length,
    },
  };
}

/**
 * A body into a new file.
 *
 * Spec: NET-33 to NET-39, NET-42
 * @param {Context} context
 * @param {Params} params
 */
async function download({ workspace }, params) {
  const output = /** @type {string} */ (params["output"]);
  const asked = requestFrom("GET", params, judgeOutput(output));
  const file = new NewFile(workspace, output);
  try {
    const { url, status, redirects } = await fetchWithin(
      asked, limitsOf(params, 100 * MIB), refuseFailures, (chunk) => file.write(chunk),
    );
    file.keep();
    return {
      data: { url, status, redirects, uri: file.uri, hash: file.hash, size: file.size },
    };
  } finally {
    file.close();
  }
}

/**
 * A URL shown to the user.
 *
 * Spec: NET-40 to NET-42
 * @param {Context} context
 * @param {Params} params
 */
async function open({ environment }, params) {
  requestFrom("GET", params);
  await openUrl(params["url"], environment);
  return { data: { url: params["url"] } };
}

/** @param {Params} params @param {number} defaultBytes */
function limitsOf(params, defaultBytes) {
  return {
    timeoutMs: params["timeout_ms"] ?? 30_000,
    maxBytes: params["max_bytes"] ?? defaultBytes,
    maxRedirects: params["max_redirects"] ?? 10,
  };
}

/** @param {number} status @param {import("./urls.js").Url} url */
function refuseFailures(status, url) {
  if (status < 200 || status > 299) {
    throw failed("status", url, `the server answered ${status}`, { status });
  }
}

/** @param {string} uri */
function judgeOutput(uri) {
  try {
    pathFromUri(uri);
    return [];
  } catch (problem) {
    if (problem instanceof DomainError) return [{ pointer: "/output", rule: "uri" }];
    throw problem;
  }
}

/** @param {Buffer} content @returns {string | null} */
function textOf(content) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}
