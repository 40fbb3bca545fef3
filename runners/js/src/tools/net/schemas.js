// The parameters of the actions of net.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

const MIB = 1024 * 1024;
/** @type {ParameterSchema} */
const url = { type: "string", description: "An http or https URL." };
/** @type {ParameterSchema} */
const headers = {
  type: "object",
  additionalProperties: { type: "string" },
  description: "Values by name.",
};
/** @type {ParameterSchema} */
const timeoutMs = {
  type: "integer",
  minimum: 1,
  maximum: 600_000,
  description: "For the whole call, 30000 if left out.",
};
/** @type {ParameterSchema} */
const maxRedirects = {
  type: "integer",
  minimum: 0,
  maximum: 20,
  description: "Redirects that are followed, 10 if left out.",
};

/** @type {ParameterSchema} */
export const REQUEST = {
  type: "object",
  description: "Sends an HTTP request.",
  properties: {
    url,
    method: {
      type: "string",
      enum: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    },
    headers,
    body: { type: "string", description: "Text that is sent as UTF-8." },
    body_b64: { type: "string", description: "Bytes instead of text, as base64." },
    timeout_ms: timeoutMs,
    max_bytes: {
      type: "integer",
      minimum: 1,
      maximum: 100 * MIB,
      description: "Of the answer's body, 10 MiB if left out.",
    },
    max_redirects: maxRedirects,
  },
  required: ["url", "method"],
  additionalProperties: false,
};

/** @type {ParameterSchema} */
export const DOWNLOAD = {
  type: "object",
  description: "Downloads into a new file.",
  properties: {
    url,
    output: { type: "string", description: "URI of the file to make; its folder exists." },
    headers,
    timeout_ms: timeoutMs,
    max_bytes: {
      type: "integer",
      minimum: 1,
      maximum: 1024 * MIB,
      description: "Of the file, 100 MiB if left out.",
    },
    max_redirects: maxRedirects,
  },
  required: ["url", "output"],
  additionalProperties: false,
};

/** @type {ParameterSchema} */
export const OPEN = {
  type: "object",
  description: "Shows a URL to the user.",
  properties: { url },
  required: ["url"],
  additionalProperties: false,
};
