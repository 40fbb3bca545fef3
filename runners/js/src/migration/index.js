// From the tools before HIP-0300 to the tools of HIP-0300, and the modes of a caller.

export { allowed, MODES } from "./modes.js";
export { migrate } from "./rows.js";
