// Configuration in three tiers: how settings files and the environment become one configuration.

export { JsonError, parse, toPlain } from "../strict-json.js";
export { loadConfig } from "./loader.js";
export { mergePatch } from "./merge-patch.js";
export { argv } from "./servers.js";
export { ConfigError } from "./tiers.js";

/** @typedef {import("../strict-json.js").Json} Json */
/** @typedef {import("./loader.js").Loaded} Loaded */
/** @typedef {import("./rules.js").OrderedRule} OrderedRule */
/** @typedef {import("./tiers.js").Warned} Warned */
