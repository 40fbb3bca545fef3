// Search and filter of the report. The page is whole without this: what it does is hide rows.

/** @typedef {{row: HTMLElement, text: string, verdicts: string[]}} Line */
/** @typedef {{element: HTMLDetailsElement, lines: Line[]}} Domain */

const RED = new Set(["failed", "errored", "crashed", "timed-out", "garbled", "fixed"]);
// With more rows than this to show, a domain stays folded: the reader opens what is wanted.
const UNFOLDED = 300;

/** @param {string} id */
const byId = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** @type {Domain[]} */
const domains = [...document.querySelectorAll("details.domain")].map((element) => ({
  element: /** @type {HTMLDetailsElement} */ (element),
  lines: [...element.querySelectorAll(":scope > .vector")].map((found) => {
    const row = /** @type {HTMLElement} */ (found);
    const told = row.matches("details") ? /** @type {Element} */ (row.firstElementChild) : row;
    const [text, ...cells] = told.children;
    return {
      row,
      text: (text.textContent ?? "").toLowerCase(),
      verdicts: cells.map((cell) => cell.className),
    };
  }),
}));
const total = domains.reduce((sum, domain) => sum + domain.lines.length, 0);
let filtered = false;

/** Whether a line has the verdict that is asked for, of the implementation that is asked for; of
 * one without a verdict, whether it was asked at all.
 * @param {Line} line @param {string} who @param {string} verdict */
function has(line, who, verdict) {
  const asked = who === "" ? line.verdicts : [line.verdicts[Number(who)]];
  if (verdict === "") return asked.some((found) => found !== "unsupported" && found !== "not-run");
  return asked.some((found) => (verdict === "red" ? RED.has(found) : found === verdict));
}

function filter() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [who, verdict] = [byId("who").value, byId("verdict").value];
  const choosing = who !== "" || verdict !== "";
  const filtering = choosing || words.length > 0;
  let count = 0;
  for (const { element, lines } of domains) {
    let here = 0;
    for (const line of lines) {
      const shown = (!choosing || has(line, who, verdict)) && words.every((word) => line.text.includes(word));
      line.row.hidden = !shown;
      if (shown) here += 1;
    }
    element.hidden = filtering && here === 0;
    if (filtering) element.open = here > 0 && here <= UNFOLDED;
    else if (filtered) element.open = false;
    count += here;
  }
  filtered = filtering;
  byId("shown").textContent = filtering ? `${count} of ${total} vectors` : `${total} vectors`;
}

/** Unfold what the address names, so that a link to a vector shows it. */
function unfold() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name === "" ? null : document.getElementById(name);
  for (let at = target; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target?.scrollIntoView({ block: "center" });
}

const controls = byId("controls");
controls.hidden = false;
controls.addEventListener("input", filter);
controls.addEventListener("change", filter);
controls.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", unfold);
filter();
unfold();
