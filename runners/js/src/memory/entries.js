// The actions over memories.

import { compareUtf8 } from "../utf8-order.js";
import { paged, refuse, refuseUnknown } from "./applied.js";

/** @typedef {import("./applied.js").Applied} Applied */
/** @typedef {import("./applied.js").Scope} Scope */
/** @typedef {import("./applied.js").State} State */
/** @typedef {import("../envelope/index.js").Violation} Violation */
/** @typedef {{ content: string, tags?: string[], scope?: Scope }} CreateParams */
/** @typedef {{ id: string, content?: string, tags?: string[] }} UpdateParams */

// What ASCII has of blanks; \s would have those of Unicode, too.
const WORD = /[^\t\n\v\f\r ]+/g;

/**
 * The memories that have all the words and all the tags. Spec: MEMORY-8 to MEMORY-14
 * @param {State} state
 * @param {{ query?: string, tags?: string[], scope?: Scope, limit?: number, cursor?: string }} params
 * @returns {Applied}
 */
export function recall(state, { query, tags, scope, ...place }) {
  const words = (query?.match(WORD) ?? []).map(lowerCase);
  const found = state.memories
    .filter((entry) => (scope ?? entry.scope) === entry.scope)
    .filter(({ content }) => words.every((word) => lowerCase(content).includes(word)))
    .filter((entry) => (tags ?? []).every((tag) => entry.tags.includes(tag)))
    .map((entry) => ({ key: entry.id, value: entry }));
  const asked = { query: query ?? null, scope: scope ?? null, tags: tags ? sorted(tags) : null };
  return paged("memories", found, asked, place, state);
}

/**
 * A new memory. Spec: MEMORY-15 to MEMORY-18
 * @param {State} state
 * @param {CreateParams} params
 * @param {number} nowMs
 * @returns {Applied}
 */
export function create(state, params, nowMs) {
  refuse(blank("/content", params.content));
  return withOne(state, params, nowMs);
}

/**
 * A memory with its text or its tags changed. Spec: MEMORY-19 to MEMORY-21
 * @param {State} state
 * @param {UpdateParams} params
 * @param {number} nowMs
 * @returns {Applied}
 */
export function update(state, params, nowMs) {
  refuse(nothingNew("", params));
  refuseUnknown(state, [params.id]);
  const after = changed(state, params, nowMs);
  return { data: { ...after.memories.find(({ id }) => id === params.id) }, paging: null, state: after };
}

/**
 * What is forgotten. Spec: MEMORY-22, MEMORY-23
 * @param {State} state
 * @param {{ ids: string[] }} params
 * @returns {Applied}
 */
export function forget(state, { ids }) {
  refuse(ids.length > 0 ? repeated("/ids", ids) : [{ pointer: "/ids", rule: "empty" }]);
  refuseUnknown(state, ids);
  return { data: { deleted: ids }, paging: null, state: without(state, ids) };
}

/**
 * Several memories made, changed and forgotten, all or none. Spec: MEMORY-24 to MEMORY-27
 * @param {State} state
 * @param {{ create?: CreateParams[], update?: UpdateParams[], delete?: string[] }} params
 * @param {number} nowMs
 * @returns {Applied}
 */
export function manage(state, { create: news = [], update: changes = [], delete: gone = [] }, nowMs) {
  if (news.length + changes.length + gone.length === 0) {
    refuse([{ pointer: "/create", rule: "required" }]);
  }
  const updated = changes.map(({ id }) => id);
  refuse([
    ...news.flatMap(({ content }, index) => blank(`/create/${index}/content`, content)),
    ...changes.flatMap((change, index) => nothingNew(`/update/${index}`, change)),
    ...repeated("/delete", gone, updated),
  ]);
  refuseUnknown(state, [...updated, ...gone]);
  const made = withNew(state, news, nowMs);
  const created = made.memories.slice(state.memories.length).map(({ id }) => id);
  const after = changes.reduce((before, change) => changed(before, change, nowMs), made);
  return { data: { created, updated, deleted: gone }, paging: null, state: without(after, gone) };
}

/**
 * A memory that stands for others. Spec: MEMORY-28 to MEMORY-30
 * @param {State} state
 * @param {{ topic: string, content: string, ids?: string[], replace?: boolean, scope?: Scope }} params
 * @param {number} nowMs
 * @returns {Applied}
 */
export function summarize(state, { topic, content, ids = [], replace = false, scope }, nowMs) {
  refuse([...blank("/topic", topic), ...blank("/content", content), ...repeated("/ids", ids)]);
  refuseUnknown(state, ids);
  const left = replace ? without(state, ids) : state;
  const tags = ["summary", `topic:${topic}`];
  return withOne(left, { content, tags, ...(scope && { scope }) }, nowMs);
}

/** The letters of ASCII small, all others as they are. Spec: MEMORY-9 @param {string} text */
function lowerCase(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * The violation of a text without a single word. Spec: MEMORY-15
 * @param {string} pointer
 * @param {string} text
 * @returns {Violation[]}
 */
function blank(pointer, text) {
  return text.search(WORD) >= 0 ? [] : [{ pointer, rule: "empty" }];
}

/** @param {string} pointer @param {UpdateParams} params @returns {Violation[]} */
function nothingNew(pointer, { content, tags }) {
  const place = `${pointer}/content`;
  if (content !== undefined) return blank(place, content);
  return tags ? [] : [{ pointer: place, rule: "required" }];
}

/**
 * Each place of an id that stood before. Spec: MEMORY-7
 * @param {string} pointer
 * @param {readonly string[]} ids
 * @param {readonly string[]} [earlier]
 * @returns {Violation[]}
 */
function repeated(pointer, ids, earlier = []) {
  return ids.flatMap((id, index) =>
    earlier.includes(id) || ids.indexOf(id) < index
      ? [{ pointer: `${pointer}/${index}`, rule: "unique" }]
      : [],
  );
}

/** @param {State} state @param {CreateParams} params @param {number} nowMs @returns {Applied} */
function withOne(state, params, nowMs) {
  const after = withNew(state, [params], nowMs);
  return { data: { ...after.memories.at(-1) }, paging: null, state: after };
}

/**
 * Spec: MEMORY-16 to MEMORY-18
 * @param {State} state
 * @param {readonly CreateParams[]} news
 * @param {number} nowMs
 * @returns {State}
 */
function withNew(state, news, nowMs) {
  const made = news.map(({ content, tags = [], scope = "project" }, index) => ({
    id: `mem_${state.next + index}`,
    content,
    tags: sorted(tags),
    scope,
    created_ms: nowMs,
    updated_ms: nowMs,
  }));
  return { ...state, next: state.next + made.length, memories: [...state.memories, ...made] };
}

/** @param {State} state @param {UpdateParams} params @param {number} nowMs @returns {State} */
function changed(state, { id, content, tags }, nowMs) {
  const memories = state.memories.map((entry) =>
    entry.id === id
      ? {
          ...entry,
          content: content ?? entry.content,
          tags: tags ? sorted(tags) : entry.tags,
          updated_ms: nowMs,
        }
      : entry,
  );
  return { ...state, memories };
}

/** @param {State} state @param {readonly string[]} ids @returns {State} */
function without(state, ids) {
  return { ...state, memories: state.memories.filter(({ id }) => !ids.includes(id)) };
}

/** Each once, by UTF-8 bytes. @param {readonly string[]} tags @returns {string[]} */
function sorted(tags) {
  return [...new Set(tags)].sort(compareUtf8);
}
