// The optional tool `llm`: a language model behind an endpoint, over the one way to the network that
// there is: `net.request`.

import { Endpoint, jsonIn } from "../endpoint.js";
import { violation } from "../failures.js";
import { completion, consensusOf, embeddings, pieces } from "./answers.js";
import { CONSENSUS, EMBED, QUERY, STREAM } from "./schemas.js";

/** @typedef {import("../context.js").Context} Context */
/** @typedef {{ prompt: string, model: string, system?: string, max_tokens?: number, endpoint?: string }} QueryParams */
/** @typedef {{ texts: string[], model: string, endpoint?: string }} EmbedParams */
/** @typedef {{ prompt: string, models: string[], system?: string, endpoint?: string }} ConsensusParams */

const CHAT = "chat/completions";
const JSON_TEXT = "application/json";

/** @type {import("../declaring.js").Declaration} */
export const tool = {
  name: "llm",
  backend: null,
  actions: {
    query: {
      params: QUERY,
      run: async (context, params) => ({ data: await query(context, params) }),
    },
    stream: { params: STREAM, run: stream },
    embed: { params: EMBED, run: embed },
    consensus: { params: CONSENSUS, run: consensus },
  },
};

/**
 * The whole answer. Spec: LLM-1 to LLM-3
 * @param {Context} context
 * @param {QueryParams} params
 */
async function query(context, params) {
  const { text } = await endpointOf(context, params.endpoint).ask("POST", CHAT, asked(params), JSON_TEXT);
  return { model: params.model, text: completion(jsonIn(text)) };
}

/**
 * The answer with the pieces in which it came. Spec: LLM-1, LLM-2, LLM-4
 * @param {Context} context
 * @param {QueryParams} params
 */
async function stream(context, params) {
  const body = { ...asked(params), stream: true };
  const { text } = await endpointOf(context, params.endpoint).ask("POST", CHAT, body, "text/event-stream");
  const found = pieces(text);
  return { data: { model: params.model, text: found.join(""), pieces: found } };
}

/**
 * A vector for each text, in their order. Spec: LLM-1, LLM-2, LLM-5, LLM-8
 * @param {Context} context
 * @param {EmbedParams} params
 */
async function embed(context, { texts, model, endpoint }) {
  refuseNone("/texts", texts);
  const service = endpointOf(context, endpoint);
  const { text } = await service.ask("POST", "embeddings", { model, input: texts }, JSON_TEXT);
  return { data: { model, embeddings: embeddings(jsonIn(text), texts.length) } };
}

/**
 * What each model answers, and the answer of most. Spec: LLM-1, LLM-2, LLM-6, LLM-8, LLM-9
 * @param {Context} context
 * @param {ConsensusParams} params
 */
async function consensus(context, { models, ...rest }) {
  refuseNone("/models", models);
  const answers = [];
  for (const model of models) answers.push(await query(context, { ...rest, model }));
  const found = consensusOf(answers.map(({ text }) => text));
  return { data: { answers, ...found, asked: answers.length } };
}

/** @param {Context} context @param {string | undefined} given */
function endpointOf(context, given) {
  return new Endpoint(context, given, "HANZO_LLM_ENDPOINT", "HANZO_LLM_KEY");
}

/** @param {QueryParams} params */
function asked({ prompt, model, system, max_tokens }) {
  const before = system === undefined ? [] : [{ role: "system", content: system }];
  const messages = [...before, { role: "user", content: prompt }];
  return { model, messages, ...(max_tokens !== undefined && { max_tokens }) };
}

/** @param {string} pointer @param {readonly string[]} items */
function refuseNone(pointer, items) {
  if (items.length === 0) throw violation(pointer, "empty", `${pointer} is empty`);
}
