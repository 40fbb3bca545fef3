import { integer, list, oneOf, operation, record, uint64 } from "../adapter.js";
import { Backoff, ceiling, laterAttempt, sample, systemWord } from "../backoff/index.js";

const limits = { base_ms: uint64, max_ms: uint64 };
const attempt = integer(0, 2 ** 32 - 1);
const count = integer(0, 1024);
const calls = list(oneOf("next", "reset"), { most: 1024 });

export default {
  ceilings: operation(record({ ...limits, start: attempt, count }), (given) => {
    const { start, count: length } = given;
    const attempts = Array.from({ length }, (_, step) => laterAttempt(start, step));
    return { ceilings: attempts.map((at) => String(ceiling(given.baseMs, given.maxMs, at))) };
  }),

  delays: operation(record({ ...limits, seed: uint64, calls }), (given) => {
    const backoff = new Backoff(given.baseMs, given.maxMs, given.seed);
    const delays = [];
    for (const call of given.calls) {
      if (call === "next") delays.push(String(backoff.nextDelay()));
      else backoff.reset();
    }
    return { delays };
  }),

  sample: operation(record({ ...limits, attempt, count }), (given) => ({
    delays: sample(given.baseMs, given.maxMs, given.attempt, given.count, systemWord).map(String),
  })),
};
