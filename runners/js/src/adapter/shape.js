// Shapes of params: each is declared once and gives the check, the reading and the static type.
// What a domain itself must judge (a bad mode, a bad name) is not a shape's business.

/**
 * Where a value does not fit, as a JSON Pointer (RFC 6901), and why.
 * @typedef {{ pointer: string, problem: string }} Misfit
 */

/**
 * A check of plain JSON values, and what JavaScript gets for a value that passed it.
 * @template T
 * @typedef {{ check: (value: unknown) => Misfit | null, read: (value: any) => T }} Shape
 */

/** @param {string} problem @returns {Misfit} */
export const misfit = (problem) => ({ pointer: "", problem });

/**
 * The reading of what JavaScript gets just as it came; shapes made of other shapes know it when
 * they see it, and copy nothing then.
 * @param {any} value
 */
export const asItIs = (value) => value;

/**
 * A string of Unicode scalar values: lone surrogates are no I-JSON (RFC 7493 §2.1).
 * @type {Shape<string>}
 */
export const text = {
  check: (value) =>
    typeof value === "string" && value.isWellFormed() ? null : misfit("expected text"),
  read: asItIs,
};

/**
 * Text of a form; `what` names the form to whoever sent something else.
 * @param {RegExp} form
 * @param {string} what
 * @returns {Shape<string>}
 */
export function pattern(form, what) {
  return {
    check: (value) => text.check(value) ?? (form.test(String(value)) ? null : misfit(what)),
    read: asItIs,
  };
}

/**
 * Text of at least one code point.
 * @type {Shape<string>}
 */
export const nonEmpty = pattern(/./s, "expected text that is not empty");

// Buffer.from skips what it does not know, so the text is checked first. The last group must leave
// its spare bits zero: then a sequence of bytes has exactly one form.
const BASE64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * Bytes, sent as padded base64 text (RFC 4648 §4, §3.5).
 * @type {Shape<Buffer>}
 */
export const base64 = {
  check: pattern(BASE64, "expected base64").check,
  read: (value) => Buffer.from(value, "base64"),
};

const DECIMAL = /^(?:0|[1-9][0-9]{0,19})$/;
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * An unsigned integer of 64 bits, sent as decimal text without leading zeros.
 * @type {Shape<bigint>}
 */
export const uint64 = {
  check: (value) =>
    typeof value === "string" && DECIMAL.test(value) && BigInt(value) <= UINT64_MAX
      ? null
      : misfit(`expected the digits of 0 to ${UINT64_MAX}`),
  read: BigInt,
};

/** @type {Shape<boolean>} */
export const boolean = {
  check: (value) => (typeof value === "boolean" ? null : misfit("expected true or false")),
  read: asItIs,
};

/**
 * Any JSON value; the operation looks inside.
 * @type {Shape<unknown>}
 */
export const json = { check: () => null, read: asItIs };

/**
 * An integer from `least` to `most`, at most ±(2^53−1) (RFC 7493 §2.2).
 * @param {number} [least]
 * @param {number} [most]
 * @returns {Shape<number>}
 */
export function integer(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) {
  return {
    check(value) {
      if (typeof value !== "number" || !Number.isSafeInteger(value)) {
        return misfit("expected an integer");
      }
      return value < least || value > most ? misfit(`expected ${least} to ${most}`) : null;
    },
    read: asItIs,
  };
}

/**
 * One of some strings.
 * @template {string} T
 * @param {...T} choices
 * @returns {Shape<T>}
 */
export function oneOf(...choices) {
  const known = /** @type {ReadonlySet<unknown>} */ (new Set(choices));
  return {
    check: (value) => (known.has(value) ? null : misfit(`expected ${choices.join(" or ")}`)),
    read: asItIs,
  };
}
