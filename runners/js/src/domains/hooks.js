import { json, map, operation, record, text } from "../adapter.js";
import {
  checkEvent, HookRunner, judge, prepare, readHooks, select,
} from "../hooks/index.js";
import { ended, hooks, named, result } from "./hooks/shapes.js";

const call = { event: text, tool_name: text, input: map(json), session_id: text, result };

export default {
  select: operation(record({ hooks, event: text, tool_name: text }), (given) => {
    const read = readHooks(named(given.hooks));
    return { matching: select(read, checkEvent(given.event), given.toolName) };
  }),

  prepare: operation(record({ ...call, parent: map(text) }), ({ parent, ...given }) =>
    prepare(given, parent),
  ),

  judge: operation(record({ event: text, ended }), (given) => judge(given.event, given.ended)),

  run: operation(record({ workspace: text, hooks, ...call }), async (given) => {
    const { workspace, sessionId, event, toolName, input } = given;
    const around = { workspace, sessionId, environment: process.env };
    const read = readHooks(named(given.hooks));
    return new HookRunner(read, around).run(event, toolName, input, given.result);
  }),
};
