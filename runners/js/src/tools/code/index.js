// The tool `code`: symbols by published grammars or words. No language server is driven from here.

import { ToolError } from "../../envelope/index.js";
import { violation } from "../failures.js";
import { readNamed, unsupported } from "./files.js";
import { readerOf } from "./grammars.js";
import { languageOf } from "./languages.js";
import { unified } from "./patches.js";
import { inOrder, paged } from "./results.js";
import * as schemas from "./schemas.js";
import { Source } from "./source.js";
import { Syntax } from "./syntax.js";
import { Words } from "./words.js";

/** @typedef {import("../../envelope/index.js").Outcome} Outcome */
/** @typedef {import("../../ids/index.js").Position} Position */
/** @typedef {import("../../ids/index.js").Range} Range */
/** @typedef {import("../context.js").Context} Context */
/** @typedef {import("./files.js").Document} Document */
/** @typedef {import("./renaming.js").Change} Change */
/** @typedef {import("./results.js").Result} Result */
/** @typedef {Syntax | Words} Backend */
/** @typedef {"definition" | "references" | "hover" | "completion"} LookUp */

/**
 * @typedef {object} Params
 * @property {"lsp" | "tree-sitter" | "heuristic"} [backend]
 * @property {string} uri
 * @property {number} [limit]
 * @property {string} [cursor]
 */
/** @typedef {Params & { position: Position }} PlaceParams */
/** @typedef {PlaceParams & { new_name: string }} RenameParams */
/** @typedef {Params & { range?: Range }} FormatParams */
/** @typedef {Omit<Params, "uri"> & { query: string, scope?: string }} SearchParams */

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "code",
  backend: null,
  actions: {
    definition: { params: schemas.DEFINITION, run: lookUp("definition") },
    references: { params: schemas.REFERENCES, run: lookUp("references") },
    rename: { params: schemas.RENAME, run: rename },
    format: { params: schemas.FORMAT, run: format },
    diagnostics: { params: schemas.DIAGNOSTICS, run: diagnostics },
    search_symbol: { params: schemas.SEARCH, run: searchSymbol },
    hover: { params: schemas.HOVER, run: lookUp("hover") },
    completion: { params: schemas.COMPLETION, run: lookUp("completion") },
  },
};

/** @param {LookUp} action */
function lookUp(action) {
  return (/** @type {Context} */ context, /** @type {PlaceParams} */ params) =>
    lookedUp(context, action, params);
}

/**
 * What there is to say about a place.
 *
 * Spec: CODE-17 to CODE-29, CODE-56 to CODE-60
 * @param {Context} context
 * @param {LookUp} action
 * @param {PlaceParams} params
 * @returns {Promise<Outcome>}
 */
async function lookedUp(context, action, params) {
  const document = readNamed(context.workspace, params.uri);
  const offset = offsetOf(document, params.position);
  const backend = await backendFor(context, params, document);
  const results = await backend[action](document, offset);
  if (action === "hover") return { data: { results }, backend: backend.name };
  const listed = action === "completion" ? results : inOrder(results);
  return paged(action, params, listed, backend.name);
}

/**
 * Patches that rename the symbol at a place; nothing is edited.
 *
 * Spec: CODE-37 to CODE-47
 * @param {Context} context
 * @param {RenameParams} params
 * @returns {Promise<Outcome>}
 */
async function rename(context, params) {
  const document = readNamed(context.workspace, params.uri);
  const offset = offsetOf(document, params.position);
  const backend = await backendFor(context, params, document);
  return patches(await backend.rename(document, offset, params.new_name), backend.name);
}

/**
 * A patch that formats a file; nothing is edited.
 *
 * Spec: CODE-48 to CODE-52
 * @param {Context} context
 * @param {FormatParams} params
 * @returns {Promise<Outcome>}
 */
async function format(context, params) {
  const document = readNamed(context.workspace, params.uri);
  const lines = params.range ? linesOf(document, params.range) : null;
  const backend = await backendFor(context, params, document);
  return patches(await backend.format(document, lines), backend.name);
}

/**
 * What is wrong in a file.
 *
 * Spec: CODE-53 to CODE-55
 * @param {Context} context
 * @param {Params} params
 * @returns {Promise<Outcome>}
 */
async function diagnostics(context, params) {
  const document = readNamed(context.workspace, params.uri);
  const backend = await backendFor(context, params, document);
  return paged("diagnostics", params, await backend.diagnostics(document), backend.name);
}

/**
 * The symbols of a file, a folder or the workspace by name.
 *
 * Spec: CODE-61 to CODE-64
 * @param {Context} context
 * @param {SearchParams} params
 * @returns {Promise<Outcome>}
 */
async function searchSymbol(context, params) {
  const place = params.scope === undefined ? context.workspace.root : scopeOf(context, params.scope);
  if (params.backend === "lsp") {
    throw unsupported("language-server", "no language server knows all languages");
  }
  const backend = params.backend === "heuristic" ? new Words(context) : new Syntax(context);
  const results = inOrder(await backend.search(params.query, place));
  return paged("search_symbol", params, results, backend.name);
}

/**
 * The backend that is asked for, or the first that can.
 *
 * Spec: CODE-1 to CODE-3
 * @param {Context} context
 * @param {Params} params
 * @param {Document} document
 * @returns {Promise<Backend>}
 */
async function backendFor(context, { backend }, { path, uri }) {
  if (backend === "lsp") {
    throw unsupported("language-server", `no language server knows ${uri}`);
  }
  if (backend === "tree-sitter") return new Syntax(context);
  const language = languageOf(path.slice(path.lastIndexOf("/") + 1));
  const hasGrammar = language !== undefined && (await readerOf(language.name)) !== null;
  return backend === undefined && hasGrammar ? new Syntax(context) : new Words(context);
}

/** @param {Context} context @param {string} uri */
function scopeOf({ workspace }, uri) {
  try {
    return workspace.locate(uri);
  } catch (problem) {
    if (!(problem instanceof ToolError) || problem.code !== "INVALID_PARAMS") throw problem;
    throw violation("/scope", "uri", problem.message);
  }
}

/** @param {Document} document @param {Position} position */
function offsetOf({ text }, position) {
  const offset = new Source(text).offset(position);
  if (offset === null) throw violation("/position", "position", "the file has no such line");
  return offset;
}

/**
 * The first and last of the lines that a range touches.
 *
 * Spec: CODE-51
 * @param {Document} document
 * @param {Range} range
 */
function linesOf({ text }, { start, end }) {
  const isBackwards = start.line > end.line || (start.line === end.line && start.col > end.col);
  if (isBackwards || new Source(text).offset({ line: end.line, col: 0 }) === null) {
    throw violation("/range", "range", "the range ends before it starts, or too late");
  }
  return { first: start.line, last: end.line };
}

/**
 * Changes as patches for `fs.apply_patch`.
 *
 * Spec: CODE-44 to CODE-47
 * @param {readonly Change[]} changes
 * @param {string} backend
 * @returns {Outcome}
 */
function patches(changes, backend) {
  const told = changes.map(({ document, text }) => ({
    uri: document.uri,
    patch: unified(document.name, document.text, text),
    base_hash: document.hash,
  }));
  return { data: { patches: told }, backend };
}
