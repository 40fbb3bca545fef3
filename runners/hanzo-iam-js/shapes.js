/**
 * Shapes of params: the protocol's rule that unknown, missing and ill-typed members are refused.
 * What the published code thinks of a value is for the published code to say.
 */
import { InvalidParamsError } from "./outcomes.js";

/** @param {unknown} value @returns {value is string} */
export const text = (value) => typeof value === "string";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Bytes as base64 with padding. @param {unknown} value @returns {value is string} */
export const base64 = (value) => text(value) && BASE64.test(value);

/** @param {unknown} value @returns {value is number} */
export const integer = (value) => Number.isSafeInteger(value);

/** @param {unknown} value @returns {value is string | null} */
export const textOrNull = (value) => value === null || text(value);

/** @param {unknown} value @returns {value is string[]} */
export const texts = (value) => Array.isArray(value) && value.every(text);

/**
 * An operation: params with exactly these members, of which the optional ones may be absent, and
 * what answers them.
 *
 * @param {Record<string, (value: unknown) => boolean>} required
 * @param {Record<string, (value: unknown) => boolean>} optional
 * @param {(params: any) => Promise<Record<string, unknown>>} run
 * @returns {(params: unknown) => Promise<Record<string, unknown>>}
 */
export function operation(required, optional, run) {
  const members = new Map([...Object.entries(required), ...Object.entries(optional)]);
  return async (params) => {
    if (params === null || typeof params !== "object" || Array.isArray(params)) {
      throw new InvalidParamsError("params: not an object");
    }
    for (const name of Object.keys(required)) {
      if (!Object.hasOwn(params, name)) throw new InvalidParamsError(`/${name}: missing`);
    }
    for (const [name, value] of Object.entries(params)) {
      const fits = members.get(name);
      if (fits === undefined) throw new InvalidParamsError(`/${name}: unknown`);
      if (!fits(value)) throw new InvalidParamsError(`/${name}: ill-typed`);
    }
    return run(params);
  };
}
