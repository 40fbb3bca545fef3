//! The five operations on URIs, hashes and positions.

use hanzo_adapter::{present, Adapter, Base64, Failure, Object};
use hanzo_ids::{
    content_hash, convert_position, path_from_uri, slice_text, uri_from_path, Encoding,
    InvalidParams, Position, Range,
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Path {
    path: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Uri {
    uri: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    content_b64: Base64,
}

#[derive(Serialize)]
struct Hash {
    hash: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Extent {
    start: Object<Position>,
    end: Object<Position>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slice {
    text: String,
    range: Object<Extent>,
    #[serde(default, deserialize_with = "present")]
    encoding: Option<Encoding>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Convert {
    text: String,
    position: Object<Position>,
    from: Encoding,
    to: Encoding,
}

#[derive(Serialize)]
struct Converted {
    position: Position,
}

pub(crate) fn register(adapter: &mut Adapter) {
    adapter.register("ids.uri_from_path", |Path { path }| {
        Ok(Uri { uri: uri_from_path(&path).map_err(failure)? })
    });
    adapter.register("ids.path_from_uri", |Uri { uri }| {
        Ok(Path { path: path_from_uri(&uri).map_err(failure)? })
    });
    adapter.register("ids.hash", |Content { content_b64 }| {
        Ok(Hash { hash: content_hash(&content_b64.0) })
    });
    adapter.register("ids.slice", |Slice { text, range: Object(extent), encoding }| {
        let range = Range { start: extent.start.0, end: extent.end.0 };
        let part = slice_text(&text, range, encoding.unwrap_or_default()).map_err(failure)?;
        Ok(Text { text: part.to_owned() })
    });
    adapter.register("ids.convert", |Convert { text, position, from, to }| {
        let position = convert_position(&text, position.0, from, to).map_err(failure)?;
        Ok(Converted { position })
    });
}

fn failure(error: InvalidParams) -> Failure {
    Failure::domain(error.code(), error.to_string())
}
