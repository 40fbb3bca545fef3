// The registry: every tool of every server under a name that is unique and short enough. Calls are
// routed by looking a name up here, never by taking the name apart.

import { createHash } from "node:crypto";

import { normalize } from "./names.js";

/** @typedef {{ server: string, tool: string }} Tool */
/** @typedef {{ server: string, tool: string, name: string }} Entry */

export const DEFAULT_MAX_LENGTH = 64;
const SMALLEST_LIMIT = 32;
const LARGEST_LIMIT = 128;
const HASH_DIGITS = 12;

/**
 * Names for a set of tools; immutable once built.
 *
 * `entries` holds each distinct tool once, in the order of first appearance. The names depend on
 * the set and on `maxLength` (in bytes), not on the order. Spec: MCP-16 to MCP-30
 */
export class Registry {
  /** @type {readonly Entry[]} */
  entries;
  /** @type {ReadonlyMap<string, Entry>} */
  #byName;

  /**
   * Names every tool; throws `InvalidName` when a server or a tool is empty, RangeError when
   * `maxLength` is not from 32 to 128.
   * @param {Iterable<Tool>} tools
   * @param {{ maxLength?: number | undefined }} [options]
   */
  constructor(tools, { maxLength = DEFAULT_MAX_LENGTH } = {}) {
    if (!(maxLength >= SMALLEST_LIMIT && maxLength <= LARGEST_LIMIT)) {
      throw new RangeError(`maxLength is from ${SMALLEST_LIMIT} to ${LARGEST_LIMIT}`);
    }
    this.entries = Object.freeze(assign(distinct(tools), maxLength));
    this.#byName = new Map(this.entries.map((entry) => [entry.name, entry]));
  }

  /**
   * The entry with exactly this name, or undefined.
   * @param {string} name
   */
  find(name) {
    return this.#byName.get(name);
  }
}

/** @param {Iterable<Tool>} tools @returns {Entry[]} each with its joined name, still unsettled */
function distinct(tools) {
  /** @type {Map<string, Entry>} */
  const first = new Map();
  for (const { server, tool } of tools) {
    const name = normalize(server, tool);
    // As JSON, because any plain separator may stand in a server or a tool itself.
    const key = JSON.stringify([server, tool]);
    if (!first.has(key)) first.set(key, { server, tool, name });
  }
  return [...first.values()];
}

/** @param {Entry[]} joined @param {number} maxLength @returns {Entry[]} in the same order */
function assign(joined, maxLength) {
  /** @type {Map<string, number>} */
  const members = new Map();
  for (const { name } of joined) members.set(name, (members.get(name) ?? 0) + 1);
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {Map<Entry, Entry>} */
  const settled = new Map();
  for (const { entry, identity } of inByteOrder(joined)) {
    const alone = members.get(entry.name) === 1 && !taken.has(entry.name);
    const name =
      alone && entry.name.length <= maxLength
        ? entry.name
        : shortened(entry.name.slice(0, maxLength - HASH_DIGITS - 1), identity, taken);
    taken.add(name);
    settled.set(entry, Object.freeze({ ...entry, name }));
  }
  return joined.map((entry) => /** @type {Entry} */ (settled.get(entry)));
}

/** @param {Entry[]} entries */
function inByteOrder(entries) {
  const keyed = entries.map((entry) => ({
    entry,
    identity: Buffer.from(`${entry.server}\0${entry.tool}`),
  }));
  // Two tools have equal bytes only when one name has a NUL itself: the shorter server then goes
  // first, whatever the order of input. Spec: MCP-25
  return keyed.sort(
    (left, right) =>
      Buffer.compare(left.identity, right.identity) ||
      left.entry.server.length - right.entry.server.length,
  );
}

/**
 * The first free name made of a stem and a hash.
 * @param {string} stem
 * @param {Buffer} identity
 * @param {ReadonlySet<string>} taken
 * @returns {string}
 */
function shortened(stem, identity, taken) {
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash("sha256").update(identity);
    if (attempt > 0) hash.update(`\0${attempt}`);
    const name = `${stem}_${hash.digest("hex").slice(0, HASH_DIGITS)}`;
    if (!taken.has(name)) return name;
  }
}
