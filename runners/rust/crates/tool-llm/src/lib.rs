//! The optional tool `llm`: a language model behind an endpoint, over the one way to the network
//! that there is: `net.request`.

mod answers;

use std::sync::Arc;

use hanzo_envelope::{Outcome, ToolError};
use hanzo_tools::{action, json_in, tool as declared, violation, Context, Declaration, Endpoint};
use serde::Deserialize;
use serde_json::{json, Value};

use crate::answers::{completion, consensus_of, embeddings, pieces};

const CHAT: &str = "chat/completions";
const JSON: &str = "application/json";

#[derive(Deserialize)]
struct QueryParams {
    prompt: String,
    model: String,
    system: Option<String>,
    max_tokens: Option<u64>,
    endpoint: Option<String>,
}

#[derive(Deserialize)]
struct EmbedParams {
    texts: Vec<String>,
    model: String,
    endpoint: Option<String>,
}

#[derive(Deserialize)]
struct ConsensusParams {
    prompt: String,
    models: Vec<String>,
    system: Option<String>,
    endpoint: Option<String>,
}

/// The tool as it works in any workspace.
#[must_use]
pub fn tool() -> Declaration {
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": text});
    let endpoint = json!({
        "type": "string",
        "description": "URL of another service than the configured one.",
    });
    let tokens = json!({"type": "integer", "minimum": 1});
    let question = json!({
        "prompt": text, "model": text, "system": text, "max_tokens": tokens, "endpoint": endpoint,
    });
    let streamed = object("Asks a model, and reads as it writes.", &question, &["prompt", "model"]);
    let embedded = json!({"texts": texts, "model": text, "endpoint": endpoint});
    let agreed = json!({"prompt": text, "models": texts, "system": text, "endpoint": endpoint});
    let asked = object("Asks a model.", &question, &["prompt", "model"]);
    let embedded = object("Turns texts into vectors.", &embedded, &["texts", "model"]);
    let agreed =
        object("Asks several models, and says whether they agree.", &agreed, &["prompt", "models"]);
    declared(
        "llm",
        None,
        [
            action("query", asked, |context, params| {
                Ok(Outcome::from(query(context, &params)?.told()))
            }),
            action("stream", streamed, |context, params| stream(context, &params)),
            action("embed", embedded, |context, params| embed(context, &params)),
            action("consensus", agreed, consensus),
        ],
    )
}

/// What one model said.
struct Answer {
    model: String,
    text: String,
}

impl Answer {
    fn told(&self) -> Value {
        json!({"model": self.model, "text": self.text})
    }
}

/// The whole answer. Spec: LLM-1 to LLM-3
fn query(context: &Arc<Context>, params: &QueryParams) -> Result<Answer, ToolError> {
    let service = endpoint(context, params.endpoint.as_deref())?;
    let (_, text) = service.ask("POST", CHAT, Some(&asked(params)), JSON)?;
    Ok(Answer { model: params.model.clone(), text: completion(&json_in(&text)?)? })
}

/// The answer with the pieces in which it came. Spec: LLM-1, LLM-2, LLM-4
fn stream(context: &Arc<Context>, params: &QueryParams) -> Result<Outcome, ToolError> {
    let mut body = asked(params);
    body["stream"] = json!(true);
    let service = endpoint(context, params.endpoint.as_deref())?;
    let (_, text) = service.ask("POST", CHAT, Some(&body), "text/event-stream")?;
    let pieces = pieces(&text)?;
    let text = pieces.concat();
    Ok(Outcome::from(json!({"model": params.model, "text": text, "pieces": pieces})))
}

/// A vector for each text, in their order. Spec: LLM-1, LLM-2, LLM-5, LLM-8
fn embed(context: &Arc<Context>, params: &EmbedParams) -> Result<Outcome, ToolError> {
    refuse_none("/texts", &params.texts)?;
    let body = json!({"model": params.model, "input": params.texts});
    let service = endpoint(context, params.endpoint.as_deref())?;
    let (_, text) = service.ask("POST", "embeddings", Some(&body), JSON)?;
    let embeddings = embeddings(&json_in(&text)?, params.texts.len())?;
    Ok(Outcome::from(json!({"model": params.model, "embeddings": embeddings})))
}

/// What each model answers, and the answer of most. Spec: LLM-1, LLM-2, LLM-6, LLM-8, LLM-9
fn consensus(context: &Arc<Context>, params: ConsensusParams) -> Result<Outcome, ToolError> {
    let ConsensusParams { prompt, models, system, endpoint } = params;
    refuse_none("/models", &models)?;
    let mut answers = Vec::new();
    for model in models {
        let (prompt, system, endpoint) = (prompt.clone(), system.clone(), endpoint.clone());
        let asked = QueryParams { prompt, model, system, max_tokens: None, endpoint };
        answers.push(query(context, &asked)?);
    }
    let texts: Vec<&str> = answers.iter().map(|answer| answer.text.as_str()).collect();
    let (text, agreeing) = consensus_of(&texts);
    let told: Vec<Value> = answers.iter().map(Answer::told).collect();
    Ok(Outcome::from(json!({
        "answers": told, "text": text, "agreeing": agreeing, "asked": answers.len(),
    })))
}

fn asked(params: &QueryParams) -> Value {
    let mut messages = Vec::new();
    if let Some(system) = &params.system {
        messages.push(json!({"role": "system", "content": system}));
    }
    messages.push(json!({"role": "user", "content": params.prompt}));
    let mut body = json!({"model": params.model, "messages": messages});
    if let Some(most) = params.max_tokens {
        body["max_tokens"] = json!(most);
    }
    body
}

fn endpoint(context: &Arc<Context>, given: Option<&str>) -> Result<Endpoint, ToolError> {
    Endpoint::find(context, given, "HANZO_LLM_ENDPOINT", "HANZO_LLM_KEY")
}

fn refuse_none(pointer: &str, items: &[String]) -> Result<(), ToolError> {
    if items.is_empty() {
        return Err(violation(pointer, "empty", format!("{pointer} is empty")));
    }
    Ok(())
}

fn object(description: &str, properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}
