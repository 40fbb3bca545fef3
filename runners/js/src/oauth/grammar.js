// The character sets of RFC 6749 appendix A that the judgements share.

/** One or more VSCHAR: VSCHAR = %x20-7E. */
export const VSCHARS = /^[\x20-\x7e]+$/;

/** One or more NQSCHAR: NQSCHAR = %x20-21 / %x23-5B / %x5D-7E. */
export const NQSCHARS = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;
