// The parameters of the actions of vcs.

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

export const SCHEMAS = {
  status: action("Says what has changed.", {}),
  diff: action("Shows changes as a patch.", {
    ref: text("A commit instead of what is staged."),
    staged: flag("What is staged, not the files."),
  }),
  apply: action("Applies a patch to the files.", {
    patch: text("A unified diff of one or more files."),
    patch_b64: text("Its bytes instead, as base64."),
    staged: flag("Stage what is applied, too."),
  }),
  commit: action(
    "Commits files or what is staged.",
    {
      message: text("What the commit does."),
      files: {
        type: "array",
        items: { type: "string" },
        description: "URIs, else what is staged.",
      },
      author: {
        type: "object",
        properties: { name: { type: "string" }, email: { type: "string" } },
        required: ["name", "email"],
        additionalProperties: false,
        description: "Author and committer.",
      },
      date: text("Of both, as 2001-01-31T23:59:59Z."),
    },
    ["message"],
  ),
  branch: action(
    "Lists, creates or deletes branches.",
    {
      op: { type: "string", enum: ["list", "create", "delete"] },
      name: text("To create or delete."),
      ref: text("Where it begins, else HEAD."),
      confirm: flag("Also where commits get lost."),
    },
    ["op"],
  ),
  checkout: action(
    "Goes to a branch or commit.",
    { ref: text("A branch, or a commit.") },
    ["ref"],
  ),
  log: action("Lists commits.", {
    limit: { type: "integer", minimum: 1, maximum: 1000, description: "100 if left out." },
    path: text("URI of what the commits changed."),
    ref: text("Where to begin, else HEAD."),
    cursor: text("From meta.paging of the page before."),
  }),
};

/** @param {string} description @returns {ParameterSchema} */
function text(description) {
  return { type: "string", description };
}

/** @param {string} description @returns {ParameterSchema} */
function flag(description) {
  return { type: "boolean", description };
}

/**
 * @param {string} description
 * @param {Readonly<Record<string, ParameterSchema>>} properties
 * @param {readonly string[]} [required]
 * @returns {ParameterSchema}
 */
function action(description, properties, required) {
  const needed = required === undefined ? {} : { required };
  return { type: "object", description, properties, additionalProperties: false, ...needed };
}
