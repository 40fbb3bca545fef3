// Results of requests to values; a result of another shape is refused.

import { canonicalJson } from "../canonical-json.js";
import { isObject, member } from "./message.js";

/** @typedef {import("./message.js").Message} Message */
/** @typedef {{ name: string, description: string, input_schema: Message }} ToolDefinition */
/** @typedef {{ tools: ToolDefinition[], nextCursor: string | null }} Page */

// The newest first: that is the one that is offered.
export const PROTOCOL_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** An answer that ends its request with this code. */
export class Refused extends Error {
  /** @param {string} code @param {Message | null} [details] */
  constructor(code, details = null) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/**
 * What a server is, as it came; throws `Refused`.
 *
 * Spec: MCPC-22, MCPC-23
 * @param {Message} result
 */
export function readInitialize(result) {
  const version = member(result, "protocolVersion");
  const capabilities = member(result, "capabilities");
  const server = member(result, "serverInfo");
  if (
    typeof version !== "string" || !isObject(capabilities) || !isObject(server) ||
    typeof member(server, "name") !== "string" || typeof member(server, "version") !== "string"
  ) {
    throw new Refused("INVALID_RESPONSE");
  }
  if (!PROTOCOL_VERSIONS.includes(version)) throw new Refused("UNSUPPORTED_VERSION");
  return { protocol_version: version, capabilities, server_info: server };
}

/**
 * A page of tools, those left out that are none; throws `Refused`.
 *
 * Spec: MCPC-42, MCPC-43, MCPC-46, MCPC-47
 * @param {Message} result
 * @returns {Page}
 */
export function readPage(result) {
  const listed = member(result, "tools");
  if (!Array.isArray(listed)) throw new Refused("INVALID_RESPONSE");
  const cursor = member(result, "nextCursor");
  return { tools: listed.flatMap(toolOf), nextCursor: typeof cursor === "string" ? cursor : null };
}

/** @param {unknown} entry @returns {ToolDefinition[]} the one tool that it is, or none */
function toolOf(entry) {
  if (!isObject(entry)) return [];
  const name = member(entry, "name");
  const schema = member(entry, "inputSchema");
  const description = member(entry, "description");
  if (typeof name !== "string" || !isObject(schema)) return [];
  const told = typeof description === "string" ? description : "";
  return [{ name, description: told, input_schema: schema }];
}

/**
 * What a tool has said; throws `Refused`.
 *
 * Spec: MCPC-52 to MCPC-57
 * @param {Message} result
 */
export function readCall(result) {
  const { content = [], isError = false, structuredContent } = { ...result };
  const isStructured = structuredContent !== undefined;
  if (
    !Array.isArray(content) || typeof isError !== "boolean" ||
    (isStructured && !isObject(structuredContent))
  ) {
    throw new Refused("INVALID_RESPONSE");
  }
  const texts = content.map(shown);
  const isBare = content.length === 0 && isStructured;
  const output = isBare ? canonicalJson(structuredContent) : texts.join("\n");
  return { output, error: isError ? output : null, is_error: isError };
}

/** @param {unknown} block @returns {string} */
function shown(block) {
  const type = isObject(block) ? member(block, "type") : undefined;
  const text = isObject(block) ? member(block, "text") : undefined;
  if (typeof type !== "string" || (type === "text" && typeof text !== "string")) {
    throw new Refused("INVALID_RESPONSE");
  }
  return type === "text" ? String(text) : `[${type}]`;
}
