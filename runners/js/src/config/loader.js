// The load: three tiers, the environment and the defaults become one configuration.

import { defaults } from "./members.js";
import { mergeObjects } from "./merge-patch.js";
import { permissionRules } from "./rules.js";
import { activeServers } from "./servers.js";
import { readTier } from "./tiers.js";

/** @typedef {import("../strict-json.js").Json} Json */

/**
 * What a load gives: the merged members, and three lists that are derived on the way.
 * @typedef {object} Loaded
 * @property {Map<string, Json>} config
 * @property {string[]} activeServers names, sorted by UTF-8 bytes
 * @property {import("./rules.js").OrderedRule[]} permissionRules the first to match first
 * @property {import("./tiers.js").Warned[]} warnings
 */

/** Environment variables that precede every file, and the members that they set. */
const VARIABLES = new Map([["HANZO_API_KEY", "api_key"], ["HANZO_MODEL", "model"]]);

/**
 * The configuration of three settings files, given as bytes or null where one is missing.
 *
 * Throws `ConfigError` with the code `CONFIG_PARSE`, `CONFIG_AMBIGUOUS` or `CONFIG_TYPE` for the
 * first tier, from user to local, that has a problem. Spec: CONFIG-1 to CONFIG-9, CONFIG-64
 * @param {Uint8Array | null} user
 * @param {Uint8Array | null} project
 * @param {Uint8Array | null} local
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Loaded}
 */
export function loadConfig(user, project, local, env) {
  // From the lowest precedence to the highest.
  const files = /** @type {const} */ ({ user, project, local });
  const tiers = Object.entries(files).flatMap(([name, data]) =>
    data ? [readTier(/** @type {import("./tiers.js").TierName} */ (name), data)] : [],
  );
  const merged = tiers.reduce(
    (lower, { content }) => mergeObjects(lower, content),
    /** @type {Map<string, Json>} */ (new Map()),
  );
  for (const [variable, member] of VARIABLES) {
    const value = env[variable];
    if (value) merged.set(member, value);
  }
  const config = new Map([...defaults(), ...merged]);
  // Every tier's types were checked, and no merge of such tiers makes it anything else.
  const servers = /** @type {Map<string, Json>} */ (config.get("mcp_servers"));
  return {
    config,
    activeServers: activeServers(servers),
    permissionRules: permissionRules(tiers),
    warnings: tiers.flatMap(({ warnings }) => warnings),
  };
}
