//! The part of JSON Schema in which parameters are declared; `parameters` judges values by it.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The schema of an action's parameters, of the keywords that every implementation honours.
///
/// `type`, `enum`, `minimum`, `maximum`, `items`, `properties`, `required` and
/// `additionalProperties`, with `title`, `description` and `default` beside them. Where it does not
/// say otherwise, parameters are an object without further members.
///
/// Spec: JSON Schema 2020-12; HIP-0300 (Base Class).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>", into = "Map<String, Value>")]
pub struct Schema {
    declared: Map<String, Value>,
    pub(crate) root: Node,
}

/// A schema read: what a value and its members have to keep to.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Node {
    /// The types that are allowed; none for all.
    pub(crate) types: Option<Vec<Type>>,
    /// The values that are allowed; none for all.
    pub(crate) values: Option<Vec<Value>>,
    pub(crate) minimum: Option<i64>,
    pub(crate) maximum: Option<i64>,
    pub(crate) items: Option<Box<Node>>,
    pub(crate) properties: BTreeMap<String, Node>,
    pub(crate) required: Vec<String>,
    pub(crate) additional: Option<Additional>,
}

/// A name of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// What members may be that `properties` does not name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Additional {
    Anything,
    Nothing,
    Fitting(Box<Node>),
}

/// A value is no schema of the keywords that are honoured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidSchema {
    reason: String,
}

impl fmt::Display for InvalidSchema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl Error for InvalidSchema {}

impl Schema {
    /// The schema as it was declared, with what goes without saying.
    pub(crate) fn effective(&self) -> Map<String, Value> {
        let mut schema = self.declared.clone();
        schema.entry("type").or_insert_with(|| "object".into());
        schema.entry("additionalProperties").or_insert(false.into());
        schema
    }

    /// What it says about itself, for people.
    pub(crate) fn description(&self) -> &str {
        self.declared.get("description").and_then(Value::as_str).unwrap_or_default()
    }
}

/// A schema that allows no parameters.
impl Default for Schema {
    fn default() -> Self {
        Self { declared: Map::new(), root: with_defaults(Node::default()) }
    }
}

impl TryFrom<Map<String, Value>> for Schema {
    type Error = InvalidSchema;

    fn try_from(declared: Map<String, Value>) -> Result<Self, InvalidSchema> {
        let root = with_defaults(Node::read(&declared)?);
        Ok(Self { declared, root })
    }
}

impl From<Schema> for Map<String, Value> {
    fn from(schema: Schema) -> Self {
        schema.declared
    }
}

/// Parameters are named: a misspelt optional one would otherwise be dropped in silence.
fn with_defaults(mut root: Node) -> Node {
    root.types.get_or_insert_with(|| vec![Type::Object]);
    root.additional.get_or_insert(Additional::Nothing);
    root
}

impl Node {
    fn read(schema: &Map<String, Value>) -> Result<Self, InvalidSchema> {
        let mut node = Self::default();
        for (keyword, value) in schema {
            let fail = || InvalidSchema { reason: format!("{keyword} cannot be {value}") };
            match keyword.as_str() {
                "type" => node.types = Some(types(value).ok_or_else(fail)?),
                "title" | "description" if value.is_string() => {}
                "default" => {}
                "enum" => node.values = Some(value.as_array().ok_or_else(fail)?.clone()),
                "minimum" => node.minimum = Some(value.as_i64().ok_or_else(fail)?),
                "maximum" => node.maximum = Some(value.as_i64().ok_or_else(fail)?),
                "items" => node.items = Some(Self::boxed(value.as_object().ok_or_else(fail)?)?),
                "properties" => {
                    for (name, member) in value.as_object().ok_or_else(fail)? {
                        let member = Self::read(member.as_object().ok_or_else(fail)?)?;
                        node.properties.insert(name.clone(), member);
                    }
                }
                "required" => node.required = names(value).ok_or_else(fail)?,
                "additionalProperties" => {
                    node.additional = Some(match value {
                        Value::Bool(true) => Additional::Anything,
                        Value::Bool(false) => Additional::Nothing,
                        Value::Object(others) => Additional::Fitting(Self::boxed(others)?),
                        _ => return Err(fail()),
                    });
                }
                _ => return Err(fail()),
            }
        }
        Ok(node)
    }

    fn boxed(schema: &Map<String, Value>) -> Result<Box<Self>, InvalidSchema> {
        Self::read(schema).map(Box::new)
    }
}

/// One name, or a list of one or more, each once.
fn types(value: &Value) -> Option<Vec<Type>> {
    let names = match value {
        Value::String(name) => vec![name.clone()],
        _ => names(value).filter(|names| !names.is_empty())?,
    };
    names.iter().map(|name| Type::named(name)).collect()
}

/// A list of names, each once.
fn names(value: &Value) -> Option<Vec<String>> {
    let names: Vec<String> = value
        .as_array()?
        .iter()
        .map(|name| name.as_str().map(str::to_owned))
        .collect::<Option<_>>()?;
    let distinct = names.iter().enumerate().all(|(index, name)| !names[..index].contains(name));
    distinct.then_some(names)
}

impl Type {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::Null,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::String,
            "array" => Self::Array,
            "object" => Self::Object,
            _ => return None,
        })
    }
}
