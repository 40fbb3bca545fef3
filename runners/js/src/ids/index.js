// Stable identifiers: file URIs, content hashes, and the ranges and positions that tools hand on.

export { contentHash } from "./content-hash.js";
export { convertPosition, sliceText } from "./positions.js";
export { pathFromUri, uriFromPath } from "./uris.js";

/** @typedef {import("./positions.js").Encoding} Encoding */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./positions.js").Range} Range */
