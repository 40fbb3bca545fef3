// In TypeScript, because a type in JSDoc cannot contain itself.

/** A value of strict JSON; Maps keep every name, and all of them in the order of the text. */
export type Json = null | boolean | number | string | Json[] | Map<string, Json>;
