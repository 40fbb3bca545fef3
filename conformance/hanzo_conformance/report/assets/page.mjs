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
    const [text, ...cells] = /** @type {Element} */ (row.firstElementChild).children;
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

/** The controls by their names in the address. A select is told by the text of its option, so that
 * a link still holds when a run has other implementations. */
const CONTROLS = ["search", "who", "verdict"];

/** @param {HTMLElement} control */
function stated(control) {
  if (!(control instanceof HTMLSelectElement)) return /** @type {HTMLInputElement} */ (control).value;
  return control.value === "" ? "" : (control.selectedOptions[0]?.text ?? "");
}

/** Put what is chosen into the address, so that a link shows what its sender saw. */
function tell() {
  const chosen = new URLSearchParams();
  for (const name of CONTROLS) {
    const value = stated(byId(name)).trim();
    if (value !== "") chosen.set(name, value);
  }
  const query = chosen.size > 0 ? `?${chosen}` : location.pathname;
  try {
    history.replaceState(null, "", `${query}${location.hash}`);
  } catch {
    // Where a page may not change its address, the filters work without.
  }
}

/** Choose what the address says. */
function read() {
  const chosen = new URLSearchParams(location.search);
  for (const name of CONTROLS) {
    const control = /** @type {HTMLElement} */ (byId(name));
    const value = chosen.get(name) ?? "";
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find((found) => value !== "" && found.text === value);
      control.value = option?.value ?? "";
    } else /** @type {HTMLInputElement} */ (control).value = value;
  }
  filter();
}

function choose() {
  filter();
  tell();
}

/** Unfold what the address names, so that a link to a vector shows it. */
function unfold() {
  const name = decodeURIComponent(location.hash.slice(1));
  const target = name === "" ? null : document.getElementById(name);
  if (target?.closest("[hidden]")) {
    // Whoever follows a link wants to see what it names, whatever was filtered before.
    for (const control of CONTROLS) byId(control).value = "";
    choose();
  }
  for (let at = target; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  target?.scrollIntoView({ block: "center" });
}

const controls = byId("controls");
controls.hidden = false;
controls.addEventListener("input", choose);
controls.addEventListener("change", choose);
controls.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", unfold);
addEventListener("popstate", read);
read();
unfold();
