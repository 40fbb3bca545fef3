// Shapes made of other shapes: lists, maps, records and choices between them.

import { pointerTo } from "../json-pointer.js";
import { libraryName } from "./names.js";
import { asItIs, misfit } from "./shape.js";

/** @typedef {import("./shape.js").Misfit} Misfit */

/**
 * @template T
 * @typedef {import("./shape.js").Shape<T>} Shape
 */

/**
 * A shape of a member that may be absent.
 * @template T
 * @typedef {Shape<T> & { optional: true }} OptionalShape
 */

/**
 * The type that a shape reads.
 * @template S
 * @typedef {S extends Shape<infer T> ? T : never} TypeOf
 */

/**
 * @template {string} S
 * @typedef {import("./names.js").LibraryName<S>} LibraryName
 */

/**
 * @template {Readonly<Record<string, Shape<any>>>} F
 * @typedef {{ [K in keyof F & string as F[K] extends OptionalShape<any> ? never : LibraryName<K>]:
 *     TypeOf<F[K]> } &
 *   { [K in keyof F & string as F[K] extends OptionalShape<any> ? LibraryName<K> : never]?:
 *     TypeOf<F[K]> }} RecordOf
 */

/** @param {Misfit} inner @param {string | number} key @returns {Misfit} */
function inside(inner, key) {
  return { pointer: pointerTo(key) + inner.pointer, problem: inner.problem };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The shape's values, or null.
 * @template T
 * @param {Shape<T>} shape
 * @returns {Shape<T | null>}
 */
export function nullable(shape) {
  return {
    check: (value) => (value === null ? null : shape.check(value)),
    read: shape.read === asItIs ? asItIs : (value) => (value === null ? null : shape.read(value)),
  };
}

/**
 * A member that may be absent.
 * @template T
 * @param {Shape<T>} shape
 * @returns {OptionalShape<T>}
 */
export function optional(shape) {
  return { ...shape, optional: true };
}

/**
 * An array of `least` to `most` elements that all fit the shape; `distinct` ones if so wanted.
 * @template T
 * @param {Shape<T>} element
 * @param {{ least?: number, most?: number, distinct?: boolean }} [bounds]
 * @returns {Shape<T[]>}
 */
export function list(element, { least = 0, most = Infinity, distinct = false } = {}) {
  return {
    check(value) {
      if (!Array.isArray(value)) return misfit("expected an array");
      for (let index = 0; index < value.length; index += 1) {
        const found = element.check(value[index]);
        if (found) return inside(found, index);
      }
      if (value.length < least) return misfit(`expected ${least} or more elements`);
      if (value.length > most) return misfit(`expected no more than ${most} elements`);
      return distinct && new Set(value).size < value.length ? misfit("an element twice") : null;
    },
    read: element.read === asItIs ? asItIs : (value) => value.map(element.read),
  };
}

/**
 * An object with any keys, whose values all fit the shape.
 * @template T
 * @param {Shape<T>} element
 * @returns {Shape<Record<string, T>>}
 */
export function map(element) {
  return {
    check(value) {
      if (!isObject(value)) return misfit("expected an object");
      for (const name of Object.keys(value)) {
        const found = element.check(value[name]);
        if (found) return inside(found, name);
      }
      return null;
    },
    read:
      element.read === asItIs
        ? asItIs
        : (value) =>
            Object.fromEntries(
              Object.entries(value).map(([name, member]) => [name, element.read(member)]),
            ),
  };
}

/**
 * An object with these members and no others, read under their JavaScript names.
 * @template {Readonly<Record<string, Shape<any>>>} F
 * @param {F} fields
 * @returns {Shape<RecordOf<F>>}
 */
export function record(fields) {
  // A Map, because a member may be called `__proto__` or `constructor`.
  const known = new Map(Object.entries(fields));
  const required = [...known].filter(([, shape]) => !("optional" in shape)).map(([name]) => name);
  const isPlain = [...known].every(
    ([name, shape]) => shape.read === asItIs && libraryName(name) === name,
  );
  return {
    check(value) {
      if (!isObject(value)) return misfit("expected an object");
      for (const name of Object.keys(value)) {
        const shape = known.get(name);
        const found = shape ? shape.check(value[name]) : misfit("unknown member");
        if (found) return inside(found, name);
      }
      for (const name of required) {
        if (!Object.hasOwn(value, name)) return inside(misfit("missing"), name);
      }
      return null;
    },
    read: isPlain ? asItIs : reader(known),
  };
}

/**
 * The reading of a record, with every member's JavaScript name made once.
 * @param {ReadonlyMap<string, Shape<any>>} fields
 * @returns {(value: Record<string, unknown>) => any}
 */
function reader(fields) {
  const known = new Map(
    Array.from(fields, ([name, { read }]) => [name, { own: libraryName(name), read }]),
  );
  return (value) => {
    /** @type {Record<string, unknown>} */
    const given = {};
    // In the order in which they came: some members are given back.
    for (const [name, member] of Object.entries(value)) {
      const field = known.get(name);
      if (field) given[field.own] = field.read(member);
    }
    return given;
  };
}

/**
 * Values that fit at least one of the shapes, read as the first that they fit.
 * @template {readonly Shape<any>[]} S
 * @param {S} shapes
 * @returns {Shape<TypeOf<S[number]>>}
 */
export function union(...shapes) {
  return {
    check(value) {
      const problems = [];
      for (const shape of shapes) {
        const found = shape.check(value);
        if (!found) return null;
        problems.push(`${found.pointer || "/"} ${found.problem}`);
      }
      return misfit(`fits none of: ${problems.join("; ")}`);
    },
    read: shapes.every(({ read }) => read === asItIs)
      ? asItIs
      : (value) => shapes.find((shape) => !shape.check(value))?.read(value),
  };
}

/**
 * A shape with itself inside; `define` gets the shape that it defines.
 * @template T
 * @param {(self: Shape<T>) => Shape<T>} define
 * @returns {Shape<T>}
 */
export function recursive(define) {
  /** @type {Shape<T>} */
  const shape = define({
    check: (value) => shape.check(value),
    read: (value) => shape.read(value),
  });
  return shape;
}
