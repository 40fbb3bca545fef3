//! Numbers as ECMAScript prints them (ECMA-262, `Number::toString` with radix 10).

use ryu_js::Buffer;
use serde_json::Number;

use crate::InexactInteger;

/// The integers that every JSON reader holds exactly.
const LARGEST: u64 = (1 << 53) - 1;

/// Spec: RFC 8785 §3.2.2.3.
pub(crate) fn canonical(number: &Number) -> Result<String, InexactInteger> {
    let size = number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs));
    match (size, number.as_f64()) {
        (Some(size), _) if size > LARGEST => Err(InexactInteger),
        (None, Some(double)) => Ok(Buffer::new().format(double).to_owned()),
        _ => Ok(number.to_string()),
    }
}
