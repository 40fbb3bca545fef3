// One tier: from the bytes of a settings file to content that can be merged, or a failure.

import { DomainError } from "../domain-error.js";
import { pointerTo } from "../json-pointer.js";
import { JsonError, parse } from "../strict-json.js";
import { ALIASES, findTypeProblem } from "./members.js";

/** @typedef {import("../strict-json.js").Json} Json */
/** @typedef {"user" | "project" | "local"} TierName */

/**
 * A credential that a tier must not set and that was left out; its value is not kept.
 * @typedef {{ tier: TierName, key: string }} Warned
 */

/**
 * A tier's content with known names only, in document order, and what was left out of it.
 * @typedef {{ content: Map<string, Json>, warnings: Warned[] }} Tier
 */

// Credentials belong to the user: a project's files, which others write, must not replace them.
const SENSITIVE = ["api_key", "oauth_credentials"];
const TRUSTED_TIER = "user";

/**
 * A settings file cannot be used; details name its tier and, as a JSON Pointer, the place.
 *
 * The codes are `CONFIG_PARSE`, `CONFIG_AMBIGUOUS` and `CONFIG_TYPE`.
 */
export class ConfigError extends DomainError {
  /**
   * @param {"CONFIG_PARSE" | "CONFIG_AMBIGUOUS" | "CONFIG_TYPE"} code
   * @param {TierName} tier
   * @param {string} path
   * @param {string} problem
   */
  constructor(code, tier, path, problem) {
    super(code, `${tier} settings${path && `, ${path}`}: ${problem}`, { tier, path });
  }
}

/**
 * The content of a tier from the bytes of its file; throws `ConfigError`.
 *
 * Spec: CONFIG-8 to CONFIG-29, CONFIG-37 to CONFIG-45, CONFIG-51 to CONFIG-65
 * @param {TierName} name
 * @param {Uint8Array} data
 * @returns {Tier}
 */
export function readTier(name, data) {
  const content = parseObject(name, data);
  for (const [alias, known] of ALIASES) {
    if (content.has(alias) && content.has(known)) {
      const problem = `${alias} and ${known} mean the same, and both are there`;
      throw new ConfigError("CONFIG_AMBIGUOUS", name, pointerTo(alias), problem);
    }
  }
  const withheld = name === TRUSTED_TIER ? [] : SENSITIVE.filter((key) => content.delete(key));
  const found = findTypeProblem(content);
  if (found) throw new ConfigError("CONFIG_TYPE", name, found.path, `expected ${found.expected}`);
  return {
    content: new Map(Array.from(content, ([key, value]) => [ALIASES.get(key) ?? key, value])),
    warnings: withheld.map((key) => ({ tier: name, key })),
  };
}

/** @param {TierName} name @param {Uint8Array} data @returns {Map<string, Json>} */
function parseObject(name, data) {
  /** @type {Json} */
  let content;
  try {
    content = parse(data);
  } catch (problem) {
    if (!(problem instanceof JsonError)) throw problem;
    throw new ConfigError("CONFIG_PARSE", name, "", problem.message);
  }
  if (content instanceof Map) return content;
  throw new ConfigError("CONFIG_PARSE", name, "", "expected one object");
}
