import { base64, integer, oneOf, operation, optional, record, text } from "../adapter.js";
import * as ids from "../ids/index.js";

// LSP 3.17, base types: uinteger.
const unsigned = integer(0, 2 ** 31 - 1);
const position = record({ line: unsigned, col: unsigned });
const range = record({ start: position, end: position });
const encoding = oneOf("utf-8", "utf-16", "utf-32");

export default {
  uri_from_path: operation(record({ path: text }), ({ path }) => ({ uri: ids.uriFromPath(path) })),

  path_from_uri: operation(record({ uri: text }), ({ uri }) => ({ path: ids.pathFromUri(uri) })),

  hash: operation(record({ content_b64: base64 }), ({ content }) => ({
    hash: ids.contentHash(content),
  })),

  slice: operation(record({ text, range, encoding: optional(encoding) }), (given) => ({
    text: ids.sliceText(given.text, given.range, given.encoding),
  })),

  convert: operation(record({ text, position, from: encoding, to: encoding }), (given) => ({
    position: ids.convertPosition(given.text, given.position, given.from, given.to),
  })),
};
