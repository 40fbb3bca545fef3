//! What the vectors ask is asked there; here, that a display makes no difference.

use std::collections::BTreeMap;

use hanzo_tools::Toolbox;
use serde_json::json;

#[test]
fn a_display_that_is_named_is_missing_all_the_same() {
    let environment = BTreeMap::from([("HANZO_DISPLAY".to_owned(), ":0".to_owned())]);
    let toolbox = Toolbox::new([hanzo_tool_ui::tool()], environment);
    let params = json!({"x": 1, "y": 2});
    let answer = toolbox.call("/", "ui", Some("click"), params.as_object().unwrap(), None);
    let error = answer.unwrap().error.unwrap();
    assert_eq!(error.code.as_str(), "UNSUPPORTED");
    assert_eq!(error.details["missing"], "display");
}
