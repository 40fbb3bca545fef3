import { operation } from "../adapter.js";
import { AgentLoop, route } from "../gate/index.js";
import { checkLimit } from "../gate/loop.js";
import { PermissionPolicy } from "../permissions/index.js";
import { SessionCompactor } from "../session/index.js";
import { gateOf, scriptedGate } from "./gate/scripted.js";
import * as shapes from "./gate/shapes.js";

export default {
  call: operation(shapes.call, async ({ call, rules, sessionId, timestampMs, outcomes }) => {
    /** @type {string[]} */
    const asked = [];
    const session = { sessionId, nowMs: () => timestampMs };
    const gate = gateOf(outcomes, new PermissionPolicy(rules), session, asked);
    const { result, blockedBy, audit } = await gate.call(call.name, call.input);
    const { output, error, isError } = result;
    return {
      // The policy is the first to be asked, and leaves a record.
      asked: [...(audit ? ["policy"] : []), ...asked],
      result: { output, error, is_error: isError },
      blockedBy,
      audit,
    };
  }),

  run: operation(shapes.run, async ({ messages, tools, rules, model, maxRequests, ...given }) => {
    checkLimit(maxRequests);
    const policy = new PermissionPolicy(rules);
    const { budget, outcomes } = given;
    const streams = model[Symbol.iterator]();
    const loop = new AgentLoop({
      model: { sendMessage: () => streams.next().value ?? [] },
      gate: scriptedGate(policy, outcomes),
      tools,
      maxRequests,
      budget: budget && {
        compactor: new SessionCompactor(budget.maxTokens, budget.reserveRecent),
        summarise: () => budget.summary,
      },
    });
    return loop.run(messages);
  }),

  route: operation(shapes.route, ({ servers, name }) => {
    return route(servers, name) ?? { server: null, tool: null };
  }),
};
