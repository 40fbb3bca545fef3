// A tree as a program over UTF-16 units, and the classes of units that it can tell apart.
//
// Instructions are numbered; each is one of
//   UNIT   one unit of a set, then the next instruction
//   SPLIT  two ways, the first one preferred
//   JUMP   one way
//   ASSERT a place, then the next instruction
//   MATCH  the end

/** @typedef {import("./regex-syntax.js").Node} Node */
/** @typedef {import("./regex-syntax.js").Ranges} Ranges */

export const UNIT = 0;
export const SPLIT = 1;
export const JUMP = 2;
export const ASSERT = 3;
export const MATCH = 4;

/**
 * `accepts` says for each class of units whether it is in the set.
 * @typedef {{ op: number, ranges?: Ranges, accepts: Uint8Array, first: number, second: number,
 *   kind?: string }} Instruction
 */

const NOTHING = new Uint8Array();

const FIRST_ASTRAL = 0x10000;
const [HIGH, LOW, LAST_LOW] = [0xd800, 0xdc00, 0xdfff];

/** A compiled tree. */
export class Program {
  /** @type {Instruction[]} */
  code = [];
  /** @type {Map<Ranges, Ranges[][]>} */
  #sets = new Map();

  /** @param {Node} tree */
  constructor(tree) {
    this.#write(tree);
    this.#add(MATCH);
    const edges = new Set([0, 0x0a, 0x0b]);
    for (const { ranges = [] } of this.code) {
      for (const [low, high] of ranges) edges.add(low).add(high + 1);
    }
    /** The first unit of each class, ascending. */
    this.edges = Uint32Array.from(edges).sort();
    this.ascii = Uint16Array.from({ length: 128 }, (_, unit) => this.#search(unit));
    this.classes = this.edges.length;
    /** @type {Map<Ranges, Uint8Array>} */
    const known = new Map();
    for (const instruction of this.code) {
      if (instruction.ranges === undefined) continue;
      const accepts = known.get(instruction.ranges) ?? this.#classesIn(instruction.ranges);
      known.set(instruction.ranges, accepts);
      instruction.accepts = accepts;
    }
  }

  /**
   * The class of a unit: two units of a class are in the same sets.
   * @param {number} unit
   */
  classOf(unit) {
    return unit < 128 ? /** @type {number} */ (this.ascii[unit]) : this.#search(unit);
  }

  /** @param {Ranges} ranges */
  #classesIn(ranges) {
    return Uint8Array.from(this.edges, (unit) =>
      Number(ranges.some(([low, high]) => low <= unit && unit <= high)),
    );
  }

  /** @param {number} unit */
  #search(unit) {
    let [low, high] = [0, this.edges.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (/** @type {number} */ (this.edges[middle]) <= unit) low = middle;
      else high = middle;
    }
    return low;
  }

  /** @param {number} op @param {Partial<Instruction>} [more] */
  #add(op, more = {}) {
    const instruction = { op, accepts: NOTHING, first: this.code.length + 1, second: 0, ...more };
    this.code.push(instruction);
    return instruction;
  }

  /** @param {Node} node */
  #write(node) {
    switch (node.kind) {
      case "characters": return this.#writeSet(node.ranges);
      case "sequence": return node.parts.forEach((part) => this.#write(part));
      case "either": return this.#writeChoices(node.choices, (choice) => this.#write(choice));
      case "repeated": return this.#writeRepeated(node);
      default: this.#add(ASSERT, { kind: node.kind });
    }
  }

  /**
   * @template T
   * @param {readonly T[]} choices
   * @param {(choice: T) => void} write
   */
  #writeChoices(choices, write) {
    /** @type {Instruction[]} */
    const ends = [];
    choices.forEach((choice, index) => {
      const split = index + 1 < choices.length ? this.#add(SPLIT) : undefined;
      write(choice);
      if (split === undefined) return;
      ends.push(this.#add(JUMP));
      split.second = this.code.length;
    });
    for (const end of ends) end.first = this.code.length;
  }

  /** @param {Extract<Node, { kind: "repeated" }>} node */
  #writeRepeated({ part, least, most, greedy }) {
    for (let count = 0; count < least; count += 1) this.#write(part);
    /** @type {Instruction[]} */
    const leaving = [];
    const again = this.code.length;
    for (let count = least; most === null ? count === least : count < most; count += 1) {
      leaving.push(this.#add(SPLIT));
      this.#write(part);
    }
    if (most === null) this.#add(JUMP, { first: again });
    for (const split of leaving) {
      split.second = this.code.length;
      if (!greedy) [split.first, split.second] = [split.second, split.first];
    }
  }

  /** @param {Ranges} ranges */
  #writeSet(ranges) {
    const sequences = this.#sets.get(ranges) ?? unitsOf(ranges);
    this.#sets.set(ranges, sequences);
    this.#writeChoices(sequences, (units) => {
      for (const found of units) this.#add(UNIT, { ranges: found });
    });
  }
}

/**
 * Characters as choices between sequences of sets of units.
 * @param {Ranges} ranges
 * @returns {Ranges[][]}
 */
function unitsOf(ranges) {
  const plain = ranges
    .filter(([low]) => low < FIRST_ASTRAL)
    .map(([low, high]) => /** @type {const} */ ([low, Math.min(high, FIRST_ASTRAL - 1)]));
  const pairs = ranges
    .filter(([, high]) => high >= FIRST_ASTRAL)
    .flatMap(([low, high]) => pairsOf(Math.max(low, FIRST_ASTRAL), high));
  return plain.length > 0 || pairs.length === 0 ? [[plain], ...pairs] : pairs;
}

/**
 * Code points beyond the plane as sets of first and second units.
 * @param {number} low
 * @param {number} high
 * @returns {Ranges[][]}
 */
function pairsOf(low, high) {
  const [firstHigh, firstLow] = halves(low);
  const [lastHigh, lastLow] = halves(high);
  if (firstHigh === lastHigh) return [[[[firstHigh, firstHigh]], [[firstLow, lastLow]]]];
  /** @type {Ranges[][]} */
  const found = [[[[firstHigh, firstHigh]], [[firstLow, LAST_LOW]]]];
  if (lastHigh - firstHigh > 1) found.push([[[firstHigh + 1, lastHigh - 1]], [[LOW, LAST_LOW]]]);
  found.push([[[lastHigh, lastHigh]], [[LOW, lastLow]]]);
  return found;
}

/** @param {number} code @returns {[number, number]} */
function halves(code) {
  const offset = code - FIRST_ASTRAL;
  return [HIGH + (offset >> 10), LOW + (offset & 0x3ff)];
}
