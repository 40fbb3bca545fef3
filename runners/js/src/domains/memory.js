import { integer, json, list, map, oneOf, operation, record, text } from "../adapter.js";
import { DomainError } from "../domain-error.js";
import { ToolError } from "../envelope/index.js";
import { Memory } from "../memory/index.js";

const LARGEST_NEXT = 2 ** 52;
const scope = oneOf("session", "project", "global");
const time = integer(0);
const entry = record({
  id: text, content: text, tags: list(text), scope, created_ms: time, updated_ms: time,
});
const fact = record({ subject: text, predicate: text, object: text, scope });
const state = record({
  next: integer(1, LARGEST_NEXT), memories: list(entry), facts: list(fact),
});

export default {
  apply: operation(
    record({ state, now_ms: time, action: text, params: map(json) }),
    ({ state: { next, memories, facts }, nowMs, action, params }) => {
      // Members of a state are data, which keep their names.
      const kept = memories.map(({ createdMs, updatedMs, ...rest }) => ({
        ...rest, created_ms: createdMs, updated_ms: updatedMs,
      }));
      try {
        return { ...new Memory({ next, memories: kept, facts }).apply(action, params, nowMs) };
      } catch (refused) {
        if (!(refused instanceof ToolError)) throw refused;
        throw new DomainError(refused.code, refused.message, refused.details ?? undefined);
      }
    },
  ),
};
