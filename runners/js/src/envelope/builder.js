// Envelopes as they are written: one shape for every answer of every tool. `checker.js` reads those
// that somebody else wrote.

import { DomainError } from "../domain-error.js";
import { canonicalCode, INVALID_PARAMS } from "./codes.js";

/**
 * Where the next page begins, and whether there is one.
 * @typedef {{ cursor: string | null, more: boolean }} Paging
 */

/**
 * The answer of every tool, a JSON value; `data` is any JSON value.
 * @typedef {object} Envelope
 * @property {boolean} ok
 * @property {unknown} data
 * @property {{ code: string, message: string, details: Record<string, unknown> } | null} error
 * @property {{ tool: string, action: string, trace_id: string | null, backend: string | null,
 *   paging: Paging, intent?: string }} meta
 */

/**
 * What is known of a success besides its data; null is the same as nothing.
 * @typedef {object} SuccessMeta
 * @property {string | null | undefined} [traceId]
 * @property {string | null | undefined} [backend]
 * @property {Readonly<Paging> | null | undefined} [paging]
 */

/** What was passed in contradicts itself or is out of range: code `INVALID_PARAMS`. */
export class InvalidParams extends DomainError {
  /** @param {string} message */
  constructor(message) {
    super(INVALID_PARAMS, message);
  }
}

/**
 * The envelope of a success; throws `InvalidParams` for a paging that contradicts itself.
 *
 * Spec: ENVELOPE-1, ENVELOPE-3, ENVELOPE-4, ENVELOPE-9
 * @param {string} tool
 * @param {string} action
 * @param {unknown} data a JSON value; undefined, which is none, becomes null
 * @param {SuccessMeta} [meta]
 * @returns {Envelope}
 */
export function success(tool, action, data, { traceId, backend, paging } = {}) {
  const { cursor, more } = paging ?? { cursor: null, more: false };
  if (cursor === "") throw new InvalidParams("no page begins at an empty cursor");
  if (more !== (cursor !== null)) {
    throw new InvalidParams("there is more exactly if there is a cursor");
  }
  return {
    ok: true,
    data: data ?? null,
    error: null,
    meta: {
      tool,
      action,
      trace_id: traceId ?? null,
      backend: backend ?? null,
      paging: { cursor, more },
    },
  };
}

/**
 * The same envelope with the mode in which its call was made, if that said one.
 *
 * Spec: ENVELOPE-63
 * @param {Envelope} envelope
 * @param {string | null | undefined} intent
 * @returns {Envelope}
 */
export function intended(envelope, intent) {
  return intent ? { ...envelope, meta: { ...envelope.meta, intent } } : envelope;
}

/**
 * The envelope of an error, whatever the code.
 *
 * Spec: ENVELOPE-2 to ENVELOPE-8, ENVELOPE-10 to ENVELOPE-12
 * @param {string} tool
 * @param {string} action
 * @param {string} code
 * @param {string} message
 * @param {Readonly<Record<string, unknown>> | null} [details]
 * @param {string | null} [traceId]
 * @returns {Envelope}
 */
export function error(tool, action, code, message, details = null, traceId = null) {
  return {
    ok: false,
    data: null,
    // Details are nested, never spread: spread, a detail named code would overwrite the code.
    error: { code: canonicalCode(code), message, details: { ...details } },
    meta: {
      tool,
      action,
      trace_id: traceId,
      backend: null,
      paging: { cursor: null, more: false },
    },
  };
}
