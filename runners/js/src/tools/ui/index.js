// The tool `ui`, which drives no display from here: calls are judged, and then told what is missing.

import { ToolError } from "../../envelope/index.js";
import { violation } from "../failures.js";

/** @typedef {import("../../envelope/index.js").ParameterSchema} ParameterSchema */

const position = { type: "integer", minimum: 0, maximum: 32767 };
const size = { type: "integer", minimum: 1, maximum: 32767 };
const seconds = { type: "integer", minimum: 1, maximum: 3600 };
const text = { type: "string" };
const region = object({ x: position, y: position, width: size, height: size }, [
  "x", "y", "width", "height",
]);

/** @type {Readonly<Record<string, ParameterSchema>>} */
const PARAMS = {
  click: described(
    "Clicks at a position.",
    object(
      { x: position, y: position, button: { type: "string", enum: ["left", "middle", "right"] } },
      ["x", "y"],
    ),
  ),
  type: described("Types text where the focus is.", object({ text }, ["text"])),
  screenshot: described("Takes a picture.", object({ region })),
  focus: described(
    "Brings a window to the front.",
    object({ title: text, pid: { type: "integer", minimum: 1 } }),
  ),
  record: described("Begins to take pictures.", object({ duration: seconds })),
  stop: described("Ends a recording and tells it.", object({})),
  session: described(
    "Records, and tells what changed.",
    object({ duration: seconds }, ["duration"]),
  ),
};

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "ui",
  backend: null,
  actions: Object.fromEntries(
    Object.entries(PARAMS).map(([name, params]) => [
      name,
      { params, run: (_, given) => refuse(name, given) },
    ]),
  ),
};

/**
 * Spec: UI-1, UI-4, UI-8, UI-12
 * @param {string} action
 * @param {Record<string, unknown>} given
 * @returns {never}
 */
function refuse(action, given) {
  if (action === "stop") throw new ToolError("NOT_FOUND", "nothing is being recorded");
  if (action === "focus" && given["title"] === undefined && given["pid"] === undefined) {
    throw violation("/title", "required", "a window is named by title or pid");
  }
  throw new ToolError("UNSUPPORTED", "no display is driven from here", { missing: "display" });
}

/**
 * @param {Record<string, object>} properties
 * @param {string[]} [required]
 */
function object(properties, required = []) {
  return { type: "object", properties, required, additionalProperties: false };
}

/** @param {string} description @param {object} schema @returns {ParameterSchema} */
function described(description, schema) {
  return /** @type {ParameterSchema} */ ({ ...schema, description });
}
