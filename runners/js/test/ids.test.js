import assert from "node:assert/strict";
import { test } from "node:test";

import {
  contentHash, convertPosition, pathFromUri, sliceText, uriFromPath,
} from "hanzo-conformance-js/ids";

import { Random } from "../testing/random.js";

/** @typedef {import("../src/ids/index.js").Encoding} Encoding */

/** @type {readonly Encoding[]} */
const ENCODINGS = ["utf-8", "utf-16", "utf-32"];
const REFUSED = { code: "INVALID_PARAMS", details: undefined };

/** @type {readonly [string, string, string][]} path, its URI, its normal form */
const PATHS = [
  ["/", "file:///", "/"],
  ["//", "file:///", "/"],
  ["/./", "file:///", "/"],
  ["/src//my file.py/", "file:///src/my%20file.py", "/src/my file.py"],
  ["/a/./b/.", "file:///a/b", "/a/b"],
  ["/.../.a/a.", "file:///.../.a/a.", "/.../.a/a."],
  ["/Az09-._~", "file:///Az09-._~", "/Az09-._~"],
  ["/!$&'()*+,;=:@", "file:///%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40", "/!$&'()*+,;=:@"],
  ["/%2F?#", "file:///%252F%3F%23", "/%2F?#"],
  ["/é\u20ac\u{1f600}", "file:///%C3%A9%E2%82%AC%F0%9F%98%80", "/é\u20ac\u{1f600}"],
  ["/e\u0301\ufeff\n\\", "file:///e%CC%81%EF%BB%BF%0A%5C", "/e\u0301\ufeff\n\\"],
];
for (const [path, uri, normal] of PATHS) {
  test(`${JSON.stringify(path)} is ${uri}, and back`, () => {
    assert.equal(uriFromPath(path), uri);
    assert.equal(pathFromUri(uri), normal);
  });
}

for (const path of ["", "a", "~/a", "C:\\a", "/a/..", "/../a", "/..", "/a\0"]) {
  test(`${JSON.stringify(path)} has no URI`, () => assert.throws(() => uriFromPath(path), REFUSED));
}

/** @type {readonly [string, string][]} other URIs, and the path */
const URIS = [
  ["file:/a", "/a"],
  ["FILE:/a", "/a"],
  ["file://localhost/a", "/a"],
  ["File://LocalHost/a", "/a"],
  ["file:////a//b/", "/a/b"],
  ["file:///%41%c3%a9%C3%A9", "/Aéé"],
  ["file:///%2E/a+b/%252e", "/a+b/%2e"],
  ["file:///!$&'()*+,;=:@", "/!$&'()*+,;=:@"],
  ["file:///%EF%BB%BFa", "/\ufeffa"],
];
for (const [uri, path] of URIS) {
  test(`${uri} names ${path}`, () => assert.equal(pathFromUri(uri), path));
}

const NO_URIS = [
  "", "/a", "file", "file:", "file:a", "file://", "file://localhost", "file://a", "http:///a",
  " file:///a", "file:///a ", "file:///a\n", "\ufb01le:///a", "file://localho\u017ft/a",
  "file://host/a", "file://localhost:80/a", "file://me@localhost/a", "file://127.0.0.1/a",
  "file:///a?", "file:///a?b", "file:///a#", "file:///a#b", "file://?/a", "file://#/a",
  "file:///%", "file:///%4", "file:///%4g", "file:///%+1", "file:///%\uff11\uff11",
  "file:///%2f", "file:///a%2Fb", "file:///%00", "file:///..", "file:///%2E%2e/a", "file:///a/.%2E",
  "file:///%FF", "file:///%C0%AF", "file:///%ED%A0%80", "file:///%F4%90%80%80", "file:///%C3",
  "file:///é", "file:///a\\b", "file:///a|b", "file:///[", "file:///\"", "file:///<", "file:///^",
];
for (const uri of NO_URIS) {
  test(`${JSON.stringify(uri)} names no file`, () => {
    assert.throws(() => pathFromUri(uri), REFUSED);
  });
}

test("every path comes back from its URI in normal form", () => {
  const random = new Random(41n);
  const pieces = ["/", "/", "a", ".", "%2F", " ", "é", "\u{1f600}", "+", "?", "\\", "\n", "\ufeff"];
  for (let round = 0; round < 20_000; round += 1) {
    const path = `/${random.some(pieces, 9).join("")}`;
    if (path.split("/").includes("..")) continue;
    const uri = uriFromPath(path);
    assert.match(uri, /^file:\/\/\/[\x21-\x7e]*$/);
    assert.equal(uriFromPath(pathFromUri(uri)), uri, path);
  }
});

test("a hash is that of the bytes as they stand", () => {
  // FIPS 180-4, examples for SHA-256.
  assert.equal(
    contentHash(Buffer.from("abc")),
    "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  assert.equal(
    contentHash(new Uint8Array()),
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
  assert.notEqual(contentHash(Buffer.from("a\n")), contentHash(Buffer.from("a\r\n")));
});

/** @param {number} line @param {number} col */
const at = (line, col) => ({ line, col });
/** @param {readonly [number, number]} start @param {readonly [number, number]} end */
const range = (start, end) => ({ start: at(...start), end: at(...end) });

test("lines end at LF, CR LF and CR only, and a last terminator opens a line", () => {
  const text = "a\nb\r\nc\rd\v\f\x1c\x85\u2028\u2029e\n";
  const whole = (/** @type {number} */ line) => sliceText(text, range([line, 0], [line, 99]));
  const lines = [0, 1, 2, 3, 4].map(whole);
  assert.deepEqual(lines, ["a", "b", "c", "d\v\f\x1c\x85\u2028\u2029e", ""]);
  assert.throws(() => sliceText("a\n", range([2, 0], [2, 0])), REFUSED);
  assert.equal(sliceText("", range([0, 0], [0, 9])), "");
  assert.equal(sliceText("caf\u00e9\r\nbar\n", range([0, 3], [1, 1])), "é\r\nb");
});

/**
 * For each column of a line with characters of every width: how many characters lie before it.
 * @type {Readonly<Record<Encoding, readonly number[]>>}
 */
const BEFORE = {
  "utf-8": [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 5, 5, 5],
  "utf-16": [0, 1, 2, 3, 3, 4, 5, 5, 5],
  "utf-32": [0, 1, 2, 3, 4, 5, 5, 5],
};
const MIXED = Array.from("aé\u20ac\u{1f600}z");

for (const encoding of ENCODINGS) {
  test(`in ${encoding} a column in a character means its start, one past the end the end`, () => {
    BEFORE[encoding].forEach((count, col) => {
      const before = MIXED.slice(0, count).join("");
      const found = sliceText(`x\n${MIXED.join("")}\r\n`, range([1, 0], [1, col]), encoding);
      assert.equal(found, before, `column ${col}`);
      for (const target of ENCODINGS) {
        const place = convertPosition(MIXED.join(""), at(0, col), encoding, target);
        assert.deepEqual(place, at(0, BEFORE[target].indexOf(count)));
      }
    });
  });
}

test("columns are UTF-16 units when no encoding is named", () => {
  assert.equal(sliceText("\u{1f600}a", range([0, 2], [0, 3])), "a");
});

test("a range that ends before it starts is refused whatever the text", () => {
  assert.throws(() => sliceText("", range([1, 0], [0, 0])), REFUSED);
  assert.throws(() => sliceText("ab", range([0, 9], [0, 8])), REFUSED);
  assert.throws(() => convertPosition("a", at(1, 0), "utf-8", "utf-16"), REFUSED);
});

test("slices that meet join to the whole, and converting there and back changes nothing", () => {
  const random = new Random(43n);
  const pieces = ["a", "é", "\u20ac", "\u{1f600}", "\n", "\r\n", "\r", "\u2028", "e\u0301"];
  for (let round = 0; round < 5000; round += 1) {
    const text = random.some(pieces, 12).join("");
    const last = text.split(/\r\n|\r|\n/).length - 1;
    const [line, col] = [random.below(last + 1), random.below(9)];
    const [one, two] = [random.pick(ENCODINGS), random.pick(ENCODINGS)];
    const parts = [range([0, 0], [line, col]), range([line, col], [last, 99])];
    assert.equal(parts.map((part) => sliceText(text, part, one)).join(""), text);
    const normal = convertPosition(text, at(line, col), one, one);
    const there = convertPosition(text, normal, one, two);
    assert.deepEqual(convertPosition(text, there, two, one), normal);
  }
});
