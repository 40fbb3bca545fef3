// What the ends of hooks amount to: the first that does not allow decides, before the tool.

import { checkEvent, PRE } from "./hook.js";

/** @typedef {"exit" | "signal" | "timeout" | "spawn"} Cause */

/**
 * How a hook came to its end: `number` is an exit code or a signal, else null; of `stderr`, the bytes
 * that it wrote there, only the first are needed.
 * @typedef {{ cause: Cause, number: number | null, stderr: Uint8Array }} End
 */

/**
 * What hooks have decided, who did, and how many were tried.
 * @typedef {object} HookResult
 * @property {"allow" | "deny" | "error"} decision
 * @property {string | null} reason on deny
 * @property {number | null} hook the place of the one that decided
 * @property {Cause | null} cause
 * @property {number | null} exitCode
 * @property {number} ran
 * @property {number[]} failed after the tool, places of those that did not exit with 0
 */

const DENIED = 2;
// What shells report for a process that signal n has ended: POSIX asks for more than 128.
const SIGNALLED = 128;
export const LONGEST_REASON_BYTES = 65536;
const NO_REASON = "denied by hook";
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The ends of one call's hooks, taken one after the other. */
export class Judgement {
  #blocks;
  #ran = 0;
  /** @type {number[]} */
  #failed = [];
  /** @type {{ place: number, end: End } | null} */
  #decided = null;

  /** @param {string} event throws `InvalidCall` */
  constructor(event) {
    this.#blocks = checkEvent(event) === PRE;
  }

  /** Whether no further hook is asked. Spec: HOOK-38 */
  get isDecided() {
    return this.#decided !== null;
  }

  /**
   * The end of the hook at a place of the list.
   *
   * Spec: HOOK-38 to HOOK-41
   * @param {number} place
   * @param {End} end
   */
  take(place, end) {
    this.#ran += 1;
    if (end.cause === "exit" && end.number === 0) return;
    if (this.#blocks) this.#decided = { place, end };
    else this.#failed.push(place);
  }

  /**
   * What all that was taken amounts to.
   *
   * Spec: HOOK-28 to HOOK-42
   * @returns {HookResult}
   */
  result() {
    const counted = { ran: this.#ran, failed: this.#failed };
    if (!this.#decided) {
      const nobody = { reason: null, hook: null, cause: null, exitCode: null };
      return { decision: "allow", ...nobody, ...counted };
    }
    const { place, end } = this.#decided;
    const denies = end.cause === "exit" && end.number === DENIED;
    return {
      decision: denies ? "deny" : "error",
      reason: denies ? reasonOf(end.stderr) : null,
      hook: place,
      cause: end.cause,
      exitCode: end.cause === "signal" ? SIGNALLED + (end.number ?? 0) : end.number,
      ...counted,
    };
  }
}

/**
 * What the ends of hooks, in order, amount to; throws `InvalidCall`.
 *
 * Spec: HOOK-28 to HOOK-42
 * @param {string} event
 * @param {Iterable<End>} ended
 * @returns {HookResult}
 */
export function judge(event, ended) {
  const judgement = new Judgement(event);
  let place = 0;
  for (const end of ended) {
    if (judgement.isDecided) break;
    judgement.take(place, end);
    place += 1;
  }
  return judgement.result();
}

/**
 * Why a hook denies: what it wrote.
 *
 * Spec: HOOK-34 to HOOK-37
 * @param {Uint8Array} stderr
 */
function reasonOf(stderr) {
  const text = DECODER.decode(stderr.subarray(0, LONGEST_REASON_BYTES));
  let end = text.length;
  // Not a pattern: one that looks for line ends at the end tries every line end.
  while (end > 0 && "\r\n".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end) || NO_REASON;
}
