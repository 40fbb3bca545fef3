// The adapter as the harness meets it: a process that is spoken to over its standard streams.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../src/main.js", import.meta.url));

/** One running adapter, given up after ten seconds. */
export class AdapterProcess {
  #child = spawn(process.execPath, [MAIN], { stdio: ["pipe", "pipe", "inherit"], timeout: 10_000 });
  #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  #exit = once(this.#child, "exit");

  /** @param {string | Uint8Array} bytes */
  write(bytes) {
    this.#child.stdin.write(bytes);
  }

  /** @returns {Promise<any>} the next answer */
  async answer() {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("the adapter has no further answer");
    return JSON.parse(value);
  }

  /** Ends the input; resolves to the exit code and the answers that had not been read. */
  async end() {
    this.#child.stdin.end();
    const answers = [];
    for (let next = await this.#lines.next(); !next.done; next = await this.#lines.next()) {
      answers.push(JSON.parse(next.value));
    }
    const [code] = await this.#exit;
    return { code, answers };
  }
}
