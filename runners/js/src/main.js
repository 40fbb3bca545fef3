// The adapter's program: `node src/main.js`, spoken to over standard input and output.

import { readFile } from "node:fs/promises";

import { serve } from "./adapter.js";
import { loadOperations } from "./operations.js";

const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
const { version } = JSON.parse(manifest);
await serve(await loadOperations(), { name: "hanzo-js", version }, process.stdin, process.stdout);
