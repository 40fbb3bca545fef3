// The actions `read` and `stat`.

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, fstatSync, lstatSync, readSync } from "node:fs";

import { DomainError } from "../../domain-error.js";
import { ToolError } from "../../envelope/index.js";
import { convertPosition, sliceText } from "../../ids/index.js";
import { violation } from "../failures.js";
import { openSafely } from "../workspace.js";
import { LIMIT, readContent, readUpTo } from "./files.js";
import { kindOf, telling } from "./refusals.js";
import { SeenContents } from "./seen.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("../../ids/positions.js").Range} Range */
/** @typedef {{ uri: string, range?: Range, encoding?: "utf-8" | "base64" }} ReadParams */

const NANOSECONDS_PER_MS = 1_000_000n;
const CHUNK_BYTES = 1024 * 1024;

/**
 * The content of a file, whole or in part. Spec: FS-8 to FS-19
 * @param {Context} context
 * @param {ReadParams} params
 */
export function read(context, params) {
  const path = context.workspace.locate(params.uri);
  const { data } = readContent(context.workspace, path);
  const hash = context.keep(SeenContents).remember(data);
  const uri = context.workspace.uri(path);
  return { uri, hash, size: data.length, ...presented(data, params, uri) };
}

/**
 * The members `encoding`, `text`, `content_b64` and `range` of an answer.
 * @param {Buffer} data
 * @param {ReadParams} params
 * @param {string} uri
 */
function presented(data, params, uri) {
  if (!isUtf8(data)) {
    if (params.range !== undefined || params.encoding === "utf-8") {
      const details = { uri, encoding: "utf-8" };
      throw new ToolError("UNSUPPORTED", `${uri} is not UTF-8`, details);
    }
    return { encoding: "base64", text: null, content_b64: data.toString("base64"), range: null };
  }
  // Unlike TextDecoder's, this decoding keeps a byte order mark.
  const { text, range } = part(data.toString("utf8"), params.range);
  return params.encoding === "base64"
    ? { encoding: "base64", text: null, content_b64: Buffer.from(text).toString("base64"), range }
    : { encoding: "utf-8", text, content_b64: null, range };
}

/**
 * The text in a range, and the range as it is in this text.
 * @param {string} text
 * @param {Range | undefined} range
 */
function part(text, range) {
  if (range === undefined) return { text, range: null };
  try {
    const found = sliceText(text, range);
    const start = convertPosition(text, range.start, "utf-16", "utf-16");
    const end = convertPosition(text, range.end, "utf-16", "utf-16");
    return { text: found, range: { start, end } };
  } catch (problem) {
    if (problem instanceof DomainError) throw violation("/range", "range", problem.message);
    throw problem;
  }
}

/**
 * What is at a place. Spec: FS-20 to FS-25
 * @param {Context} context
 * @param {{ uri: string }} params
 */
export function stat(context, params) {
  const path = context.workspace.locate(params.uri);
  const uri = context.workspace.uri(path);
  return telling(uri, () => context.workspace.at(path, (place) => {
    const status = lstatSync(place, { bigint: true });
    if (!status.isFile()) {
      return { uri, type: kindOf(status), size: null, hash: null, mtime: milliseconds(status) };
    }
    const file = openSafely(place);
    try {
      const opened = fstatSync(file, { bigint: true });
      const measure = measured(file, opened, context.keep(SeenContents));
      return { uri, type: "file", ...measure, mtime: milliseconds(opened) };
    } finally {
      closeSync(file);
    }
  }));
}

/**
 * Size and hash of an open file, in bounded memory; a small one is remembered.
 * @param {number} file
 * @param {import("node:fs").BigIntStats} status
 * @param {SeenContents} seen
 */
function measured(file, status, seen) {
  const start = status.isFile() && status.size <= LIMIT ? readUpTo(file, LIMIT + 1) : null;
  if (start !== null && start.length <= LIMIT) {
    return { size: start.length, hash: seen.remember(start) };
  }
  const digest = createHash("sha256").update(start ?? "");
  let size = start?.length ?? 0;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    digest.update(chunk.subarray(0, read));
    size += read;
  }
  return { size, hash: `sha256:${digest.digest("hex")}` };
}

/**
 * Milliseconds since the epoch, rounded down also before it.
 * @param {import("node:fs").BigIntStats} status
 */
function milliseconds({ mtimeNs }) {
  const whole = mtimeNs / NANOSECONDS_PER_MS;
  return Number(mtimeNs % NANOSECONDS_PER_MS < 0n ? whole - 1n : whole);
}
