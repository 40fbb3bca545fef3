// Where tools may reach: where a path really leads, which container runs this, how a command is held
// to what it may write, and a sandbox that asks the file system.

export { detect } from "./container.js";
export { choose, decideMode, makePlan } from "./plan.js";
export { Sandbox } from "./sandbox.js";
export { InvalidPath, LinkLoop, resolve } from "./walk.js";

/** @typedef {import("./container.js").Runtime} Runtime */
/** @typedef {import("./container.js").Signs} Signs */
/** @typedef {import("./plan.js").Enforcement} Enforcement */
/** @typedef {import("./plan.js").Features} Features */
/** @typedef {import("./plan.js").Mode} Mode */
/** @typedef {import("./plan.js").Place} Place */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./sandbox.js").SandboxConfig} SandboxConfig */
/** @typedef {import("./sandbox.js").Verdict} Verdict */
