// Retry delays: exponential backoff with full jitter, exact over 64 bits.

export { systemWord } from "./entropy.js";
export { Backoff, ceiling, delay, laterAttempt, sample } from "./retry.js";
export { SplitMix64 } from "./splitmix64.js";
