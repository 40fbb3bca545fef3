import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import {
  Backoff, ceiling, delay, laterAttempt, sample, SplitMix64, systemWord,
} from "hanzo-conformance-js/backoff";

import { Random } from "../testing/random.js";

const MAX = 2n ** 64n - 1n;
const LAST_ATTEMPT = 2 ** 32 - 1;

test("a ceiling doubles from the base up to the limit", () => {
  const ceilings = Array.from({ length: 10 }, (_, attempt) => ceiling(100n, 30_000n, attempt));
  assert.deepEqual(
    ceilings, [100n, 200n, 400n, 800n, 1600n, 3200n, 6400n, 12_800n, 25_600n, 30_000n],
  );
});

/** @type {readonly [bigint, bigint, number, bigint][]} base, limit, attempt, ceiling */
const EDGES = [
  [1n, MAX, 63, 2n ** 63n],
  [1n, MAX, 64, MAX],
  [3n, MAX, 62, 3n * 2n ** 62n],
  [3n, MAX, 63, MAX],
  [2n ** 53n + 1n, MAX, 1, 2n ** 54n + 2n],
  [MAX, MAX, 0, MAX],
  [MAX, MAX - 1n, LAST_ATTEMPT, MAX - 1n],
  [0n, MAX, LAST_ATTEMPT, 0n],
  [5n, 0n, 0, 0n],
  [5n, 3n, 0, 3n],
];
for (const [base, limit, attempt, expected] of EDGES) {
  test(`base ${base} and limit ${limit} at attempt ${attempt} give ${expected}`, () => {
    assert.equal(ceiling(base, limit, attempt), expected);
  });
}

test("a word picks from both ends of the interval, and at the widest is the delay itself", () => {
  assert.equal(delay(800n, 0n), 0n);
  assert.equal(delay(800n, MAX), 800n);
  assert.equal(delay(MAX, 0x0123_4567_89ab_cdefn), 0x0123_4567_89ab_cdefn);
  assert.equal(delay(0n, MAX), 0n);
});

test("SplitMix64 gives its published words", () => {
  const words = new SplitMix64(1_234_567n);
  assert.deepEqual(Array.from({ length: 3 }, () => words.nextWord()), [
    6_457_827_717_110_365_317n, 3_203_168_211_198_807_973n, 9_817_491_932_198_370_423n,
  ]);
  assert.equal(new SplitMix64(0n).nextWord(), 0xe220_a839_7b1d_cdafn);
});

test("a seeded backoff counts attempts, and a reset leaves the random stream alone", () => {
  const backoff = new Backoff(100n, 30_000n, 42n);
  const delays = Array.from({ length: 4 }, () => backoff.nextDelay());
  assert.deepEqual(delays, [74n, 32n, 111n, 275n]);
  assert.equal(backoff.attempt, 4);
  backoff.reset();
  assert.deepEqual([backoff.attempt, backoff.nextDelay(), backoff.attempt], [0, 3n, 1]);
});

test("attempts saturate", () => {
  assert.equal(laterAttempt(LAST_ATTEMPT - 1, 1), LAST_ATTEMPT);
  assert.equal(laterAttempt(LAST_ATTEMPT, 1), LAST_ATTEMPT);
  assert.equal(laterAttempt(LAST_ATTEMPT - 1, 1023), LAST_ATTEMPT);
});

test("each delay takes one word, at ceiling 0 too", (context) => {
  const nextWord = context.mock.method(SplitMix64.prototype, "nextWord");
  for (const base of [0n, 100n]) {
    const before = nextWord.mock.callCount();
    const backoff = new Backoff(base, 1000n, 1n);
    for (let call = 0; call < 5; call += 1) backoff.nextDelay();
    backoff.reset();
    assert.equal(nextWord.mock.callCount() - before, 5);
  }
});

test("a sample takes one word for each delay, all for the same attempt", () => {
  const words = new SplitMix64(9n);
  const drawn = sample(1n, MAX, 3, 1000, () => words.nextWord());
  assert.equal(drawn.length, 1000);
  assert.deepEqual(new Set(drawn), new Set(Array.from({ length: 9 }, (_, ms) => BigInt(ms))));
  assert.equal(words.nextWord(), Array.from({ length: 1001 }, follow(9n)).at(-1));
});

/** @param {bigint} seed */
function follow(seed) {
  const words = new SplitMix64(seed);
  return () => words.nextWord();
}

test("without a seed two backoffs differ, also in two processes", () => {
  const first = () => String(new Backoff(MAX, MAX).nextDelay());
  assert.notEqual(first(), first());
  const script = `
    import { Backoff } from "hanzo-conformance-js/backoff";
    console.log(String(new Backoff(${MAX}n, ${MAX}n).nextDelay()));
  `;
  const cwd = new URL("..", import.meta.url);
  const run = () => execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd });
  assert.notDeepEqual(run(), run());
});

test("the system's words use all 64 bits", () => {
  const words = Array.from({ length: 200 }, systemWord);
  const [some, every] = [words.reduce((a, b) => a | b), words.reduce((a, b) => a & b)];
  assert.deepEqual([some, every], [MAX, 0n]);
});

test("what no unsigned integer of the right size holds is refused", () => {
  for (const value of [-1n, MAX + 1n]) {
    assert.throws(() => ceiling(value, 1n, 0), RangeError);
    assert.throws(() => ceiling(1n, value, 0), RangeError);
    assert.throws(() => delay(value, 0n), RangeError);
    assert.throws(() => delay(0n, value), RangeError);
    assert.throws(() => new Backoff(value, 0n), RangeError);
    assert.throws(() => new Backoff(0n, 0n, value), RangeError);
  }
  for (const attempt of [-1, 0.5, 2 ** 32]) {
    assert.throws(() => ceiling(1n, 1n, attempt), RangeError);
  }
  assert.throws(() => new Backoff(/** @type {any} */ (100), 100n), TypeError);
});

test("a delay is never beyond its ceiling, nor a ceiling beyond its limit", () => {
  const random = new Random(3n);
  const words = new SplitMix64(4n);
  for (let round = 0; round < 20_000; round += 1) {
    const [base, limit] = [0, 0].map(() => words.nextWord() >> BigInt(random.below(64)));
    assert.ok(base !== undefined && limit !== undefined);
    const attempt = random.below(80);
    const longest = ceiling(base, limit, attempt);
    const exact = base * 2n ** BigInt(attempt);
    assert.equal(longest, [exact, limit, MAX].reduce((a, b) => (a < b ? a : b)));
    const chosen = delay(longest, words.nextWord());
    assert.ok(chosen >= 0n && chosen <= longest);
  }
});
