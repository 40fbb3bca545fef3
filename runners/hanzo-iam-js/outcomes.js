/** The ways in which an operation ends without a result. */

/** A failure that the published code itself has a notion of, under the code of the domain. */
export class DomainError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {Record<string, unknown>} [details]
   */
  constructor(code, message, details) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The params break the operation's shape: the caller's mistake, answered with -32602. */
export class InvalidParamsError extends Error {}

/**
 * The request asks for what the published code has no way to be asked for. It is the adapter's own
 * failure (-32603): an answer made up here would be a verdict on this adapter.
 */
export class NotOfferedError extends Error {}
