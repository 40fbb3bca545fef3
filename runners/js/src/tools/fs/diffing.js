// The action `diff`: two contents that earlier answers named by their hash.

import { isUtf8 } from "node:buffer";

import { ToolError } from "../../envelope/index.js";
import { invalid } from "../violations.js";
import { unified } from "./differences.js";
import { HASH } from "./editing.js";
import { SeenContents } from "./seen.js";

/**
 * A unified diff from one content to another. Spec: FS-71 to FS-80
 * @param {import("../context.js").Context} context
 * @param {{ hash_a: string, hash_b: string }} params
 */
export function diff(context, { hash_a, hash_b }) {
  const broken = Object.entries({ "/hash_a": hash_a, "/hash_b": hash_b })
    .filter(([, name]) => !HASH.test(name))
    .map(([pointer]) => ({ pointer, rule: "hash" }));
  if (broken.length > 0) throw invalid(broken);
  const seen = context.keep(SeenContents);
  const before = contentOf(seen, hash_a);
  const after = contentOf(seen, hash_b);
  return { hash_a, hash_b, patch: unified(before, after, hash_a, hash_b).toString("utf8") };
}

/** @param {SeenContents} seen @param {string} hash @returns {Buffer} */
function contentOf(seen, hash) {
  const content = seen.find(hash);
  if (!content) {
    throw new ToolError("NOT_FOUND", `no content ${hash} has been seen`, { hash });
  }
  if (!isUtf8(content)) {
    throw new ToolError("UNSUPPORTED", `${hash} is not UTF-8`, { hash, encoding: "utf-8" });
  }
  return content;
}
