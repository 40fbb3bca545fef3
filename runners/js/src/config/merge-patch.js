// JSON Merge Patch (RFC 7396): how a higher tier changes what lower tiers say.

/** @typedef {import("../strict-json.js").Json} Json */

/**
 * What becomes of `target` when `patch` is applied to it; neither is changed.
 *
 * Objects are Maps. A patch that is no object, an array included, takes the place of the target.
 * Spec: CONFIG-30 to CONFIG-36; RFC 7396 §2
 * @param {Json} target
 * @param {Json} patch
 * @returns {Json}
 */
export function mergePatch(target, patch) {
  if (!(patch instanceof Map)) return patch;
  return mergeObjects(target instanceof Map ? target : new Map(), patch);
}

/**
 * An object patched by an object.
 *
 * A member that is new is merged into nothing, which takes the nulls out of it: so nulls of a patch
 * get into the result inside arrays only.
 * @param {ReadonlyMap<string, Json>} target
 * @param {ReadonlyMap<string, Json>} patch
 * @returns {Map<string, Json>}
 */
export function mergeObjects(target, patch) {
  const merged = new Map(target);
  for (const [name, value] of patch) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, value));
  }
  return merged;
}
