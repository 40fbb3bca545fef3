// Permission rules in order: the first whose pattern matches decides, else the user is asked.

import { DomainError } from "../domain-error.js";
import { Glob } from "./glob.js";

/** @typedef {"allow" | "deny" | "prompt"} PermissionMode */

/**
 * One line of a policy: a glob over tool names, a mode, and why, if somebody said so.
 * @typedef {object} PermissionRule
 * @property {string} toolPattern
 * @property {string} mode one of PermissionMode; the policy judges it
 * @property {string | null | undefined} [reason]
 */

/**
 * The outcome for one tool: the mode, and the pattern and the reason of the rule behind it.
 * @typedef {{ mode: PermissionMode, ruleMatched: string | null, reason: string | null }} Evaluation
 */

/** @type {readonly PermissionMode[]} */
const MODES = ["allow", "deny", "prompt"];
/**
 * What holds when no rule matches, so that an empty policy asks before every tool.
 * @type {Evaluation}
 */
const NO_RULE = Object.freeze({ mode: "prompt", ruleMatched: null, reason: null });

/**
 * The mode of this name, exactly as written; throws `INVALID_MODE` for any other text.
 *
 * Spec: PERM-26
 * @param {string} text
 * @returns {PermissionMode}
 */
export function parseMode(text) {
  const found = MODES.find((mode) => mode === text);
  if (found) return found;
  throw new DomainError("INVALID_MODE", `${JSON.stringify(text)} is none of ${MODES.join(", ")}`);
}

/** An ordered list of rules, its patterns compiled once. */
export class PermissionPolicy {
  /** @type {readonly { glob: Glob, outcome: Evaluation }[]} */
  #rules;

  /**
   * Takes the rules in their order of precedence; throws `INVALID_MODE` for any invalid mode.
   *
   * Spec: PERM-27
   * @param {Iterable<PermissionRule>} rules
   */
  constructor(rules) {
    this.#rules = Array.from(rules, ({ toolPattern, mode, reason = null }) => ({
      glob: new Glob(toolPattern),
      outcome: Object.freeze({ mode: parseMode(mode), ruleMatched: toolPattern, reason }),
    }));
  }

  /**
   * The mode for a tool.
   *
   * Spec: PERM-22, PERM-23
   * @param {string} toolName
   * @returns {PermissionMode}
   */
  evaluate(toolName) {
    return this.explain(toolName).mode;
  }

  /**
   * The mode for a tool with the rule that led to it; rule and reason are null when none did.
   *
   * Spec: PERM-22 to PERM-25
   * @param {string} toolName
   * @returns {Evaluation}
   */
  explain(toolName) {
    return this.#rules.find(({ glob }) => glob.matches(toolName))?.outcome ?? NO_RULE;
  }
}
