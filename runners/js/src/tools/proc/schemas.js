// The parameters of the actions of `proc`, as JSON Schemas.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

/** @type {ParameterSchema} */
const text = { type: "string" };
/** @type {ParameterSchema} */
const place = { type: "integer", minimum: 0 };

/** @param {number} most @returns {ParameterSchema} */
const milliseconds = (most) => ({ type: "integer", minimum: 0, maximum: most });

/** @type {Record<"exec" | "ps" | "kill" | "logs", ParameterSchema>} */
export const schemas = {
  exec: {
    type: "object",
    description: "Runs a command.",
    properties: {
      command: { type: ["string", "array"], items: text },
      cwd: text,
      env: { type: "object", additionalProperties: text },
      timeout: { type: "integer", minimum: 1, maximum: 86400 },
      background_after_ms: milliseconds(600000),
    },
    required: ["command"],
    additionalProperties: false,
  },
  ps: {
    type: "object",
    description: "Lists processes.",
    properties: {
      filter: text,
      limit: { type: "integer", minimum: 1, maximum: 1000 },
      cursor: text,
    },
    additionalProperties: false,
  },
  kill: {
    type: "object",
    description: "Sends a signal to a process.",
    properties: {
      proc_id: text,
      signal: {
        type: "string",
        enum: [
          "SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGTERM", "SIGCONT",
          "SIGSTOP",
        ],
      },
      wait_ms: milliseconds(60000),
    },
    required: ["proc_id"],
    additionalProperties: false,
  },
  logs: {
    type: "object",
    description: "Shows what a process wrote.",
    properties: {
      proc_id: {
        type: "string",
        description: "A process's id, or the ref of one of its streams.",
      },
      tail: { type: "integer", minimum: 1 },
      since: {
        type: "object",
        description: "Places in both streams, in bytes from their beginning.",
        properties: { stdout: place, stderr: place },
        additionalProperties: false,
      },
      wait_ms: milliseconds(60000),
    },
    required: ["proc_id"],
    additionalProperties: false,
  },
};
