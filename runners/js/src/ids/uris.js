// File URIs and absolute paths, and the normal form that both share. A path here is text with `/`
// between its segments, as on POSIX; no file system is asked.

import { DomainError } from "../domain-error.js";
import { percentEncode } from "../percent-encoding.js";

// RFC 8089 §2: file-URI = "file:" ( "//" [ "localhost" / host ] path-absolute / path-absolute ).
// Without the u flag, i takes nothing beyond ASCII for a letter of ASCII.
const FILE_URI = /^file:(?:\/\/(?:localhost)?(?=\/)|(?!\/\/))(?<path>\/.*)$/is;
// RFC 3986 §3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@". A query or a fragment
// begins with a character that is none.
const NOT_IN_PATHS = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]|%(?![0-9A-Fa-f]{2})/;
const ESCAPED_SLASH = /%2F/i;

/** @param {string} problem */
const refused = (problem) => new DomainError("INVALID_PARAMS", problem);

/**
 * The one file URI of an absolute path.
 *
 * Throws `INVALID_PARAMS` for a path that is not absolute, or has a `..` segment or a NUL.
 * Spec: IDS-21 to IDS-32
 * @param {string} path
 * @returns {string}
 */
export function uriFromPath(path) {
  return `file://${normalPath(path).split("/").map(percentEncode).join("/")}`;
}

/**
 * The path that a file URI names, in normal form.
 *
 * Throws `INVALID_PARAMS` for what is no URI, another scheme or host, a query or fragment, a path
 * that is not absolute, has a `..` segment, a NUL, an escaped `/`, or bytes that are not UTF-8.
 * Spec: IDS-24 to IDS-30, IDS-33 to IDS-47
 * @param {string} uri
 * @returns {string}
 */
export function pathFromUri(uri) {
  const path = FILE_URI.exec(uri)?.groups?.["path"];
  if (path === undefined) throw refused("not the URI of a file on this machine");
  if (NOT_IN_PATHS.test(path)) throw refused("a character or an escape that no path has");
  // Decoded, it would part two segments that were one; no file name contains it.
  if (ESCAPED_SLASH.test(path)) throw refused("an escaped slash");
  return normalPath(decoded(path));
}

/** @param {string} path every % in it begins an escape @returns {string} */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch (problem) {
    // ECMA-262 §19.2.6.7: no overlong forms, no surrogates, nothing above U+10FFFF.
    if (problem instanceof URIError) throw refused("the escapes are not UTF-8");
    throw problem;
  }
}

/**
 * An absolute path without empty and `.` segments, and without a slash at its end.
 *
 * Spec: IDS-24 to IDS-30
 * @param {string} path
 * @returns {string}
 */
function normalPath(path) {
  if (!path.startsWith("/")) throw refused("the path is not absolute");
  if (path.includes("\0")) throw refused("the path contains a NUL");
  const segments = path.split("/");
  // What `a/..` names depends on whether `a` is a symbolic link, which only a file system knows.
  if (segments.includes("..")) throw refused("the path has a .. segment");
  return `/${segments.filter((segment) => segment !== "" && segment !== ".").join("/")}`;
}
