// Percent-encoding of everything that RFC 3986 does not call unreserved.

/**
 * Text with each byte of its UTF-8 form as `%XX`, but for ASCII letters, digits and `-._~`.
 *
 * Throws URIError for a lone surrogate, which has no UTF-8 form. Spec: RFC 3986 §2.1, §2.3
 * @param {string} text
 * @returns {string}
 */
export function percentEncode(text) {
  // encodeURIComponent follows RFC 2396, whose unreserved set has five characters more.
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
