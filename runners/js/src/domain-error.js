// The one error that means "a specified outcome"; every library derives its own error from it.

/**
 * A specified failure: `code` names it, `message` is for people.
 *
 * `details` is a plain object where the specification gives one, and undefined elsewhere.
 */
export class DomainError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {Readonly<Record<string, unknown>>} [details]
   */
  constructor(code, message, details) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.details = details;
  }
}
