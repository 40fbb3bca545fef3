// Violations that a tool finds where a schema sees none.

import { ToolError } from "../envelope/index.js";
import { compareUtf8 } from "../utf8-order.js";

/** @typedef {{ pointer: string, rule: string }} Violation */

/**
 * The refusal of parameters: `INVALID_PARAMS` with all violations, sorted.
 * @param {readonly Violation[]} broken
 * @returns {ToolError}
 */
export function invalid(broken) {
  const violations = [...broken].sort(
    (left, right) =>
      compareUtf8(left.pointer, right.pointer) || compareUtf8(left.rule, right.rule),
  );
  const message = violations.map(({ pointer, rule }) => `${pointer} breaks ${rule}`).join("; ");
  return new ToolError("INVALID_PARAMS", message, { violations });
}
