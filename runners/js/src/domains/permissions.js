import { integer, list, nullable, operation, optional, record, text } from "../adapter.js";
import { audit, EARLIEST_MS, LATEST_MS, matches, PermissionPolicy } from "../permissions/index.js";

const rule = record({ tool_pattern: text, mode: text, reason: optional(nullable(text)) });
const question = { rules: list(rule), tool_name: text };
const timestamp_ms = integer(EARLIEST_MS, LATEST_MS);

export default {
  match: operation(record({ pattern: text, name: text }), ({ pattern, name }) => ({
    matches: matches(pattern, name),
  })),

  evaluate: operation(record(question), ({ rules, toolName }) =>
    new PermissionPolicy(rules).explain(toolName),
  ),

  audit: operation(
    record({ ...question, session_id: text, timestamp_ms }),
    ({ rules, toolName, sessionId, timestampMs }) => ({
      record: audit(new PermissionPolicy(rules), toolName, sessionId, timestampMs),
    }),
  ),
};
