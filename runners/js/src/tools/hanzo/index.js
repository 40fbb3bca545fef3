// The optional tool `hanzo`: the platform behind an endpoint, over the one way to the network that
// there is: `net.request`.

import { Endpoint, jsonIn } from "../endpoint.js";
import { violation } from "../failures.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */
/** @typedef {{ path?: string, method?: string, body?: object, endpoint?: string }} AskParams */

const AREAS = /** @type {const} */ ([
  ["cloud", "Asks the platform about its resources."],
  ["deploy", "Asks the platform about deployments."],
  ["auth", "Asks the platform about identities."],
  ["node", "Asks the platform about nodes."],
]);

/** @type {ParameterSchema} */
const PARAMS = {
  type: "object",
  properties: {
    path: {
      type: "string",
      description: "Below the area, without a slash at the beginning.",
    },
    method: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
    body: { type: "object", additionalProperties: true, description: "Sent as JSON." },
    endpoint: {
      type: "string",
      description: "URL of another platform than the configured one.",
    },
  },
  additionalProperties: false,
};

// RFC 3986 §3.3: segments of unreserved characters and escapes, but for escapes of full stop, slash
// and backslash, by which servers may leave the area.
const SEGMENT = /^(?:[A-Za-z0-9._~-]|%(?!2[EeFf]|5[Cc])[0-9A-Fa-f]{2})+$/;

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "hanzo",
  backend: null,
  actions: Object.fromEntries(
    AREAS.map(([area, description]) => [
      area,
      {
        params: { ...PARAMS, description },
        run: (context, params) => ask(context, area, params),
      },
    ]),
  ),
};

/**
 * Spec: HANZO-1 to HANZO-6
 * @param {Context} context
 * @param {string} area
 * @param {AskParams} params
 */
async function ask(context, area, { path = "", method = "GET", body, endpoint }) {
  if (path !== "" && !path.split("/").every(isSegment)) {
    throw violation("/path", "path", "no path");
  }
  const place = ["v1", area, path].filter((part) => part !== "").join("/");
  const service = new Endpoint(context, endpoint, "HANZO_API_BASE", "HANZO_API_KEY");
  const { status, text } = await service.ask(method, place, body, "application/json");
  return { data: { status, body: text === "" ? null : jsonIn(text) } };
}

/** @param {string} text */
function isSegment(text) {
  return text !== "." && text !== ".." && SEGMENT.test(text);
}
