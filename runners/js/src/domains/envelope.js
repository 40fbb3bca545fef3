import * as shape from "../adapter.js";
import { check, dispatch, error, intended, page, success } from "../envelope/index.js";
import { MODES } from "../migration/index.js";
import * as declared from "./envelope/declared-tool.js";

const { json, nullable, operation, record, text } = shape;
const { detailsOrNothing: details, pagingOrNothing: paging, textOrNothing } = declared;
const answer = { tool: text, action: text, trace_id: textOrNothing };
const intent = shape.optional(nullable(shape.oneOf(...MODES)));
const call = record({ action: textOrNothing, params: shape.map(json), intent });
const items = shape.list(record({ key: text, value: json }));
const limit = shape.optional(nullable(shape.integer()));

export default {
  success: operation(record({ ...answer, data: json, backend: textOrNothing, paging }), (given) =>
    success(given.tool, given.action, given.data, given),
  ),
  error: operation(record({ ...answer, code: text, message: text, details }), (given) => {
    const { tool, action, code, message } = given;
    return error(tool, action, code, message, given.details, given.traceId);
  }),
  check: operation(record({ envelope: json }), ({ envelope }) => ({ violations: check(envelope) })),
  dispatch: operation(
    record({ tool: declared.tool, call, trace_id: nullable(text) }),
    async (given) => {
      const { action, params, intent: mode } = given.call;
      const envelope = await dispatch(declared.toolOf(given.tool), action, params, given.traceId);
      return intended(envelope, mode);
    },
  ),
  page: operation(record({ items, limit, cursor: textOrNothing, query: json }), (given) => {
    const { items: found, ...where } = page(given.items, given.query, given);
    return { items: found, paging: where };
  }),
};
