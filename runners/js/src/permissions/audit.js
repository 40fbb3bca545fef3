// The audit trail: one structured record for each evaluation, with the time given by the caller.

/**
 * What is logged; `reason` is there on deny and only then.
 * @typedef {object} AuditRecord
 * @property {string} timestamp RFC 3339 in UTC, with milliseconds
 * @property {string} tool_name
 * @property {import("./policy.js").PermissionMode} mode
 * @property {string | null} rule_matched
 * @property {string} session_id
 * @property {string | null} [reason]
 */

// The years 0000 to 9999, which are all that RFC 3339 can write.
export const EARLIEST_MS = -62_167_219_200_000;
export const LATEST_MS = 253_402_300_799_999;

/**
 * Evaluates a tool and gives the record to be logged.
 *
 * `timestampMs` is a whole number of milliseconds since 1970-01-01T00:00:00Z; throws RangeError
 * outside `EARLIEST_MS` to `LATEST_MS`. Spec: PERM-28 to PERM-32
 * @param {import("./policy.js").PermissionPolicy} policy
 * @param {string} toolName
 * @param {string} sessionId
 * @param {number} timestampMs
 * @returns {AuditRecord}
 */
export function audit(policy, toolName, sessionId, timestampMs) {
  const { mode, ruleMatched, reason } = policy.explain(toolName);
  return {
    timestamp: timestamp(timestampMs),
    tool_name: toolName,
    mode,
    rule_matched: ruleMatched,
    session_id: sessionId,
    ...(mode === "deny" ? { reason } : {}),
  };
}

/** @param {number} timestampMs @returns {string} such as 2026-11-21T06:30:00.000Z */
function timestamp(timestampMs) {
  const isInRange = timestampMs >= EARLIEST_MS && timestampMs <= LATEST_MS;
  if (!isInRange || !Number.isInteger(timestampMs)) {
    throw new RangeError("RFC 3339 writes the years 0000 to 9999, here in whole milliseconds");
  }
  // Within these years ECMA-262 §21.4.1.32 is the form that PERM-30 asks for.
  return new Date(timestampMs).toISOString();
}
