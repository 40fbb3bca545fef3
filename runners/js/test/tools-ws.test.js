// ws: what a vector cannot lay out, programs that are there and do not work.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { Toolbox } from "../src/tools/toolbox.js";

const SPEAKS = "#!/bin/sh\nread -r line\nprintf 'Content-Length: 2\\r\\n\\r\\n{}'\n";
const REFUSES = "#!/bin/sh\necho 'error: no such component is installed' >&2\nexit 1\n";
const CHATTERS = "#!/bin/sh\necho 'welcome to this server'\nsleep 100\n";

/** @param {Record<string, string>} programs @returns {Promise<any>} */
async function capabilities(programs) {
  const folder = mkdtempSync(join(tmpdir(), "ws-"));
  try {
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(folder, name), script, { mode: 0o755 });
    }
    const toolbox = new Toolbox({ PATH: `${folder}:/usr/bin:/bin` });
    return (await toolbox.call("/", "ws", "capabilities", {})).data;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a server that only starts is not named", async () => {
  const found = await capabilities({ "rust-analyzer": REFUSES, gopls: SPEAKS, clangd: CHATTERS });
  assert.deepEqual(found.lsp, ["gopls"]);
});

test("version control that does not work is none", async () => {
  const { vcs, shell } = await capabilities({ git: REFUSES });
  assert.deepEqual({ vcs, shell }, { vcs: null, shell: "sh" });
});
