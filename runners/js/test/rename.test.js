import assert from "node:assert/strict";
import { test } from "node:test";

import { GRACE_S, InvalidVersion, resolve, shim } from "hanzo-conformance-js/rename";

test("each registry has spellings of its own", () => {
  assert.equal(resolve("pypi", "HANZO-_.Repl", null, 0).state, "deprecated");
  assert.equal(resolve("crates", "hanzo_REPL", null, 0).state, "deprecated");
  assert.equal(resolve("crates", "hanzo.repl", null, 0).state, "unrelated");
  assert.equal(resolve("npm", "@hanzo/REPL", null, 0).state, "unrelated");
});

test("a foreign letter is in no name of ours", () => {
  for (const name of ["hanzo-r\u0435pl", "\uff48anzo-dev", "hanzo-repl\u017f", "hanzo\u2010dev"]) {
    assert.deepEqual(resolve("pypi", name, null, 0), { name, state: "unrelated", warning: null });
  }
});

test("the ninety days end with their last second", () => {
  assert.equal(resolve("npm", "@hanzo/repl", 7, 6 + GRACE_S).state, "deprecated");
  assert.equal(resolve("npm", "@hanzo/repl", 7, 7 + GRACE_S).state, "yanked");
});

test("the end of the range is the next major version, of zero too", () => {
  assert.equal(shim("pypi", "0.1.1", "0.9.9-rc.1").requires.range, ">=0.9.9-rc.1,<1");
  assert.equal(shim("npm", "0.1.1", "0.9.9").requires.range, ">=0.9.9 <1.0.0");
  assert.equal(shim("crates", "0.1.1", "0.9.9").requires.range, ">=0.9.9, <1.0.0");
});

for (const version of ["0.1.0", "0.0.9", "1.0.0-rc.1", "1.0", "1.0.0.0", "01.0.0", "1.0.0\n", ""]) {
  test(`${JSON.stringify(version)} is no version of a shim`, () => {
    assert.throws(() => shim("npm", version, "1.0.0"), InvalidVersion);
  });
}
