use hanzo_adapter::{operations, reply, shape, Base64, Object};
use hanzo_ids::{content_hash, convert_position, path_from_uri, slice_text, uri_from_path};
use hanzo_ids::{Encoding, Position, Range};

use crate::refusal::Refusal;

shape! { struct Extent { start: Object<Position>, end: Object<Position> } }

operations! {
    pub(crate) fn register where Error = Refusal;

    "ids.uri_from_path" (path: String) => reply! { uri: uri_from_path(&path)? };

    "ids.path_from_uri" (uri: String) => reply! { path: path_from_uri(&uri)? };

    "ids.hash" (content_b64: Base64) => reply! { hash: content_hash(&content_b64.0) };

    "ids.slice" (text: String, range: Extent, encoding?: Encoding) => {
        let range = Range { start: range.start.0, end: range.end.0 };
        reply! { text: slice_text(&text, range, encoding.unwrap_or_default())?.to_owned() }
    };

    "ids.convert" (text: String, position: Object<Position>, from: Encoding, to: Encoding) =>
        reply! { position: convert_position(&text, position.0, from, to)? };
}
