//! Tiers, what becomes of them, and what is refused.

use std::collections::HashMap;

use hanzo_config::{
    argv, load_config, merge_patch, Command, ConfigError, ConfigErrorKind, Loaded, Tier,
};
use serde_json::{json, Value};

/// The load of three files, missing where the text is empty.
fn load(user: &str, project: &str, local: &str) -> Result<Loaded, ConfigError> {
    let [user, project, local] =
        [user, project, local].map(|text| Some(text.as_bytes()).filter(|data| !data.is_empty()));
    load_config(user, project, local, &HashMap::new())
}

fn sound(user: &str, project: &str, local: &str) -> Loaded {
    load(user, project, local).expect("every file is sound")
}

fn rules(loaded: &Loaded) -> Vec<(&str, &str)> {
    let rules = loaded.permission_rules.iter();
    rules.map(|rule| (rule.tool_pattern.as_str(), rule.mode.as_str())).collect()
}

#[test]
fn without_files_everything_has_its_default() {
    let expected = json!({
        "api_key": null,
        "model": "claude-sonnet-4-20250514",
        "mcp_servers": {},
        "permissions": {},
        "custom_instructions": "",
        "hooks": [],
        "input_mode": "default",
    });
    for loaded in [sound("", "", ""), sound("{}", " {}\n", "{\"model\":null}")] {
        assert_eq!(Value::Object(loaded.config), expected);
        assert!(loaded.active_servers.is_empty() && loaded.permission_rules.is_empty());
    }
}

#[test]
fn local_precedes_project_precedes_user() {
    let [user, project, local] =
        ["user", "project", "local"].map(|name| format!(r#"{{"model":"{name}"}}"#));
    assert_eq!(sound(&user, &project, &local).config["model"], "local");
    assert_eq!(sound(&user, &project, "{}").config["model"], "project");
    assert_eq!(sound(&user, "", r#"{"model":null}"#).config["model"], "claude-sonnet-4-20250514");
    assert_eq!(sound(&user, &project, r#"{"model":""}"#).config["model"], "");
}

#[test]
fn the_environment_precedes_every_file_unless_it_is_empty() {
    let file = Some(&br#"{"api_key":"sk-file","model":"file"}"#[..]);
    let with = |name: &str, value: &str| {
        let env = HashMap::from([(name.to_owned(), value.to_owned())]);
        load_config(file, None, None, &env).expect("the file is sound").config
    };
    assert_eq!(with("HANZO_MODEL", "env")["model"], "env");
    assert_eq!(with("HANZO_MODEL", " ")["model"], " ");
    assert_eq!(with("HANZO_MODEL", "")["model"], "file");
    assert_eq!(with("HANZO_API_KEY", "sk-env")["api_key"], "sk-env");
    assert_eq!(with("hanzo_model", "env")["model"], "file");
}

#[test]
fn a_merge_is_that_of_the_standard() {
    // RFC 7396 appendix A.
    for (target, patch, merged) in [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b"}), json!({"a": null}), json!({})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
        (json!({"a": "b"}), json!(["c"]), json!(["c"])),
        (json!({"a": "foo"}), json!(null), json!(null)),
        (json!({"a": "foo"}), json!("bar"), json!("bar")),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        (json!(1), json!({"a": [{"b": null}]}), json!({"a": [{"b": null}]})),
    ] {
        assert_eq!(merge_patch(target.clone(), &patch), merged, "{target} {patch}");
    }
}

#[test]
fn credentials_belong_to_the_user() {
    let user = r#"{"api_key":"sk-user","oauth_credentials":{"t":1}}"#;
    let loaded = sound(
        user,
        r#"{"oauth_credentials":null,"api_key":17,"mcp_servers":{"a":{"env":{"api_key":"k"}}}}"#,
        r#"{"API_KEY":"x","\u0061pi_key":null}"#,
    );
    assert_eq!(loaded.config["api_key"], "sk-user");
    assert_eq!(loaded.config["oauth_credentials"], json!({"t": 1}));
    assert_eq!(loaded.config["API_KEY"], "x");
    assert_eq!(loaded.config["mcp_servers"]["a"]["env"]["api_key"], "k");
    let warnings: Vec<_> = loaded.warnings.iter().map(|warned| (warned.tier, warned.key)).collect();
    assert_eq!(
        warnings,
        [
            (Tier::Project, "api_key"),
            (Tier::Project, "oauth_credentials"),
            (Tier::Local, "api_key")
        ]
    );
}

#[test]
fn a_disabled_server_stays_and_is_not_active() {
    let user = r#"{"mcp_servers":{"b":{"command":"x"},"a":{},"~":{"disabled":true}}}"#;
    let loaded = sound(user, r#"{"mcpServers":{"b":{"disabled":true},"😀":{},"ｚ":{}}}"#, "");
    assert_eq!(loaded.active_servers, ["a", "ｚ", "😀"]);
    assert_eq!(loaded.config["mcp_servers"]["b"], json!({"command": "x", "disabled": true}));
    assert!(!loaded.config.contains_key("mcpServers"));
    let again = sound(user, "", r#"{"mcp_servers":{"~":{"disabled":null},"b":null}}"#);
    assert_eq!(again.active_servers, ["a", "~"]);
}

#[test]
fn rules_stand_by_tier_and_then_by_document_order() {
    let user = r#"{"permissions":{"*":"deny","fs.*":"allow","10":"allow","9":"deny"}}"#;
    let project = r#"{"permissions":{"fs.rm":"deny","fs.*":"prompt"}}"#;
    let loaded = sound(user, project, r#"{"permissions":{"*":null,"z":"allow","a":"deny"}}"#);
    let expected = [
        ("z", "allow"),
        ("a", "deny"),
        ("fs.rm", "deny"),
        ("fs.*", "prompt"),
        ("10", "allow"),
        ("9", "deny"),
    ];
    assert_eq!(rules(&loaded), expected);
    let cleared = sound(user, r#"{"permissions":null}"#, r#"{"permissions":{"a":"deny"}}"#);
    assert_eq!(rules(&cleared), [("a", "deny")]);
    assert_eq!(cleared.config["permissions"], json!({"a": "deny"}));
}

#[test]
fn a_load_is_written_with_its_members_in_their_order() {
    let loaded = sound("{}", r#"{"api_key":"k","permissions":{"a":"deny"}}"#, "");
    let text = serde_json::to_string(&loaded).expect("it is JSON");
    let rest = r#""active_servers":[],"permission_rules":[{"tool_pattern":"a","mode":"deny"}],"#;
    assert!(text.starts_with(r#"{"config":{"#), "{text}");
    assert!(text.contains(rest), "{text}");
    assert!(text.ends_with(r#""warnings":[{"tier":"project","key":"api_key"}]}"#), "{text}");
}

#[test]
fn a_value_of_the_wrong_type_is_found_at_its_place() {
    for (file, path) in [
        (r#"{"model":1}"#, "/model"),
        (r#"{"api_key":[]}"#, "/api_key"),
        (r#"{"custom_instructions":{},"model":1}"#, "/custom_instructions"),
        (r#"{"mcp_servers":[]}"#, "/mcp_servers"),
        (r#"{"mcpServers":{"a/b~c":1}}"#, "/mcpServers/a~1b~0c"),
        (r#"{"mcp_servers":{"a":{"command":["x",null]}}}"#, "/mcp_servers/a/command/1"),
        (r#"{"mcp_servers":{"a":{"command":true}}}"#, "/mcp_servers/a/command"),
        (r#"{"mcp_servers":{"a":{"args":"x"}}}"#, "/mcp_servers/a/args"),
        (r#"{"mcp_servers":{"a":{"env":{"PORT":80}}}}"#, "/mcp_servers/a/env/PORT"),
        (r#"{"mcp_servers":{"a":{"disabled":"true"}}}"#, "/mcp_servers/a/disabled"),
        (r#"{"permissions":{"":"Allow"}}"#, "/permissions/"),
        (r#"{"permissions":["allow"]}"#, "/permissions"),
        (r#"{"hooks":{}}"#, "/hooks"),
        (r#"{"hooks":[null]}"#, "/hooks/0"),
        (r#"{"hooks":[{"timeout_ms":-1}]}"#, "/hooks/0/timeout_ms"),
        (r#"{"hooks":[{"timeout_ms":null}]}"#, "/hooks/0/timeout_ms"),
        (r#"{"hooks":[{"timeout_ms":true}]}"#, "/hooks/0/timeout_ms"),
        (r#"{"hooks":[{"event":"x"}]}"#, "/hooks/0/event"),
        (r#"{"hooks":[{"tool_pattern":"*"}]}"#, "/hooks/0/event"),
        (r#"{"hooks":[{"event":"pre_tool_use","command":"c"}]}"#, "/hooks/0/tool_pattern"),
        (r#"{"input_mode":"Vim"}"#, "/input_mode"),
    ] {
        let error = load(file, "", "").expect_err("something is of the wrong type");
        assert_eq!((error.code(), error.path()), ("CONFIG_TYPE", path), "{file}");
    }
}

#[test]
fn what_is_not_known_is_kept_whatever_its_type() {
    let file = r#"{"theme":{"a":[null]},"mcp_servers":{"a":{"url":1}}, "hooks":[
        {"event":"pre_tool_use","command":"","tool_pattern":"*","x":null,"timeout_ms":0}
    ]}"#;
    let loaded = sound(file, "", "");
    assert_eq!(loaded.config["theme"], json!({"a": [null]}));
    assert_eq!(loaded.config["mcp_servers"]["a"]["url"], 1);
    assert!(loaded.config["hooks"][0]["x"].is_null());
}

#[test]
fn the_first_problem_of_the_first_tier_is_reported() {
    let both = r#"{"mcpServers":null,"model":1,"mcp_servers":{}}"#;
    for (user, project, local, kind, tier, path) in [
        ("", both, "{", ConfigErrorKind::Ambiguous, Tier::Project, "/mcpServers"),
        ("", "", "[]", ConfigErrorKind::Parse, Tier::Local, ""),
        ("{\"model\":1}", "{", both, ConfigErrorKind::Type, Tier::User, "/model"),
        (" ", both, "", ConfigErrorKind::Parse, Tier::User, ""),
        ("", "", "{\"model\":1,\"model\":1}", ConfigErrorKind::Parse, Tier::Local, ""),
    ] {
        let error = load(user, project, local).expect_err("a file is broken");
        assert_eq!((error.kind(), error.tier(), error.path()), (kind, tier, path));
    }
    let empty = load_config(None, Some(b""), None, &HashMap::new()).expect_err("no bytes");
    assert_eq!((empty.code(), empty.tier()), ("CONFIG_PARSE", Tier::Project));
}

#[test]
fn no_credential_is_shown() {
    for file in
        [r#"{"api_key":["sk-secret"]}"#, r#"{"api_key":"sk-secret"#, r#"{"api_key":sk-secret}"#]
    {
        let error = load(file, "", "").expect_err("the file is broken");
        assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
    }
    let file = r#"{"api_key":"sk-secret","mcp_servers":{"a":{"env":{"TOKEN":"secret"}}}}"#;
    for loaded in [sound(file, "", ""), sound("", file, "")] {
        assert!(!format!("{loaded:?}").contains("secret"), "{loaded:?}");
    }
}

#[test]
fn a_command_that_is_text_is_one_word() {
    let args = ["-v".to_owned(), String::new()];
    assert_eq!(argv(&Command::Program("a b".to_owned()), &args), ["a b", "-v", ""]);
    let words = Command::Words(vec!["npx".to_owned(), "-y".to_owned()]);
    assert_eq!(argv(&words, &args), ["npx", "-y", "-v", ""]);
    assert!(argv(&Command::Words(Vec::new()), &[]).is_empty());
}

#[test]
fn removing_many_members_takes_no_more_than_reading_them() {
    let members = |value: &str| -> String {
        let all: Vec<String> = (0..50_000).map(|index| format!("\"{index}\":{value}")).collect();
        format!("{{\"x\":{{{}}}}}", all.join(","))
    };
    let loaded = sound(&members("1"), &members("null"), "");
    assert_eq!(loaded.config["x"], json!({}));
}
