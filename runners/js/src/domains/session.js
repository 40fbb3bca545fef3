import { integer, json, list, map, nullable, operation, record, text } from "../adapter.js";
import { SessionCompactor } from "../session/index.js";

// Objects of any kind: what a message must be like is for the library to judge.
const session = { messages: list(map(json)), max_tokens: integer() };

export default {
  should_compact: operation(record(session), ({ messages, maxTokens }) => {
    const compactor = new SessionCompactor(maxTokens);
    return {
      shouldCompact: compactor.shouldCompact(messages),
      totalTokens: compactor.totalTokens(messages),
    };
  }),

  compact: operation(
    record({ ...session, reserve_recent: integer(), summary: nullable(text) }),
    ({ messages, maxTokens, reserveRecent, summary }) =>
      new SessionCompactor(maxTokens, reserveRecent).compact(messages, summary),
  ),
};
