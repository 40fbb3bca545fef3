// The order of permission rules, which merging objects does not tell.

/** @typedef {import("../permissions/index.js").PermissionMode} PermissionMode */
/** @typedef {{ toolPattern: string, mode: PermissionMode }} OrderedRule */

/**
 * The rules of `permissions`, the first to match first; `tiers` from the lowest to the highest.
 *
 * A rule of a higher tier precedes all of a lower one, so that it can overrule them; within a tier
 * the order is that of the file. What a null removes below stays removed.
 * Spec: CONFIG-66 to CONFIG-69
 * @param {readonly import("./tiers.js").Tier[]} tiers
 * @returns {OrderedRule[]}
 */
export function permissionRules(tiers) {
  const rules = [];
  /** @type {Set<string>} */
  const settled = new Set();
  for (const { content } of tiers.toReversed()) {
    const permissions = content.get("permissions");
    // This tier removes whatever the tiers below say.
    if (permissions === null) break;
    for (const [toolPattern, mode] of permissions instanceof Map ? permissions : []) {
      if (mode !== null && !settled.has(toolPattern)) {
        // The check of the tier's types has let nothing else through.
        rules.push({ toolPattern, mode: /** @type {PermissionMode} */ (mode) });
      }
      settled.add(toolPattern);
    }
  }
  return rules;
}
