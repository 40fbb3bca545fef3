// An operation: what it takes and what it does. Knows nothing of lines and messages.

import { wireMembers } from "./names.js";

/**
 * One call that the adapter answers.
 * @typedef {object} Operation
 * @property {(params: unknown) => unknown} call the result or a promise of it; throws
 *   InvalidParams, or DomainError for a specified failure
 */

/** The params do not fit the operation's shape: the caller's mistake, no outcome. */
export class InvalidParams extends Error {}

/**
 * Binds a handler to the shape of its params.
 *
 * The handler may be async, and sees only params that fit, read as the shape says. It gives an
 * object, whose members get their names on the wire: `lastEventId` is sent as `last_event_id`.
 * @template T
 * @param {import("./shape.js").Shape<T>} shape
 * @param {(params: T) => unknown} handler
 * @returns {Operation}
 */
export function operation(shape, handler) {
  return {
    call(params) {
      const misfit = shape.check(params);
      if (misfit) throw new InvalidParams(`${misfit.pointer || "/"}: ${misfit.problem}`);
      const result = handler(shape.read(params));
      return result instanceof Promise ? result.then(wireMembers) : wireMembers(result);
    },
  };
}
