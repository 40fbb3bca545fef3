// What is wrong where: the form in which checks of values answer.

import { compareUtf8 } from "../utf8-order.js";

/**
 * A JSON Pointer (RFC 6901) into the value that was checked, and the rule that it breaks.
 * @typedef {{ pointer: string, rule: string }} Violation
 */

/**
 * Violations by pointer, then by rule, both in the order of their UTF-8 bytes.
 *
 * Spec: ENVELOPE-25
 * @param {Iterable<Violation>} violations
 * @returns {Violation[]}
 */
export function sorted(violations) {
  return Array.from(violations).sort(
    (left, right) =>
      compareUtf8(left.pointer, right.pointer) || compareUtf8(left.rule, right.rule),
  );
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
