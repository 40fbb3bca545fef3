// What a tool is: actions by name, each with its parameters and a function that it brings along.

/** @typedef {import("./builder.js").Paging} Paging */
/** @typedef {import("./parameters.js").ParameterSchema} ParameterSchema */

/**
 * What an action returns; `data` is a JSON value, `backend` is named if it is not the tool's.
 * @typedef {object} Outcome
 * @property {unknown} [data]
 * @property {string | null | undefined} [backend]
 * @property {Readonly<Paging> | null | undefined} [paging]
 */

/**
 * One action: the JSON Schema of its parameters, and what runs once they are sound.
 *
 * `run` throws `ToolError` for what it foresees; anything else that it throws is `ERROR`.
 * @typedef {object} Action
 * @property {ParameterSchema} params
 * @property {(params: Readonly<Record<string, any>>) => Outcome | Promise<Outcome>} run
 */

/**
 * A tool with its actions by name; `backend` is null when there is nothing to name.
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} version
 * @property {string | null} backend
 * @property {Readonly<Record<string, Action>>} actions
 */

/** A failure that an action foresees: one of the codes, words for people, details. */
export class ToolError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {Readonly<Record<string, unknown>> | null} [details]
   */
  constructor(code, message, details = null) {
    super(message);
    this.name = "ToolError";
    this.code = code;
    this.details = details;
  }
}
