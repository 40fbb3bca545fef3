// URLs of the web: which ones are accepted, their normal form, and where a redirect leads. The
// grammar is that of RFC 3986 and nothing is repaired, apart from what servers put into Location;
// `URL` would repair what has to be refused.

/** @type {Readonly<Record<string, number>>} */
const DEFAULT_PORTS = { http: 80, https: 443 };
// RFC 3986 §3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;
// RFC 3986 §3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
const CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})";
// RFC 3986 §3.2: [ userinfo "@" ] host [ ":" port ], here without userinfo.
const AFTER_SCHEME = new RegExp(
  "^//(?<host>[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(?::(?<port>[0-9]{1,5}))?" +
    `(?<path>(?:/${CHARACTER}*)?)(?<query>(?:\\?(?:${CHARACTER}|\\?)*)?)` +
    `(?:#(?:${CHARACTER}|\\?)*)?$`,
);
// RFC 3986, appendix B, for what stands in Location.
const REFERENCE =
  /^(?:(?<scheme>[^:/?#]+):)?(?:\/\/(?<authority>[^/?#]*))?(?<path>[^?#]*)(?<query>(?:\?[^#]*)?)/;
// What cannot stand in a URI at all (RFC 3986 §2).
const NO_URI_CHARACTER = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/g;

/** Text that is no URL of the web. */
export class UrlError extends Error {}

/** A URL of another scheme than http and https. */
export class SchemeError extends Error {
  /** @param {string} scheme in lower case */
  constructor(scheme) {
    super(`${scheme} is neither http nor https`);
    this.scheme = scheme;
  }
}

/** An http or https URL; `host` is in lower case, `target` is path and query. */
export class Url {
  /** @param {string} scheme @param {string} host @param {number} port @param {string} target */
  constructor(scheme, host, port, target) {
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.target = target;
  }

  /** Host and port as they stand in a URL: no port where it is the scheme's own. */
  get authority() {
    return DEFAULT_PORTS[this.scheme] === this.port ? this.host : `${this.host}:${this.port}`;
  }

  /** Who answers: what credentials are for. */
  get origin() {
    return `${this.scheme}://${this.host}:${this.port}`;
  }

  toString() {
    return `${this.scheme}://${this.authority}${this.target}`;
  }
}

/**
 * The URL that a text is; throws `UrlError` or `SchemeError`.
 *
 * Spec: NET-1 to NET-5
 * @param {string} text
 * @returns {Url}
 */
export function parse(text) {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) throw new UrlError("there is no scheme");
  const ownPort = Object.hasOwn(DEFAULT_PORTS, scheme) ? DEFAULT_PORTS[scheme] : undefined;
  if (ownPort === undefined) throw new SchemeError(scheme);
  const parts = AFTER_SCHEME.exec(text.slice(scheme.length + 1))?.groups;
  if (!parts) throw new UrlError("this is no URL");
  const port = parts["port"] === undefined ? ownPort : Number(parts["port"]);
  if (port < 1 || port > 65535) throw new UrlError(`there is no port ${port}`);
  const path = withoutDotSegments(parts["path"] ?? "") || "/";
  return new Url(scheme, (parts["host"] ?? "").toLowerCase(), port, path + parts["query"]);
}

/**
 * Where a Location leads from a URL (RFC 3986 §5.2.2); throws `UrlError` or `SchemeError`.
 *
 * Octets that no URI has are escaped first, as browsers do.
 * Spec: NET-24, NET-26
 * @param {Url} source
 * @param {string} location its octets as Latin-1
 * @returns {Url}
 */
export function redirectTarget(source, location) {
  const text = location
    .replace(/^[ \t]+|[ \t]+$/g, "")
    .replace(NO_URI_CHARACTER, (octet) => `%${hex(octet)}`);
  const parts = REFERENCE.exec(text)?.groups;
  if (!parts || parts["scheme"] !== undefined) return parse(text);
  const { authority, path = "", query = "" } = parts;
  if (authority !== undefined) return parse(`${source.scheme}://${authority}${path}${query}`);
  const [basePath = ""] = source.target.split("?", 1);
  const baseQuery = source.target.slice(basePath.length);
  const start = `${source.scheme}://${source.authority}`;
  if (path === "") return parse(start + basePath + (query || baseQuery));
  const folder = path.startsWith("/") ? "" : basePath.slice(0, basePath.lastIndexOf("/") + 1);
  return parse(start + folder + path + query);
}

/**
 * An absolute path with `.` and `..` resolved, never above its root (RFC 3986 §5.2.4).
 * @param {string} path
 * @returns {string}
 */
function withoutDotSegments(path) {
  /** @type {string[]} */
  const kept = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment === ".." && kept.length > 1) kept.pop();
    if (segment !== ".." && segment !== ".") kept.push(segment);
    else if (index === segments.length - 1) kept.push("");
  }
  return kept.join("/");
}

/** @param {string} octet */
function hex(octet) {
  return octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
}
