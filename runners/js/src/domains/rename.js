import { integer, nullable, oneOf, operation, record, text } from "../adapter.js";
import { REGISTRIES, resolve, shim } from "../rename/index.js";

const registry = oneOf(...REGISTRIES);
const seconds = integer(0, Math.floor(Number.MAX_SAFE_INTEGER / 1000));

export default {
  resolve: operation(
    record({ registry, name: text, published_s: nullable(seconds), now_s: seconds }),
    (given) => resolve(given.registry, given.name, given.publishedS, given.nowS),
  ),

  shim: operation(record({ registry, version: text, new_version: text }), (given) => ({
    package: shim(given.registry, given.version, given.newVersion),
  })),
};
